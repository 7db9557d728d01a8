// A market with closing hours, day after day: every time below the server stops and starts again, and does what has come due once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order as WireOrder } from '../../contract/trade.ts';
import type { Engine } from '../../core/engine.ts';
import { INDEX_ID } from '../../core/market/index-symbol.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, dayText, HOUR_MS, marketDay, MINUTE_MS, weekday } from '../../core/market/day.ts';
import { createLog } from '../log.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { readDays, saveMinutes } from './bars-store.ts';
import { Crowd } from './crowd.ts';
import { MarketLoop } from './loop.ts';
import { dueStep } from './due-step.ts';

/** A Monday still to come; the Tuesday after it is a holiday. */
const today = marketDay(Date.now());
const MONDAY = today + 7 + ((8 - weekday(today + 7)) % 7);
const [FRIDAY, SUNDAY, TUESDAY, WEDNESDAY] = [MONDAY - 3, MONDAY - 1, MONDAY + 1, MONDAY + 2];
const calendar = new TradingCalendar('nse', [dayText(TUESDAY)]);
const log = createLog({ logLevel: 'error' });
const NOBODY = { step: () => {}, acted: () => {} };

function instant(day: number, time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return dayStartAt(day) + hours * HOUR_MS + minutes * MINUTE_MS;
}

interface Passing {
  readonly hours?: TradingCalendar;
  readonly crowd?: Pick<Crowd, 'step' | 'acted'>;
  readonly meanwhile?: () => Promise<void>;
}

/** Starts the server at an instant, and stops it again. Returns the day that screens had seen when they were told of the phase. */
async function passBy(
  server: Trading,
  at: number,
  { crowd = NOBODY, hours = calendar, meanwhile }: Passing = {},
): Promise<number> {
  const { exchange, board, database: db, clock } = server;
  clock.at = at;
  const day = { shown: 0, told: 0 };
  const onBeat = ({ venue }: Engine) => {
    const looked = venue.day;
    return () => void (day.shown = looked);
  };
  const onPhase = () => void (day.told = day.shown);
  const { notices } = server;
  const parts = { exchange, board, crowd, calendar: hours, db, venue: VENUE, log, notices };
  const loop = new MarketLoop({ ...parts, onBeat, onPhase });
  await loop.start();
  await meanwhile?.();
  await loop.stop();
  return day.told;
}

const standing = (server: Trading) =>
  server.exchange.read(({ venue: { isOpen, day, auctionDay } }) => ({ isOpen, day, auctionDay }));

describe('a week in which somebody trades', () => {
  let server: Trading;
  let asha: Awaited<ReturnType<Trading['trader']>>;
  let ravi: typeof asha;

  beforeAll(async () => {
    server = await startTrading({ ZENITH: 100_00 }, null, calendar);
    [asha, ravi] = [await server.trader(100_000_00), await server.trader(100_000_00)];
    server.quote('ZENITH', 'sell', 100_00, 20);
    await order(ravi, { type: 'BUY', orderType: 'MARKET', quantity: 20 });
  });

  afterAll(() => server.close());

  async function order(who: typeof asha, asked: object): Promise<WireOrder> {
    const reply = await server.call('POST /orders', { stock: 'ZENITH', ...asked }, { token: who.token });
    expect(reply.body.message).toMatch(/order placed successfully\.$/i);
    return reply.body.data;
  }

  async function orderOf(who: typeof asha, { _id }: WireOrder): Promise<string> {
    const reply = await server.call('GET /getOrders', { limit: 100 }, { token: who.token });
    const found = (reply.body.data.orders as WireOrder[]).find((each) => each._id === _id)!;
    const { status, filledQuantity, quantity, averagePrice } = found;
    return `${status} ${filledQuantity}/${quantity}${averagePrice === null ? '' : ` @ ${averagePrice}`}`;
  }

  const marketState = async () =>
    (await server.call('GET /marketState', {}, { token: asha.token })).body.data as { [field: string]: unknown };

  let early: WireOrder;
  let offer: WireOrder;
  let patient: WireOrder;
  let late: WireOrder;

  test('on Friday evening trading ends, and what is asked on Sunday is queued for Monday', async () => {
    await passBy(server, instant(FRIDAY, '16:00'));
    expect(await standing(server)).toMatchObject({ isOpen: false, day: FRIDAY });
    await passBy(server, instant(SUNDAY, '11:00'));
    expect(await standing(server)).toMatchObject({ isOpen: false, day: FRIDAY });
    expect(await marketState()).toMatchObject({
      phase: 'closed',
      nextPhase: { phase: 'pre-open', at: new Date(instant(MONDAY, '09:00')).toISOString() },
      session: dayText(MONDAY),
      // Figures stay those of Friday.
      day: dayText(FRIDAY),
    });
    early = await order(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 4, price: 102 });
    expect([early.status, early.reason]).toEqual(['PENDING', 'Waits for trading to open.']);
  });

  test('in the pre-open session orders come, change and go, and nothing trades', async () => {
    expect(await passBy(server, instant(MONDAY, '09:01')), 'whose figures stand there in the pre-open session').toBe(
      MONDAY,
    );
    expect(await standing(server)).toMatchObject({ isOpen: false, day: MONDAY });
    expect(await marketState()).toMatchObject({
      phase: 'pre-open',
      nextPhase: { phase: 'opening' },
      day: dayText(MONDAY),
    });
    offer = await order(ravi, { type: 'SELL', orderType: 'LIMIT', quantity: 5, price: 99 });
    const changed = { id: offer._id, quantity: 6, price: 99 };
    expect((await server.call('POST /modifyOrder/{id}', changed, { token: ravi.token })).status).toBe(200);
    const story = (await server.call('GET /orders/{id}/events', { id: offer._id }, { token: ravi.token })).body.data;
    expect(story.map(({ text }: { text: string }) => text)).toContain(
      'You changed it: sell 6 shares at ₹99.00 or better. It keeps its place in the queue for the opening.',
    );
    const gone = await order(asha, { type: 'BUY', orderType: 'MARKET', quantity: 1 });
    const priced = { id: gone._id, quantity: 1, price: 90 };
    const refused = await server.call('POST /modifyOrder/{id}', priced, { token: asha.token });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('has no limit price')]);
    expect((await server.call('POST /cancelOrder/{id}', { id: gone._id }, { token: asha.token })).status).toBe(200);
    patient = await order(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 90, timeInForce: 'GTC' });
    expect(await orderOf(asha, early)).toBe('PENDING 0/4');
    // The day that has begun has no figures yet: the last one that has stands first, with its own.
    const [last] = (await server.call('GET /gethistorical', { symbol: 'ZENITH' }, { token: asha.token })).body.data;
    expect(last).toMatchObject({ latestTradingDay: dayText(today), close: 100, volume: 20 });
    expect(last.timestamp, 'it ended with its trading, and not at midnight').toBe(
      new Date(instant(today, '15:30')).toISOString(),
    );
    // A chart that knows no time zone reads the same date, where the bar itself begins at midnight of India.
    const bars = (await server.call('GET /getStockData', { symbol: 'ZENITH' }, { token: asha.token })).body.data;
    expect(new Date(bars.at(-1)!.timestamp * 1000).toISOString()).toBe(`${dayText(today)}T00:00:00.000Z`);
  });

  test('at 9:08 the auction is held once, and until 9:15 nothing trades', async () => {
    await passBy(server, instant(MONDAY, '09:08'));
    // 4 change hands at each price from 99 to 102, and 2 are left over: the previous close.
    expect([await orderOf(asha, early), await orderOf(ravi, offer)]).toEqual([
      'COMPLETED 4/4 @ 100',
      'PENDING 4/6 @ 100',
    ]);
    late = await order(asha, { type: 'BUY', orderType: 'MARKET', quantity: 2 });
    await passBy(server, instant(MONDAY, '09:14'));
    expect(await standing(server)).toEqual({ isOpen: false, day: MONDAY, auctionDay: MONDAY });
    expect(await orderOf(asha, late)).toBe('PENDING 0/2');
  });

  test('at 9:15 trading opens, and at 15:30 it ends, and orders for the day with it', async () => {
    let day: WireOrder | null = null;
    const meanwhile = async () => {
      expect(await standing(server)).toMatchObject({ isOpen: true });
      expect(await orderOf(asha, late)).toBe('COMPLETED 2/2 @ 99');
      day = await order(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 91 });
      await order(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 3, price: 95, isIntraday: true });
      await order(ravi, { type: 'SELL', orderType: 'LIMIT', quantity: 3, price: 95 });
    };
    await passBy(server, instant(MONDAY, '09:15'), { meanwhile });
    await passBy(server, instant(MONDAY, '15:30'));
    expect(await standing(server)).toMatchObject({ isOpen: false, day: MONDAY });
    expect([await orderOf(asha, day!), await orderOf(asha, patient)]).toEqual(['FAILED 0/1', 'PENDING 0/1']);
    const [bar] = await readDays(server.database, VENUE, 1, { fromDay: MONDAY, toDay: MONDAY, limit: 1 });
    expect(bar).toMatchObject({ open: 100_00, high: 100_00, low: 95_00, close: 95_00, volume: 9 });
  });

  test('on a holiday nothing happens', async () => {
    expect(await marketState()).toMatchObject({ session: dayText(WEDNESDAY) });
    const next = await order(asha, { type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 96 });
    await passBy(server, instant(TUESDAY, '10:00'));
    expect(await standing(server)).toMatchObject({ isOpen: false, day: MONDAY });
    expect(await orderOf(asha, next)).toBe('PENDING 0/2');
  });

  test('a server that was down all morning catches up in order: the day, the auction, the open, and Monday’s square-off', async () => {
    const bid = await order(ravi, { type: 'BUY', orderType: 'LIMIT', quantity: 10, price: 95 });
    await passBy(server, instant(WEDNESDAY, '11:00'));
    expect(await standing(server)).toEqual({ isOpen: true, day: WEDNESDAY, auctionDay: WEDNESDAY });
    // The three that were bought on margin on Monday are sold as soon as somebody buys.
    expect(await orderOf(ravi, bid)).toBe('PENDING 3/10 @ 95');
    const steps = server.batches.length;
    await passBy(server, instant(WEDNESDAY, '11:05'));
    expect(server.batches.length).toBe(steps);
  });

  test('a server that was down at the close ends the day when it comes back', async () => {
    await passBy(server, instant(WEDNESDAY, '20:00'));
    expect(await standing(server)).toMatchObject({ isOpen: false, day: WEDNESDAY });
    expect(await orderOf(asha, patient)).toBe('PENDING 0/1');
    expect((await server.call('GET /ledger/verify', {}, { token: (await server.admin()).token })).body.data.ok).toBe(
      true,
    );
  });
});

test('a server that died just after a day had begun closes the days before it at its next start', async () => {
  const server = await startTrading({ ZENITH: 100_00 }, null, calendar);
  const bar = { open: 9_000_00, high: 9_100_00, low: 8_900_00, close: 9_050_00, volume: 0 };
  const minute = instant(FRIDAY, '15:29') / MINUTE_MS;
  await saveMinutes(server.database, VENUE, [{ instrument: INDEX_ID, minute, ...bar }]);
  await server.exchange.submit({ kind: 'start-day', day: MONDAY });
  await passBy(server, instant(MONDAY, '09:01'));
  expect(server.board.indexPreviousClose).toBe(9_050_00);
  expect(await readDays(server.database, VENUE, INDEX_ID, { fromDay: FRIDAY, toDay: MONDAY, limit: 2 })).toEqual([
    { startAt: dayStartAt(FRIDAY), ...bar },
  ]);
  await server.close();
});

test('shares bought on margin after 15:20 are sold before the close, and a bid on margin does not wait for the night', async () => {
  const server = await startTrading({ ZENITH: 100_00 }, null, calendar);
  const [late, patient, other] = [
    await server.trader(100_000_00),
    await server.trader(100_000_00),
    await server.trader(100_000_00),
  ];
  const place = async (who: typeof late, asked: object) =>
    (await server.call('POST /orders', { stock: 'ZENITH', quantity: 2, ...asked }, { token: who.token })).body.data;
  const bid = { type: 'BUY', orderType: 'LIMIT', price: 98 };
  await passBy(server, instant(MONDAY, '09:15'));
  server.quote('ZENITH', 'sell', 100_00, 20);
  const meanwhile = async () => {
    expect((await place(late, { type: 'BUY', orderType: 'MARKET', isIntraday: true })).status).toBe('COMPLETED');
    expect((await place(patient, { ...bid, price: 97, isIntraday: true })).status).toBe('PENDING');
    expect((await place(other, bid)).status).toBe('PENDING');
  };
  await passBy(server, instant(MONDAY, '15:24'), { meanwhile });
  await passBy(server, instant(MONDAY, '15:25'));
  const portfolio = async (who: typeof late) =>
    (await server.call('GET /portfolio', {}, { token: who.token })).body.data.portfolio;
  expect([await portfolio(late), await portfolio(patient)]).toEqual([[], []]);
  const orders = await server.call('GET /getOrders', {}, { token: patient.token });
  expect(orders.body.data.orders[0]).toMatchObject({ status: 'FAILED', filledQuantity: 0 });
  await server.close();
});

test('if trading never ends, shares that nobody bought at 15:20 are sold in the night, as soon as there is a buyer', async () => {
  const hours = new TradingCalendar('always');
  const server = await startTrading({ ZENITH: 100_00 }, null, hours);
  const { token } = await server.trader(100_000_00);
  const bought = async () => {
    const order = { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 2, isIntraday: true };
    server.quote('ZENITH', 'sell', 100_00, 2);
    expect((await server.call('POST /orders', order, { token })).body.data.status).toBe('COMPLETED');
  };
  const held = async (): Promise<number> =>
    (await server.call('GET /portfolio', {}, { token })).body.data.portfolio[0]?.quantity ?? 0;
  await passBy(server, instant(MONDAY, '15:00'), { hours, meanwhile: bought });
  await passBy(server, instant(MONDAY, '16:00'), { hours });
  expect(await held()).toBe(2);
  server.quote('ZENITH', 'buy', 99_00, 2);
  await passBy(server, instant(TUESDAY, '01:00'), { hours });
  expect(await held()).toBe(0);
  await server.close();
});

test('where trading never ends, an order for the day that comes just after midnight is for the new one', async () => {
  const hours = new TradingCalendar('always');
  const server = await startTrading({ ZENITH: 100_00 }, null, hours);
  const { token } = await server.trader(100_000_00);
  const place = async (at: number) => {
    server.clock.at = at;
    const order = { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 90 };
    expect((await server.call('POST /orders', order, { token })).body.data.status).toBe('PENDING');
  };
  await passBy(server, instant(MONDAY, '23:58'), { hours });
  await place(instant(MONDAY, '23:59'));
  await place(instant(TUESDAY, '00:00'));
  await passBy(server, instant(TUESDAY, '00:00') + 900, { hours });
  expect(await standing(server)).toMatchObject({ day: TUESDAY });
  const { orders } = (await server.call('GET /getOrders', {}, { token })).body.data;
  expect(orders.map(({ status }: WireOrder) => status)).toEqual(['PENDING', 'FAILED']);
  await server.close();
});

test('the rest of a market order after the auction is a limit order at the desk, too', async () => {
  const server = await startTrading({ ZENITH: 100_00 }, null, calendar);
  const [{ token }, admin] = [await server.trader(100_000_00), await server.admin()];
  await passBy(server, instant(FRIDAY, '16:00'));
  const order = { stock: 'ZENITH', type: 'BUY', orderType: 'MARKET', quantity: 2 };
  const { _id: id } = (await server.call('POST /orders', order, { token })).body.data;
  const counts = async () => {
    const { market, limit } = (await server.call('GET /orders', {}, { token: admin.token })).body.data.counts;
    const { totalOrders } = (await server.call('GET /limitorders', {}, { token: admin.token })).body.data;
    return { market, limit, totalOrders };
  };
  const none = { PENDING: 0, COMPLETED: 0, FAILED: 0 };
  expect(await counts()).toEqual({ market: { ...none, PENDING: 1 }, limit: none, totalOrders: 0 });
  await passBy(server, instant(MONDAY, '09:08'));
  expect(await counts()).toEqual({ market: none, limit: { ...none, PENDING: 1 }, totalOrders: 1 });
  await server.call('POST /cancelOrder/{id}', { id }, { token });
  expect(await counts()).toEqual({ market: none, limit: { ...none, FAILED: 1 }, totalOrders: 1 });
  await server.close();
});

test('simulated traders are away while the market is closed, and quote before it opens without trading', async () => {
  const server = await startTrading({ ZENITH: 100_00 }, null, calendar);
  const crowd = await Crowd.open(server.database, VENUE, { seed: 1, calendar, startedAt: instant(FRIDAY, '16:00') });
  const seen = () =>
    server.exchange.read((engine) => {
      const { book, quote } = engine.market('ZENITH')!;
      return { isQuoted: book.best('buy') > 0 && book.best('sell') > 0, volume: quote.volume };
    });
  for (const [time, isQuoted] of [
    ['08:59', false],
    ['09:00', true],
    ['09:10', true],
  ] as const) {
    await passBy(server, instant(MONDAY, time), { crowd });
    expect(await seen()).toEqual({ isQuoted, volume: 0 });
  }
  await passBy(server, instant(MONDAY, '12:00'), { crowd });
  await passBy(server, instant(MONDAY, '15:30'), { crowd });
  expect((await seen()).isQuoted).toBe(false);
  await server.close();
});

test.each([
  ['a market that was always open is closed at night', '03:00', { isOpen: true, day: MONDAY }, 'close-market'],
  ['... and its day has begun already', '09:05', { isOpen: false, day: MONDAY }, null],
  ['... and stays open in trading hours', '10:00', { isOpen: true, day: MONDAY }, null],
  ['a day that never ended ends first', '09:05', { isOpen: true, day: FRIDAY }, 'close-market'],
  ['then the day begins', '09:05', { isOpen: false, day: FRIDAY }, 'start-day'],
  ['a day that was missed whole is left out', '16:00', { isOpen: false, day: MONDAY }, null],
])('%s', (_, time, venue, kind) => {
  const step = dueStep(calendar, instant(MONDAY, time), { auctionDay: -1, ...venue });
  expect(step?.kind ?? null).toBe(kind);
});

test('a market that never closes begins its days at midnight, and opens if it had closing hours before', () => {
  const always = new TradingCalendar('always');
  const at = (venue: { day: number; isOpen: boolean }) =>
    dueStep(always, instant(MONDAY, '00:00'), { auctionDay: -1, ...venue });
  expect(at({ day: SUNDAY, isOpen: true })).toEqual({ kind: 'start-day', day: MONDAY });
  expect(at({ day: MONDAY, isOpen: true })).toBeNull();
  expect(at({ day: MONDAY, isOpen: false })).toEqual({ kind: 'open-market' });
});
