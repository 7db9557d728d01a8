// Dragging something along the prices of the chart, by mouse, pen or finger; Esc gives it up.
import { useEffect, useRef } from 'react';
import type { PointerEvent } from 'react';

/** A hand that only trembles has not moved anything. */
const STILL_PIXELS = 3;

export interface PriceDrag {
  /** The price at a height on the screen; null below the candles. */
  priceAt: (clientY: number) => number | null;
  onMove: (price: number) => void;
  /** Let go somewhere else than it was taken. */
  onDrop?: () => void;
  onGiveUp?: () => void;
}

/** What the handle listens to. Several handles may share it. */
export function usePriceDrag({ priceAt, onMove, onDrop, onGiveUp }: PriceDrag) {
  const held = useRef<{ fromY: number; hasMoved: boolean } | null>(null);
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
      held.current = { fromY: event.clientY, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientY }: PointerEvent): void => {
      if (!held.current) return;
      held.current.hasMoved ||= Math.abs(clientY - held.current.fromY) > STILL_PIXELS;
      const price = held.current.hasMoved ? priceAt(clientY) : null;
      if (price !== null) onMove(price);
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
