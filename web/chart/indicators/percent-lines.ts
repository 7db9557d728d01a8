// Draws indicators on the price while the axis counts percent, using the candles' scale: the library would count each line's percent
// from that line's own beginning, which puts an average in the wrong place.
import type { ISeriesPrimitive, SeriesAttachedParameter, Time } from 'lightweight-charts';
import { token } from '../../ui/theme.ts';
import type { ChartColors } from '../chart-look.ts';
import type { Bar } from '../../../contract/market.ts';
import type { ShownIndicator, ShownLine } from './shown.ts';

type Target = Parameters<
  NonNullable<ReturnType<ReturnType<NonNullable<ISeriesPrimitive['paneViews']>>[number]['renderer']>>['draw']
>[0];

const DOT = 1.5;

export class PercentLines implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time> | null = null;
  #indicators: readonly ShownIndicator[] = [];
  #bars: readonly Bar[] = [];
  #colors: ChartColors | null = null;
  readonly #views = [{ renderer: () => ({ draw: (target: Target) => this.#draw(target) }) }];

  /** Draws exactly these indicators; none while the axis counts rupees. */
  set(indicators: readonly ShownIndicator[], bars: readonly Bar[], colors: ChartColors): void {
    const isIdle = indicators.length === 0 && this.#indicators.length === 0;
    this.#indicators = indicators;
    this.#bars = bars;
    this.#colors = colors;
    if (!isIdle) this.#attached?.requestUpdate();
  }

  attached(parameter: SeriesAttachedParameter<Time>): void {
    this.#attached = parameter;
  }

  detached(): void {
    this.#attached = null;
  }

  paneViews() {
    return this.#views;
  }

  #draw(target: Target): void {
    const range = this.#attached?.chart.timeScale().getVisibleLogicalRange();
    if (!range || this.#indicators.length === 0) return;
    // One more bar on each side, because lines continue over the edge.
    const from = Math.max(0, Math.floor(range.from) - 1);
    const to = Math.min(this.#bars.length - 1, Math.ceil(range.to) + 1);
    target.useMediaCoordinateSpace(({ context }) => {
      for (const { lines } of this.#indicators) for (const line of lines) this.#drawLine(context, line, from, to);
    });
  }

  #drawLine(context: CanvasRenderingContext2D, line: ShownLine, from: number, to: number): void {
    const points = this.#pointsOf(line, from, to);
    const usual = token(line.color);
    context.lineWidth = line.look === 'thin' ? 1 : 2;
    let before: (typeof points)[number] = null;
    for (const point of points) {
      const color = point && line.look === 'stop' ? this.#stopColor(line, point.index) : usual;
      context.strokeStyle = color;
      context.fillStyle = color;
      context.beginPath();
      if (point && line.look === 'dots') context.arc(point.x, point.y, DOT, 0, 2 * Math.PI);
      if (line.look === 'dots') context.fill();
      else if (point && before) {
        context.moveTo(before.x, before.y);
        context.lineTo(point.x, point.y);
        context.stroke();
      }
      before = point;
    }
  }

  #stopColor({ values }: ShownLine, index: number): string {
    const { up, down } = this.#colors ?? { up: '', down: '' };
    return (values[index] ?? 0) > this.#bars[index].close ? down : up;
  }

  #pointsOf({ values }: ShownLine, from: number, to: number): ({ index: number; x: number; y: number } | null)[] {
    const { chart, series } = this.#attached!;
    const points: ({ index: number; x: number; y: number } | null)[] = [];
    for (let index = from; index <= to; index++) {
      const value = values[index];
      const x = chart.timeScale().logicalToCoordinate(index as never);
      const y = value === null || value === undefined ? null : series.priceToCoordinate(value);
      points.push(x === null || y === null ? null : { index, x, y });
    }
    return points;
  }
}
