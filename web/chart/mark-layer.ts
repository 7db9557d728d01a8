// The arrows of fills. All are drawn, but a word over another could be read by nobody: it appears where there is room, when somebody zooms in.
import { createSeriesMarkers } from 'lightweight-charts';
import type { IChartApi, ISeriesApi, ISeriesMarkersPluginApi, Time } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import { firstPlace } from '../../core/first-place.ts';
import { markerOf } from './candle-points.ts';
import type { ChartColors } from './chart-look.ts';
import { toChartTime } from './chart-time.ts';
import type { Spot } from './line-geometry.ts';
import type { FillMark } from './marks.ts';

/** Of the chart's font, in pixels. */
const LETTER = 7;
/** A line of text, and from the middle of an arrow to that of its word. */
const LINE = 14;
/** Half an arrow's width. */
const ARROW = 6;
/** From the end of a bar to the middle of the word beyond its arrow. */
const BEYOND_ARROW = 24;

/** The marks in their order, without words where these would cover an arrow or a newer word. */
export function withRoom(marks: readonly FillMark[], spotOf: (mark: FillMark) => Spot | null): FillMark[] {
  const spots = marks.map(spotOf);
  const taken = spots.flatMap((spot, at) =>
    spot === null ? [] : [{ x: spot.x, y: spot.y + (marks[at].side === 'BUY' ? -LINE : LINE), reach: ARROW }],
  );
  const shown = [...marks];
  for (let at = marks.length - 1; at >= 0; at--) {
    const spot = spots[at];
    if (spot === null) continue;
    const reach = (marks[at].text.length * LETTER) / 2;
    const isFree = taken.every(
      ({ x, y, reach: other }) => Math.abs(x - spot.x) >= other + reach || Math.abs(y - spot.y) >= LINE,
    );
    if (isFree) taken.push({ ...spot, reach });
    else shown[at] = { ...marks[at], text: '' };
  }
  return shown;
}

export class MarkLayer {
  readonly #chart: IChartApi;
  readonly #candles: ISeriesApi<'Candlestick'>;
  /** Created with the first marks, because with it the library lays everything out again at each tick. */
  #markers: ISeriesMarkersPluginApi<Time> | null = null;
  #all: readonly FillMark[] = [];
  #marks: readonly FillMark[] = [];
  #colors: ChartColors | null = null;
  /** The words that are drawn. */
  #words = '';

  constructor(chart: IChartApi, candles: ISeriesApi<'Candlestick'>) {
    this.#chart = chart;
    this.#candles = candles;
  }

  set(marks: readonly FillMark[]): void {
    this.#all = marks;
  }

  /** Of marks before the first bar, the library would show all at that bar. */
  draw(bars: readonly Bar[], colors: ChartColors): void {
    const from = bars[0]?.timestamp ?? Infinity;
    this.#marks = this.#all.filter((mark) => mark.second >= from);
    this.#colors = colors;
    this.#draw(
      withRoom(this.#marks, (mark) => this.#spotOf(mark, bars)),
      colors,
    );
  }

  /** After prices or the view have moved: other words have room. */
  layOut(bars: readonly Bar[]): void {
    if (this.#colors === null || this.#marks.length === 0) return;
    const shown = withRoom(this.#marks, (mark) => this.#spotOf(mark, bars));
    if (wordsOf(shown) !== this.#words) this.#draw(shown, this.#colors);
  }

  #draw(shown: readonly FillMark[], colors: ChartColors): void {
    this.#words = wordsOf(shown);
    const markers = shown.map((mark) => markerOf(mark, colors));
    if (this.#markers) this.#markers.setMarkers(markers);
    else if (markers.length > 0) this.#markers = createSeriesMarkers(this.#candles, markers);
  }

  /** The middle of the word; null out of sight, and while nothing has been laid out. */
  #spotOf({ second, side }: FillMark, bars: readonly Bar[]): Spot | null {
    const bar = bars[firstPlace(bars.length - 1, (place) => bars[place].timestamp >= second)];
    const axis = this.#chart.timeScale();
    const x = axis.timeToCoordinate(toChartTime(bar.timestamp));
    const y = this.#candles.priceToCoordinate(side === 'BUY' ? bar.low : bar.high);
    if (x === null || y === null || x < 0 || x > axis.width()) return null;
    return { x, y: side === 'BUY' ? y + BEYOND_ARROW : y - BEYOND_ARROW };
  }
}

const wordsOf = (marks: readonly FillMark[]): string => marks.map(({ text }) => text).join();
