// The tags beside the price axis: to move, edit or cancel an open order, or to move or remove a drawn line, by mouse, finger or keyboard.
import { GripHorizontal, X } from 'lucide-react';
import { useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classList } from '../ui/class-list.ts';
import { priceText } from '../ui/number-text.ts';
import type { PriceLine } from './marks.ts';
import { usePriceDrag } from './price-drag.ts';
import type { PriceDrag } from './price-drag.ts';

/** What can be done with lines. */
export interface LineActions {
  onEditOrder: (orderId: string) => void;
  onCancelOrder: (orderId: string) => void;
  /** An order's line is being moved to this price, on the tick. Nothing has changed yet. */
  onDragOrder: (key: string, price: number) => void;
  /** The line was dropped: asks once more, then changes the order. */
  onDropOrder: () => void;
  /** The line returns to the order's price. */
  onLeaveOrder: () => void;
  /** `key` is the line's; the price is on the tick. */
  onMove: (key: string, price: number) => void;
  /** A drawn line was dropped: the next move is another undo step. */
  onSettle: () => void;
  onRemove: (key: string) => void;
}

const tagLook =
  'pointer-events-auto flex h-6 items-center overflow-hidden rounded-[4px] border bg-surface text-xs whitespace-nowrap';
const crossLook = 'flex h-full w-6 items-center justify-center border-l border-inherit hover:bg-sunken';

/** A price on the tick, in whole paise. */
export function onTick(price: number, tick: number): number {
  return Math.max(tick, Math.round(Math.round(price / tick) * tick * 100) / 100);
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export interface TagProps {
  line: PriceLine;
  tick: number;
  actions: LineActions;
  /** The price at a height on the screen; null below the candles. */
  priceAt: (clientY: number) => number | null;
}

interface MovableTagProps extends PriceDrag {
  price: number;
  tick: number;
  /** What is being moved, and how, for people who cannot see it. */
  label: string;
  title: string;
  look: string;
  /** Keys other than those that move it; returns true if it used the key. */
  onKey: (key: string) => boolean;
  onBlur?: () => void;
  children: ReactNode;
}

function MovableTag({ price, tick, label, title, look, onKey, onBlur, children, ...drag }: MovableTagProps) {
  const handle = usePriceDrag({ ...drag, onMove: (to) => drag.onMove(onTick(to, tick)) });
  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step !== undefined) drag.onMove(onTick(price + step * tick, tick));
    else if (!onKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <>
      {/* A mouse can also take the line itself; a finger takes the tag, and scrolls when it is over the line. */}
      <span
        {...handle}
        aria-hidden="true"
        className="pointer-events-auto absolute top-1/2 right-0 -z-10 h-2 w-[100vw] -translate-y-1/2 cursor-ns-resize touch-none pointer-coarse:hidden"
      />
      <span className={classList(tagLook, look)}>
        <span
          {...handle}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-orientation="vertical"
          aria-valuemin={tick}
          aria-valuemax={1e9}
          aria-valuenow={price}
          aria-valuetext={priceText(price)}
          title={title}
          onKeyDown={onKeyDown}
          onBlur={onBlur}
          className="flex h-full cursor-ns-resize touch-none items-center px-2 -outline-offset-2 hover:bg-sunken"
        >
          <GripHorizontal size={12} aria-hidden="true" />
        </span>
        {children}
      </span>
    </>
  );
}

/** Enter requests the change, Esc cancels it; leaving without either changes nothing. */
function orderKeys(actions: LineActions, isMoved: boolean): (key: string) => boolean {
  return (key) => {
    if (!isMoved || (key !== 'Enter' && key !== 'Escape')) return false;
    if (key === 'Enter') actions.onDropOrder();
    else actions.onLeaveOrder();
    return true;
  };
}

export function OrderTag({ line, orderId, tick, actions, priceAt }: TagProps & { orderId: string }) {
  const { key, kind, text, price, isMoved = false } = line;
  const what = `${text} at ${priceText(price)}`;
  // On a phone there is room for 'Buy 5' only; the colour and the axis say the rest.
  const [verb, count, ...word] = text.split(' ');
  return (
    <MovableTag
      price={price}
      tick={tick}
      label={`Price of the order: ${text}`}
      title="Drag to another price, or use the arrow keys and Enter; Esc cancels"
      look={kind === 'buy' ? 'border-accent-text text-accent-text' : 'border-sell-text text-sell-text'}
      priceAt={priceAt}
      onMove={(to) => actions.onDragOrder(key, to)}
      onDrop={actions.onDropOrder}
      onGiveUp={actions.onLeaveOrder}
      onKey={orderKeys(actions, isMoved)}
      onBlur={actions.onLeaveOrder}
    >
      <button
        type="button"
        aria-label={`Edit order: ${what}`}
        title={`Edit: ${what}`}
        onClick={() => actions.onEditOrder(orderId)}
        className="h-full border-l border-inherit px-2 font-medium -outline-offset-2 hover:bg-sunken"
      >
        {`${verb} ${count}`}
        <span className="max-sm:sr-only">{` ${word.join(' ')}`}</span>
        {isMoved && <span className="font-semibold">{` \u2192 ${priceText(price)}`}</span>}
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
    </MovableTag>
  );
}

export function DrawnTag({ line: { key, price }, tick, actions, priceAt }: TagProps) {
  const taken = useRef(price);
  return (
    <MovableTag
      price={price}
      tick={tick}
      label="Drawn line"
      title="Drag, or use the arrow keys; Delete removes it"
      look="border-[var(--series-3)] text-[var(--series-3)]"
      priceAt={priceAt}
      onTake={() => {
        taken.current = price;
      }}
      onMove={(to) => actions.onMove(key, to)}
      onDrop={actions.onSettle}
      onGiveUp={() => {
        actions.onMove(key, taken.current);
        actions.onSettle();
      }}
      onBlur={actions.onSettle}
      onKey={(pressed) => {
        if (pressed !== 'Delete' && pressed !== 'Backspace') return false;
        actions.onRemove(key);
        return true;
      }}
    >
      <button
        type="button"
        aria-label={`Remove the line at ${priceText(price)}`}
        title="Remove line"
        onClick={() => actions.onRemove(key)}
        className={classList(crossLook, '-outline-offset-2')}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </MovableTag>
  );
}
