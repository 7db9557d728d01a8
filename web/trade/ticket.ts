// Opens the order ticket over any screen: which stock, which side, and what is filled in already.
import { useSyncExternalStore } from 'react';
import type { OrderSide, OrderWire } from '../../contract/trade.ts';
import type { TicketDraft, TicketPreset } from './ticket/draft.ts';

/** What the fields contain when the ticket opens: an order at a price that was pointed at, or what was typed before. */
export type TicketStart =
  | TicketPreset
  | { draft: TicketDraft; /** Sent before, without an answer. */ unanswered?: OrderWire };

export interface TicketRequest {
  side: OrderSide;
  symbol: string;
  start?: TicketStart;
  /** Every opening is a new ticket, even for the same stock. */
  number: number;
}

let open: TicketRequest | null = null;
let opened = 0;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function openTicket(side: OrderSide, symbol: string, start?: TicketStart): void {
  opened += 1;
  open = { side, symbol, start, number: opened };
  changed();
}

export function closeTicket(): void {
  open = null;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTicket(): TicketRequest | null {
  return useSyncExternalStore(subscribe, () => open);
}
