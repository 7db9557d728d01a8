// What a company does with its shares on a day: it splits them, gives away new ones, or pays a dividend. Earlier prices are restated.
import { isWhole, mean, proportion } from '../money.ts';
import type { Paise, Quantity } from '../money.ts';

/** Each `from` shares become `to`. */
export interface Ratio {
  readonly from: Quantity;
  readonly to: Quantity;
}

/** A bonus of 1 for 2 makes 3 of each 2 shares; a split of 1 into 5 makes 5 of each one. */
export interface ShareChange extends Ratio {
  readonly kind: 'split' | 'bonus';
  readonly id: number;
  readonly symbol: string;
}

export interface Dividend {
  readonly kind: 'dividend';
  readonly id: number;
  readonly symbol: string;
  readonly perShare: Paise;
}

export type CorporateAction = ShareChange | Dividend;

export const MOST_OLD_SHARES = 100;
export const MOST_NEW_SHARES = 1000;
/** The most shares that a stock may have after it. */
export const MOST_ISSUED: Quantity = 1_000_000_000_000;

/** At most a hundred old shares become at most a thousand new ones, and always more than before: shares are never consolidated. */
export function isPossibleRatio({ from, to }: Ratio): boolean {
  const areWhole = isWhole(from) && isWhole(to);
  return areWhole && from >= 1 && from <= MOST_OLD_SHARES && to > from && to <= MOST_NEW_SHARES;
}

/** The whole shares that `quantity` old ones become; the fraction left over is paid in cash (`fractionValue`). */
export function sharesAfter(quantity: Quantity, { from, to }: Ratio): Quantity {
  return Math.floor((quantity * to) / from);
}

/** The price of an old share, restated for a new one: half up to the paisa, at least one. */
export function priceAfter(price: Paise, { from, to }: Ratio): Paise {
  return Math.max(1, mean(price * from, to));
}

/** What the fraction of a new share that `quantity` old ones leave over is worth, at `price` for an old share; half up to the paisa. */
export function fractionValue(quantity: Quantity, ratio: Ratio, price: Paise): Paise {
  // `over` parts of a new share; a new share is worth from/to of an old one, and has `from` parts.
  const over = (quantity * ratio.to) % ratio.from;
  return mean(over * price, ratio.to);
}

/** Spreads a cost over `quantity` shares to the paisa: where it does not come out even, some of them cost one paisa more. */
export function costEach(cost: Paise, quantity: Quantity): { quantity: Quantity; price: Paise }[] {
  const price = proportion(cost, 1, quantity);
  const dearer = cost - price * quantity;
  const cheaper = { quantity: quantity - dearer, price };
  return dearer === 0 ? [cheaper] : [cheaper, { quantity: dearer, price: price + 1 }];
}
