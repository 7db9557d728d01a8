// The candle chart itself, without React: owns the chart library, draws what it is given, and reports where the crosshair stands.
import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineStyle,
} from 'lightweight-charts';
import type { IPriceLine, ISeriesApi, SeriesMarker, Time } from 'lightweight-charts';
import type { Bar, Interval } from '../../contract/market.ts';
import { priceText } from '../ui/number-text.ts';
import { token } from '../ui/theme.ts';
import { barTimeText, fromChartTime, hasTimeOfDay, toChartTime } from './chart-time.ts';
import type { FillMark, PriceLine } from './marks.ts';
import type { OverlayId } from './overlay-ids.ts';
import { overlays, overlayValues } from './overlays.ts';

/** A bar takes so many pixels when a chart opens. */
const OPENING_BAR_PIXELS = 7.5;
/** Older bars are asked for when fewer than this stand left of the view. */
const OLDER_WHEN_LEFT = 20;

export interface CandleCanvas {
  /** Draws the bars; when only the last one changed or came, only that is drawn. */
  setBars: (bars: readonly Bar[], interval: Interval) => void;
  setOverlays: (ids: readonly OverlayId[]) => void;
  setMarks: (marks: readonly FillMark[]) => void;
  setLines: (lines: readonly PriceLine[]) => void;
  /** Reads the colours again after a change of theme. */
  recolor: () => void;
  /** Moves the crosshair by so many bars, for the keyboard. */
  step: (count: number) => void;
  zoom: (factor: number) => void;
  /** The newest bars in the usual width. */
  toLatest: () => void;
  remove: () => void;
}

export interface CanvasEvents {
  /** The second of the bar under the crosshair; null when it has left. */
  onPoint: (second: number | null) => void;
  onNeedOlder: () => void;
}

interface LineShape {
  color: string;
  style: LineStyle;
}

function shapeOf(kind: PriceLine['kind']): LineShape {
  if (kind === 'average') return { color: token('--muted'), style: LineStyle.Solid };
  return { color: token(kind === 'buy-order' ? '--accent-text' : '--sell-text'), style: LineStyle.Dashed };
}

function candleOf(bar: Bar) {
  return { time: toChartTime(bar.timestamp), open: bar.open, high: bar.high, low: bar.low, close: bar.close };
}

/** The volume is background: the colours of up and down, a third as strong. */
const VOLUME_ALPHA = '55';

function volumeOf(bar: Bar, up: string, down: string) {
  return {
    time: toChartTime(bar.timestamp),
    value: bar.volume,
    color: (bar.close < bar.open ? down : up) + VOLUME_ALPHA,
  };
}

function markerOf(mark: FillMark): SeriesMarker<Time> {
  const isBuy = mark.side === 'BUY';
  return {
    time: toChartTime(mark.second),
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: token(isBuy ? '--accent-text' : '--sell-text'),
    text: mark.text,
  };
}

/** True when the new list only changes or follows the last bar of the old one. */
function onlyLastChanged(before: readonly Bar[], after: readonly Bar[]): boolean {
  const grown = after.length - before.length;
  if (before.length === 0 || grown < 0 || grown > 1) return false;
  const same = before.length - (grown === 0 ? 2 : 1);
  return before[0].timestamp === after[0].timestamp && (same < 0 || before[same] === after[same]);
}

export function createCandleCanvas(host: HTMLElement, events: CanvasEvents): CandleCanvas {
  let bars: readonly Bar[] = [];
  let interval: Interval | null = null;
  let shownOverlays: readonly OverlayId[] = [];
  let marks: readonly FillMark[] = [];
  let lines: readonly PriceLine[] = [];
  let pointedSecond: number | null = null;
  // Read once a theme: asking the style sheet for every bar would take longer than drawing it.
  let up = token('--up');
  let down = token('--down');

  // The library's own logo brings a style sheet that the page's policy refuses: ChartCredit stands for it.
  const chart = createChart(host, {
    autoSize: true,
    layout: { background: { type: ColorType.Solid, color: 'transparent' }, attributionLogo: false, fontSize: 12 },
    crosshair: { mode: CrosshairMode.Normal },
    // A finger that moves up or down over the chart scrolls the page, not the prices.
    handleScroll: { vertTouchDrag: false },
    timeScale: { rightOffset: 6, minBarSpacing: 1 },
    localization: { locale: 'en-IN', priceFormatter: priceText },
  });
  const candles = chart.addSeries(CandlestickSeries, { borderVisible: false, priceLineStyle: LineStyle.Dotted });
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.22 } });
  const markers = createSeriesMarkers(candles);
  const averageSeries = new Map<OverlayId, ISeriesApi<'Line'>>();
  let priceLines: IPriceLine[] = [];

  chart.subscribeCrosshairMove(({ time }) => {
    pointedSecond = typeof time === 'number' ? fromChartTime(time) : null;
    events.onPoint(pointedSecond);
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range && bars.length > 0 && range.from < OLDER_WHEN_LEFT) events.onNeedOlder();
  });

  function drawOverlay(id: OverlayId, lastOnly: boolean): void {
    const series = averageSeries.get(id);
    if (!series || bars.length === 0) return;
    const values = overlayValues(id, bars);
    const last = values[values.length - 1];
    if (lastOnly && last !== null)
      return series.update({ time: toChartTime(bars[bars.length - 1].timestamp), value: last });
    series.setData(
      bars.flatMap((bar, index) =>
        values[index] === null ? [] : [{ time: toChartTime(bar.timestamp), value: values[index] }],
      ),
    );
  }

  function drawMarks(): void {
    const from = bars[0]?.timestamp ?? Infinity;
    markers.setMarkers(marks.filter((mark) => mark.second >= from).map(markerOf));
  }

  function drawLines(): void {
    for (const line of priceLines) candles.removePriceLine(line);
    priceLines = lines.map((line) => {
      const { color, style } = shapeOf(line.kind);
      return candles.createPriceLine({
        price: line.price,
        title: line.text,
        color,
        lineStyle: style,
        lineWidth: 1,
        axisLabelVisible: true,
      });
    });
  }

  function toLatest(): void {
    const inView = Math.max(30, Math.round(host.clientWidth / OPENING_BAR_PIXELS));
    chart.timeScale().setVisibleLogicalRange({ from: bars.length - inView, to: bars.length + 5 });
    chart.priceScale('right').applyOptions({ autoScale: true });
  }

  function drawAll(): void {
    candles.setData(bars.map(candleOf));
    volumes.setData(bars.map((bar) => volumeOf(bar, up, down)));
    for (const id of averageSeries.keys()) drawOverlay(id, false);
    drawMarks();
  }

  function setBars(next: readonly Bar[], nextInterval: Interval): void {
    const isOther = nextInterval !== interval;
    const lastOnly = !isOther && onlyLastChanged(bars, next);
    const wasEmpty = bars.length === 0;
    bars = next;
    interval = nextInterval;
    if (lastOnly) {
      const last = next[next.length - 1];
      candles.update(candleOf(last));
      volumes.update(volumeOf(last, up, down));
      for (const id of averageSeries.keys()) drawOverlay(id, true);
      return;
    }
    chart.applyOptions({
      timeScale: { timeVisible: hasTimeOfDay(nextInterval), secondsVisible: false },
      localization: {
        timeFormatter: (time: Time) => (typeof time === 'number' ? barTimeText(fromChartTime(time), nextInterval) : ''),
      },
    });
    drawAll();
    if (isOther || wasEmpty) toLatest();
  }

  function setOverlays(ids: readonly OverlayId[]): void {
    for (const [id, series] of averageSeries) {
      if (ids.includes(id)) continue;
      chart.removeSeries(series);
      averageSeries.delete(id);
    }
    for (const id of ids) {
      if (averageSeries.has(id)) continue;
      const color = token(overlays[id].color);
      averageSeries.set(
        id,
        chart.addSeries(LineSeries, {
          color,
          lineWidth: 2,
          lastValueVisible: false,
          priceLineVisible: false,
          crosshairMarkerVisible: false,
        }),
      );
      drawOverlay(id, false);
    }
    shownOverlays = ids;
  }

  function recolor(): void {
    const line = token('--line');
    up = token('--up');
    down = token('--down');
    chart.applyOptions({
      layout: { textColor: token('--muted'), fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
      crosshair: {
        vertLine: { color: token('--edge'), labelBackgroundColor: token('--edge') },
        horzLine: { color: token('--edge'), labelBackgroundColor: token('--edge') },
      },
    });
    candles.applyOptions({ upColor: up, wickUpColor: up, downColor: down, wickDownColor: down });
    for (const id of shownOverlays) averageSeries.get(id)?.applyOptions({ color: token(overlays[id].color) });
    volumes.setData(bars.map((bar) => volumeOf(bar, up, down)));
    drawMarks();
    drawLines();
  }

  function step(count: number): void {
    if (bars.length === 0) return;
    const at =
      pointedSecond === null ? bars.length - 1 : bars.findIndex((bar) => bar.timestamp === pointedSecond) + count;
    const index = Math.min(bars.length - 1, Math.max(0, at));
    const bar = bars[index];
    chart.setCrosshairPosition(bar.close, toChartTime(bar.timestamp), candles);
    pointedSecond = bar.timestamp;
    events.onPoint(pointedSecond);
    const range = chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    const shift = index < range.from ? index - range.from : index > range.to ? index - range.to : 0;
    if (shift !== 0) chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
  }

  function zoom(factor: number): void {
    const range = chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    // The right edge stays: there stands the price of now.
    chart
      .timeScale()
      .setVisibleLogicalRange({ from: range.to - Math.max(10, (range.to - range.from) * factor), to: range.to });
  }

  recolor();
  return {
    setBars,
    setOverlays,
    setMarks: (next) => {
      marks = next;
      drawMarks();
    },
    setLines: (next) => {
      lines = next;
      drawLines();
    },
    recolor,
    step,
    zoom,
    toLatest,
    remove: () => chart.remove(),
  };
}
