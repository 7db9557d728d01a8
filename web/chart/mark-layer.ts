// The marks of fills at their candles.
import { createSeriesMarkers } from 'lightweight-charts';
import type { ISeriesApi, ISeriesMarkersPluginApi, Time } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import { markerOf } from './candle-points.ts';
import type { ChartColors } from './chart-look.ts';
import type { FillMark } from './marks.ts';

export class MarkLayer {
  readonly #candles: ISeriesApi<'Candlestick'>;
  #marks: readonly FillMark[] = [];
  /** Created with the first marks, because with it the library lays everything out again at each tick. */
  #markers: ISeriesMarkersPluginApi<Time> | null = null;

  constructor(candles: ISeriesApi<'Candlestick'>) {
    this.#candles = candles;
  }

  set(marks: readonly FillMark[]): void {
    this.#marks = marks;
  }

  /** Of marks before the first bar, the library would show all at that bar. */
  draw(bars: readonly Bar[], colors: ChartColors): void {
    const from = bars[0]?.timestamp ?? Infinity;
    const markers = this.#marks.filter(({ second }) => second >= from).map((mark) => markerOf(mark, colors));
    if (this.#markers) this.#markers.setMarkers(markers);
    else if (markers.length > 0) this.#markers = createSeriesMarkers(this.#candles, markers);
  }
}
