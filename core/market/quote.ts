// The day's figures of one instrument: last, open, high, low, volume.
import type { Instant, Paise, Quantity } from '../money.ts';

export interface Quote {
  /** The price of the last trade; the previous close until the first one of the day. */
  last: Paise;
  open: Paise;
  high: Paise;
  low: Paise;
  volume: Quantity;
  /** When it last traded. */
  tradedAt: Instant;
}

/** The figures of an instrument that has not traded today. `last`: its previous close. */
export function newQuote(last: Paise, at: Instant): Quote {
  return { last, open: last, high: last, low: last, volume: 0, tradedAt: at };
}

/** Takes one execution into the day's figures. */
export function addTrade(quote: Quote, price: Paise, quantity: Quantity, at: Instant): void {
  if (quote.volume === 0) {
    quote.open = price;
    quote.high = price;
    quote.low = price;
  } else {
    if (price > quote.high) quote.high = price;
    if (price < quote.low) quote.low = price;
  }
  quote.last = price;
  quote.volume += quantity;
  quote.tradedAt = at;
}
