// How the statutory rates of an order are stored: as one text with the order, so that no later change of the rates affects it.
import { isWhole, MOST_FINE_RATE } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { StatutoryRates } from '../../core/trade/statutory.ts';

const RATES = [
  ...(['from', 'sttDelivery', 'sttIntradaySell', 'exchange', 'sebi'] as const),
  ...(['stampDelivery', 'stampIntraday', 'gst'] as const),
];

/** Orders of one day share their rates, so the last ones written and read are remembered. */
let written: { readonly rates: StatutoryRates; readonly text: string } | null = null;
let read: { readonly rates: StatutoryRates; readonly text: string } | null = null;

export function statutoryText(rates: StatutoryRates | null): string | null {
  if (rates === null) return null;
  if (written?.rates !== rates) written = { rates, text: RATES.map((name) => rates[name]).join(' ') };
  return written.text;
}

/** A damaged text becomes rates that `arePossibleRates` refuses. */
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

type Lacking<Whole, Parts extends keyof Whole> = Omit<Whole, Parts> & Partial<Pick<Whole, Parts>>;
type OlderOrder = Lacking<Omit<OrderRecord, 'chargeTerms'>, 'statutory' | 'intradayValue'> & {
  readonly chargeTerms: Lacking<OrderRecord['chargeTerms'], 'statutory'>;
};

/** An order stored before there were statutory charges has paid none; any other is returned unchanged. */
export function withStatutory(order: OrderRecord | OlderOrder): OrderRecord {
  if (isComplete(order)) return order;
  return { ...order, statutory: 0, intradayValue: 0, chargeTerms: { ...order.chargeTerms, statutory: null } };
}

function isComplete(order: OrderRecord | OlderOrder): order is OrderRecord {
  return order.statutory !== undefined;
}
