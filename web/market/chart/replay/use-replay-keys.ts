// The keys of a replay, wherever the focus is: Shift with an arrow, B or S, which the chart itself does not use, and Esc.
import { useEffect, useEffectEvent } from 'react';
import type { Side } from '../../../../core/market/instrument.ts';
import { isDialogOpen } from '../../../ui/dialog-open.ts';
import { latinKey } from '../../../ui/latin-key.ts';

export interface ReplayKeys {
  step: (isForward: boolean) => void;
  play: () => void;
  leave: () => void;
  /** In practice only. */
  trade: (side: Side) => void;
  /** Esc first puts the drawing tool away. */
  isDrawing: boolean;
}

/** Somebody is typing or choosing here: the keys belong to the field. */
const TYPING = 'input:not([type=radio]), textarea, select';
/** The letters that open tickets (web/trade/trade-keys.ts), which would show the current price. */
const TRADES: Record<string, Side> = { b: 'buy', s: 'sell' };

function isTaken({ defaultPrevented, target }: KeyboardEvent): boolean {
  if (defaultPrevented || isDialogOpen()) return true;
  return target instanceof Element && target.matches(TYPING);
}

function actOf(event: KeyboardEvent, { step, play, leave, trade, isDrawing }: ReplayKeys): (() => void) | null {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return null;
  if (key === 'Escape') return isDrawing ? null : leave;
  const side = TRADES[latinKey(event)];
  if (side) return shiftKey && !event.repeat ? () => trade(side) : () => {};
  if (!shiftKey) return null;
  if (key === 'ArrowRight') return () => step(true);
  if (key === 'ArrowLeft') return () => step(false);
  return key === 'ArrowDown' && !event.repeat ? play : null;
}

export function useReplayKeys(keys: ReplayKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = isTaken(event) ? null : actOf(event, keys);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
