// The candle canvas on its page: created once, with its keys and gestures, and with everything over it kept in position.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { CandleCanvas } from './candle-canvas.ts';
import { listenForAsking } from './chart-gestures.ts';
import type { PricePlace, ScreenPoint } from './chart-gestures.ts';
import { slopedTool } from './chart-drawing.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import { LineGestures } from './line-gestures.ts';
import { placeSloped } from './sloped-tags.tsx';
import { placeTags } from './tag-places.ts';

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

const keys: Record<string, (canvas: CandleCanvas) => void> = {
  ArrowLeft: (canvas) => canvas.step(-1),
  ArrowRight: (canvas) => canvas.step(1),
  PageUp: (canvas) => canvas.step(-20),
  PageDown: (canvas) => canvas.step(20),
  End: (canvas) => canvas.toLatest(),
  '+': (canvas) => canvas.zoom(0.7),
  '=': (canvas) => canvas.zoom(0.7),
  '-': (canvas) => canvas.zoom(1.4),
};

/** By mouse or finger, the price under the pointer; by keyboard, the close of the bar under the crosshair. */
function placeAt(canvas: CandleCanvas, host: HTMLElement, at: ScreenPoint | null): PricePlace | null {
  const { left, top } = host.getBoundingClientRect();
  if (at) {
    const price = canvas.priceAt(at.clientY - top);
    return price === null ? null : { ...at, price };
  }
  const pointed = canvas.pointedPrice();
  return pointed && { price: pointed.price, clientX: left + pointed.x, clientY: top + pointed.y };
}

/** Lines with two points are drawn and moved on the canvas itself; the latest handlers are told the result. */
function lineGestures(host: HTMLElement, canvas: CandleCanvas, newest: () => CanvasHandlers): LineGestures {
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

/** What a press on the canvas does: it chooses a bar, draws a line, or selects one. */
function press({ drawing, onPick }: CanvasHandlers, price: number, line: number | null, second: number | null): void {
  if (onPick && second !== null) onPick(second);
  if (onPick) return;
  if (drawing.tool === 'horizontal') drawing.onLevel(price);
  else if (drawing.tool === null) drawing.onSelect(line);
}

/** The button for what can be done at a price follows the pointer along the axis, and hides with it. */
function placePlus(plus: HTMLElement, y: number | null): void {
  plus.style.visibility = y === null ? 'hidden' : 'visible';
  if (y === null) return;
  plus.style.transform = `translateY(${y}px) translateY(-50%)`;
  plus.dataset.y = String(y);
}

/** The keys of the canvas; `ask` is Enter with nothing to draw or choose. Returns a function that stops listening. */
function listenForKeys(
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

/** Elements over the canvas that follow its layout. */
interface Overlay {
  /** The tops of the panes; null until there are bars and they have been laid out. */
  tops: readonly number[] | null;
  tags: RefObject<HTMLDivElement | null>;
  plus: RefObject<HTMLDivElement | null>;
  sloped: RefObject<HTMLDivElement | null>;
}

/** Creates the canvas once; its events go to the latest handlers. The last element returned is the canvas, once it exists. */
export function useCandleCanvas(
  host: RefObject<HTMLDivElement | null>,
  props: CanvasHandlers,
): [RefObject<CandleCanvas | null>, Overlay, CandleCanvas | null] {
  const canvas = useRef<CandleCanvas | null>(null);
  const tags = useRef<HTMLDivElement>(null);
  const plus = useRef<HTMLDivElement>(null);
  const sloped = useRef<HTMLDivElement>(null);
  const gestures = useRef<LineGestures | null>(null);
  const [tops, setTops] = useState<readonly number[] | null>(null);
  const [ready, setReady] = useState<CandleCanvas | null>(null);
  const newest = useRef(props);

  useEffect(() => {
    newest.current = props;
  });

  // Selecting another tool, or none, cancels what was begun.
  const { tool } = props.drawing;
  useEffect(() => {
    // The arrow keys and Enter set points, too.
    if (tool !== null) host.current?.focus({ preventScroll: true });
    return () => gestures.current?.cancel();
  }, [host, tool]);

  const start = useEffectEvent((element: HTMLDivElement): (() => void) => {
    let axis = 0;
    const made = new CandleCanvas(element, {
      onPoint: (second) => newest.current.onPoint(second),
      onView: (first) => newest.current.onView(first),
      onNeedOlder: () => newest.current.onNeedOlder(),
      onPress: (price, line, second) => press(newest.current, price, line, second),
      onHover: (y) => plus.current && placePlus(plus.current, y),
      onLayout: () => {
        if (axis !== made.axisWidth()) {
          axis = made.axisWidth();
          element.parentElement?.style.setProperty('--axis', `${axis}px`);
        }
        if (tags.current) placeTags(tags.current, made);
        if (sloped.current) placeSloped(sloped.current, made);
        setTops((before) => {
          const after = made.paneTops();
          return after === null || after.join() === before?.join() ? before : after;
        });
      },
    });
    const lines = lineGestures(element, made, () => newest.current);
    const ask = (at: ScreenPoint | null): void => {
      const { drawing, onAsk, onPick } = newest.current;
      if (drawing.tool !== null || !onAsk || onPick) return;
      const place = placeAt(made, element, at);
      if (place) onAsk(place);
    };
    const stopKeys = listenForKeys(
      element,
      made,
      lines,
      () => newest.current,
      () => ask(null),
    );
    const stopAsking = listenForAsking(element, ask);
    canvas.current = made;
    gestures.current = lines;
    setReady(made);
    return () => {
      canvas.current = null;
      gestures.current = null;
      lines.stop();
      stopAsking();
      stopKeys();
      made.remove();
    };
  });
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    let stop = (): void => {};
    let timer: ReturnType<typeof setTimeout> | undefined;
    // In a task of its own after the page has been laid out: a phone is busy with that, and the colours can then be read without another layout.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => (stop = start(element)))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop();
    };
  }, [host]);

  return [canvas, { tops, tags, plus, sloped }, ready];
}
