// Another tick or band in the naive twin: orders between two ticks, or outside the band, are canceled.
import type { Command, NewInstrument } from '../../core/command.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import { NaiveMarket } from './naive-market.ts';

/** At least two prices inside the band, all of them whole numbers. */
export function isMarketPossible(terms: NewInstrument): boolean {
  const { tickSize, priceBand, previousClose } = terms;
  if ([tickSize, priceBand, previousClose].some((each) => !Number.isSafeInteger(each) || each <= 0)) return false;
  if (priceBand >= 1_000_000 || previousClose > 1_000_000_000) return false;
  const { low, high } = new NaiveMarket(terms).bandEdges();
  return low < high;
}

export function changeTerms(
  twin: NaiveExchange,
  { symbol, tickSize, priceBand }: Extract<Command, { kind: 'set-terms' }>,
): Refusal | null {
  const market = twin.markets.get(symbol);
  if (market === undefined) return { reason: 'unknown-instrument' };
  const { previousClose, issued, last } = market;
  const terms = { symbol, name: '', sector: '', tickSize, priceBand, previousClose, sharesIssued: issued };
  if (!isMarketPossible(terms)) return { reason: 'invalid-terms' };
  const { low, high } = new NaiveMarket(terms).bandEdges();
  if (last < low || last > high) return { reason: 'last-outside-band', low, high };
  market.tick = tickSize;
  market.band = priceBand;
  const isBetweenTicks = (price: number) => price % tickSize > 0;
  const isOutside = (price: number) => price < low || price > high;
  market.dropCrowd(({ limit }) => isBetweenTicks(limit) || isOutside(limit));
  for (const order of [...twin.open]) {
    if (order.terms.symbol !== symbol || order.limit === 0) continue;
    const isMeant = (each: typeof order) => each === order;
    if (isBetweenTicks(order.limit)) twin.endAll(isMeant, 'off-tick');
    else if (isOutside(order.limit) && !order.isExit) twin.endAll(isMeant, 'outside-band');
  }
  return null;
}
