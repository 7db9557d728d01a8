// A small price line almost without axes: the shape of a day, a month or a year, coloured by its direction.
import { AreaSeries, ColorType, createChart, CrosshairMode, LineStyle } from 'lightweight-charts';
import type { Time } from 'lightweight-charts';
import type { Bar, Interval } from '../../contract/market.ts';
import { priceText } from '../ui/number-text.ts';
import { token } from '../ui/theme.ts';
import { drawForPaper } from './chart-look.ts';
import { barTimeText, fromChartTime, hasTimeOfDay, toChartTime } from './chart-time.ts';

export interface AreaCanvas {
  setBars: (bars: readonly Bar[], interval: Interval) => void;
  recolor: () => void;
  remove: () => void;
}

const FILL_ALPHA = '33';

export function createAreaCanvas(host: HTMLElement): AreaCanvas {
  let isUp = true;
  let shown: readonly Bar[] = [];
  // As in the candle chart, ChartCredit stands for the library's own logo.
  const chart = createChart(host, {
    autoSize: true,
    layout: { background: { type: ColorType.Solid, color: 'transparent' }, attributionLogo: false, fontSize: 11 },
    grid: { vertLines: { visible: false }, horzLines: { visible: false } },
    crosshair: { mode: CrosshairMode.Magnet },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    // A small chart is only for looking at, so scrolling over it scrolls the page.
    handleScroll: false,
    handleScale: false,
    localization: { locale: 'en-IN', priceFormatter: priceText },
  });
  const area = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineStyle: LineStyle.Dotted });
  // Turning the screen keeps the same span in view.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());

  function recolor(): void {
    const color = token(isUp ? '--up' : '--down');
    chart.applyOptions({
      layout: { textColor: token('--muted'), fontFamily: getComputedStyle(document.body).fontFamily },
      crosshair: {
        vertLine: { labelBackgroundColor: token('--edge') },
        horzLine: { labelBackgroundColor: token('--edge') },
      },
    });
    area.applyOptions({ lineColor: color, topColor: color + FILL_ALPHA, bottomColor: `${color}00` });
    drawForPaper(chart);
  }

  function setBars(bars: readonly Bar[], interval: Interval): void {
    const isSameStart =
      shown.length > 0 && bars.length > 0 && shown[0] === bars[0] && Math.abs(bars.length - shown.length) <= 1;
    shown = bars;
    chart.applyOptions({
      timeScale: { timeVisible: hasTimeOfDay(interval), secondsVisible: false },
      localization: {
        timeFormatter: (time: Time) => (typeof time === 'number' ? barTimeText(fromChartTime(time), interval) : ''),
      },
    });
    area.setData(bars.map((bar) => ({ time: toChartTime(bar.timestamp), value: bar.close })));
    const wasUp = isUp;
    isUp = bars.length === 0 || bars[bars.length - 1].close >= bars[0].open;
    if (wasUp !== isUp) recolor();
    if (!isSameStart) chart.timeScale().fitContent();
  }

  recolor();
  return { setBars, recolor, remove: () => chart.remove() };
}
