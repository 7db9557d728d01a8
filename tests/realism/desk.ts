// A bare desk for the realism tests: one book, matching and a tape of what happened, with no money behind it.
import { Book } from '../../core/market/book.ts';
import type { Desk } from '../../core/market/traders/desk.ts';
import { bandHigh, bandLow, DEFAULT_PRICE_BAND, protectionPrice } from '../../core/market/instrument.ts';
import type { Instrument, Side } from '../../core/market/instrument.ts';
import { BookOrder } from '../../core/market/level.ts';
import { match } from '../../core/market/match.ts';
import type { Matcher } from '../../core/market/match.ts';
import type { Paise, Quantity } from '../../core/money.ts';

export interface Print {
  readonly price: Paise;
  readonly quantity: Quantity;
  /** 1 when the taker bought. */
  readonly sign: 1 | -1;
  readonly taker: number;
  readonly maker: number;
}

export class BareDesk implements Desk, Matcher {
  readonly instrument: Instrument;
  readonly book = new Book();
  lastPrice: Paise;
  /** Executions since last emptied by the test. */
  readonly tape: Print[] = [];
  readonly counts = { placed: 0, canceled: 0, taken: 0 };
  #peopleFlow = 0;

  constructor(price: Paise, tickSize: Paise, sector = 'Energy') {
    this.lastPrice = price;
    this.instrument = {
      id: 1,
      symbol: 'TEST',
      name: 'Test',
      sector,
      tickSize,
      priceBand: DEFAULT_PRICE_BAND,
      previousClose: price,
      isHalted: false,
      sharesIssued: 1_000_000,
    };
  }

  place(agent: number, side: Side, price: Paise, quantity: Quantity): BookOrder | null {
    this.#check(price, quantity);
    this.counts.placed++;
    const order = new BookOrder(0, agent, side, price, quantity);
    match(this.book, order, price, this);
    if (order.remaining > 0) this.book.add(order);
    return order.level === null ? null : order;
  }

  take(agent: number, side: Side, quantity: Quantity, limit: Paise): Quantity {
    this.#check(limit, quantity);
    this.counts.taken++;
    const order = new BookOrder(0, agent, side, limit, quantity);
    match(this.book, order, limit, this);
    const filled = quantity - order.remaining;
    if (agent > 0) this.#peopleFlow += side === 'buy' ? filled : -filled;
    return filled;
  }

  /** A person's market order, as far as market protection allows. */
  takeAsPerson(side: Side, quantity: Quantity): Quantity {
    return this.take(1, side, quantity, protectionPrice(this.instrument, side, this.lastPrice));
  }

  cancel(order: BookOrder): void {
    if (order.level === null) return;
    this.counts.canceled++;
    this.book.remove(order);
  }

  drainPeopleFlow(): number {
    const flow = this.#peopleFlow;
    this.#peopleFlow = 0;
    return flow;
  }

  get middle(): number {
    return (this.book.best('buy') + this.book.best('sell')) / 2;
  }

  payable(_taker: BookOrder, _price: Paise, quantity: Quantity): Quantity {
    return quantity;
  }

  filled(taker: BookOrder, maker: BookOrder, price: Paise, quantity: Quantity): void {
    this.lastPrice = price;
    this.tape.push({ price, quantity, sign: taker.side === 'buy' ? 1 : -1, taker: taker.owner, maker: maker.owner });
  }

  selfTradePrevented(): void {}

  /** Throws on anything that a real desk would refuse. */
  #check(price: Paise, quantity: Quantity): void {
    const { instrument } = this;
    const isAllowed =
      !instrument.isHalted &&
      Number.isSafeInteger(quantity) &&
      quantity > 0 &&
      price % instrument.tickSize === 0 &&
      price >= bandLow(instrument) &&
      price <= bandHigh(instrument);
    if (!isAllowed) throw new Error(`refused: ${quantity} at ${price}`);
  }
}
