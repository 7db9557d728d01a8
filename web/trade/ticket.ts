// Opens the order ticket over any screen: which stock, which side, and what is filled in already.
import { useSyncExternalStore } from 'react';
import type { OrderSide } from '../../contract/trade.ts';

/** An order at a price that was pointed at. */
export interface TicketPreset {
  orderType: 'LIMIT' | 'STOP';
  /** In rupees. */
  price: number;
}

export interface TicketRequest {
  side: OrderSide;
  symbol: string;
  preset?: TicketPreset;
  /** Every opening is a new ticket, even for the same stock. */
  number: number;
}

let open: TicketRequest | null = null;
let opened = 0;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function openTicket(side: OrderSide, symbol: string, preset?: TicketPreset): void {
  opened += 1;
  open = { side, symbol, preset, number: opened };
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
