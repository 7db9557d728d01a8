// Dragging something over the chart by mouse, pen or finger: vertically only, or in any direction. Esc cancels.
import { useEffect, useRef } from 'react';
import type { PointerEvent } from 'react';
import type { ScreenPoint } from './chart-gestures.ts';

/** Smaller movements are trembling and move nothing. */
const STILL_PIXELS = 3;

export interface Drag {
  onTake?: (at: ScreenPoint) => void;
  onMove: (at: ScreenPoint) => void;
  /** Dropped somewhere other than where it was taken. */
  onDrop?: () => void;
  onGiveUp?: () => void;
  /** Left out if any direction counts. */
  isFar?: (dx: number, dy: number) => boolean;
}

function isFarAnywhere(dx: number, dy: number): boolean {
  return Math.hypot(dx, dy) > STILL_PIXELS;
}

/** Event handlers for the handle. Several handles may share them. */
export function useDrag({ onTake, onMove, onDrop, onGiveUp, isFar = isFarAnywhere }: Drag) {
  const held = useRef<(ScreenPoint & { hasMoved: boolean }) | null>(null);
  const giveUp = useRef(onGiveUp);
  useEffect(() => {
    giveUp.current = onGiveUp;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !held.current) return;
      event.stopPropagation();
      held.current = null;
      giveUp.current?.();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      held.current = { clientX: event.clientX, clientY: event.clientY, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
      onTake?.(event);
    },
    onPointerMove: (event: PointerEvent): void => {
      const from = held.current;
      if (!from) return;
      from.hasMoved ||= isFar(event.clientX - from.clientX, event.clientY - from.clientY);
      if (from.hasMoved) onMove(event);
    },
    onPointerUp: (): void => {
      const hasMoved = held.current?.hasMoved;
      held.current = null;
      if (hasMoved) onDrop?.();
    },
    onPointerCancel: (): void => {
      if (held.current?.hasMoved) onGiveUp?.();
      held.current = null;
    },
  };
}

export interface PriceDrag {
  onTake?: () => void;
  /** The price at a height on the screen; null below the candles. */
  priceAt: (clientY: number) => number | null;
  onMove: (price: number) => void;
  onDrop?: () => void;
  onGiveUp?: () => void;
}

export function usePriceDrag({ priceAt, onMove, ...ends }: PriceDrag) {
  return useDrag({
    ...ends,
    isFar: (_dx, dy) => Math.abs(dy) > STILL_PIXELS,
    onMove: ({ clientY }) => {
      const price = priceAt(clientY);
      if (price !== null) onMove(price);
    },
  });
}
