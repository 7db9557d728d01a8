// The lots of one position as rows of numbers, in the order they are sold, so that a million buys create no million objects.
import type { Instant, Paise, Quantity } from '../money.ts';

/** Delivery shares are paid in full and kept; intraday shares are bought on margin and sold the same day. */
export type Product = 'delivery' | 'intraday';

/** Shares bought at one price. */
export interface Lot {
  /** The trade that made it. */
  id: number;
  quantity: Quantity;
  price: Paise;
  product: Product;
  /** What the house lent for these shares, still owed. */
  loan: Paise;
  boughtAt: Instant;
  orderId: number;
}

/** Some of the shares of a position, and what they cost. */
export interface Part {
  readonly quantity: Quantity;
  readonly cost: Paise;
}

/** The earliest instant and the lowest order among the intraday lots; `Infinity` without any. */
export interface FirstIntraday {
  readonly boughtAt: Instant;
  readonly orderId: number;
}

export function emptyLot(): Lot {
  return { id: 0, quantity: 0, price: 0, product: 'delivery', loan: 0, boughtAt: 0, orderId: 0 };
}

/** A lot's row. */
const ROW = 8;
const ID = 0;
const QUANTITY = 1;
const PRICE = 2;
const IS_INTRADAY = 3;
const LOAN = 4;
const BOUGHT_AT = 5;
const ORDER_ID = 6;

const NO_ROWS = new Float64Array(0);
const FIRST_ROWS = 4;

/** A place counts from the first lot that still has shares. */
export class Lots {
  #rows = NO_ROWS;
  /** The rows in use. Before `#head` stand some that have been sold out. */
  #head = 0;
  #end = 0;
  /** How many of them are intraday: they come first. */
  #intraday = 0;

  get count(): number {
    return this.#end - this.#head;
  }

  /** Writes the lot at a place into `lot`. */
  read(place: number, lot: Lot): Lot {
    const rows = this.#rows;
    const row = (this.#head + place) * ROW;
    lot.id = rows[row + ID];
    lot.quantity = rows[row + QUANTITY];
    lot.price = rows[row + PRICE];
    lot.product = rows[row + IS_INTRADAY] === 1 ? 'intraday' : 'delivery';
    lot.loan = rows[row + LOAN];
    lot.boughtAt = rows[row + BOUGHT_AT];
    lot.orderId = rows[row + ORDER_ID];
    return lot;
  }

  /** The lot at a place has `quantity` shares and owes `loan` from now on. */
  change(place: number, quantity: Quantity, loan: Paise): void {
    const row = (this.#head + place) * ROW;
    this.#rows[row + QUANTITY] = quantity;
    this.#rows[row + LOAN] = loan;
  }

  /** Puts a lot at a place; the lots from there on move one back. */
  insert(place: number, lot: Readonly<Lot>): void {
    if (this.#end * ROW === this.#rows.length) this.#makeRoom();
    const row = (this.#head + place) * ROW;
    const rows = this.#rows;
    if (place < this.count) rows.copyWithin(row + ROW, row, this.#end * ROW);
    this.#end++;
    if (lot.product === 'intraday') this.#intraday++;
    rows[row + ID] = lot.id;
    rows[row + QUANTITY] = lot.quantity;
    rows[row + PRICE] = lot.price;
    rows[row + IS_INTRADAY] = lot.product === 'intraday' ? 1 : 0;
    rows[row + LOAN] = lot.loan;
    rows[row + BOUGHT_AT] = lot.boughtAt;
    rows[row + ORDER_ID] = lot.orderId;
  }

  /** Where the next lot of a product goes: behind the last one of it, intraday before delivery. */
  placeOf(product: Product): number {
    return product === 'delivery' ? this.count : this.#intraday;
  }

  /** The first `count` lots are sold out. No other lot moves. */
  drop(count: number): void {
    this.#head += count;
    this.#intraday = Math.max(0, this.#intraday - count);
    if (this.#head === this.#end) this.#head = this.#end = 0;
  }

  /** The part that was bought before `at`. */
  boughtBefore(at: Instant): Part {
    const rows = this.#rows;
    let [quantity, cost] = [0, 0];
    for (let row = this.#head * ROW; row < this.#end * ROW; row += ROW) {
      if (rows[row + BOUGHT_AT] >= at) continue;
      quantity += rows[row + QUANTITY];
      cost += rows[row + QUANTITY] * rows[row + PRICE];
    }
    return { quantity, cost };
  }

  /** The intraday shares bought before `at`. */
  intradayBefore(at: Instant): Quantity {
    const rows = this.#rows;
    let quantity = 0;
    for (let row = this.#head * ROW; row < (this.#head + this.#intraday) * ROW; row += ROW)
      if (rows[row + BOUGHT_AT] < at) quantity += rows[row + QUANTITY];
    return quantity;
  }

  /** Looks at all of them: orders fill in any order, and the clock of another process may have been ahead. */
  firstIntraday(): FirstIntraday {
    const rows = this.#rows;
    let [boughtAt, orderId] = [Infinity, Infinity];
    for (let row = this.#head * ROW; row < (this.#head + this.#intraday) * ROW; row += ROW) {
      boughtAt = Math.min(boughtAt, rows[row + BOUGHT_AT]);
      orderId = Math.min(orderId, rows[row + ORDER_ID]);
    }
    return { boughtAt, orderId };
  }

  /** Copies, in the order in which they are sold: of all of them, or of as many as hold `enough` shares. */
  copies(enough = Infinity): Lot[] {
    // Four times as fast as an array made from a length.
    const lots: Lot[] = [];
    for (let [place, left] = [0, enough]; place < this.count && left > 0; place++) {
      const lot = this.read(place, emptyLot());
      lots.push(lot);
      left -= lot.quantity;
    }
    return lots;
  }

  /** Clears sold-out lots away if they fill most of the rows; otherwise doubles the room. */
  #makeRoom(): void {
    const inUse = this.#rows.subarray(this.#head * ROW, this.#end * ROW);
    const isMostlySold = this.#head * 2 > this.#end;
    const rows = isMostlySold ? this.#rows : new Float64Array(Math.max(FIRST_ROWS * ROW, this.#rows.length * 2));
    rows.set(inUse);
    this.#rows = rows;
    this.#end -= this.#head;
    this.#head = 0;
  }
}
