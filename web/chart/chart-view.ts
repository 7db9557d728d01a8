// Which part of the chart is visible: zoom, the newest bars, a bar reached by keyboard, and how panes share the height.
import type { IChartApi } from 'lightweight-charts';

/** The width of a bar in pixels when a chart opens. */
const OPENING_BAR_PIXELS = 7.5;
const FEWEST_BARS = 30;
/** For the next bars, and for the word at the line of the average: the newest fills lie at its price. */
const ROOM_FOR_NEXT = 10;
/** Before a bar that a chart is opened for. */
const ROOM_BEFORE = 5;
/** How many times as many bars as usual can still be told apart. */
const MOST_NARROWED = 3;
/** The height of a pane below the candles, if there is room. */
const PANE_PIXELS = 110;

/** The right edge stays, because the current price is there; unless the bar to be kept in view would no longer be. */
export function zoomedRange(
  { from, to }: { from: number; to: number },
  factor: number,
  kept = Infinity,
): { from: number; to: number } {
  const span = Math.max(10, (to - from) * factor);
  const first = Math.min(to - span, Math.floor(kept));
  return { from: first, to: first + span };
}

export function zoomView(chart: IChartApi, factor: number, kept?: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (range) chart.timeScale().setVisibleLogicalRange(zoomedRange(range, factor, kept));
}

/** The newest bars at their usual width, or narrower so that the one at `first` is in view, if it is not too long ago for that. */
export function latestBars(count: number, width: number, first: number = count): { from: number; to: number } {
  const inView = Math.max(FEWEST_BARS, Math.round(width / OPENING_BAR_PIXELS));
  const wanted = count - first + ROOM_BEFORE;
  const isTooLong = wanted > MOST_NARROWED * inView;
  return { from: count - (isTooLong ? inView : Math.max(inView, wanted)), to: count + ROOM_FOR_NEXT };
}

export function viewLatest(chart: IChartApi, count: number, width: number, first?: number): void {
  chart.timeScale().setVisibleLogicalRange(latestBars(count, width, first));
  chart.priceScale('right').applyOptions({ autoScale: true });
}

/** Scrolls just far enough to show the bar. */
export function viewBar(chart: IChartApi, index: number): void {
  const range = chart.timeScale().getVisibleLogicalRange();
  if (!range) return;
  const shift = index < range.from ? index - range.from : index > range.to ? index - range.to : 0;
  if (shift !== 0) chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift });
}

/** The candles keep most of the height; the panes below share the rest equally. */
export function sharePanes(chart: IChartApi, height: number): void {
  const [candles, ...below] = chart.panes();
  const each = Math.min(PANE_PIXELS, height / (below.length + 2));
  candles.setStretchFactor(height - each * below.length);
  for (const pane of below) pane.setStretchFactor(each);
}
