// What a trader holds of one instrument: lots in the order they were bought, sold first in first out.
import { assert } from '../assert.ts';
import { mean, proportion } from '../money.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { NO_ACCOUNT } from '../ledger/ledger.ts';
import type { AccountId } from '../ledger/ledger.ts';
import { costEach, sharesAfter } from '../market/corporate-action.ts';
import type { Ratio } from '../market/corporate-action.ts';
import type { Market } from '../market/market.ts';
import type { Order } from './order.ts';
import { emptyLot, Lots } from './lots.ts';
import type { FirstIntraday, Lot, Part } from './lots.ts';
import { RollingSum } from './rolling-sum.ts';
import type { Trader } from './trader.ts';

/** What leaves the lots when shares are sold: one object, overwritten for each sale. */
export class SoldLots {
  /** What the sold shares had cost, charges not included. */
  cost: Paise = 0;
  /** What has to be paid back for them. */
  loan: Paise = 0;
  intradayQuantity: Quantity = 0;
  /** When the share that was held longest was bought. */
  openedAt: Instant = 0;
}

/** Hears of a lot that is new, grew, or gave shares; an empty one is gone. */
export interface LotListener {
  /** The same object is used for every lot: to keep one, copy it. */
  lotChanged(position: Position, lot: Readonly<Lot>): void;
}

const NOBODY: LotListener = { lotChanged: () => {} };

/** Overwritten for each lot that is read. */
const looked = emptyLot();

export class Position {
  declare readonly trader: Trader;
  declare readonly market: Market<Order>;
  /** The trader's cash account. */
  declare readonly cash: AccountId;
  /** The share account, opened with the first accepted order; its balance is the quantity, its hold what open sell orders need. */
  shares: AccountId = NO_ACCOUNT;
  readonly #lots = new Lots();
  /** Shares that open orders may still bring or take. */
  openBuyQuantity: Quantity = 0;
  openSellQuantity: Quantity = 0;
  quantity: Quantity = 0;
  /** What the held shares cost, charges not included. */
  cost: Paise = 0;
  intradayQuantity: Quantity = 0;
  /** The part of `cost` in intraday shares, and what is still owed for them. */
  intradayCost: Paise = 0;
  loan: Paise = 0;
  readonly bought = new RollingSum();
  readonly sold = new RollingSum();
  /** How many of the open orders are exits of intraday buys. */
  intradayExits = 0;
  /** The open orders stand in a chain, the newest first. */
  #newest: Order | null = null;

  constructor(trader: Trader, market: Market<Order>) {
    this.trader = trader;
    this.market = market;
    this.cash = trader.cash;
  }

  /**
   * Copies of the lots: intraday before delivery, so that a sale closes the intraday part first; each part oldest first. A
   * trader may have a hundred thousand: figures that are needed every second are kept as sums, or read from the rows of the lots.
   */
  get lots(): readonly Lot[] {
    return this.#lots.copies();
  }

  /** Copies of those from which `quantity` shares would be sold. */
  lotsFor(quantity: Quantity): readonly Lot[] {
    return this.#lots.copies(quantity);
  }

  get traderId(): number {
    return this.trader.id;
  }

  /** The part of the shares that was bought before `at`. */
  boughtBefore(at: Instant): Part {
    return this.#lots.boughtBefore(at);
  }

  /** How many intraday shares were bought before `at`. */
  intradayBefore(at: Instant): Quantity {
    return at === Infinity ? this.intradayQuantity : this.#lots.intradayBefore(at);
  }

  /** Since when there are intraday shares, and the lowest number among the orders that brought them. */
  firstIntraday(): FirstIntraday {
    return this.#lots.firstIntraday();
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
    if (order.isIntradayExit) this.intradayExits++;
  }

  orderEnded(order: Order): void {
    const { newer, older } = order;
    if (newer === null) this.#newest = older;
    else newer.older = older;
    if (older !== null) older.newer = newer;
    order.newer = null;
    order.older = null;
    if (order.isIntradayExit) this.intradayExits--;
  }

  /** Intraday shares that no open exit offers, not counting the order `but`; below zero once another order has sold offered ones. */
  unofferedIntraday(but = 0): Quantity {
    let left = this.intradayQuantity;
    if (this.intradayExits === 0) return left;
    for (let order = this.#newest; order !== null; order = order.older)
      if (order.isIntradayExit && order.id !== but) left -= order.remaining;
    return left;
  }

  get averagePrice(): Paise {
    return mean(this.cost, this.quantity);
  }

  /**
   * Adds bought shares; fills of one order at one price and time make one lot. Afterwards `lot` describes the lot that they have
   * become part of.
   */
  add(lot: Lot): void {
    const place = this.#lots.placeOf(lot.product);
    if (place === 0 || !isContinued(this.#lots.read(place - 1, looked), lot)) {
      this.put(lot);
      return;
    }
    this.#count(lot, lot.quantity);
    this.loan += lot.loan;
    lot.id = looked.id;
    lot.quantity += looked.quantity;
    lot.loan += looked.loan;
    this.#lots.change(place - 1, lot.quantity, lot.loan);
  }

  /** Adds a lot as it is, without joining it to another. */
  put(lot: Readonly<Lot>): void {
    const place = this.#lots.placeOf(lot.product);
    this.#count(lot, lot.quantity);
    this.loan += lot.loan;
    this.#lots.insert(place, lot);
  }

  /** Takes `quantity` sold shares off the lots, first in first out, and writes into `sold` what has left them. */
  take(quantity: Quantity, sold = new SoldLots(), listener = NOBODY): SoldLots {
    const lots = this.#lots;
    const lot = looked;
    sold.cost = sold.loan = sold.intradayQuantity = sold.openedAt = 0;
    let left = quantity;
    let emptied = 0;
    for (let place = 0; left > 0; place++) {
      assert(place < lots.count, 'sold shares were held');
      lots.read(place, lot);
      // Intraday shares are sold before older ones.
      if (place === 0 || lot.boughtAt < sold.openedAt) sold.openedAt = lot.boughtAt;
      const given = Math.min(left, lot.quantity);
      const repaid = lot.loan === 0 ? 0 : proportion(lot.loan, given, lot.quantity);
      sold.cost += lot.price * given;
      sold.loan += repaid;
      this.loan -= repaid;
      if (lot.product === 'intraday') sold.intradayQuantity += given;
      this.#count(lot, -given);
      lot.quantity -= given;
      lot.loan -= repaid;
      left -= given;
      if (lot.quantity === 0) emptied++;
      else lots.change(place, lot.quantity, lot.loan);
      listener.lotChanged(this, lot);
    }
    lots.drop(emptied);
    return sold;
  }

  /**
   * Turns each `from` shares into `to`, lot by lot in their order; fractions add up to a share of a later lot. What a lot cost and owes
   * stays the same to the paisa: where the cost does not divide evenly, the shares that cost a paisa more become a lot of their own.
   * Returns the old lots, emptied, and the new ones, under new ids.
   */
  restate(ratio: Ratio, newId: () => number): Lot[] {
    const gone = this.#lots.copies();
    this.#lots.drop(gone.length);
    this.quantity = this.intradayQuantity = this.cost = this.intradayCost = this.loan = 0;
    let [before, after] = [0, 0];
    for (const lot of gone) {
      before += lot.quantity;
      const quantity = sharesAfter(before, ratio) - after;
      after += quantity;
      for (const part of restated(lot, quantity, newId)) this.put(part);
    }
    for (const lot of gone) lot.quantity = lot.loan = 0;
    return [...gone, ...this.lots];
  }

  /** Updates the totals when `quantity` shares of a lot come, or (below zero) go. */
  #count(lot: Readonly<Lot>, quantity: Quantity): void {
    this.quantity += quantity;
    this.cost += quantity * lot.price;
    if (lot.product === 'delivery') return;
    this.intradayQuantity += quantity;
    this.intradayCost += quantity * lot.price;
  }
}

/** Whether shares bought as `lot` belong to the lot before: another fill of its order at its price and time. */
function isContinued(before: Lot, lot: Lot): boolean {
  return (
    before.orderId === lot.orderId &&
    before.price === lot.price &&
    before.boughtAt === lot.boughtAt &&
    before.product === lot.product
  );
}

/** `quantity` shares with the cost and the loan of `lot`: the cheaper ones first. */
function restated(lot: Lot, quantity: Quantity, newId: () => number): Lot[] {
  const parts = costEach(lot.price * lot.quantity, quantity);
  const loan = proportion(lot.loan, parts[0].quantity, quantity);
  return parts.map((part, index) => ({ ...lot, id: newId(), ...part, loan: index === 0 ? loan : lot.loan - loan }));
}

/** Loss against cost of the intraday part, and the margin that stands behind it, both in paise. */
export function intradayExposure(position: Position): { loss: Paise; margin: Paise } {
  const { market, intradayQuantity, intradayCost, loan } = position;
  return { loss: intradayCost - market.quote.last * intradayQuantity, margin: intradayCost - loan };
}

/** The position is closed when the loss reaches 80 % of the margin. */
export function isMarginSpent(position: Position): boolean {
  const { loss, margin } = intradayExposure(position);
  return loss * 5 >= margin * 4 && margin > 0;
}
