// Draws lines with two points by two presses or one drag, and moves them by mouse, before the library takes the gesture for panning.
import type { CandleCanvas } from './candle-canvas.ts';
import type { LinePoint, SlopedKind, SlopedLine, SlopedShape } from './drawn-lines.ts';
import type { Spot } from './line-geometry.ts';

/** Smaller movements are trembling, not a drag. */
const STILL_PIXELS = 6;

/** Read at every event, because they change as lines do. */
export interface LineHandlers {
  tool: () => SlopedKind | null;
  lineOf: (id: number) => SlopedLine | undefined;
  onFirst: (isPut: boolean) => void;
  onDrawn: (shape: SlopedShape) => void;
  onSelect: (id: number) => void;
  onChange: (line: SlopedLine) => void;
  onSettle: () => void;
}

interface Held {
  from: Spot;
  hasMoved: boolean;
  /** The line being moved, as it was; null while one is being drawn. */
  line: SlopedLine | null;
  /** An earlier press has set the first point. */
  isSecond: boolean;
}

export class LineGestures {
  readonly #host: HTMLElement;
  readonly #canvas: CandleCanvas;
  readonly #handlers: LineHandlers;
  readonly #stops: (() => void)[] = [];
  #first: LinePoint | null = null;
  #held: Held | null = null;
  /** Until the next press, the current gesture does not belong to the library. */
  #isOurs = false;

  constructor(host: HTMLElement, canvas: CandleCanvas, handlers: LineHandlers) {
    this.#host = host;
    this.#canvas = canvas;
    this.#handlers = handlers;
    this.#hear('pointerdown', (event) => this.#onDown(event));
    this.#hear('pointermove', (event) => this.#onMove(event));
    this.#hear('pointerup', (event) => this.#onUp(event));
    this.#hear('pointercancel', () => this.cancel());
    for (const name of ['mousedown', 'mouseup', 'click', 'dblclick', 'touchstart', 'touchmove', 'touchend'] as const)
      this.#hear(name, (event) => this.#isOurs && event.stopPropagation());
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !this.#held?.line) return;
      event.stopPropagation();
      this.cancel();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    this.#stops.push(() => document.removeEventListener('keydown', onKeyDown, { capture: true }));
  }

  /** Sets the next point, by keyboard. */
  put(point: LinePoint): void {
    if (this.#first === null) this.#begin(point);
    else this.#end(point);
  }

  /** Previews the line to this point. */
  show(point: LinePoint): void {
    const kind = this.#handlers.tool();
    if (kind && this.#first) this.#canvas.setDraft({ kind, from: this.#first, to: point });
  }

  /** Cancels what was begun. */
  cancel(): void {
    const { line = null, hasMoved = false } = this.#held ?? {};
    this.#held = null;
    if (line && hasMoved) this.#handlers.onChange(line);
    if (line) this.#handlers.onSettle();
    if (this.#first === null) return;
    this.#first = null;
    this.#canvas.setDraft(null);
    this.#handlers.onFirst(false);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  #hear<Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void): void {
    this.#host.addEventListener(name, act, { capture: true });
    this.#stops.push(() => this.#host.removeEventListener(name, act, { capture: true }));
  }

  #spotOf({ clientX, clientY }: PointerEvent): Spot {
    const { left, top } = this.#host.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #begin(point: LinePoint): void {
    this.#first = point;
    this.#handlers.onFirst(true);
    this.show(point);
  }

  #end(to: LinePoint): void {
    const kind = this.#handlers.tool();
    const from = this.#first;
    // Two presses at the same place count as one.
    if (!kind || !from || (from.second === to.second && from.price === to.price)) return;
    this.#first = null;
    this.#canvas.setDraft(null);
    this.#handlers.onDrawn({ kind, from, to });
  }

  #onDown(event: PointerEvent): void {
    if (!event.isPrimary) return;
    this.#isOurs = false;
    const spot = this.#spotOf(event);
    if (event.button !== 0 || !this.#canvas.isOnCandles(spot)) return;
    const held = this.#take(spot, event.pointerType);
    if (!held) return;
    this.#held = held;
    this.#isOurs = true;
    this.#host.setPointerCapture(event.pointerId);
  }

  #take(from: Spot, pointerType: string): Held | null {
    if (this.#handlers.tool()) {
      const isSecond = this.#first !== null;
      const point = this.#canvas.pointAt(from);
      if (point && !isSecond) this.#begin(point);
      return { from, hasMoved: false, line: null, isSecond };
    }
    // Dragging a finger over a line still scrolls; a finger moves the line by its ends.
    const id = pointerType === 'touch' ? null : this.#canvas.lineAt(from);
    const line = id === null ? undefined : this.#handlers.lineOf(id);
    if (!line) return null;
    this.#handlers.onSelect(line.id);
    return { from, hasMoved: false, line, isSecond: false };
  }

  #onMove(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const spot = this.#spotOf(event);
    const held = this.#held;
    if (held) held.hasMoved ||= Math.hypot(spot.x - held.from.x, spot.y - held.from.y) > STILL_PIXELS;
    if (held?.line) {
      const moved = held.hasMoved ? this.#canvas.movedLine(held.line, held.from, spot) : null;
      if (moved) this.#handlers.onChange(moved);
      return;
    }
    const point = this.#first && this.#canvas.pointAt(spot);
    if (point) this.show(point);
  }

  #onUp(event: PointerEvent): void {
    const held = this.#held;
    if (!held || !event.isPrimary) return;
    this.#held = null;
    if (held.line) return this.#handlers.onSettle();
    const point = this.#canvas.pointAt(this.#spotOf(event));
    if (point && (held.isSecond || held.hasMoved)) this.#end(point);
  }
}
