// Which part of the chart is in view: zoom, the newest bars, a bar that the keyboard went to, and how panes share the height.
import type { IChartApi } from 'lightweight-charts';

/** A bar takes so many pixels when a chart opens. */
const OPENING_BAR_PIXELS = 7.5;
const FEWEST_BARS = 30;
const ROOM_FOR_NEXT = 5;
/** A pane below the candles, where there is room for so much. */
const PANE_PIXELS = 110;

/** The right edge stays: there stands the price of now. */
export function zoomView(chart: IChartApi, factor: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range) return;
  const from = range.to - Math.max(10, (range.to - range.from) * factor);
  chart.timeScale().setVisibleLogicalRange({ from, to: range.to });
}

export function viewLatest(chart: IChartApi, count: number, width: number): void {
  const inView = Math.max(FEWEST_BARS, Math.round(width / OPENING_BAR_PIXELS));
  chart.timeScale().setVisibleLogicalRange({ from: count - inView, to: count + ROOM_FOR_NEXT });
  chart.priceScale('right').applyOptions({ autoScale: true });
}

/** Moves the view just so far that the bar is in it. */
export function viewBar(chart: IChartApi, index: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range) return;
  const shift = index < range.from ? index - range.from : index > range.to ? index - range.to : 0;
  if (shift !== 0) chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
}

/** The candles keep the most; every pane below gets the same part. */
export function sharePanes(chart: IChartApi, height: number): void {
  const [candles, ...below] = chart.panes();
  const each = Math.min(PANE_PIXELS, height / (below.length + 2));
  candles.setStretchFactor(height - each * below.length);
  for (const pane of below) pane.setStretchFactor(each);
}
