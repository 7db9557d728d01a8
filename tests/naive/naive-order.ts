// Orders and lots of the naive twin. What an order has filled, paid and still needs is added up from its fills each time.
import type { PlaceOrder } from '../../core/command.ts';
import { chargesOnValue, halfUp } from './naive-money.ts';
import type { NaiveCharges, NaiveRates } from './naive-money.ts';

export interface NaiveFill {
  readonly at: number;
  readonly price: bigint;
  readonly quantity: bigint;
  /** The trader's own part of its cost, for a buy. */
  readonly own: bigint;
  /** The part of its value in intraday shares. */
  readonly intraday: bigint;
  readonly brokerage: bigint;
  readonly flatFee: bigint;
  readonly statutory: bigint;
}

/** Where an order is. `working`: it is being executed at this moment. */
export type Place = 'working' | 'queued' | 'waiting' | 'resting' | 'ended';

export class NaiveOrder {
  readonly id: number;
  terms: PlaceOrder;
  readonly origin: string;
  readonly rates: NaiveRates;
  place: Place = 'working';
  /** When it was accepted. */
  at = 0;
  /** Its place among all orders that ever came to rest in the book. */
  turn = 0;
  /** What a market or stop buy set aside when it was accepted. */
  reserve = 0n;
  reason: string | null = null;
  readonly fills: NaiveFill[] = [];
  /** Its stop has fired. */
  hasFired = false;

  constructor(id: number, terms: PlaceOrder, origin: string, rates: NaiveRates) {
    this.id = id;
    this.terms = terms;
    this.origin = origin;
    this.rates = rates;
  }

  /** Rests at its target, and waits for its stop at the same time. */
  get isExit(): boolean {
    return this.terms.orderType === 'bracket';
  }

  get isIntradayExit(): boolean {
    return this.origin === 'exit' && this.terms.product === 'intraday';
  }

  get owner(): number {
    return this.terms.account;
  }

  get side(): 'buy' | 'sell' {
    return this.terms.side;
  }

  get limit(): number {
    return this.terms.limitPrice;
  }

  /** Market orders, and stops without a limit. */
  get hasNoLimit(): boolean {
    return this.terms.limitPrice === 0 || (this.isExit && this.hasFired);
  }

  get left(): number {
    return this.terms.quantity - Number(this.fills.reduce((sum, fill) => sum + fill.quantity, 0n));
  }

  get value(): bigint {
    return this.fills.reduce((sum, fill) => sum + fill.price * fill.quantity, 0n);
  }

  get paid(): bigint {
    return this.fills.reduce((sum, fill) => sum + fill.own + fill.brokerage + fill.flatFee + fill.statutory, 0n);
  }

  get intradayValue(): bigint {
    return this.fills.reduce((sum, fill) => sum + fill.intraday, 0n);
  }

  /** All charges once `value` is filled, `intraday` of it in intraday shares: for a buy the whole or nothing. */
  charges(value: bigint, intraday = this.terms.product === 'intraday' ? value : 0n): NaiveCharges {
    return chargesOnValue(this.side, this.rates, value, intraday);
  }

  ownMoney(value: bigint): bigint {
    return this.terms.product === 'intraday' ? halfUp(value, 5n) : value;
  }

  /** Cash for `quantity` more shares of a buy at `price`: the whole order's cost then, less what it has paid. */
  cashFor(quantity: number, price: number): bigint {
    const value = this.value + BigInt(quantity) * BigInt(price);
    const { brokerage, flatFee, statutory } = this.charges(value);
    return this.ownMoney(value) + brokerage + flatFee + statutory - this.paid;
  }

  /** What must be set aside for it now: cash for a buy, shares for a sell. */
  get needs(): bigint {
    if (this.place === 'ended') return 0n;
    if (this.side === 'sell') return BigInt(this.left);
    return this.hasNoLimit ? this.reserve - this.paid : this.cashFor(this.left, this.limit);
  }

  get status(): string {
    if (this.reason === 'filled') return 'filled';
    if (this.reason === 'day-ended') return 'expired';
    if (this.reason !== null) return 'canceled';
    if (this.place === 'waiting') return 'stop-pending';
    return this.fills.length > 0 ? 'partially-filled' : 'new';
  }
}

export interface NaiveLot {
  readonly at: number;
  quantity: bigint;
  readonly price: bigint;
  readonly product: string;
  loan: bigint;
  readonly orderId: number;
}

/** Everything one trader has of one stock, lots in the order they were bought. */
export class NaiveHolding {
  readonly lots: NaiveLot[] = [];
  readonly trades: { side: string; at: number; quantity: number }[] = [];

  /** In the order in which they are sold: intraday first, each part oldest first. */
  inOrderOfSale(): NaiveLot[] {
    const of = (product: string) => this.lots.filter((lot) => lot.product === product && lot.quantity > 0n);
    return [...of('intraday'), ...of('delivery')];
  }

  /** Fills of one order at one price and time are one lot. */
  add(lot: NaiveLot): void {
    const before = this.inOrderOfSale().findLast((each) => each.product === lot.product);
    if (before !== undefined && before.orderId === lot.orderId && before.price === lot.price && before.at === lot.at) {
      before.quantity += lot.quantity;
      before.loan += lot.loan;
    } else this.lots.push(lot);
  }

  take(quantity: bigint): { cost: bigint; loan: bigint; intraday: bigint } {
    let cost = 0n;
    let loan = 0n;
    let intraday = 0n;
    for (const lot of this.inOrderOfSale()) {
      const sold = quantity < lot.quantity ? quantity : lot.quantity;
      const repaid = (lot.loan * sold) / lot.quantity;
      cost += lot.price * sold;
      loan += repaid;
      if (lot.product === 'intraday') intraday += sold;
      lot.loan -= repaid;
      lot.quantity -= sold;
      quantity -= sold;
    }
    return { cost, loan, intraday };
  }

  intraday(): bigint {
    return this.lots.reduce((sum, lot) => (lot.product === 'intraday' ? sum + lot.quantity : sum), 0n);
  }

  tradedSince(side: string, from: number): number {
    return this.trades.reduce((sum, trade) => (trade.side === side && trade.at > from ? sum + trade.quantity : sum), 0);
  }
}
