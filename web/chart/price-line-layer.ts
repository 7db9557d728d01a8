// The horizontal lines of the chart, reused while their price moves: orders, average, drawn lines.
import type { IPriceLine, ISeriesApi } from 'lightweight-charts';
import { lineLook } from './chart-look.ts';
import type { ChartColors } from './chart-look.ts';
import type { PriceLine } from './marks.ts';

export class PriceLineLayer {
  readonly #series: ISeriesApi<'Candlestick'>;
  #lines = new Map<string, IPriceLine>();

  constructor(series: ISeriesApi<'Candlestick'>) {
    this.#series = series;
  }

  set(lines: readonly PriceLine[], colors: ChartColors): void {
    const drawn = new Map<string, IPriceLine>();
    for (const line of lines) {
      const options = this.#optionsOf(line, colors);
      const before = this.#lines.get(line.key);
      before?.applyOptions(options);
      drawn.set(line.key, before ?? this.#series.createPriceLine(options));
    }
    for (const [key, line] of this.#lines) if (!drawn.has(key)) this.#series.removePriceLine(line);
    this.#lines = drawn;
  }

  #optionsOf({ kind, price, text, orderId }: PriceLine, colors: ChartColors) {
    // A line with actions has a tag beside the axis that says what it is.
    const hasTag = orderId !== undefined || kind === 'drawn';
    return {
      price,
      title: hasTag ? '' : text,
      lineWidth: 1,
      axisLabelVisible: true,
      ...lineLook(kind, colors),
    } as const;
  }
}
