// The columns of volume in the lowest fifth of the candles' pane.
import { HistogramSeries } from 'lightweight-charts';
import type { IChartApi, ISeriesApi } from 'lightweight-charts';
import type { Bar } from '../../contract/market.ts';
import { volumeOf } from './candle-points.ts';
import type { ChartColors } from './chart-look.ts';

export class VolumeLayer {
  readonly #columns: ISeriesApi<'Histogram'>;
  #isShown = true;

  constructor(chart: IChartApi) {
    this.#columns = chart.addSeries(HistogramSeries, {
      priceScaleId: '',
      priceFormat: { type: 'volume' },
      lastValueVisible: false,
      priceLineVisible: false,
    });
    this.#columns.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  }

  draw(bars: readonly Bar[], colors: ChartColors): void {
    this.#columns.setData(bars.map((bar) => volumeOf(bar, colors)));
  }

  /** The last bar has changed, or is new. */
  drawLast(bar: Bar, colors: ChartColors): void {
    this.#columns.update(volumeOf(bar, colors));
  }

  /** Changing options redraws everything, so only real changes are passed on. */
  show(isShown: boolean): void {
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#columns.applyOptions({ visible: isShown });
  }
}
