// Changes the tick or the band of a stock while it trades: open orders that the new terms do not allow end at once.
import { arePossibleTerms, bandHigh, bandLow } from '../market/instrument.ts';
import type { Paise, PartsPerMillion } from '../money.ts';
import { isOutsideBand } from './check-order.ts';
import type { Floor } from './floor.ts';
import type { Refusal } from './refusal.ts';
import type { Venue } from './venue.ts';

export interface TermsChange {
  readonly tickSize: Paise;
  readonly priceBand: PartsPerMillion;
}

/**
 * Null when it is done; a refusal leaves everything as it was. The last price must lie inside the new band. An order whose
 * limit is off the new tick or outside the new band ends; a trigger may be left outside, as by a new day.
 */
export function changeTerms(venue: Venue, floor: Floor, { tickSize, priceBand }: TermsChange): Refusal | null {
  const { market } = floor;
  const { instrument, quote } = market;
  const terms = { previousClose: instrument.previousClose, tickSize, priceBand };
  if (!arePossibleTerms(terms)) return { reason: 'invalid-terms' };
  const [low, high] = [bandLow(terms), bandHigh(terms)];
  if (quote.last < low || quote.last > high) return { reason: 'last-outside-band', low, high };
  instrument.tickSize = tickSize;
  instrument.priceBand = priceBand;
  floor.dropCrowd(({ price }) => price % tickSize !== 0 || price < low || price > high);
  for (const order of venue.orders.values()) {
    if (order.market !== market) continue;
    if (order.limitPrice % tickSize !== 0) floor.withdraw(order, 'off-tick');
    else if (isOutsideBand(order)) floor.withdraw(order, 'outside-band');
  }
  venue.listener.instrumentChanged(market);
  return null;
}
