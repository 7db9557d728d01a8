// The candle chart itself, without React: draws what it is given, and reports where the crosshair stands.
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  LineStyle,
} from 'lightweight-charts';
import type {
  IChartApi,
  IPriceLine,
  ISeriesApi,
  ISeriesMarkersPluginApi,
  SeriesMarker,
  Time,
} from 'lightweight-charts';
import type { Bar, Interval } from '../../contract/market.ts';
import { token } from '../ui/theme.ts';
import { chartColors, chartOptions, lineLook, themeOptions } from './chart-look.ts';
import type { ChartColors } from './chart-look.ts';
import { barTimeText, fromChartTime, hasTimeOfDay, toChartTime } from './chart-time.ts';
import type { FillMark, PriceLine } from './marks.ts';
import type { OverlayId } from './overlay-ids.ts';
import { overlays, overlayValues } from './overlays.ts';

/** A bar takes so many pixels when a chart opens. */
const OPENING_BAR_PIXELS = 7.5;
const FEWEST_BARS = 30;
/** Older bars are asked for when fewer than this stand left of the view. */
const OLDER_WHEN_LEFT = 20;
/** The volume is background: the colours of up and down, a third as strong. */
const VOLUME_ALPHA = '55';

export interface CanvasEvents {
  /** The second of the bar under the crosshair; null when it has left. */
  onPoint: (second: number | null) => void;
  onNeedOlder: () => void;
}

function candleOf(bar: Bar) {
  return { time: toChartTime(bar.timestamp), open: bar.open, high: bar.high, low: bar.low, close: bar.close };
}

function volumeOf(bar: Bar, { up, down }: ChartColors) {
  return {
    time: toChartTime(bar.timestamp),
    value: bar.volume,
    color: (bar.close < bar.open ? down : up) + VOLUME_ALPHA,
  };
}

function markerOf({ side, second, text }: FillMark, { buy, sell }: ChartColors): SeriesMarker<Time> {
  const time = toChartTime(second);
  return side === 'BUY'
    ? { time, position: 'belowBar', shape: 'arrowUp', color: buy, text }
    : { time, position: 'aboveBar', shape: 'arrowDown', color: sell, text };
}

/** True when the new list only changes or follows the last bar of the old one. */
function onlyLastChanged(before: readonly Bar[], after: readonly Bar[]): boolean {
  const grown = after.length - before.length;
  if (before.length === 0 || grown < 0 || grown > 1) return false;
  const same = before.length - (grown === 0 ? 2 : 1);
  return before[0].timestamp === after[0].timestamp && (same < 0 || before[same] === after[same]);
}

export class CandleCanvas {
  readonly #host: HTMLElement;
  readonly #events: CanvasEvents;
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  readonly #volumes: ISeriesApi<'Histogram'>;
  readonly #markers: ISeriesMarkersPluginApi<Time>;
  readonly #averages = new Map<OverlayId, ISeriesApi<'Line'>>();
  #priceLines: IPriceLine[] = [];
  #bars: readonly Bar[] = [];
  #interval: Interval | null = null;
  #marks: readonly FillMark[] = [];
  #lines: readonly PriceLine[] = [];
  #pointed: number | null = null;
  #colors = chartColors();

  constructor(host: HTMLElement, events: CanvasEvents) {
    this.#host = host;
    this.#events = events;
    this.#chart = createChart(host, chartOptions);
    this.#candles = this.#chart.addSeries(CandlestickSeries, {
      borderVisible: false,
      priceLineStyle: LineStyle.Dotted,
    });
    this.#volumes = this.#chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    // Candles above, volume in the lowest fifth of the same pane.
    this.#candles.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.22 } });
    this.#volumes.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
    this.#markers = createSeriesMarkers(this.#candles);
    this.#listen();
    this.recolor();
  }

  /** Draws the bars; when only the last one changed or came, only that is drawn. */
  setBars(bars: readonly Bar[], interval: Interval): void {
    const isOther = interval !== this.#interval || this.#bars.length === 0;
    const lastOnly = !isOther && onlyLastChanged(this.#bars, bars);
    this.#bars = bars;
    this.#interval = interval;
    if (lastOnly) return this.#drawLast();
    this.#setTimeTexts(interval);
    this.#candles.setData(bars.map(candleOf));
    this.#drawVolumes();
    for (const id of this.#averages.keys()) this.#drawAverage(id, false);
    this.#drawMarks();
    if (isOther) this.toLatest();
  }

  setOverlays(ids: readonly OverlayId[]): void {
    for (const [id, series] of this.#averages) {
      if (ids.includes(id)) continue;
      this.#chart.removeSeries(series);
      this.#averages.delete(id);
    }
    for (const id of ids) {
      if (this.#averages.has(id)) continue;
      const quiet = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
      this.#averages.set(
        id,
        this.#chart.addSeries(LineSeries, { color: token(overlays[id].color), lineWidth: 2, ...quiet }),
      );
      this.#drawAverage(id, false);
    }
  }

  setMarks(marks: readonly FillMark[]): void {
    this.#marks = marks;
    this.#drawMarks();
  }

  setLines(lines: readonly PriceLine[]): void {
    this.#lines = lines;
    this.#drawLines();
  }

  /** Reads the colours again after a change of theme. */
  recolor(): void {
    this.#colors = chartColors();
    const { up, down } = this.#colors;
    this.#chart.applyOptions(themeOptions());
    this.#candles.applyOptions({ upColor: up, wickUpColor: up, downColor: down, wickDownColor: down });
    for (const [id, series] of this.#averages) series.applyOptions({ color: token(overlays[id].color) });
    this.#drawVolumes();
    this.#drawMarks();
    this.#drawLines();
  }

  /** Moves the crosshair by so many bars, for the keyboard. */
  step(count: number): void {
    if (this.#bars.length === 0) return;
    const last = this.#bars.length - 1;
    const at = this.#pointed === null ? last : this.#bars.findIndex((bar) => bar.timestamp === this.#pointed) + count;
    const index = Math.min(last, Math.max(0, at));
    const bar = this.#bars[index];
    this.#chart.setCrosshairPosition(bar.close, toChartTime(bar.timestamp), this.#candles);
    this.#pointed = bar.timestamp;
    this.#events.onPoint(bar.timestamp);
    this.#bringIntoView(index);
  }

  zoom(factor: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    // The right edge stays: there stands the price of now.
    const from = range.to - Math.max(10, (range.to - range.from) * factor);
    this.#chart.timeScale().setVisibleLogicalRange({ from, to: range.to });
  }

  /** The newest bars in the usual width. */
  toLatest(): void {
    const inView = Math.max(FEWEST_BARS, Math.round(this.#host.clientWidth / OPENING_BAR_PIXELS));
    const count = this.#bars.length;
    this.#chart.timeScale().setVisibleLogicalRange({ from: count - inView, to: count + 5 });
    this.#chart.priceScale('right').applyOptions({ autoScale: true });
  }

  remove(): void {
    this.#chart.remove();
  }

  #listen(): void {
    this.#chart.subscribeCrosshairMove(({ time }) => {
      this.#pointed = typeof time === 'number' ? fromChartTime(time) : null;
      this.#events.onPoint(this.#pointed);
    });
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range && this.#bars.length > 0 && range.from < OLDER_WHEN_LEFT) this.#events.onNeedOlder();
    });
  }

  #setTimeTexts(interval: Interval): void {
    const timeFormatter = (time: Time): string =>
      typeof time === 'number' ? barTimeText(fromChartTime(time), interval) : '';
    this.#chart.applyOptions({
      timeScale: { timeVisible: hasTimeOfDay(interval), secondsVisible: false },
      localization: { timeFormatter },
    });
  }

  #drawLast(): void {
    const last = this.#bars[this.#bars.length - 1];
    this.#candles.update(candleOf(last));
    this.#volumes.update(volumeOf(last, this.#colors));
    for (const id of this.#averages.keys()) this.#drawAverage(id, true);
  }

  #drawVolumes(): void {
    this.#volumes.setData(this.#bars.map((bar) => volumeOf(bar, this.#colors)));
  }

  #drawAverage(id: OverlayId, lastOnly: boolean): void {
    const series = this.#averages.get(id);
    if (!series || this.#bars.length === 0) return;
    const values = overlayValues(id, this.#bars);
    const points = (lastOnly ? this.#bars.slice(-1) : this.#bars).flatMap((bar, index) => {
      const value = lastOnly ? values[values.length - 1] : values[index];
      return value === null ? [] : [{ time: toChartTime(bar.timestamp), value }];
    });
    if (!lastOnly) series.setData(points);
    else if (points.length > 0) series.update(points[0]);
  }

  #drawMarks(): void {
    const from = this.#bars[0]?.timestamp ?? Infinity;
    const shown = this.#marks.filter((mark) => mark.second >= from);
    this.#markers.setMarkers(shown.map((mark) => markerOf(mark, this.#colors)));
  }

  #drawLines(): void {
    for (const line of this.#priceLines) this.#candles.removePriceLine(line);
    this.#priceLines = this.#lines.map(({ price, text: title, kind }) =>
      this.#candles.createPriceLine({
        price,
        title,
        lineWidth: 1,
        axisLabelVisible: true,
        ...lineLook(kind, this.#colors),
      }),
    );
  }

  #bringIntoView(index: number): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (!range) return;
    const shift = index < range.from ? index - range.from : index > range.to ? index - range.to : 0;
    if (shift !== 0) this.#chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
  }
}
