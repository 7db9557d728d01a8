// The handle for dragging a list item to another place; when it has the focus, arrow keys, Home and End do the same.
// The list carries `data-move-list`, its items `data-move-item`; while one is dragged, a line shows where it would land.
import { GripVertical } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { classList } from './class-list.ts';
import { placeAt, placeOfKey } from './move-place.ts';

/** Smaller movements are trembling. */
const STILL_PIXELS = 3;
/** This near to the edge of the window, or of the scrolling part, the list scrolls. */
const EDGE = 72;
const SCROLL_STEP = 10;
const SCROLL_EVERY_MS = 16;

/** The looks of an item that is being moved, and of the place where it would land. */
export const movingLook =
  'data-moving:bg-sunken data-[landing=above]:shadow-[inset_0_2px_0_var(--accent-text)] data-[landing=below]:shadow-[inset_0_-2px_0_var(--accent-text)]';

const itemsAround = (handle: HTMLElement): HTMLElement[] => [
  ...(handle.closest('[data-move-list]')?.querySelectorAll<HTMLElement>('[data-move-item]') ?? []),
];

function middleOf(item: HTMLElement): number {
  const { top, height } = item.getBoundingClientRect();
  return top + height / 2;
}

function unmark(items: readonly HTMLElement[]): void {
  for (const item of items) {
    delete item.dataset.moving;
    delete item.dataset.landing;
  }
}

/** Marks the moving item and where it would land; returns that place. */
function mark(items: readonly HTMLElement[], from: number, height: number): number {
  unmark(items);
  const place = placeAt(items.map(middleOf), from, height);
  items[from].dataset.moving = '';
  if (place !== from) items[place].dataset.landing = place < from ? 'above' : 'below';
  return place;
}

/** The nearest ancestor that scrolls vertically; the page if there is none. */
function scrollerOf(element: Element): Element {
  for (let part = element.parentElement; part; part = part.parentElement)
    if (part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY)) return part;
  return document.documentElement;
}

/** Scrolls while the pointer stays near an edge. */
function scrollNear(scroller: Element, height: number): void {
  const { top, bottom } = scroller.getBoundingClientRect();
  if (height < Math.max(top, 0) + EDGE) scroller.scrollBy(0, -SCROLL_STEP);
  else if (height > Math.min(bottom, window.innerHeight) - EDGE) scroller.scrollBy(0, SCROLL_STEP);
}

interface Held {
  fromHeight: number;
  height: number;
  hasMoved: boolean;
  stop: () => void;
}

export interface MoveHandleProps {
  /** What is moved. */
  name: string;
  at: number;
  count: number;
  onMove: (from: number, to: number) => void;
  className?: string;
}

export function MoveHandle({ name, at, count, onMove, className }: MoveHandleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const held = useRef<Held | null>(null);
  const hasFocus = useRef(false);

  // An element that is moved to another place in the page loses the focus.
  useLayoutEffect(() => {
    if (hasFocus.current) button.current?.focus();
    hasFocus.current = false;
  }, [at]);
  useEffect(() => () => held.current?.stop(), []);

  function take(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const scroller = scrollerOf(handle);
    handle.setPointerCapture(event.pointerId);
    const timer = setInterval(() => {
      if (!held.current?.hasMoved) return;
      scrollNear(scroller, held.current.height);
      mark(itemsAround(handle), at, held.current.height);
    }, SCROLL_EVERY_MS);
    const onKeyDown = (pressed: globalThis.KeyboardEvent): void => {
      if (pressed.key !== 'Escape') return;
      pressed.stopPropagation();
      held.current?.stop();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    const stop = (): void => {
      held.current = null;
      clearInterval(timer);
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      unmark(itemsAround(handle));
    };
    held.current = { fromHeight: event.clientY, height: event.clientY, hasMoved: false, stop };
  }

  function drag({ clientY }: PointerEvent): void {
    if (!held.current) return;
    held.current.height = clientY;
    held.current.hasMoved ||= Math.abs(clientY - held.current.fromHeight) > STILL_PIXELS;
  }

  function drop({ clientY, currentTarget }: PointerEvent<HTMLButtonElement>): void {
    if (!held.current) return;
    const { hasMoved, stop } = held.current;
    const place = hasMoved ? mark(itemsAround(currentTarget), at, clientY) : at;
    stop();
    if (place !== at) onMove(at, place);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const place = placeOfKey(event.key, at, count);
    if (place === null) return;
    event.preventDefault();
    hasFocus.current = true;
    onMove(at, place);
  }

  return (
    <button
      ref={button}
      type="button"
      aria-label={`Move ${name}, ${at + 1} of ${count}`}
      aria-keyshortcuts="ArrowUp ArrowDown Home End"
      title={`Drag ${name}, or move it with the arrow keys`}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => held.current?.stop()}
      onKeyDown={onKeyDown}
      className={classList(
        'finger inline-flex h-8 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-box text-faint hover:bg-sunken hover:text-ink active:cursor-grabbing',
        className,
      )}
    >
      <GripVertical size={16} aria-hidden="true" />
    </button>
  );
}
