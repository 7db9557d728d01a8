// What an engine that is built anew takes from the one before it, because it is not stored.
import type { Engine } from '../../core/engine.ts';

/**
 * The day's figures of a stock are not stored trade by trade: an engine that is built anew takes them from the one before it, or
 * margins would be called and stops be refused at prices of the morning. Not those of another day, or of before a split.
 */
export function keepFigures(before: Engine, built: Engine): void {
  if (before.venue.day !== built.venue.day) return;
  for (const { instrument, quote } of built.markets()) {
    const known = before.market(instrument.symbol);
    if (known?.instrument.sharesIssued === instrument.sharesIssued) Object.assign(quote, known.quote);
  }
}
