// Three people who trade at random for days, over midnights and openings, a tax year's end, changed fees and corporate actions; and what
// an accountant computes from everything that the calls show afterwards.
import { afterAll, beforeAll, expect } from 'vitest';
import type { RouteName } from '../../contract/routes.ts';
import type { Order, Transaction } from '../../contract/trade.ts';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { dayStartAt, dayText, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { Books, half, termsOf } from '../accountant.ts';
import type { Law, Schedule, SeenAction, SeenOrder, Terms } from '../accountant.ts';
import { startTrading } from '../trading.ts';
import type { Trading } from '../trading.ts';

type Person = Awaited<ReturnType<Trading['trader']>>;

export const STEPS = 300;
export const STOCKS = { ABC: 250_00, MERIT: 1_437_10, ZENITH: 31_05 };
/** The last days of a tax year, with a month's end. */
export const BEGIN = Date.UTC(2027, 2, 29, 3, 45);
export const DAYS = 5;
export const CASH = 50_000_000_00;
const LAW: Law = {
  sttDelivery: 100_000,
  sttIntradaySell: 25_000,
  exchange: 2_970,
  sebi: 100,
  stampDelivery: 15_000,
  stampIntraday: 3_000,
  gst: 18_000_000,
};
const WIRE_LAW = {
  from: '2024-10-01',
  sttDelivery: 0.1,
  sttIntradaySell: 0.025,
  exchange: 0.00297,
  sebi: 0.0001,
  stampDelivery: 0.015,
  stampIntraday: 0.003,
  gst: 18,
};

/** Whole numbers below `count`, the same for a seed. */
function dice(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
}

/** Sums that are shown must be whole paise. */
export function paise(rupees: number): number {
  const whole = Math.round(rupees * 100);
  expect(Math.abs(rupees * 100 - whole)).toBeLessThan(1e-4);
  return whole + 0;
}

export let server: Trading;
export let admin: Person;
export const people: Person[] = [];
let roll = dice(0);
const pick = <Item>(items: readonly Item[]): Item => items[roll(items.length)];
/** Fee schedules in the order in which they came into force. */
const schedules: { at: number; fees: Schedule }[] = [];
const actions: SeenAction[] = [];
/** Terms of orders whose size was changed before anything was filled. */
export const changedTerms = new Map<string, Terms>();
export const marks = new Map<string, number>(Object.entries(STOCKS));
export const ticks = new Map<string, number>();
export const closes = new Map<string, number>(Object.entries(STOCKS));
/** How many orders turned out as their preview had said. */
export let previews = 0;

export const ask = async (name: RouteName, input: object, { token }: Pick<Person, 'token'>) => {
  const { status, body } = await server.call(name, input, { token });
  expect([name, input, status < 300 ? 'done' : body.message]).toEqual([name, input, 'done']);
  return body.data;
};

export const feesNow = (): Schedule => schedules[schedules.length - 1].fees;

async function setFees(fees: Omit<Schedule, 'promotions'>): Promise<void> {
  await ask(
    'POST /updateFees',
    {
      standardCommissionRate: fees.rate / 10_000,
      flatTransactionFee: fees.flat / 100,
      volumeDiscounts: fees.discounts.map(({ min, max, off }) => ({
        minVolume: min,
        maxVolume: max,
        discountRate: off / 1_000_000,
      })),
      statutory: { isOn: fees.law !== null, rates: [WIRE_LAW] },
    },
    admin,
  );
  schedules.push({ at: server.clock.at, fees: { promotions: [], ...schedules.at(-1)?.fees, ...fees } });
}

async function promote(days: number, off: number): Promise<void> {
  const from = marketDay(server.clock.at);
  const [startDate, endDate] = [dayText(from), dayText(from + days - 1)];
  await ask('POST /feePromotions', { name: 'Some days', discountValue: off / 10_000, startDate, endDate }, admin);
  const promotion = { from: dayStartAt(from), until: dayStartAt(from + days), off };
  const fees = feesNow();
  schedules.push({ at: server.clock.at, fees: { ...fees, promotions: [...fees.promotions, promotion] } });
}

export const onTick = (price: number): number => Math.max(5, Math.round(price / 5) * 5);

/** Simulated traders quote again, around a moved price. */
function market(symbol: string): void {
  const close = closes.get(symbol)!;
  const moved = marks.get(symbol)! * (1 + (roll(401) - 200) / 10_000);
  const price = onTick(Math.min(close * 1.15, Math.max(close * 0.85, moved)));
  server.clear(symbol);
  server.mark(symbol, price);
  marks.set(symbol, price);
  for (let level = 1; level <= 3; level++) {
    server.quote(symbol, 'sell', price + 5 * level * (1 + roll(4)), 1 + roll(90));
    server.quote(symbol, 'buy', Math.max(5, price - 5 * level * (1 + roll(4))), 1 + roll(90));
  }
}

/** The last trades in the market. */
export async function readPrices(): Promise<void> {
  for (const { symbol, price, tickSize } of await ask('GET /stocks', {}, admin)) {
    marks.set(symbol, paise(price));
    ticks.set(symbol, paise(tickSize));
  }
}

/** A random order; buys outweigh sales a little, and only held shares are sold. */
async function order(person: Person): Promise<void> {
  const symbol = pick(Object.keys(STOCKS));
  const { portfolio } = await ask('GET /portfolio', {}, person);
  const held = portfolio.find((item: PortfolioItem) => item.symbol === symbol)?.availableQuantity ?? 0;
  const type = held > 0 && roll(100) < 47 ? 'SELL' : 'BUY';
  const quantity = type === 'SELL' ? 1 + roll(Math.min(held, 400)) : pick([1, 3, 49, 50, 51, 99, 100, 101, 130, 37]);
  const orderType = pick(['MARKET', 'MARKET', 'LIMIT', 'LIMIT', 'STOP', 'STOP-LIMIT']);
  const last = marks.get(symbol)!;
  const sign = type === 'BUY' ? 1 : -1;
  const stop = onTick(last + sign * (10 + 5 * roll(30)));
  const limit = orderType === 'LIMIT' ? onTick(last + sign * 5 * (roll(30) - 12)) : onTick(stop + sign * 20);
  const prices = {
    ...(orderType === 'LIMIT' || orderType === 'STOP-LIMIT' ? { price: limit / 100 } : {}),
    ...(orderType === 'STOP' || orderType === 'STOP-LIMIT' ? { stopPrice: stop / 100 } : {}),
  };
  const isIntraday = type === 'BUY' && roll(4) === 0;
  const around = (orderType === 'MARKET' ? last : limit) / 100;
  const hasExits = type === 'BUY' && roll(5) === 0 && (orderType === 'MARKET' || orderType === 'LIMIT');
  const exits = hasExits ? { target: onTick(around * 102) / 100, stopLoss: onTick(around * 99) / 100 } : {};
  const timeInForce = pick(['DAY', 'GTC', 'GTC', 'IOC', 'FOK']);
  const asked = { type, orderType, quantity, isIntraday, timeInForce, ...prices, ...exits };
  await place(person, symbol, asked);
}

/** The preview must match the result: the charges if it was filled as foreseen, the hold if all of it waits. */
async function place(person: Person, symbol: string, asked: object): Promise<void> {
  const before = await ask('GET /portfolio', {}, person);
  const openBefore = await openIds(person);
  const said = await server.call('GET /charges', { symbol, ...asked }, { token: person.token });
  const { status, body } = await server.call('POST /orders', { stock: symbol, ...asked }, { token: person.token });
  if (status !== 200 && status !== 201) return;
  const given = body.data as Order;
  const after = await ask('GET /portfolio', {}, person);
  const isWhole = given.filledQuantity === given.quantity;
  const value = given.filledQuantity * (given.averagePrice ?? 0);
  if (isWhole && Math.abs(value - said.body.data.value) < 0.005) {
    previews++;
    expect([given.charges, given.statutoryItems]).toEqual([said.body.data.totalCharges, said.body.data.statutoryItems]);
    const open = await openIds(person);
    const isAlone = open.join() === openBefore.join();
    if (isAlone) expect(paise(after.balance)).toBe(paise(said.body.data.cashAfter));
  } else if (given.filledQuantity === 0 && given.status === 'PENDING' && given.type === 'BUY') {
    previews++;
    expect(paise(after.heldBalance) - paise(before.heldBalance)).toBe(paise(said.body.data.cashNeeded));
    expect(paise(after.balance) + paise(after.heldBalance)).toBe(paise(before.balance) + paise(before.heldBalance));
  }
}

const openIds = async (person: Person): Promise<string[]> =>
  (await ask('GET /getOrders', { status: 'PENDING', limit: 100 }, person)).orders.map(({ orderId }: Order) => orderId);

/** Changes or cancels one of the open orders. */
async function meddle(person: Person): Promise<void> {
  const { orders } = await ask('GET /getOrders', { status: 'PENDING', limit: 100 }, person);
  if (orders.length === 0) return;
  const { orderId: id, quantity, filledQuantity, price, stopPrice, orderType } = pick(orders as Order[]);
  if (roll(3) === 0) return void (await server.call('POST /cancelOrder/{id}', { id }, { token: person.token }));
  const size = Math.max(1, quantity + roll(9) - 4);
  const hasLimit = orderType !== 'STOP';
  const change = {
    id,
    quantity: size,
    ...(hasLimit ? { price: onTick(price * 100 + 5 * (roll(9) - 4)) / 100 } : {}),
    ...(stopPrice === null ? {} : { stopPrice }),
  };
  const { status } = await server.call('POST /modifyOrder/{id}', change, { token: person.token });
  if (status === 200 && size !== quantity && filledQuantity === 0)
    changedTerms.set(id, termsOf(feesNow(), size, server.clock.at));
}

/** Midnight in India, when the date in UTC is still the day before; corporate actions take effect then. */
async function nextDay(): Promise<void> {
  const day = marketDay(server.clock.at) + 1;
  const hasHours = day % 2 === 0;
  server.clock.at = dayStartAt(day) - 1;
  if (hasHours) await server.exchange.submit({ kind: 'close-market' });
  for (const person of people) await order(person);
  server.clock.at = dayStartAt(day) + (hasHours ? 9 * HOUR_MS : 0);
  await readPrices();
  const made = companyActs(day);
  for (const symbol of Object.keys(STOCKS)) closes.set(symbol, marks.get(symbol)!);
  for (const { symbol, from, to, perShare } of made) {
    const kind = perShare > 0 ? 'dividend' : 'split';
    const terms = perShare > 0 ? [null, null, perShare] : [from, to, null];
    await server.database.query(
      `insert into corporate_actions (venue, instrument, kind, from_shares, to_shares, per_share, effective_day, created_at, created_by)
       select 1, id, $2, $3, $4, $5, $6, 0, $7::uuid from instruments where venue = 1 and symbol = $1`,
      [symbol, kind, ...terms, day, admin.id],
    );
    if (to > from) {
      marks.set(symbol, Math.max(1, half(marks.get(symbol)! * from, to)));
      closes.set(symbol, marks.get(symbol)!);
    }
  }
  const { rows } = await server.database.query<{
    id: number;
    symbol: string;
    kind: string;
    from: number;
    to: number;
    perShare: number;
  }>(
    `select c.id, i.symbol, c.kind, c.from_shares as "from", c.to_shares as "to", c.per_share as "perShare"
     from corporate_actions c join instruments i on i.venue = c.venue and i.id = c.instrument where c.effective_day = $1 order by c.id`,
    [day],
  );
  const acts = rows.map(({ id, symbol, kind, from, to, perShare }) =>
    kind === 'dividend'
      ? ({ id, symbol, kind: 'dividend', perShare } as const)
      : ({ id, symbol, kind: 'split', from, to } as const),
  );
  await server.exchange.submit({ kind: 'start-day', day, actions: acts });
  actions.push(...made);
  if (hasHours) await open();
  // At the first instant of the day.
  for (const symbol of Object.keys(STOCKS)) market(symbol);
  for (const person of people) await order(person);
}

/** Orders placed since the close trade at one price. */
async function open(): Promise<void> {
  for (const person of people) for (let n = 0; n < 4; n++) await order(person);
  server.clock.at += 8 * MINUTE_MS;
  await server.exchange.submit({ kind: 'hold-auction' });
  server.clock.at += 7 * MINUTE_MS;
  await server.exchange.submit({ kind: 'open-market' });
  await readPrices();
}

function companyActs(day: number): SeenAction[] {
  const act = (symbol: string, from: number, to: number, perShare: number): SeenAction => {
    return { symbol, day, from, to, perShare, priceBefore: marks.get(symbol)! };
  };
  const nth = day - marketDay(BEGIN);
  if (nth === 1) return [act('ABC', 1, 1, 175)];
  if (nth === 2) return [act('MERIT', 3, 7, 0)];
  return nth === 3 ? [act('ZENITH', 2, 3, 0), act('MERIT', 1, 1, 55)] : [];
}

async function live(): Promise<void> {
  const perDay = Math.floor(STEPS / DAYS);
  for (let step = 0; step < STEPS; step++) {
    server.clock.at += 1_000 + roll(90_000);
    if (step > 0 && step % perDay === 0) await nextDay();
    if (step % 71 === 20) await setFees(pick(FEES));
    if (step === 30) await promote(2, 200_000);
    if (step === 200) await promote(1, 125_000);
    const what = roll(10);
    if (what < 4) market(pick(Object.keys(STOCKS)));
    else if (what < 9) await order(pick(people));
    else await meddle(pick(people));
    await server.beat();
    if (step % 97 === 50) await squareOff();
  }
}

/** The exchange sells the shares that were bought on margin. */
async function squareOff(): Promise<void> {
  const { accountNo: account } = pick(people);
  for (const symbol of Object.keys(STOCKS)) {
    market(symbol);
    await server.exchange.submit({ kind: 'square-off', account, symbol, cause: 'day-end' });
  }
}

const FEES: Omit<Schedule, 'promotions'>[] = [
  { rate: 10_000, flat: 500, discounts: [{ min: 50, max: 100, off: 20_000 }], law: null },
  { rate: 10_000, flat: 500, discounts: [{ min: 50, max: 100, off: 20_000 }], law: LAW },
  { rate: 3_333, flat: 1_999, discounts: [], law: LAW },
  { rate: 0, flat: 0, discounts: [], law: LAW },
  {
    rate: 12_345,
    flat: 1,
    discounts: [
      { min: 1, max: 49, off: 123_400 },
      { min: 51, max: 99, off: 1_000_000 },
    ],
    law: null,
  },
];

export interface Seen {
  readonly person: Person;
  readonly orders: readonly Order[];
  /** The oldest first. */
  readonly fills: readonly (Transaction & { readonly tradeId: number })[];
  readonly books: Books;
}
export let seen: Seen[] = [];

async function pages<Row>(name: RouteName, list: string, person: Person): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const data = await ask(name, { page, limit: 100 }, person);
    rows.push(...data[list]);
    if (page >= data.totalPages) return rows;
  }
}

export const scheduleAt = (at: number): Schedule => schedules.findLast((one) => one.at <= at)!.fees;

async function look(person: Person): Promise<Seen> {
  const orders = await pages<Order>('GET /getOrders', 'orders', person);
  const fills = (await pages<Transaction>('GET /transactions', 'transactions', person))
    .map((fill) => ({ ...fill, tradeId: Number(fill._id.split('-')[0]) }))
    .reverse();
  const known = orders.map(({ orderId: id, type, stock, isIntraday, quantity, createdAt }): SeenOrder => {
    const at = Date.parse(createdAt);
    const terms = changedTerms.get(id) ?? termsOf(scheduleAt(at), quantity, at);
    return { id, isBuy: type === 'BUY', symbol: stock.symbol, isIntraday, terms };
  });
  const seenFills = fills.map(({ tradeId, orderId, price, quantity, completedAt }) => {
    return { tradeId, orderId, price: paise(price), quantity, at: Date.parse(completedAt) };
  });
  return { person, orders, fills, books: new Books(CASH, known, seenFills, actions) };
}

export function tradeAtRandom(seed: number): void {
  beforeAll(async () => {
    roll = dice(seed);
    server = await startTrading(STOCKS, undefined, undefined, BEGIN);
    admin = await server.admin();
    await setFees(FEES[0]);
    await server.exchange.submit({
      kind: 'set-limits',
      limits: { maxBuyLimit: 100_000, maxSellLimit: 100_000, timeframeInHours: 1 },
    });
    for (let n = 0; n < 3; n++) people.push(await server.trader(CASH));
    for (const symbol of Object.keys(STOCKS)) market(symbol);
    await live();
    await readPrices();
    server.clock.at += 1000;
    seen = await Promise.all(people.map(look));
  }, 600_000);
  afterAll(() => server.close());
}

export const sumOf = <Item>(items: Iterable<Item>, of: (item: Item) => number): number =>
  [...items].reduce((sum, item) => sum + of(item), 0);
