// The tags beside the price axis: an open order's, to edit or cancel it; a drawn line's, to move or remove it by mouse, finger or key.
import { GripHorizontal, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { classList } from '../ui/class-list.ts';
import { priceText } from '../ui/number-text.ts';
import type { PriceLine } from './marks.ts';

/** What can be done with lines. */
export interface LineActions {
  onEditOrder: (orderId: string) => void;
  onCancelOrder: (orderId: string) => void;
  /** `key` is the line's; the price is on the tick. */
  onMove: (key: string, price: number) => void;
  onRemove: (key: string) => void;
}

const tagLook =
  'pointer-events-auto flex h-6 items-center overflow-hidden rounded-[4px] border bg-surface text-xs whitespace-nowrap';
const crossLook = 'flex h-full w-6 items-center justify-center border-l border-inherit hover:bg-sunken';

export function OrderTag({ line, orderId, actions }: { line: PriceLine; orderId: string; actions: LineActions }) {
  const what = `${line.text} at ${priceText(line.price)}`;
  // On a phone 'Buy 5' must do; its colour and the axis say the rest.
  const [verb, count, ...word] = line.text.split(' ');
  return (
    <span
      className={classList(
        tagLook,
        line.kind === 'buy' ? 'border-accent-text text-accent-text' : 'border-sell-text text-sell-text',
      )}
    >
      <button
        type="button"
        aria-label={`Edit order: ${what}`}
        title={`Edit: ${what}`}
        onClick={() => actions.onEditOrder(orderId)}
        className="h-full px-2 font-medium -outline-offset-2 hover:bg-sunken"
      >
        {`${verb} ${count}`}
        <span className="max-sm:sr-only">{` ${word.join(' ')}`}</span>
      </button>
      <button
        type="button"
        aria-label={`Cancel order: ${what}`}
        title="Cancel order"
        onClick={() => actions.onCancelOrder(orderId)}
        className={classList(crossLook, '-outline-offset-2')}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}

export interface DrawnTagProps {
  line: PriceLine;
  tick: number;
  actions: LineActions;
  /** The price at a height on the screen; null below the candles. */
  priceAt: (clientY: number) => number | null;
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A price on the tick, in whole paise. */
export function onTick(price: number, tick: number): number {
  return Math.max(tick, Math.round(Math.round(price / tick) * tick * 100) / 100);
}

export function DrawnTag({ line: { key, price }, tick, actions, priceAt }: DrawnTagProps) {
  const isHeld = useRef(false);

  const hold = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    isHeld.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = ({ clientY }: PointerEvent): void => {
    const to = isHeld.current ? priceAt(clientY) : null;
    if (to !== null) actions.onMove(key, onTick(to, tick));
  };
  const letGo = (): void => {
    isHeld.current = false;
  };
  const handle = { onPointerDown: hold, onPointerMove: drag, onPointerUp: letGo, onPointerCancel: letGo };

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step !== undefined) actions.onMove(key, onTick(price + step * tick, tick));
    else if (event.key === 'Delete' || event.key === 'Backspace') actions.onRemove(key);
    else return;
    event.preventDefault();
  }

  return (
    <>
      {/* The line itself can be taken too, by a mouse; a finger takes the tag, and goes on scrolling over the line. */}
      <span
        {...handle}
        aria-hidden="true"
        className="pointer-events-auto absolute top-1/2 right-0 -z-10 h-2 w-[100vw] -translate-y-1/2 cursor-ns-resize touch-none pointer-coarse:hidden"
      />
      <span className={classList(tagLook, 'border-[var(--series-3)] text-[var(--series-3)]')}>
        <span
          {...handle}
          role="slider"
          tabIndex={0}
          aria-label="Drawn line"
          aria-orientation="vertical"
          aria-valuemin={tick}
          aria-valuemax={1e9}
          aria-valuenow={price}
          aria-valuetext={priceText(price)}
          title="Drag, or use the arrow keys; Delete removes it"
          onKeyDown={onKeyDown}
          className="flex h-full cursor-ns-resize touch-none items-center px-2 -outline-offset-2 hover:bg-sunken"
        >
          <GripHorizontal size={12} aria-hidden="true" />
        </span>
        <button
          type="button"
          aria-label={`Remove the line at ${priceText(price)}`}
          title="Remove line"
          onClick={() => actions.onRemove(key)}
          className={classList(crossLook, '-outline-offset-2')}
        >
          <X size={12} aria-hidden="true" />
        </button>
      </span>
    </>
  );
}
