// Draws the lines with two points on the candles' scale: trend lines, rays and retracements.
import type { ISeriesPrimitive, PrimitiveHoveredItem, SeriesAttachedParameter, Time } from 'lightweight-charts';
import { priceText } from '../ui/number-text.ts';
import { placeOf } from './bar-places.ts';
import type { TimeAxis } from './bar-places.ts';
import type { SlopedLine, SlopedShape } from './drawn-lines.ts';
import { distanceTo, fibonacciLevels, levelPrice, strokesOf } from './line-geometry.ts';
import type { Spot, Stroke } from './line-geometry.ts';

type Target = Parameters<
  NonNullable<ReturnType<ReturnType<NonNullable<ISeriesPrimitive['paneViews']>>[number]['renderer']>>['draw']
>[0];

/** How close a mouse must be to take a line. */
const REACH_PIXELS = 6;
const LABEL_GAP = 3;

export interface SlopedLook {
  color: string;
  font: string;
}

interface Placed extends SlopedShape {
  id: number | null;
  fromPlace: number;
  toPlace: number;
}

export interface Ends {
  from: Spot;
  to: Spot;
}

/** Left of where its level begins; above it if there is no room. */
function labelLevel(context: CanvasRenderingContext2D, text: string, { x, y }: Spot): void {
  const hasRoom = x > context.measureText(text).width + 2 * LABEL_GAP;
  context.textAlign = hasRoom ? 'right' : 'left';
  context.textBaseline = hasRoom ? 'middle' : 'bottom';
  if (hasRoom) context.fillText(text, x - LABEL_GAP, y);
  else context.fillText(text, Math.max(x, 0) + LABEL_GAP, y - LABEL_GAP);
}

export class SlopedLayer implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time> | null = null;
  #lines: readonly SlopedLine[] = [];
  #placed: readonly Placed[] = [];
  #draft: SlopedShape | null = null;
  #selected: number | null = null;
  #axis: TimeAxis | null = null;
  #look: SlopedLook = { color: '', font: '' };
  #right = 0;
  readonly #views = [{ renderer: () => ({ draw: (target: Target) => this.#draw(target) }) }];

  attached(parameter: SeriesAttachedParameter<Time>): void {
    this.#attached = parameter;
  }

  detached(): void {
    this.#attached = null;
  }

  paneViews() {
    return this.#views;
  }

  /** Asked by the library at every mouse move; returns the shape of the pointer. */
  hitTest(x: number, y: number): PrimitiveHoveredItem | null {
    const id = this.lineAt({ x, y }, REACH_PIXELS);
    return id === null ? null : { cursorStyle: 'pointer', externalId: `line ${id}`, zOrder: 'normal' };
  }

  setLines(lines: readonly SlopedLine[], selected: number | null): void {
    this.#lines = lines;
    this.#selected = selected;
    this.#place();
  }

  /** A line of which only the first point is fixed. */
  setDraft(draft: SlopedShape | null): void {
    this.#draft = draft;
    this.#place();
  }

  setAxis(axis: TimeAxis | null): void {
    this.#axis = axis;
    this.#place();
  }

  setLook(look: SlopedLook): void {
    this.#look = look;
    this.#attached?.requestUpdate();
  }

  /** The line nearest to the point, within reach. */
  lineAt(spot: Spot, reach: number): number | null {
    let [nearest, found]: [number, number | null] = [reach, null];
    for (const line of this.#placed) {
      if (line.id === null) continue;
      const away = Math.min(...this.#strokesOf(line).map((stroke) => distanceTo(stroke, spot)));
      // If two are equally near, the one drawn later is on top.
      if (away <= nearest) [nearest, found] = [away, line.id];
    }
    return found;
  }

  /** Where the points of a line stand. */
  endsOf(id: number): Ends | null {
    const line = this.#placed.find((each) => each.id === id);
    return line ? this.#endsOf(line) : null;
  }

  /** The segment from its first to its second point, or to where a ray leaves the chart. */
  mainStroke(id: number): Stroke | null {
    const line = this.#placed.find((each) => each.id === id);
    return (line && this.#strokesOf(line).at(0)) ?? null;
  }

  #place(): void {
    const axis = this.#axis;
    const drawn = this.#draft ? [...this.#lines, { ...this.#draft, id: null }] : this.#lines;
    const isIdle = drawn.length === 0 && this.#placed.length === 0;
    this.#placed = axis
      ? drawn.map((line) => ({
          ...line,
          fromPlace: placeOf(axis, line.from.second),
          toPlace: placeOf(axis, line.to.second),
        }))
      : [];
    if (!isIdle) this.#attached?.requestUpdate();
  }

  #yOf(price: number): number | null {
    return this.#attached?.series.priceToCoordinate(price) ?? null;
  }

  #xOf(place: number): number | null {
    // The library only knows whole bars; an estimated position is rarely one.
    return this.#attached?.chart.timeScale().logicalToCoordinate(Math.round(place) as never) ?? null;
  }

  #endsOf(line: Placed): Ends | null {
    const [fromX, toX] = [this.#xOf(line.fromPlace), this.#xOf(line.toPlace)];
    const [fromY, toY] = [this.#yOf(line.from.price), this.#yOf(line.to.price)];
    if (fromX === null || toX === null || fromY === null || toY === null) return null;
    return { from: { x: fromX, y: fromY }, to: { x: toX, y: toY } };
  }

  #strokesOf(line: Placed): Stroke[] {
    const ends = this.#endsOf(line);
    if (!ends) return [];
    const { kind, from, to } = line;
    const levels =
      kind === 'fibonacci' ? fibonacciLevels.map((level) => this.#yOf(levelPrice(from.price, to.price, level))) : [];
    return strokesOf({ kind, ...ends, levels }, this.#right);
  }

  #draw(target: Target): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      this.#right = mediaSize.width;
      context.strokeStyle = this.#look.color;
      context.fillStyle = this.#look.color;
      context.font = this.#look.font;
      for (const line of this.#placed) this.#drawLine(context, line);
    });
  }

  #drawLine(context: CanvasRenderingContext2D, line: Placed): void {
    const isSelected = line.id === this.#selected;
    for (const { from, to, level } of this.#strokesOf(line)) {
      const isMove = line.kind === 'fibonacci' && level === undefined;
      context.lineWidth = isSelected || (level === undefined && !isMove) ? 2 : 1;
      context.setLineDash(isMove ? [4, 4] : []);
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
      if (level === undefined) continue;
      const price = priceText(levelPrice(line.from.price, line.to.price, level));
      labelLevel(context, `${Number((level * 100).toFixed(1))}% (${price})`, from);
    }
    context.setLineDash([]);
  }
}
