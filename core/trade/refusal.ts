// Every reason for which the exchange refuses a command, with the figures that its sentence needs. A refusal changes nothing.
import type { Paise, Quantity } from '../money.ts';

export type Refusal =
  | { readonly reason: 'invalid-quantity' }
  | { readonly reason: 'invalid-price' }
  /** An order of its type trades at the price of the market. */
  | { readonly reason: 'price-not-own' }
  | { readonly reason: 'invalid-stop-price' }
  | { readonly reason: 'invalid-amount' }
  | { readonly reason: 'bonus-unused' }
  | { readonly reason: 'unknown-account' }
  | { readonly reason: 'account-blocked' }
  | { readonly reason: 'unknown-instrument' }
  | { readonly reason: 'invalid-terms' }
  | { readonly reason: 'last-outside-band'; readonly low: Paise; readonly high: Paise }
  | { readonly reason: 'market-halted' }
  | { readonly reason: 'trading-halted'; readonly symbol: string }
  | { readonly reason: 'over-buy-limit'; readonly limit: Quantity }
  | { readonly reason: 'over-sell-limit'; readonly limit: Quantity }
  | ({ readonly reason: 'over-buy-limit-in-timeframe' } & TimeframeFigures)
  | ({ readonly reason: 'over-sell-limit-in-timeframe' } & TimeframeFigures)
  | { readonly reason: 'insufficient-margin'; readonly required: Paise; readonly available: Paise }
  | { readonly reason: 'insufficient-balance'; readonly required: Paise; readonly available: Paise }
  | { readonly reason: 'not-enough-shares'; readonly available: Quantity }
  | { readonly reason: 'outside-price-band'; readonly low: Paise; readonly high: Paise }
  | { readonly reason: 'stop-on-wrong-side'; readonly side: 'buy' | 'sell'; readonly last: Paise }
  | { readonly reason: 'invalid-exits' }
  | { readonly reason: 'exits-on-wrong-side'; readonly price: Paise }
  | { readonly reason: 'already-filled'; readonly filled: Quantity }
  | { readonly reason: 'unknown-order' }
  | { readonly reason: 'holds-shares'; readonly held: readonly HeldShares[] };

export interface HeldShares {
  readonly symbol: string;
  readonly quantity: Quantity;
}

interface TimeframeFigures {
  readonly limit: Quantity;
  readonly symbol: string;
  readonly hours: number;
  /** Shares already bought (or sold) in the timeframe. */
  readonly already: Quantity;
  /** Those that open orders may still add. */
  readonly open: Quantity;
}
