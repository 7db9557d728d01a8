// What a rebuilt engine takes over from the one before it, because it is not stored.
import type { Engine } from '../../core/engine.ts';

/**
 * Last price, high, low and volume of the day are not stored with every trade. Without this, a rebuilt engine would call margins and
 * refuse stops at the prices of this morning. Figures of another day, or from before a split, are not taken over.
 */
export function keepQuotes(before: Engine, built: Engine): void {
  if (before.venue.day !== built.venue.day) return;
  for (const { instrument, quote } of built.markets()) {
    const known = before.market(instrument.symbol);
    if (known?.instrument.sharesIssued === instrument.sharesIssued) Object.assign(quote, known.quote);
  }
}
