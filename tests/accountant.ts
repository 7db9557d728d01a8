// An independent accountant: computes what every figure must be from the orders, fills and payments that the calls show and the fees that
// were set. Shares no arithmetic with the product, and uses big integers only.
import { dayText, marketDay } from '../core/market/day.ts';

/** Rates are in millionths, statutory ones in hundred-millionths; sums in paise. */
export interface Schedule {
  readonly rate: number;
  readonly flat: number;
  readonly discounts: readonly { min: number; max: number; off: number }[];
  readonly promotions: readonly { from: number; until: number; off: number }[];
  readonly law: Law | null;
}

export interface Law {
  readonly sttDelivery: number;
  readonly sttIntradaySell: number;
  readonly exchange: number;
  readonly sebi: number;
  readonly stampDelivery: number;
  readonly stampIntraday: number;
  readonly gst: number;
}

export interface Terms {
  readonly rate: number;
  readonly flat: number;
  readonly law: Law | null;
}

export interface SeenOrder {
  readonly id: string;
  readonly isBuy: boolean;
  readonly symbol: string;
  readonly isIntraday: boolean;
  readonly terms: Terms;
}

export interface SeenFill {
  readonly tradeId: number;
  readonly orderId: string;
  readonly price: number;
  readonly quantity: number;
  readonly at: number;
}

export interface SeenAction {
  readonly symbol: string;
  readonly day: number;
  /** Every `from` shares become `to`; equal numbers if only cash is paid. */
  readonly from: number;
  readonly to: number;
  readonly perShare: number;
  readonly priceBefore: number;
}

export interface Holding {
  quantity: number;
  cost: number;
  loan: number;
  intraday: number;
  readonly lots: Lot[];
}

interface Lot {
  readonly order: string | null;
  readonly isIntraday: boolean;
  readonly price: number;
  readonly at: number;
  quantity: number;
  loan: number;
}

export interface Sums {
  brokerage: number;
  flat: number;
  law: number;
}

/** What one sell order sold on one day. */
interface Trip extends Sums {
  readonly orderId: string;
  readonly symbol: string;
  quantity: number;
  cost: number;
  proceeds: number;
}

export interface Day extends Sums {
  bought: number;
  sold: number;
  dividends: number;
  fractions: number;
  readonly trips: Map<string, Trip>;
  readonly byOrder: Map<string, Sums & { value: number }>;
}

function share(amount: number, rate: number, whole: number): number {
  return Number((2n * BigInt(amount) * BigInt(rate) + BigInt(whole)) / (2n * BigInt(whole)));
}

/** Rounds half up, for negative numbers too. */
export function half(sum: number, count: number): number {
  const [twice, by] = [2n * BigInt(sum) + BigInt(count), 2n * BigInt(count)];
  return Number(twice / by - (twice < 0n && twice % by !== 0n ? 1n : 0n));
}

const part = (amount: number, some: number, all: number): number =>
  Number((BigInt(amount) * BigInt(some)) / BigInt(all));

export function termsOf({ rate, flat, discounts, promotions, law }: Schedule, quantity: number, at: number): Terms {
  const off = discounts.find(({ min, max }) => min <= quantity && quantity <= max)?.off ?? 0;
  const best = Math.max(0, ...promotions.filter(({ from, until }) => from <= at && at < until).map((one) => one.off));
  const less = (given: number, by: number): number => share(given, 1_000_000 - by, 1_000_000);
  return { rate: less(less(rate, off), best), flat, law };
}

/** All charges of an order of which `value` has filled, `intraday` of that in intraday shares. */
export function owed(isBuy: boolean, { rate, flat, law }: Terms, value: number, intraday: number): Sums {
  if (value === 0) return { brokerage: 0, flat: 0, law: 0 };
  const most = (sum: number, left: number): number => (isBuy || sum <= left ? sum : left);
  const brokerage = most(share(value, rate, 1_000_000), value);
  const fee = most(flat, value - brokerage);
  if (law === null) return { brokerage, flat: fee, law: 0 };
  const of = (sum: number, fine: number): number => share(sum, fine, 100_000_000);
  const delivery = value - intraday;
  const [charge, sebi] = [of(value, law.exchange), of(value, law.sebi)];
  const tax = of(delivery, law.sttDelivery) + (isBuy ? 0 : of(intraday, law.sttIntradaySell));
  const stamp = isBuy ? of(delivery, law.stampDelivery) + of(intraday, law.stampIntraday) : 0;
  const gst = of(brokerage + fee + charge + sebi, law.gst);
  return { brokerage, flat: fee, law: most(tax + charge + sebi + stamp + gst, value - brokerage - fee) };
}

export const total = ({ brokerage, flat, law }: Sums): number => brokerage + flat + law;

/** A fifth of a sum, half up. */
export const fifth = (sum: number): number => half(sum, 5);

/** What is known about an order so far. */
export interface Standing extends Sums {
  quantity: number;
  value: number;
  intraday: number;
}

const nothing = (): Sums => ({ brokerage: 0, flat: 0, law: 0 });

function add(to: Sums, by: Sums): void {
  to.brokerage += by.brokerage;
  to.flat += by.flat;
  to.law += by.law;
}

/** The books of one person, who must never run out of cash. */
export class Books {
  cash: number;
  readonly holdings = new Map<string, Holding>();
  readonly orders = new Map<string, Standing>();
  readonly days = new Map<string, Day>();
  readonly #seen: ReadonlyMap<string, SeenOrder>;

  constructor(cash: number, orders: readonly SeenOrder[], fills: readonly SeenFill[], actions: readonly SeenAction[]) {
    this.cash = cash;
    this.#seen = new Map(orders.map((order) => [order.id, order]));
    const due = [...actions];
    const actUntil = (day: number): void => {
      while (due.length > 0 && due[0].day <= day) this.#act(due.shift()!);
    };
    for (const fill of fills) {
      actUntil(marketDay(fill.at));
      this.#fill(fill);
    }
    actUntil(Infinity);
  }

  holding(symbol: string): Holding {
    const known = this.holdings.get(symbol) ?? { quantity: 0, cost: 0, loan: 0, intraday: 0, lots: [] };
    this.holdings.set(symbol, known);
    return known;
  }

  standing(id: string): Standing {
    const known = this.orders.get(id) ?? { ...nothing(), quantity: 0, value: 0, intraday: 0 };
    this.orders.set(id, known);
    return known;
  }

  #day(day: number): Day {
    const date = dayText(day);
    const known = this.days.get(date) ?? {
      ...nothing(),
      bought: 0,
      sold: 0,
      dividends: 0,
      fractions: 0,
      trips: new Map(),
      byOrder: new Map(),
    };
    this.days.set(date, known);
    return known;
  }

  #fill({ orderId, price, quantity, at }: SeenFill): void {
    const order = this.#seen.get(orderId)!;
    const known = this.standing(orderId);
    const value = price * quantity;
    const before = owed(order.isBuy, order.terms, known.value, known.intraday);
    const day = this.#day(marketDay(at));
    let sold = { cost: 0, intraday: order.isIntraday ? quantity : 0 };
    if (order.isBuy) this.#buy(order, { price, quantity, at }, known.value);
    else sold = this.#sell(order.symbol, quantity);
    known.value += value;
    known.quantity += quantity;
    known.intraday += sold.intraday * price;
    const after = owed(order.isBuy, order.terms, known.value, known.intraday);
    const paid = {
      brokerage: after.brokerage - before.brokerage,
      flat: after.flat - before.flat,
      law: after.law - before.law,
    };
    const ofOrder = day.byOrder.get(orderId) ?? { ...nothing(), value: 0 };
    day.byOrder.set(orderId, ofOrder);
    ofOrder.value += value;
    for (const sums of [known, day, ofOrder]) add(sums, paid);
    this.cash += (order.isBuy ? -value : value) - total(paid);
    if (order.isBuy) day.bought += value;
    else {
      day.sold += value;
      const trip = day.trips.get(orderId) ?? {
        ...nothing(),
        orderId,
        symbol: order.symbol,
        quantity: 0,
        cost: 0,
        proceeds: 0,
      };
      day.trips.set(orderId, trip);
      add(trip, paid);
      trip.quantity += quantity;
      trip.cost += sold.cost;
      trip.proceeds += value;
    }
  }

  #buy({ id, symbol, isIntraday }: SeenOrder, fill: { price: number; quantity: number; at: number }, before: number) {
    const { price, quantity, at } = fill;
    const value = price * quantity;
    const loan = isIntraday ? value - (fifth(before + value) - fifth(before)) : 0;
    this.cash += loan;
    const held = this.holding(symbol);
    held.quantity += quantity;
    held.cost += value;
    held.loan += loan;
    if (isIntraday) held.intraday += quantity;
    const firstDelivery = held.lots.findIndex((lot) => !lot.isIntraday);
    const place = isIntraday && firstDelivery >= 0 ? firstDelivery : held.lots.length;
    const last = held.lots[place - 1];
    if (last?.order === id && last.price === price && last.at === at) {
      last.quantity += quantity;
      last.loan += loan;
    } else held.lots.splice(place, 0, { order: id, isIntraday, price, at, quantity, loan });
  }

  #sell(symbol: string, quantity: number): { cost: number; intraday: number } {
    const held = this.holding(symbol);
    const sold = { cost: 0, intraday: 0 };
    for (let left = quantity; left > 0;) {
      const lot = held.lots[0];
      const some = Math.min(left, lot.quantity);
      const loan = part(lot.loan, some, lot.quantity);
      sold.cost += some * lot.price;
      if (lot.isIntraday) sold.intraday += some;
      held.loan -= loan;
      lot.loan -= loan;
      lot.quantity -= some;
      left -= some;
      this.cash -= loan;
      if (lot.quantity === 0) held.lots.shift();
    }
    held.quantity -= quantity;
    held.cost -= sold.cost;
    held.intraday -= sold.intraday;
    return sold;
  }

  #act({ symbol, day, from, to, perShare, priceBefore }: SeenAction): void {
    const held = this.holding(symbol);
    if (held.quantity === 0) return;
    const on = this.#day(day);
    on.dividends += held.quantity * perShare;
    const fraction = half(((held.quantity * to) % from) * priceBefore, to);
    on.fractions += fraction;
    this.cash += held.quantity * perShare + fraction;
    if (from === to) return;
    const lots = held.lots.splice(0);
    let before = 0;
    let after = 0;
    for (const lot of lots) {
      before += lot.quantity;
      const quantity = part(before, to, from) - after;
      after += quantity;
      const cost = lot.price * lot.quantity;
      const price = part(cost, 1, quantity);
      const dearer = cost - price * quantity;
      const loan = part(lot.loan, quantity - dearer, quantity);
      const { isIntraday, at } = lot;
      held.lots.push({ order: null, isIntraday, at, price, quantity: quantity - dearer, loan });
      if (dearer > 0)
        held.lots.push({ order: null, isIntraday, at, price: price + 1, quantity: dearer, loan: lot.loan - loan });
    }
    held.quantity = after;
    held.intraday = held.lots.reduce((sum, lot) => sum + (lot.isIntraday ? lot.quantity : 0), 0);
  }
}
