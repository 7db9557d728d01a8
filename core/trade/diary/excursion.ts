// How far a trade went for and against its trader while it was open, how much of that was kept, and what had been risked.
import type { Paise, Quantity } from '../../money.ts';

/** Shares that were bought for `cost` and sold for `proceeds`, charges not included. */
export interface TradeWay {
  readonly quantity: Quantity;
  readonly cost: Paise;
  readonly proceeds: Paise;
  /** The highest and lowest price on the way. */
  readonly high: Paise;
  readonly low: Paise;
}

export interface Excursion {
  /** The largest loss on the way (maximum adverse excursion): zero or below. */
  readonly mae: Paise;
  /** The largest gain on the way (maximum favourable excursion): zero or above. */
  readonly mfe: Paise;
  /** The part of the largest gain that the sale kept: 1 is the best price there was; null when there never was a gain. */
  readonly efficiency: number | null;
}

/** Without charges. The way reaches at least as far as the sale itself. */
export function excursionOf({ quantity, cost, proceeds, high, low }: TradeWay): Excursion {
  const gross = proceeds - cost;
  const mae = Math.min(0, gross, low * quantity - cost);
  const mfe = Math.max(0, gross, high * quantity - cost);
  return { mae, mfe, efficiency: mfe === 0 ? null : gross / mfe };
}

/** What the stop risked, in paise; null for a stop above the cost, which protects a gain and risks nothing. */
export function initialRisk({ quantity, cost }: Pick<TradeWay, 'quantity' | 'cost'>, stopPrice: Paise): Paise | null {
  const risk = cost - stopPrice * quantity;
  return risk > 0 ? risk : null;
}
