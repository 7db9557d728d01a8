// How the statutory rates of an order are stored: as one text of numbers, so that neither a restart nor another table changes what it pays.
import { isWhole, MOST_FINE_RATE } from '../../core/money.ts';
import type { StatutoryRates } from '../../core/trade/statutory.ts';

const RATES = [
  ...(['from', 'sttDelivery', 'sttIntradaySell', 'exchange', 'sebi'] as const),
  ...(['stampDelivery', 'stampIntraday', 'gst'] as const),
];

/** Orders of one day share their rates: those written and those read last are known. */
let written: { readonly rates: StatutoryRates; readonly text: string } | null = null;
let read: { readonly rates: StatutoryRates; readonly text: string } | null = null;

export function statutoryText(rates: StatutoryRates | null): string | null {
  if (rates === null) return null;
  if (written?.rates !== rates) written = { rates, text: RATES.map((name) => rates[name]).join(' ') };
  return written.text;
}

/** What no text of ours is reads as rates that are not possible. */
export function statutoryRates(text: string | null): StatutoryRates | null {
  if (text === null) return null;
  if (read?.text !== text) {
    const parts = text.split(' ').map(Number);
    const fields = RATES.map((name, place) => [name, parts[place] ?? Number.NaN]);
    read = { rates: Object.fromEntries(fields) as unknown as StatutoryRates, text };
  }
  return read.rates;
}

export function arePossibleRates(rates: StatutoryRates): boolean {
  return RATES.every((name) => isWhole(rates[name]) && rates[name] >= 0 && rates[name] <= MOST_FINE_RATE);
}
