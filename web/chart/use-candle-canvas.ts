// The candle canvas in its place on the page: made once, with its keys and gestures, and what stands over it kept where it belongs.
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { CandleCanvas } from './candle-canvas.ts';
import { listenForAsking } from './chart-gestures.ts';
import type { PricePlace, ScreenPoint } from './chart-gestures.ts';
import { placeTags } from './tag-places.ts';

/** Told of what people do on the canvas. */
export interface CanvasHandlers {
  /** While true, a press on the candles draws a line there. */
  isDrawing: boolean;
  onDraw: (price: number) => void;
  /** Somebody asks what can be done at a price. */
  onAsk: (place: PricePlace) => void;
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

/** Asked by mouse or finger it is the price under them, by key the close of the bar under the crosshair. */
function placeAt(canvas: CandleCanvas, host: HTMLElement, at: ScreenPoint | null): PricePlace | null {
  const { left, top } = host.getBoundingClientRect();
  if (at) {
    const price = canvas.priceAt(at.clientY - top);
    return price === null ? null : { ...at, price };
  }
  const pointed = canvas.pointedPrice();
  return pointed && { price: pointed.price, clientX: left + pointed.x, clientY: top + pointed.y };
}

/** What stands over the canvas and follows its layout. */
interface Overlay {
  /** Where the panes begin, from the top. */
  tops: readonly number[];
  tags: RefObject<HTMLDivElement | null>;
  plus: RefObject<HTMLDivElement | null>;
}

/** The canvas in its place, made once; what it reports goes to the newest handlers. */
export function useCandleCanvas(
  host: RefObject<HTMLDivElement | null>,
  props: CanvasHandlers,
): [RefObject<CandleCanvas | null>, Overlay] {
  const canvas = useRef<CandleCanvas | null>(null);
  const tags = useRef<HTMLDivElement>(null);
  const plus = useRef<HTMLDivElement>(null);
  const [tops, setTops] = useState<readonly number[]>([0]);
  const newest = useRef(props);

  useEffect(() => {
    newest.current = props;
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const made = new CandleCanvas(element, {
      onPoint: (second) => newest.current.onPoint(second),
      onView: (first) => newest.current.onView(first),
      onNeedOlder: () => newest.current.onNeedOlder(),
      onPress: (price) => newest.current.isDrawing && newest.current.onDraw(price),
      onHover: (y) => {
        if (!plus.current) return;
        plus.current.style.visibility = y === null ? 'hidden' : 'visible';
        if (y !== null) plus.current.style.transform = `translateY(${y}px) translateY(-50%)`;
        if (y !== null) plus.current.dataset.y = String(y);
      },
      onLayout: () => {
        element.parentElement?.style.setProperty('--axis', `${made.axisWidth()}px`);
        if (tags.current) placeTags(tags.current, made);
        setTops((before) => {
          const after = made.paneTops();
          return after.join() === before.join() ? before : after;
        });
      },
    });
    const ask = (at: ScreenPoint | null): void => {
      const place = placeAt(made, element, at);
      if (place) newest.current.onAsk(place);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') ask(null);
      else if (keys[event.key]) keys[event.key](made);
      else return;
      event.preventDefault();
    };
    element.addEventListener('keydown', onKeyDown);
    const stopAsking = listenForAsking(element, ask);
    canvas.current = made;
    return () => {
      canvas.current = null;
      stopAsking();
      element.removeEventListener('keydown', onKeyDown);
      made.remove();
    };
  }, [host]);

  return [canvas, { tops, tags, plus }];
}
