// What a trader holds of one instrument: lots in the order they were bought, sold first in first out.
import { assert, mean, proportion } from '../money.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { NO_ACCOUNT } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/ledger.ts';
import { costEach, sharesAfter } from '../market/corporate-action.ts';
import type { Ratio } from '../market/corporate-action.ts';
import type { Market } from '../market/market.ts';
import type { Order } from './order.ts';
import { RollingSum } from './rolling-sum.ts';
import type { Trader } from './trader.ts';

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

const NONE: readonly Lot[] = [];

/** What leaves the lots when shares are sold; room to be written anew for each sale. */
export class SoldLots {
  /** What the sold shares had cost, charges not included. */
  cost: Paise = 0;
  /** What has to be paid back for them. */
  loan: Paise = 0;
  /** When the first of them was bought. */
  openedAt: Instant = 0;
  /** The lots that are sold out, and empty now. */
  emptied: readonly Lot[] = NONE;
  /** The one that gave shares and has some left. */
  reduced: Lot | null = null;
}

export class Position {
  readonly trader: Trader;
  readonly market: Market<Order>;
  /** The trader's cash account. */
  readonly cash: AccountId;
  /** The share account, opened with the first accepted order; its balance is the quantity, its hold what open sell orders need. */
  shares: AccountId = NO_ACCOUNT;
  #lots: Lot[] = [];
  /** Where the lots begin: before it stand some that have been sold out. */
  #head = 0;
  /** Shares that open orders may still bring or take. */
  openBuyQuantity: Quantity = 0;
  openSellQuantity: Quantity = 0;
  quantity: Quantity = 0;
  /** What the held shares cost, charges not included. */
  cost: Paise = 0;
  intradayQuantity: Quantity = 0;
  readonly bought = new RollingSum();
  readonly sold = new RollingSum();
  /** The open orders stand in a chain, the newest first. */
  #newest: Order | null = null;

  constructor(trader: Trader, market: Market<Order>) {
    this.trader = trader;
    this.market = market;
    this.cash = trader.cash;
  }

  /** Lots with shares: intraday before delivery, so that a sale closes the intraday part first; each part oldest first. */
  get lots(): readonly Lot[] {
    return this.#head === 0 ? this.#lots : this.#lots.slice(this.#head);
  }

  get traderId(): number {
    return this.trader.id;
  }

  /** Newest first. */
  openOrders(): Order[] {
    const open: Order[] = [];
    for (let order = this.#newest; order !== null; order = order.older) open.push(order);
    return open;
  }

  orderOpened(order: Order): void {
    const newest = this.#newest;
    order.newer = null;
    order.older = newest;
    if (newest !== null) newest.newer = order;
    this.#newest = order;
  }

  orderEnded(order: Order): void {
    const { newer, older } = order;
    if (newer === null) this.#newest = older;
    else newer.older = older;
    if (older !== null) older.newer = newer;
    order.newer = null;
    order.older = null;
  }

  get averagePrice(): Paise {
    return mean(this.cost, this.quantity);
  }

  /** Puts bought shares in their place and answers their lot; fills of one order at one price and time make one lot. */
  add(lot: Lot): Lot {
    const index = this.#placeOf(lot);
    const before = index > this.#head ? this.#lots[index - 1] : null;
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
    if (index === this.#lots.length) this.#lots.push(lot);
    else this.#lots.splice(index, 0, lot);
    return lot;
  }

  /** Behind the last lot of its product, intraday before delivery. */
  #placeOf({ product }: Lot): number {
    const lots = this.#lots;
    if (product === 'delivery') return lots.length;
    let index = this.#head;
    while (index < lots.length && lots[index].product === 'intraday') index++;
    return index;
  }

  /** Takes `quantity` sold shares off the lots, first in first out, and writes into `sold` what has left them. */
  take(quantity: Quantity, sold = new SoldLots()): SoldLots {
    const lots = this.#lots;
    const first = this.#head;
    sold.cost = sold.loan = 0;
    sold.openedAt = lots[first]?.boughtAt ?? 0;
    sold.reduced = null;
    let left = quantity;
    let index = first;
    for (; left > 0; index++) {
      const lot = lots[index];
      assert(lot !== undefined, 'sold shares were held');
      const given = Math.min(left, lot.quantity);
      const repaid = lot.loan === 0 ? 0 : proportion(lot.loan, given, lot.quantity);
      sold.cost += lot.price * given;
      sold.loan += repaid;
      this.#count(lot, -given);
      lot.quantity -= given;
      lot.loan -= repaid;
      left -= given;
      if (lot.quantity > 0) sold.reduced = lot;
    }
    const end = sold.reduced === null ? index : index - 1;
    sold.emptied = end === first ? NONE : lots.slice(first, end);
    this.#begin(end);
    return sold;
  }

  /** Lots before `head` are sold out. They are cleared away when they are most of the list, so that a sale never moves all others. */
  #begin(head: number): void {
    this.#head = head;
    if (head * 2 <= this.#lots.length) return;
    this.#lots.splice(0, head);
    this.#head = 0;
  }

  /**
   * Makes `to` shares of each `from`, lot by lot, whole shares falling to the lots in their order. What a lot cost and owes
   * stays to the paisa: where the price of a new share is none, the shares that cost a paisa more stand in a lot of their own.
   * Answers every lot that went, empty, and every one that came, under new ids.
   */
  restate(ratio: Ratio, newId: () => number): Lot[] {
    const gone = this.#lots.splice(this.#head);
    let [before, after] = [0, 0];
    for (const lot of gone) {
      before += lot.quantity;
      const quantity = sharesAfter(before, ratio) - after;
      after += quantity;
      this.#lots.push(...restated(lot, quantity, newId));
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
