// The worth of an account day by day, and below it the drawdown from its peak: two panes with one time axis.
import { AreaSeries, BaselineSeries, createChart, LineSeries, LineStyle } from 'lightweight-charts';
import type { IChartApi, Time } from 'lightweight-charts';
import { dateFormat, numberFormat } from '../ui/formats.ts';
import { moneyText } from '../ui/number-text.ts';
import { token } from '../ui/theme.ts';
import { chartOptions, hideLayout, takeTheme } from './chart-look.ts';

export interface WorthPoint {
  /** A day like 2026-11-20. */
  date: string;
  /** Rupees. */
  equity: number;
  /** The total paid in until then. */
  putIn: number;
  /** Percent, zero or below. */
  drawdownPercent: number;
}

interface WorthCanvas {
  setPoints: (points: readonly WorthPoint[]) => void;
  /** Moves the crosshair by this many days, for the keyboard. */
  step: (count: number) => void;
  recolor: () => void;
  remove: () => void;
}

const wholeRupees = numberFormat({ maximumFractionDigits: 0 });
const percent = numberFormat({ maximumFractionDigits: 1 });
const dayFormat = dateFormat({
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});
const minus = (text: string): string => text.replace('-', '\u2212');

const FILL_ALPHA = '2e';
const POINTED_ALPHA = '40';

type WorthSeries = ReturnType<typeof worthSeries>;

/** The worth over what was paid in, and the falls in a pane below them. */
function worthSeries(chart: IChartApi) {
  const format = (formatter: (value: number) => string, minMove: number) => ({
    priceFormat: { type: 'custom' as const, formatter, minMove },
  });
  const money = format((value) => `${value < 0 ? '\u2212' : ''}\u20b9${wholeRupees.format(Math.abs(value))}`, 0.01);
  const rate = format((value) => `${minus(percent.format(value))}%`, 0.01);
  const common = { priceLineVisible: false, lastValueVisible: false } as const;
  const equity = chart.addSeries(AreaSeries, { ...money, ...common, lineWidth: 2 });
  const putIn = chart.addSeries(LineSeries, {
    ...money,
    ...common,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    crosshairMarkerVisible: false,
  });
  const falls = chart.addSeries(
    BaselineSeries,
    { ...rate, ...common, lineWidth: 1, baseValue: { type: 'price', price: 0 } },
    1,
  );
  const [upper, lower] = chart.panes();
  upper.setStretchFactor(3);
  lower.setStretchFactor(1);
  falls.priceScale().applyOptions({ scaleMargins: { top: 0.05, bottom: 0.1 } });
  equity.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.08 }, entireTextOnly: true });
  return { equity, putIn, falls };
}

/** Takes the colours from the theme as it is now. */
function paint(chart: IChartApi, { equity, putIn, falls }: WorthSeries): void {
  const [accent, muted, down] = [token('--accent-text'), token('--muted'), token('--down')];
  takeTheme(chart);
  chart.applyOptions({ layout: { panes: { separatorColor: token('--line') } } });
  equity.applyOptions({ lineColor: accent, topColor: accent + FILL_ALPHA, bottomColor: `${accent}00` });
  putIn.applyOptions({ color: muted });
  falls.applyOptions({
    topLineColor: `${down}00`,
    topFillColor1: `${down}00`,
    topFillColor2: `${down}00`,
    bottomLineColor: down,
    bottomFillColor1: `${down}00`,
    bottomFillColor2: down + POINTED_ALPHA,
  });
}

/** `onPoint` gets the index of the day under the crosshair; null when it has left. */
export function createWorthCanvas(host: HTMLElement, onPoint: (index: number | null) => void): WorthCanvas {
  let points: readonly WorthPoint[] = [];
  let pointed: number | null = null;
  const chart = createChart(host, {
    ...chartOptions,
    layout: { ...chartOptions.layout, fontSize: 11, panes: { enableResize: false } },
    // The whole span is visible, so scrolling over it scrolls the page.
    handleScroll: false,
    handleScale: false,
    timeScale: { fixLeftEdge: true, fixRightEdge: true, borderVisible: false },
    rightPriceScale: { borderVisible: false },
    localization: {
      locale: 'en-IN',
      timeFormatter: (time: Time) => (typeof time === 'string' ? dayFormat.format(Date.parse(time)) : ''),
    },
  });
  hideLayout(chart);
  const series = worthSeries(chart);

  function point(index: number | null): void {
    pointed = index;
    onPoint(index);
  }

  // Turning the screen keeps the same span in view.
  chart.timeScale().subscribeSizeChange(() => chart.timeScale().fitContent());
  chart.subscribeCrosshairMove(({ logical, point: at }) => {
    const index = logical === undefined || at === undefined ? null : Math.round(logical);
    point(index !== null && index >= 0 && index < points.length ? index : null);
  });

  const recolor = (): void => paint(chart, series);
  recolor();
  return {
    setPoints(next) {
      points = next;
      series.equity.setData(next.map(({ date, equity: value }) => ({ time: date, value })));
      series.putIn.setData(next.map(({ date, putIn: value }) => ({ time: date, value })));
      series.falls.setData(next.map(({ date, drawdownPercent: value }) => ({ time: date, value })));
      chart.timeScale().fitContent();
    },
    step(count) {
      if (points.length === 0) return;
      const from = pointed ?? points.length - (count < 0 ? 0 : 1);
      const index = Math.min(points.length - 1, Math.max(0, from + count));
      chart.setCrosshairPosition(points[index].equity, points[index].date, series.equity);
      point(index);
    },
    recolor,
    remove: () => chart.remove(),
  };
}

/** A point in words, for the readout. */
export function worthText({ date, equity, putIn, drawdownPercent }: WorthPoint): string {
  const made = equity - putIn;
  const below = drawdownPercent === 0 ? 'at its peak' : `${percent.format(-drawdownPercent)}% below its peak`;
  return `${dayFormat.format(Date.parse(date))}: worth ${moneyText(equity)}, ${made < 0 ? 'lost' : 'made'} ${moneyText(Math.abs(made))}, ${below}`;
}
