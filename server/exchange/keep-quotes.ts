// What a rebuilt engine takes over from the one before it, because it is not stored.
import type { Engine } from '../../core/engine.ts';
import type { Quote } from '../../core/market/quote.ts';

/** The figures of a day as they were at some moment. */
export interface DayQuotes {
  readonly day: number;
  /** By symbol. */
  readonly stocks: ReadonlyMap<string, { readonly sharesIssued: number; readonly quote: Quote }>;
}

export function quotesOf(engine: Engine): DayQuotes {
  const stocks = [...engine.markets()].map(({ instrument: { symbol, sharesIssued }, quote }) => {
    return [symbol, { sharesIssued, quote: { ...quote } }] as const;
  });
  return { day: engine.venue.day, stocks: new Map(stocks) };
}

/**
 * Last price, high, low and volume of the day are not stored with every trade. Without this, a rebuilt engine would call margins and
 * refuse stops at the prices of this morning. `ended`: the figures with which the day before has ended, where the next one had begun but
 * has not become durable: it begins again, and must not take the prices of that morning for the last close. Figures of another day, or
 * from before a split, are not taken over.
 */
export function keepQuotes(before: Engine, built: Engine, ended: DayQuotes | null): void {
  const { day } = built.venue;
  const known = before.venue.day === day ? quotesOf(before) : ended;
  if (known?.day !== day) return;
  for (const { instrument, quote } of built.markets()) {
    const kept = known.stocks.get(instrument.symbol);
    if (kept?.sharesIssued === instrument.sharesIssued) Object.assign(quote, kept.quote);
  }
}
