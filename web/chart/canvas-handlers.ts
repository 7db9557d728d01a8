// Who is told what people do on the candle canvas, and what a press or a drag there means to them.
import type { CandleCanvas } from './candle-canvas.ts';
import { slopedTool } from './chart-drawing.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import type { PricePlace, ScreenPoint } from './chart-gestures.ts';
import { LineGestures } from './line-gestures.ts';

/** Called about what people do on the canvas. */
export interface CanvasHandlers {
  drawing: ChartDrawing;
  /** The person asks for the actions at a price. */
  onAsk?: (place: PricePlace) => void;
  /** While a bar is being chosen: called with the second at which it begins. Presses do nothing else meanwhile. */
  onPick?: (second: number) => void;
  onPoint: (second: number | null) => void;
  onView: (first: number) => void;
  onNeedOlder: () => void;
}

/** Lines with two points are drawn and moved on the canvas itself; the latest handlers are told the result. */
export function lineGestures(host: HTMLElement, canvas: CandleCanvas, newest: () => CanvasHandlers): LineGestures {
  const drawing = (): ChartDrawing => newest().drawing;
  return new LineGestures(host, canvas, {
    tool: () => slopedTool(drawing().tool),
    // While a bar is being chosen, lines cannot be taken.
    lineOf: (id) => (newest().onPick ? undefined : drawing().sloped.find((line) => line.id === id)),
    onFirst: (isPut) => drawing().onFirst(isPut),
    onDrawn: (shape) => drawing().onSloped(shape),
    onSelect: (id) => drawing().onSelect(id),
    onChange: (line) => drawing().onChange(line),
    onSettle: () => drawing().onSettle(),
  });
}

/** What a press on the canvas does: it chooses a bar, draws a line, or selects one. */
export function press(
  { drawing, onPick }: CanvasHandlers,
  price: number,
  line: number | null,
  second: number | null,
): void {
  if (onPick && second !== null) onPick(second);
  if (onPick) return;
  if (drawing.tool === 'horizontal') drawing.onLevel(price);
  else if (drawing.tool === null) drawing.onSelect(line);
}

/** By mouse or finger, the price under the pointer; by keyboard, the close of the bar under the crosshair. */
export function placeAt(canvas: CandleCanvas, host: HTMLElement, at: ScreenPoint | null): PricePlace | null {
  const { left, top } = host.getBoundingClientRect();
  if (at) {
    const price = canvas.priceAt(at.clientY - top);
    return price === null ? null : { ...at, price };
  }
  const pointed = canvas.pointedPrice();
  return pointed && { price: pointed.price, clientX: left + pointed.x, clientY: top + pointed.y };
}
