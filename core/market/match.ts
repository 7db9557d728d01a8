// Matching: an incoming order walks the other side of the book in price-time order. Here an order is matched.
import type { Paise, Quantity } from '../money.ts';
import { crosses } from './book.ts';
import type { Book } from './book.ts';
import { opposite } from './instrument.ts';
import type { BookOrder } from './level.ts';

/** What the caller decides and does while an order is being matched. */
export interface Matcher {
  /** How many of `quantity` shares at `price` the taker can pay for; fewer than all ends the walk. */
  payable(taker: BookOrder, price: Paise, quantity: Quantity): Quantity;
  /** One execution, at the maker's price. Both orders already show what remains. */
  filled(taker: BookOrder, maker: BookOrder, price: Paise, quantity: Quantity): void;
  /** The maker has the same owner as the taker: it has been taken out of the book and must end. */
  selfTradePrevented(maker: BookOrder): void;
}

/**
 * Matches `taker` against `book` up to `limit` (paise, inclusive): best price first, at one price the oldest first, at the
 * maker's price. Leaves the rest in `taker.remaining` without resting it.
 */
export function match(book: Book, taker: BookOrder, limit: Paise, matcher: Matcher): void {
  const makerSide = opposite(taker.side);
  while (taker.remaining > 0) {
    const maker = book.first(makerSide);
    if (maker === null || !crosses(taker.side, limit, maker.price)) return;
    if (maker.owner === taker.owner) {
      book.remove(maker);
      matcher.selfTradePrevented(maker);
      continue;
    }
    const wanted = Math.min(taker.remaining, maker.remaining);
    const price = maker.price;
    const quantity = matcher.payable(taker, price, wanted);
    if (quantity > 0) {
      taker.remaining -= quantity;
      book.reduce(maker, quantity);
      matcher.filled(taker, maker, price, quantity);
    }
    if (quantity < wanted) return;
  }
}

/** What `taker` could get from others at `limit` or better right now, counted up to `enough` shares. */
export function fillable(
  book: Book,
  taker: BookOrder,
  limit: Paise,
  enough: Quantity,
): { quantity: Quantity; value: Paise } {
  const makerSide = opposite(taker.side);
  let quantity = 0;
  let value = 0;
  for (
    let level = book.top(makerSide);
    level !== null && quantity < enough && crosses(taker.side, limit, level.price);
    level = book.behind(makerSide, level)
  ) {
    const { price } = level;
    for (let order = level.first; order !== null && quantity < enough; order = order.behind) {
      if (order.owner === taker.owner) continue;
      const part = Math.min(order.remaining, enough - quantity);
      quantity += part;
      value += part * price;
    }
  }
  return { quantity, value };
}
