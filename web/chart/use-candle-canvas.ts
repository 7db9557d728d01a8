// The candle canvas on its page: created once, with its keys and gestures, and with everything over it kept in position.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { CandleCanvas } from './candle-canvas.ts';
import { lineGestures, placeAt, press } from './canvas-handlers.ts';
import type { CanvasHandlers } from './canvas-handlers.ts';
import { listenForKeys } from './canvas-keys.ts';
import { listenForAsking } from './chart-gestures.ts';
import type { ScreenPoint } from './chart-gestures.ts';
import type { LineGestures } from './line-gestures.ts';
import { placeSloped } from './sloped-tags.tsx';
import { placeTags } from './tag-places.ts';

/** The button for what can be done at a price follows the pointer along the axis, and hides with it. */
function placePlus(plus: HTMLElement, y: number | null): void {
  plus.style.visibility = y === null ? 'hidden' : 'visible';
  if (y === null) return;
  plus.style.transform = `translateY(${y}px) translateY(-50%)`;
  plus.dataset.y = String(y);
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
