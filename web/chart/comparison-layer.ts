// Draws a second price beside the candles; meanwhile the canvas makes the axis count percent.
import { LineSeries } from 'lightweight-charts';
import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import { token } from '../ui/theme.ts';
import { toChartTime } from './chart-time.ts';
import type { Comparison } from './comparison.ts';
import type { Change } from './candle-points.ts';

/** The token of the compared line's colour, for the canvas and the legend. */
const comparisonColor = '--series-4';

export class ComparisonLayer {
  readonly #chart: IChartApi;
  #series: ISeriesApi<'Line'> | null = null;
  #name = '';

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  /** If only the last bar changed, draws only that; a comparison that has just loaded is drawn whole. */
  set(comparison: Comparison | null, bars: readonly Bar[], change: Change): void {
    if (comparison === null) return this.#remove();
    const isNew = this.#series === null || this.#name !== comparison.name;
    const series = (this.#series ??= this.#add());
    this.#name = comparison.name;
    const point = (bar: Bar, index: number) => {
      const value = comparison.closes[index];
      const time = toChartTime(bar.timestamp);
      return value === null || value === undefined ? { time } : { time, value };
    };
    if (change === 'last' && !isNew) series.update(point(bars[bars.length - 1], bars.length - 1));
    else series.setData(bars.map(point));
  }

  recolor(): void {
    this.#series?.applyOptions({ color: token(comparisonColor) });
  }

  #add(): ISeriesApi<'Line'> {
    return this.#chart.addSeries(LineSeries, {
      color: token(comparisonColor),
      lineWidth: 2,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    });
  }

  #remove(): void {
    if (this.#series === null) return;
    this.#chart.removeSeries(this.#series);
    this.#series = null;
  }
}
