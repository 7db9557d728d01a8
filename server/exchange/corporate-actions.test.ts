// Corporate actions from the plan to the holder: shares, cash, orders, alerts, the diary, bars, notices, the books, and a restart.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { takeSnapshot } from '../../core/snapshot.ts';
import { DAY_MS, dayStartAt, dayText, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { readDays, readMinutes, saveDays, savePages } from '../market/bars-store.ts';
import { loadSnapshot } from './load.ts';
import { dueActions } from './corporate-actions.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, BONUS: 90_00 });
  admin = await server.admin();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<Trading['trader']>>;

const plan = async (action: object, daysAhead = 1) => {
  const effectiveDate = dayText(marketDay(server.clock.at) + daysAhead);
  const reply = await server.call('POST /corporateActions', { ...action, effectiveDate }, { token: admin.token });
  expect(reply.status).toBe(201);
  return reply.body.data._id as string;
};

/** The night passes, as in the market's loop. */
const nextDay = async () => {
  server.clock.at = dayStartAt(marketDay(server.clock.at) + 1) + 500;
  const day = marketDay(server.clock.at);
  const actions = await dueActions(server.database, VENUE, day);
  await server.exchange.submit({ kind: 'start-day', day, actions });
  return day;
};

const buy = async ({ token }: Person, stock: string, quantity: number, price: number) => {
  server.quote(stock, 'sell', price * 100, quantity);
  const { body } = await server.call(
    'POST /orders',
    { stock, type: 'BUY', orderType: 'LIMIT', quantity, price },
    { token },
  );
  expect(body.data.status).toBe('COMPLETED');
};
const sell = async ({ token }: Person, stock: string, quantity: number, price: number) => {
  server.quote(stock, 'buy', price * 100, quantity);
  const { body } = await server.call(
    'POST /orders',
    { stock, type: 'SELL', orderType: 'LIMIT', quantity, price },
    { token },
  );
  expect(body.data.status).toBe('COMPLETED');
};
const dataOf = async ({ token }: Person, name: Parameters<Trading['call']>[0], input: object = {}) =>
  (await server.call(name, input, { token })).body.data;
const holding = async (person: Person, symbol: string) =>
  (await dataOf(person, 'GET /portfolio')).portfolio.find((item: { symbol: string }) => item.symbol === symbol);
const proof = async () => (await server.call('GET /ledger/verify', {}, { token: admin.token })).body.data;

/** The state loaded from the tables equals that of the engine. */
const isStored = async () => {
  const held = await server.exchange.read((engine) => JSON.parse(JSON.stringify(takeSnapshot(engine))));
  const stored = JSON.parse(JSON.stringify(await loadSnapshot(server.database, VENUE, server.clock.at)));
  for (const snapshot of [held, stored]) delete snapshot.lastPriority;
  expect(stored.instruments.map(({ instrument }: { instrument: object }) => instrument)).toEqual(
    held.instruments.map(({ instrument }: { instrument: object }) => instrument),
  );
  const lotsOf = (positions: { lots: object[] }[]) =>
    positions.map(({ lots }) => lots).filter(({ length }) => length > 0);
  expect(lotsOf(stored.positions)).toEqual(lotsOf(held.positions));
  expect(stored.orders).toEqual(held.orders);
  expect(stored.accounts).toEqual(held.accounts);
  expect(stored.lastTradeId).toBe(held.lastTradeId);
};

describe('a split of 1 into 4', () => {
  let asha: Person;
  let day: number;
  beforeAll(async () => {
    asha = await server.trader(100_000_00);
    await buy(asha, 'MERIT', 10, 401.05);
    await buy(asha, 'MERIT', 3, 400);
    const today = marketDay(server.clock.at);
    const bar = { open: 398_00, high: 410_02, low: 390_00, close: 400_00, volume: 1000 };
    await saveDays(server.database, VENUE, [{ instrument: 1, day: today, ...bar }]);
    const minute = { open: [398_00], high: [410_02], low: [390_00], close: [400_00], volume: [1000] };
    await savePages(server.database, VENUE, [{ instrument: 1, day: today, minutes: [600], bars: minute }]);
    await server.call(
      'POST /orders',
      { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 5, price: 420, timeInForce: 'GTC' },
      { token: asha.token },
    );
    for (const price of [450, 451])
      await server.call('POST /priceAlerts', { symbol: 'MERIT', price, direction: 'above' }, { token: asha.token });
    await plan({ symbol: 'MERIT', kind: 'split', from: 1, to: 4 });
    day = await nextDay();
  });

  test('shares, average, price and today follow; what it cost in all stays', async () => {
    const item = await holding(asha, 'MERIT');
    // 10 x 401.05 + 3 x 400 = 5,210.50 over 52 shares; 400 / 4 = 100.
    expect(item).toMatchObject({ quantity: 52, price: 100.2, currentValue: 5200 });
    expect(item.overallProfit).toBe(-10.5);
    expect(item.todaysProfit).toBe(0);
    await isStored();
    expect((await proof()).checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  });

  test('the open order ended with its reason, and the holder is told both', async () => {
    const [first] = (await dataOf(asha, 'GET /getOrders')).orders;
    expect(first).toMatchObject({
      status: 'FAILED',
      reason: 'Canceled because a split or bonus changed the shares. Order again at the new price.',
    });
    const messages = server.told
      .filter(({ account }) => account === asha.accountNo)
      .map(({ notification }) => notification);
    expect(messages.filter(({ kind }) => kind === 'corporate-action').map(({ message }) => message)).toEqual([
      expect.stringContaining('Split of each share into 4. The shares you hold when that day begins count.'),
      'MERIT was split: you now have 52 shares instead of 13. Their total cost has not changed.',
    ]);
    expect(messages.filter(({ kind }) => kind === 'order-end')).toHaveLength(1);
  });

  test('earlier bars are restated; in the table they stay as they were', async () => {
    const [daily] = await readDays(server.database, VENUE, 1, { fromDay: 0, toDay: day, limit: 10 });
    // 410.02 / 4 = 102.505, half up.
    expect(daily).toMatchObject({ open: 99_50, high: 102_51, low: 97_50, close: 100_00, volume: 4000 });
    const from = dayStartAt(day) - DAY_MS;
    const minutes = await readMinutes(server.database, VENUE, 1, from, from + DAY_MS - 1);
    expect(minutes).toMatchObject([{ startAt: from + 600 * MINUTE_MS, high: 102_51, volume: 4000 }]);
    const { rows } = await server.database.query('select high from daily_bars where instrument = 1');
    expect(rows).toEqual([{ high: 410_02 }]);
  });

  test('alerts wait for the same worth', async () => {
    await server.beat();
    const alerts = await dataOf(asha, 'GET /priceAlerts');
    expect(alerts.map(({ price }: { price: number }) => price).sort()).toEqual([112.5, 112.75]);
  });

  test('selling after it brings what it should, in the diary too', async () => {
    await sell(asha, 'MERIT', 40, 102);
    // The first lot made 40 shares of 4,010.50.
    const diary = await dataOf(asha, 'GET /tradeDiary');
    expect(diary.overallPL).toBe(69.5);
    const analytics = await dataOf(asha, 'GET /diaryAnalytics');
    expect(analytics.grossPL).toBe(69.5);
    // Worth at its close: cash, and 12 shares at 102.
    const { balance } = await dataOf(asha, 'GET /Userprofile');
    expect(analytics.equity.at(-1).equity).toBe(balance + 12 * 102);
    await sell(asha, 'MERIT', 12, 102);
    expect((await dataOf(asha, 'GET /tradeDiary')).overallPL).toBe(93.5);
    expect((await dataOf(asha, 'GET /Userprofile')).balance).toBe(
      100_000 + (await dataOf(asha, 'GET /tradeDiary')).netPL,
    );
    expect(await dataOf(asha, 'GET /entitlements')).toMatchObject([
      { symbol: 'MERIT', text: 'Split of each share into 4', sharesBefore: 13, sharesAfter: 52, cash: 0 },
    ]);
  });

  test('it is carried out once, and the next day does not repeat it', async () => {
    expect(await dueActions(server.database, VENUE, day + 5)).toEqual([]);
    const listed = (await server.call('GET /corporateActions', {}, { token: admin.token })).body.data;
    expect(listed[0]).toMatchObject({ state: 'done', priceBefore: 400, priceAfter: 100, effectiveDate: dayText(day) });
    const late = await server.call('POST /corporateActions/cancel', { id: listed[0]._id }, { token: admin.token });
    expect(late.status).toBe(409);
  });
});

test('a bonus pays parts of a share in cash, a dividend all who hold; the books add up', async () => {
  const ravi = await server.trader(10_000_00);
  const mira = await server.trader(10_000_00);
  const none = await server.trader(10_000_00);
  await buy(ravi, 'BONUS', 3, 90);
  await buy(mira, 'ZENITH', 7, 100);
  const before = {
    ravi: (await dataOf(ravi, 'GET /Userprofile')).balance,
    mira: (await dataOf(mira, 'GET /Userprofile')).balance,
  };
  await plan({ symbol: 'BONUS', kind: 'bonus', from: 2, to: 3 });
  await plan({ symbol: 'ZENITH', kind: 'dividend', perShare: 2.5 });
  await nextDay();
  // 3 x 3 / 2 = 4 and a half; half a new share is a third of 90: 30.
  expect(await holding(ravi, 'BONUS')).toMatchObject({ quantity: 4, price: 67.5, currentValue: 240 });
  expect((await dataOf(ravi, 'GET /Userprofile')).balance).toBe(before.ravi + 30);
  expect((await dataOf(mira, 'GET /Userprofile')).balance).toBe(before.mira + 17.5);
  expect((await dataOf(none, 'GET /Userprofile')).balance).toBe(10_000);
  expect(await dataOf(mira, 'GET /entitlements')).toMatchObject([
    { kind: 'dividend', text: 'Dividend of ₹2.50 a share', sharesBefore: 7, sharesAfter: 7, cash: 17.5 },
  ]);
  await isStored();
  expect((await proof()).checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  // What companies pay is profit, and no deposit: cash and shares before it, and 17.50 more.
  for (const [person, value] of [
    [ravi, 240],
    [mira, 700],
  ] as const) {
    const { equity: curve } = await dataOf(person, 'GET /diaryAnalytics');
    const { balance } = await dataOf(person, 'GET /Userprofile');
    expect(curve.at(-1).equity).toBe(balance + value);
    expect(curve.at(-1).profit).toBe(Math.round((balance + value - 10_000) * 100) / 100);
  }
});

test('an alert follows every action, also one that was planned before another and carried out after it', async () => {
  const { token } = await server.trader();
  await plan({ symbol: 'BONUS', kind: 'bonus', from: 1, to: 2 }, 2);
  await plan({ symbol: 'BONUS', kind: 'split', from: 1, to: 3 });
  await server.call('POST /priceAlerts', { symbol: 'BONUS', price: 120, direction: 'above' }, { token });
  const prices: number[] = [];
  for (let day = 0; day < 2; day++) {
    await nextDay();
    await server.beat();
    const alerts = (await server.call('GET /priceAlerts', {}, { token })).body.data;
    prices.push(...alerts.map(({ price }: { price: number }) => price));
  }
  expect(prices).toEqual([40, 20]);
});

test('what two days without trading have left for one morning is told in the order in which it was done', async () => {
  const asha = await server.trader(100_000_00);
  const last = await server.exchange.read((engine) => engine.market('ZENITH')!.quote.last);
  await buy(asha, 'ZENITH', 10, last / 100);
  const later = await plan({ symbol: 'ZENITH', kind: 'split', from: 1, to: 2 }, 2);
  const earlier = await plan({ symbol: 'ZENITH', kind: 'bonus', from: 1, to: 3 });
  server.clock.at += DAY_MS;
  await nextDay();
  const got = await dataOf(asha, 'GET /entitlements');
  const shares = got.map(({ _id, sharesBefore, sharesAfter }: Record<string, unknown>) => [
    _id,
    sharesBefore,
    sharesAfter,
  ]);
  expect(shares).toEqual([
    [later, 30, 60],
    [earlier, 10, 30],
  ]);
  const { past } = await dataOf(asha, 'GET /stockNews', { symbol: 'ZENITH' });
  expect(past.slice(0, 2).map(({ _id }: { _id: string }) => _id)).toEqual([later, earlier]);
});

test('a split is still told of after twenty dividends, so that older trades are shown in today’s shares', async () => {
  const { past: before } = await dataOf(admin, 'GET /stockNews', { symbol: 'ZENITH' });
  const splits = before.filter(({ kind }: { kind: string }) => kind !== 'dividend');
  await server.database.query(
    `insert into corporate_actions (venue, instrument, kind, per_share, effective_day, state, created_at, ended_at, done_day)
     select $1, id, 'dividend', nth, $2 + nth, 'done', 0, $3::bigint + nth, $2 + nth
     from instruments, generate_series(1, 22) nth where venue = $1 and symbol = 'ZENITH'`,
    [VENUE, marketDay(server.clock.at), server.clock.at],
  );
  const { past } = await dataOf(admin, 'GET /stockNews', { symbol: 'ZENITH' });
  expect(past.slice(0, 20).map(({ perShare }: { perShare: number }) => perShare)).toEqual(
    Array.from({ length: 20 }, (_, index) => (22 - index) / 100),
  );
  expect(past.slice(20)).toEqual(splits);
});
