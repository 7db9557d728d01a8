// Which intraday positions are closed for their owners, and how often that is tried without buyers.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { Market } from '../../core/market/market.ts';
import { Position } from '../../core/trade/position.ts';
import { Trader } from '../../core/trade/trader.ts';
import { listed } from '../../tests/still-market.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import { createLog } from '../log.ts';
import { HaltedSquareOffs } from './halted-square-offs.ts';
import { MarketLoop } from './loop.ts';
import { firstIntradayBuy, SquareOffs } from './square-off.ts';

const SECOND_MS = 1000;
const calendar = new TradingCalendar('always');
const closing = (day: number): number => dayStartAt(day) + 15 * HOUR_MS + 20 * MINUTE_MS;
const squareOffAt = closing(marketDay(Date.now()) + 1);
let squareOffs = new SquareOffs();
let server: Trading;
let asha: Awaited<ReturnType<Trading['trader']>>;

beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00, MERIT: 100_00 }, null, calendar);
  asha = await server.trader(100_000_00);
});

afterAll(() => server.close());

async function place(asked: object): Promise<void> {
  const order = { stock: 'ZENITH', ...asked };
  const { body } = await server.call('POST /orders', order, { token: asha.token });
  expect(body.success, body.message).toBe(true);
}

/** The steps of the market's loop once a second, `seconds` after 15:20. */
async function look(seconds: number): Promise<void> {
  server.clock.at = squareOffAt + seconds * SECOND_MS;
  for (const command of await squareOffs.due(server.exchange, server.clock.at, calendar))
    await server.exchange.submit(command);
}

async function told(): Promise<string[]> {
  const reply = await server.call('GET /notifications', {}, { token: asha.token });
  const all = reply.body.data as { type: string; message: string }[];
  return all.filter(({ type }) => type === 'Square-off').map(({ message }) => message);
}

test('where nobody buys within reach it is told once, then sold minute by minute as buyers come', async () => {
  server.clock.at = squareOffAt - HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 3);
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 3, isIntraday: true });
  server.quote('ZENITH', 'buy', 94_95, 3);
  for (let second = 0; second < 100; second++) await look(second);
  expect(await told()).toEqual([expect.stringContaining('There is no buyer within 5% of the last price')]);
  squareOffs = new SquareOffs();
  await squareOffs.recover(server.exchange, server.database, VENUE);
  for (let second = 100; second < 200; second++) await look(second);
  expect(await told(), 'the next process tells it no second time').toHaveLength(1);
  server.quote('ZENITH', 'buy', 95_00, 1);
  await look(200);
  await look(201);
  expect(await told()).toHaveLength(2);
  server.quote('ZENITH', 'buy', 94_00, 9);
  await look(202);
  await look(259);
  expect(await told(), 'the minute is not over').toHaveLength(2);
  await look(260);
  expect((await told())[0]).toContain('Sold 2 ZENITH at ₹94.95.');
});

test('a loss in the evening is one cause more, and one sale', async () => {
  await look(261);
  server.clear('ZENITH');
  server.mark('ZENITH', 100_00);
  server.clock.at = squareOffAt + HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 2);
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true });
  server.mark('ZENITH', 83_00);
  server.clock.at = squareOffAt + 25 * HOUR_MS;
  const due = await squareOffs.due(server.exchange, server.clock.at, calendar);
  expect(due).toEqual([{ kind: 'square-off', account: asha.accountNo, symbol: 'ZENITH', cause: 'loss' }]);
});

test('what is bought after 15:20 is kept until the next day, though older shares beside it are still for sale', async () => {
  server.clear('ZENITH');
  server.mark('ZENITH', 100_00);
  asha = await server.trader(100_000_00);
  squareOffs = new SquareOffs();
  const at = closing(marketDay(server.clock.at) + 1);
  const lookAt = async (now: number): Promise<void> => {
    server.clock.at = now;
    for (const command of await squareOffs.due(server.exchange, now, calendar)) await server.exchange.submit(command);
  };
  server.clock.at = at - HOUR_MS;
  server.quote('ZENITH', 'sell', 100_00, 5);
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 3, isIntraday: true });
  await lookAt(at);
  server.clock.at = at + 10 * SECOND_MS;
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true });
  await place({ type: 'BUY', orderType: 'LIMIT', price: 90, quantity: 1, isIntraday: true });
  server.quote('ZENITH', 'buy', 99_00, 9);
  await lookAt(at + MINUTE_MS);
  const left = async (): Promise<number[]> =>
    (await server.call('GET /portfolio', {}, { token: asha.token })).body.data.portfolio.map(
      ({ quantity }: { quantity: number }) => quantity,
    );
  const open = async (): Promise<number> =>
    (await server.call('GET /getOrders', { status: 'PENDING' }, { token: asha.token })).body.data.totalOrders;
  expect([await left(), await open()]).toEqual([[2], 1]);
  expect((await told())[0]).toContain('Sold 3 ZENITH at ₹99.00.');
  await lookAt(at + 2 * MINUTE_MS);
  expect(await left(), 'nothing more is due today').toEqual([2]);
  await lookAt(at + 24 * HOUR_MS);
  expect([await left(), await open()]).toEqual([[], 0]);
  squareOffs = new SquareOffs();
});

test('people whose shares cannot be sold at 15:20 because of a halt are told then, and once', async () => {
  server.clear('ZENITH');
  server.mark('ZENITH', 100_00);
  const ravi = await server.trader(100_000_00);
  server.quote('ZENITH', 'sell', 100_00, 2);
  const order = { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true };
  expect((await server.call('POST /orders', order, { token: ravi.token })).body.data.status).toBe('COMPLETED');
  const notices = async () => (await server.call('GET /notifications', {}, { token: ravi.token })).body.data;
  const ofHalts = async (): Promise<string[]> =>
    (await notices())
      .filter(({ type }: { type: string }) => type === 'Square-off')
      .map(({ message }: { message: string }) => message);
  await server.exchange.submit({ kind: 'set-halted', symbol: 'ZENITH', isHalted: true });
  const halted = new HaltedSquareOffs(server.notices);
  await halted.tell(server.exchange, server.clock.at, calendar);
  expect(await ofHalts(), 'its day is not over').toEqual([]);
  server.clock.at += 24 * HOUR_MS;
  await halted.tell(server.exchange, server.clock.at, calendar);
  const text = 'Your intraday position in ZENITH must be closed because intraday positions end with the day.';
  expect(await ofHalts()).toEqual([
    `${text} Trading in the stock is halted, so it is still open, and is sold as soon as trading resumes.`,
  ]);
  await halted.tell(server.exchange, server.clock.at + SECOND_MS, calendar);
  await new HaltedSquareOffs(server.notices).tell(server.exchange, server.clock.at + MINUTE_MS, calendar);
  expect(await ofHalts()).toHaveLength(1);
});

test('beside shares that nobody buys, another buy on margin is no reason to offer them again', async () => {
  const nse = new TradingCalendar('nse');
  const day = nse.tradingDayFrom(marketDay(server.clock.at) + 1);
  const meera = await server.trader(100_000_00);
  const order = { stock: 'MERIT', type: 'BUY', quantity: 2, isIntraday: true };
  const sales = async (): Promise<string[]> => {
    const { orders } = (await server.call('GET /getOrders', { limit: 100 }, { token: meera.token })).body.data;
    return (orders as { type: string; status: string }[]).map(({ type, status }) => `${type} ${status}`);
  };
  const lookAt = async (at: number): Promise<void> => {
    server.clock.at = at;
    for (const command of await offers.due(server.exchange, at, nse)) await server.exchange.submit(command);
  };
  const offers = new SquareOffs();
  const end = closing(day);
  server.clock.at = end - HOUR_MS;
  server.quote('MERIT', 'sell', 100_00, 2);
  await server.call('POST /orders', order, { token: meera.token });
  await lookAt(end);
  expect(await sales()).toEqual(['SELL FAILED', 'BUY COMPLETED']);
  for (let second = 1; second <= 3; second++) {
    server.clock.at = end + second * SECOND_MS;
    await server.call('POST /orders', { ...order, orderType: 'LIMIT', price: 90 }, { token: meera.token });
    await lookAt(server.clock.at + 500);
  }
  expect(await sales()).toEqual([...Array.from({ length: 3 }, () => 'BUY PENDING'), 'SELL FAILED', 'BUY COMPLETED']);
  server.quote('MERIT', 'buy', 99_00, 2);
  await lookAt(end + MINUTE_MS);
  expect(await sales(), 'the minute is over, and somebody buys').toEqual([
    'SELL COMPLETED',
    ...Array.from({ length: 3 }, () => 'BUY FAILED'),
    'SELL FAILED',
    'BUY COMPLETED',
  ]);
});

test('where trading has hours, what nobody bought is sold the next morning, and what is bought and ordered that morning is kept', async () => {
  const nse = new TradingCalendar('nse');
  const day = nse.tradingDayFrom(marketDay(server.clock.at) + 1);
  const ravi = await server.trader(100_000_00);
  const offers = new SquareOffs();
  const lookAt = async (at: number): Promise<void> => {
    server.clock.at = at;
    for (const command of await offers.due(server.exchange, at, nse)) await server.exchange.submit(command);
  };
  const buy = (asked: object) =>
    server.call('POST /orders', { stock: 'MERIT', type: 'BUY', isIntraday: true, ...asked }, { token: ravi.token });
  const held = async (): Promise<number[]> =>
    (await server.call('GET /portfolio', {}, { token: ravi.token })).body.data.portfolio.map(
      ({ quantity }: { quantity: number }) => quantity,
    );
  const open = async (): Promise<number> =>
    (await server.call('GET /getOrders', { status: 'PENDING' }, { token: ravi.token })).body.data.totalOrders;
  server.clear('MERIT');
  server.mark('MERIT', 100_00);
  server.clock.at = closing(day) - HOUR_MS;
  server.quote('MERIT', 'sell', 100_00, 5);
  await buy({ quantity: 3 });
  await lookAt(closing(day));
  const morning = closing(nse.tradingDayFrom(day + 1)) - 6 * HOUR_MS;
  server.clock.at = morning;
  await buy({ quantity: 2 });
  await buy({ orderType: 'LIMIT', price: 90, quantity: 1 });
  server.quote('MERIT', 'buy', 99_00, 9);
  await lookAt(morning + SECOND_MS);
  expect([await held(), await open()]).toEqual([[2], 1]);
  await lookAt(closing(nse.tradingDayFrom(day + 1)));
  expect([await held(), await open()]).toEqual([[], 0]);
});

test('what could not be offered in time, or not even be read, is due again at once', async () => {
  const { exchange, clock } = server;
  const today = marketDay(clock.at) + 1;
  const closing = dayStartAt(today) + 15 * HOUR_MS + 20 * MINUTE_MS;
  clock.at = closing - HOUR_MS;
  server.clear('MERIT');
  server.mark('MERIT', 100_00);
  // More than share a commit.
  const many = await Promise.all(Array.from({ length: 103 }, () => server.trader(10_000_00)));
  server.quote('MERIT', 'sell', 100_00, many.length);
  const order = { stock: 'MERIT', type: 'BUY', quantity: 1, isIntraday: true };
  for (const { token } of many) await server.call('POST /orders', order, { token });
  const accounts = new Set(many.map(({ accountNo }) => accountNo));
  const offers = new SquareOffs();
  const due = async (now: number): Promise<number> =>
    (await offers.due(exchange, now, calendar)).filter(({ account }) => accounts.has(account)).length;
  const late = () => Promise.reject(new ExchangeUnavailable('late'));
  const readLate = (look: (engine: Engine) => unknown) => exchange.read(look).then(late);
  await expect(offers.due({ read: readLate }, closing, calendar)).rejects.toThrow('late');
  expect(await due(closing + SECOND_MS), 'nothing was offered').toBe(103);
  expect(await due(closing + 2 * SECOND_MS), 'all were offered a second ago').toBe(0);
  server.quote('MERIT', 'buy', 100_00, many.length);
  const read = exchange.read.bind(exchange);
  const again = closing + 2 * MINUTE_MS;
  await expect(offers.offer({ read, submit: late }, again, calendar)).rejects.toThrow('late');
  const left = await due(again + SECOND_MS);
  expect([left > 0, left <= 3], 'of the first hundred nobody knows').toEqual([true, true]);
  await offers.offer(exchange, again + MINUTE_MS + SECOND_MS, calendar);
  server.clear('MERIT');
});

test('an exchange that is built anew offers nothing again that it has just offered', async () => {
  server.clear('MERIT');
  server.mark('MERIT', 100_00);
  const { exchange, board, database: db, notices, clock } = server;
  const kabir = await server.trader(100_000_00);
  const today = marketDay(clock.at) + 1;
  clock.at = dayStartAt(today) + 15 * HOUR_MS;
  server.quote('MERIT', 'sell', 100_00, 2);
  const order = { stock: 'MERIT', type: 'BUY', quantity: 2, isIntraday: true };
  await server.call('POST /orders', order, { token: kabir.token });
  clock.at = dayStartAt(today) + 16 * HOUR_MS;
  let beats = 0;
  const nobody = { step: () => void beats++, acted: () => {} };
  const log = createLog({ logLevel: 'fatal' });
  const parts = { exchange, board, crowd: nobody, calendar, db, venue: VENUE, log, notices };
  const loop = new MarketLoop({ ...parts, onBeat: () => () => {}, onPhase: () => {} });
  const offers = async (): Promise<number> =>
    (await server.call('GET /getOrders', {}, { token: kabir.token })).body.data.orders.filter(
      ({ type }: { type: string }) => type === 'SELL',
    ).length;
  await loop.start();
  try {
    expect(await offers()).toBe(1);
    const { generation } = exchange;
    const breakOff = () =>
      exchange.turn(() => {
        throw new TypeError('half way');
      });
    expect(breakOff).toThrow('half way');
    await vi.waitFor(() => expect(exchange.isRunning && exchange.generation > generation).toBe(true), 10_000);
    clock.at += 2 * SECOND_MS;
    const until = beats + 3;
    await vi.waitFor(() => expect(beats).toBeGreaterThan(until), 10_000);
    expect(await offers()).toBe(1);
  } finally {
    await loop.stop();
  }
});

test('a try by a clock that was a day ahead does not put off the next one', async () => {
  asha = await server.trader(100_000_00);
  const at = closing(marketDay(server.clock.at) + 1);
  server.clear('MERIT');
  server.mark('MERIT', 100_00);
  server.clock.at = at - HOUR_MS;
  server.quote('MERIT', 'sell', 100_00, 2);
  await place({ stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true });
  server.clock.at = at + 24 * HOUR_MS;
  for (const command of await squareOffs.due(server.exchange, server.clock.at, calendar))
    await server.exchange.submit(command);
  expect(await told()).toEqual([expect.stringContaining('There is no buyer within 5% of the last price')]);
  // The clock is right again, and the process a new one.
  squareOffs = new SquareOffs();
  await squareOffs.recover(server.exchange, server.database, VENUE);
  server.quote('MERIT', 'buy', 99_00, 9);
  const due = await squareOffs.due(server.exchange, at, calendar);
  expect(due.filter(({ account }) => account === asha.accountNo)).toEqual([
    { kind: 'square-off', account: asha.accountNo, symbol: 'MERIT', cause: 'day-end', boughtBefore: at },
  ]);
});

test('a robot may buy a position in more lots than a function takes arguments', () => {
  const held = new Position(new Trader(1, 0), new Market({ id: 1, ...listed('ZENITH', 100_00), isHalted: false }, 0));
  const lot = { quantity: 1, price: 100_00, product: 'intraday', loan: 0 } as const;
  for (let id = 1; id <= 200_000; id++) held.put({ ...lot, id, boughtAt: id, orderId: 300_000 - id });
  held.put({ ...lot, id: 200_001, boughtAt: 0, orderId: 1, product: 'delivery' });
  expect(firstIntradayBuy(held)).toBe(100_000);
});
