// What a trader holds of one instrument: lots in the order they were bought, sold first in first out.
import { assert, mean, proportion } from '../money.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { NO_ACCOUNT } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/ledger.ts';
import { costEach, sharesAfter } from '../market/corporate-action.ts';
import type { Ratio } from '../market/corporate-action.ts';
import type { Market } from '../market/market.ts';
import { RollingSum } from './rolling-sum.ts';

/** Delivery shares are paid in full and kept; intraday shares are bought on margin and sold the same day. */
export type Product = 'delivery' | 'intraday';

/** Shares bought at one price. */
export interface Lot {
  /** The trade that made it. */
  readonly id: number;
  quantity: Quantity;
  readonly price: Paise;
  readonly product: Product;
  /** What the house lent for these shares, still owed. */
  loan: Paise;
  readonly boughtAt: Instant;
  readonly orderId: number;
}

/** What leaves the lots when shares are sold. */
export interface SoldLots {
  /** What the sold shares had cost, charges not included. */
  readonly cost: Paise;
  /** What has to be paid back for them. */
  readonly loan: Paise;
  /** The lots that gave; those sold out are empty. */
  readonly lots: readonly Lot[];
}

export class Position {
  readonly traderId: number;
  readonly market: Market;
  /** The share account, opened with the first accepted order; its balance is the quantity, its hold what open sell orders need. */
  shares: AccountId = NO_ACCOUNT;
  /** Intraday before delivery, so that a sale closes the intraday part first; each part oldest first. */
  readonly lots: Lot[] = [];
  /** Shares that open orders may still bring or take. */
  openBuyQuantity: Quantity = 0;
  openSellQuantity: Quantity = 0;
  quantity: Quantity = 0;
  /** What the held shares cost, charges not included. */
  cost: Paise = 0;
  intradayQuantity: Quantity = 0;
  readonly bought = new RollingSum();
  readonly sold = new RollingSum();

  constructor(traderId: number, market: Market) {
    this.traderId = traderId;
    this.market = market;
  }

  get averagePrice(): Paise {
    return mean(this.cost, this.quantity);
  }

  /** Puts bought shares in their place and answers their lot; fills of one order at one price and time make one lot. */
  add(lot: Lot): Lot {
    const index = this.#placeOf(lot);
    const before = index > 0 ? this.lots[index - 1] : null;
    if (
      before !== null &&
      before.orderId === lot.orderId &&
      before.price === lot.price &&
      before.boughtAt === lot.boughtAt &&
      before.product === lot.product
    ) {
      this.#count(lot, lot.quantity);
      before.quantity += lot.quantity;
      before.loan += lot.loan;
      return before;
    }
    return this.put(lot);
  }

  /** The same for a stored lot, which stays what it was. */
  put(lot: Lot): Lot {
    const index = this.#placeOf(lot);
    this.#count(lot, lot.quantity);
    if (index === this.lots.length) this.lots.push(lot);
    else this.lots.splice(index, 0, lot);
    return lot;
  }

  /** Behind the last lot of its product, intraday before delivery. */
  #placeOf({ product }: Lot): number {
    const { lots } = this;
    const index = product === 'intraday' ? lots.findIndex((other) => other.product === 'delivery') : -1;
    return index < 0 ? lots.length : index;
  }

  /** Takes `quantity` sold shares off the lots, first in first out. */
  take(quantity: Quantity): SoldLots {
    const touched: Lot[] = [];
    let left = quantity;
    let cost = 0;
    let loan = 0;
    while (left > 0) {
      const lot = this.lots[touched.length];
      assert(lot !== undefined, 'sold shares were held');
      const sold = Math.min(left, lot.quantity);
      const repaid = proportion(lot.loan, sold, lot.quantity);
      cost += lot.price * sold;
      loan += repaid;
      this.#count(lot, -sold);
      lot.quantity -= sold;
      lot.loan -= repaid;
      left -= sold;
      touched.push(lot);
    }
    const isLastEmpty = touched.length > 0 && touched[touched.length - 1].quantity === 0;
    const emptied = isLastEmpty ? touched.length : touched.length - 1;
    if (emptied > 0) this.lots.splice(0, emptied);
    return { cost, loan, lots: touched };
  }

  /**
   * Makes `to` shares of each `from`, lot by lot, whole shares falling to the lots in their order. What a lot cost and owes
   * stays to the paisa: where the price of a new share is none, the shares that cost a paisa more stand in a lot of their own.
   * Answers every lot that went, empty, and every one that came, under new ids.
   */
  restate(ratio: Ratio, newId: () => number): Lot[] {
    const gone = this.lots.splice(0);
    let [before, after] = [0, 0];
    for (const lot of gone) {
      before += lot.quantity;
      const quantity = sharesAfter(before, ratio) - after;
      after += quantity;
      this.lots.push(...restated(lot, quantity, newId));
    }
    this.quantity = this.intradayQuantity = this.cost = 0;
    for (const lot of this.lots) this.#count(lot, lot.quantity);
    for (const lot of gone) lot.quantity = lot.loan = 0;
    return [...gone, ...this.lots];
  }

  /** Keeps the totals true when `quantity` shares of a lot come, or (below zero) go. */
  #count(lot: Lot, quantity: Quantity): void {
    this.quantity += quantity;
    this.cost += quantity * lot.price;
    if (lot.product === 'intraday') this.intradayQuantity += quantity;
  }
}

/** `quantity` shares with the cost and the loan of `lot`: the cheaper ones first. */
function restated(lot: Lot, quantity: Quantity, newId: () => number): Lot[] {
  const parts = costEach(lot.price * lot.quantity, quantity);
  const loan = proportion(lot.loan, parts[0].quantity, quantity);
  return parts.map((part, index) => ({ ...lot, id: newId(), ...part, loan: index === 0 ? loan : lot.loan - loan }));
}

/** Loss against cost of the intraday part, and the margin that stands behind it, both in paise. */
export function intradayExposure(position: Position): { loss: Paise; margin: Paise } {
  const last = position.market.quote.last;
  let loss = 0;
  let margin = 0;
  for (const lot of position.lots) {
    if (lot.product !== 'intraday') continue;
    loss += (lot.price - last) * lot.quantity;
    margin += lot.price * lot.quantity - lot.loan;
  }
  return { loss, margin };
}

/** The position is closed when the loss reaches 80 % of the margin. */
export function isMarginSpent(position: Position): boolean {
  const { loss, margin } = intradayExposure(position);
  return loss * 5 >= margin * 4 && margin > 0;
}
