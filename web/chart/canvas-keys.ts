// The keys of the candle canvas: the crosshair and the view are moved, lines drawn, selected and removed, a bar chosen.
import type { CandleCanvas } from './candle-canvas.ts';
import type { CanvasHandlers } from './canvas-handlers.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import type { LineGestures } from './line-gestures.ts';

const keys: Record<string, (canvas: CandleCanvas) => void> = {
  ArrowLeft: (canvas) => canvas.step(-1),
  ArrowRight: (canvas) => canvas.step(1),
  PageUp: (canvas) => canvas.step(-20),
  PageDown: (canvas) => canvas.step(20),
  End: (canvas) => {
    canvas.step(Infinity);
    canvas.toLatest();
  },
  '+': (canvas) => canvas.zoom(0.7),
  '=': (canvas) => canvas.zoom(0.7),
  '-': (canvas) => canvas.zoom(1.4),
};

/** Keys while something is being drawn or a line is selected; true if the key was used. */
function drawByKey(key: string, canvas: CandleCanvas, gestures: LineGestures, drawing: ChartDrawing): boolean {
  const { tool, selected } = drawing;
  const point = canvas.pointedPoint();
  if (tool !== null && key === 'Enter') {
    if (point && tool === 'horizontal') drawing.onLevel(point.price);
    else if (point) gestures.put(point);
    return true;
  }
  if (tool !== null || selected === null) return false;
  if (key === 'Delete' || key === 'Backspace') drawing.onRemove(selected);
  else if (key === 'Escape') drawing.onSelect(null);
  else return false;
  return true;
}

/** The keys of the canvas; `ask` is Enter with nothing to draw or choose. Returns a function that stops listening. */
export function listenForKeys(
  host: HTMLElement,
  canvas: CandleCanvas,
  lines: LineGestures,
  newest: () => CanvasHandlers,
  ask: () => void,
): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // With shift these step a replay forward and back.
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    const { drawing, onPick } = newest();
    const picked = onPick && event.key === 'Enter' ? canvas.pointedPoint() : null;
    if (picked) onPick?.(picked.second);
    else if (drawByKey(event.key, canvas, lines, drawing)) event.stopPropagation();
    else if (event.key === 'Enter') ask();
    else if (keys[event.key]) {
      keys[event.key](canvas);
      const point = canvas.pointedPoint();
      if (point) lines.show(point);
    } else return;
    event.preventDefault();
  };
  host.addEventListener('keydown', onKeyDown);
  return () => host.removeEventListener('keydown', onKeyDown);
}
