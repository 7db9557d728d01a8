// Opens the dialog for price alerts over any screen: for which stock.
import { useSyncExternalStore } from 'react';

export interface AlertRequest {
  symbol: string;
  /** A price that was pointed at, in rupees. */
  price?: number;
  /** Every opening is a new dialog, even for the same stock. */
  number: number;
}

let open: AlertRequest | null = null;
let opened = 0;
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

export function openPriceAlerts(symbol: string, price?: number): void {
  opened += 1;
  open = { symbol, price, number: opened };
  changed();
}

export function closePriceAlerts(): void {
  open = null;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAlertRequest(): AlertRequest | null {
  return useSyncExternalStore(subscribe, () => open);
}
