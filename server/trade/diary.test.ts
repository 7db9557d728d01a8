// The diary over HTTP: known answers, days in India, spans read by index alone; notifications and pushes of what was traded.
import { beforeAll, describe, expect, test } from 'vitest';
import { goToDay, server, trade, tradeOnKnownDays, type Trader } from '../../tests/scenes/diary.ts';
import { VENUE } from '../../tests/trading.ts';
import { pushes } from '../../contract/events.ts';
import { marketDay } from '../../core/market/day.ts';
import { pushesOf } from './pushes.ts';
import { fillsOfDays } from './fill-queries.ts';

const diary = async (trader: Trader, span = {}) =>
  (await server.call('GET /tradeDiary', span, { token: trader.token })).body.data;

describe('known answers', () => {
  let asha: Trader;
  const dates: string[] = [];

  beforeAll(async () => {
    asha = await server.trader(100_000_00);
    dates.push(...(await tradeOnKnownDays(asha)));
  });

  test('3000 gross, 1153 of charges, 1847 net, and the cash agrees', async () => {
    const whole = await diary(asha);
    expect(whole).toMatchObject({
      overallPL: 3000,
      charges: 1153,
      brokerage: 1128,
      netPL: 1847,
      totalTrades: 2,
      winRate: 100,
    });
    expect(whole).toMatchObject({ averageWin: 1500, averageLoss: 0 });
    expect(
      whole.trades.map((day: { date: string; status: string; trades: number }) => [day.date, day.status, day.trades]),
    ).toEqual([
      [dates[4], 'PROFIT', 1],
      [dates[3], 'FLAT', 0],
      [dates[2], 'PROFIT', 1],
      [dates[0], 'FLAT', 0],
    ]);
    expect(whole.trades[2]).toMatchObject({ overallPL: 2160, charges: 329, netPL: 1831, brokerage: 324 });
    expect(whole.trades[2].details).toMatchObject([
      {
        type: 'SELL',
        symbol: 'ABC',
        quantity: 120,
        entry: 252,
        exit: 270,
        pnl: 2160,
        charges: 329,
        notes: '',
        tags: [],
      },
    ]);
    // The first of those shares was bought with the first order.
    expect(whole.trades[2].details[0].openedAt.slice(0, 10)).toBe(dates[0]);
    expect(whole.trades[0].details[0]).toMatchObject({ entry: 246.6, exit: 255, pnl: 840 });
    const portfolio = await server.call('GET /portfolio', {}, { token: asha.token });
    expect(portfolio.body.data).toMatchObject({ balance: 101_847, heldBalance: 0, portfolio: [] });
  });

  test('a span shows its days alone', async () => {
    const some = await diary(asha, { from: dates[2], to: dates[3] });
    expect(some.trades.map(({ date }: { date: string }) => date)).toEqual([dates[3], dates[2]]);
    expect(some).toMatchObject({ overallPL: 2160, totalTrades: 1 });
    expect((await diary(asha, { to: dates[0] })).trades).toHaveLength(1);
    expect((await diary(asha, { from: dates[4] })).overallPL).toBe(840);
    expect((await diary(asha, { from: '1999-01-01', to: '1999-12-31' })).trades).toEqual([]);
    expect((await diary(asha, { from: '2999-01-01' })).trades).toEqual([]);
  });

  test.each([
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { from: '2026-02-02', to: '2026-02-01' },
    { from: "2026-01-01'--" },
  ])('%j is refused', async (span) => {
    expect((await server.call('GET /tradeDiary', span, { token: asha.token })).status).toBe(400);
  });

  test('a losing day says so', async () => {
    const ravi = await server.trader(10_000_00);
    await trade(ravi, 'MERIT', 'BUY', 2, 400_00);
    await trade(ravi, 'MERIT', 'SELL', 2, 390_00);
    expect(await diary(ravi)).toMatchObject({
      overallPL: -20,
      averageLoss: -20,
      winRate: 0,
      trades: [{ status: 'LOSS', trades: 1 }],
    });
  });
});

test('the edge of a span is found however the days lie', async () => {
  const asha = await server.trader(1_000_000_00);
  const days: number[] = [];
  for (const step of [1, 1, 3, 0, 1, 7, 0, 0, 2]) {
    if (step > 0) await goToDay(step);
    await trade(asha, 'MERIT', 'BUY', 1, 400_00);
    days.push(marketDay(server.clock.at));
  }
  const mine = { venue: VENUE, account: asha.accountNo };
  const first = days[0];
  for (let from = first - 1; from <= days[days.length - 1] + 1; from++) {
    for (const to of [from, from + 2, from + 9]) {
      const found = await fillsOfDays(server.database, mine, { fromDay: from, toDay: to });
      expect(found.map(({ at }) => marketDay(at))).toEqual(days.filter((day) => day >= from && day <= to));
    }
  }
});

describe('notifications', () => {
  const of = async (trader: Trader) => {
    await server.exchange.read(() => null);
    const listed = (await server.call('GET /notifications', {}, { token: trader.token })).body.data;
    const pushed = server.told.filter(({ account }) => account === trader.accountNo);
    expect(pushed.map(({ notification }) => notification)).toEqual(listed.toReversed());
    return pushed.map(({ notification: { type, message } }) => [type, message]);
  };
  const limit = (trader: Trader, type: string, quantity: number, price: number, more = {}) =>
    server.call(
      'POST /orders',
      { stock: 'MERIT', type, orderType: 'LIMIT', quantity, price, ...more },
      { token: trader.token },
    );

  test('fills, parts of fills, and orders that ended by themselves', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(100_000_00);
    const { orderId } = (await limit(asha, 'BUY', 5, 399)).body.data;
    server.quote('MERIT', 'sell', 399_00, 2);
    await server.exchange.read(() => null);
    server.quote('MERIT', 'sell', 399_00, 3);
    const unfilled = (await limit(asha, 'BUY', 1, 390)).body.data;
    const canceled = (await limit(asha, 'BUY', 1, 380)).body.data;
    await server.call('POST /cancelOrder/{id}', { id: canceled.orderId }, { token: asha.token });
    await goToDay(1);
    expect(await of(asha)).toEqual([
      ['Order filled', 'Bought 2 of 5 MERIT at ₹399.00; the rest waits in the book.'],
      ['Order filled', 'Bought 5 MERIT at ₹399.00.'],
      ['Order ended', 'Your order to buy 1 MERIT has ended. The trading day ended.'],
    ]);
    // Each leads to its own order.
    const { data } = (await server.call('GET /notifications', {}, { token: asha.token })).body;
    const named = (data as { orderId: string | null }[]).map((each) => each.orderId).toReversed();
    expect(named).toEqual([orderId, orderId, unfilled.orderId]);
  });

  test('a position closed for its trader', async () => {
    server.clear('MERIT');
    server.mark('MERIT', 400_00);
    const asha = await server.trader(100_000_00);
    server.quote('MERIT', 'sell', 400_00, 3);
    await server.call(
      'POST /orders',
      { stock: 'MERIT', type: 'BUY', quantity: 3, isIntraday: true },
      { token: asha.token },
    );
    for (const buyers of [0, 1, 2]) {
      if (buyers > 0) server.quote('MERIT', 'buy', 398_00, buyers);
      await server.exchange.submit({ kind: 'square-off', account: asha.accountNo, symbol: 'MERIT', cause: 'day-end' });
    }
    const because = 'because intraday positions end with the day';
    expect((await of(asha)).slice(1)).toEqual([
      [
        'Square-off',
        `Your intraday position in MERIT must be closed ${because}. There is no buyer within 5% of the last price: it is still open, and is sold as soon as there is one. Until then you can sell it yourself, with a limit order.`,
      ],
      [
        'Square-off',
        `Your intraday position in MERIT was closed in part ${because}. Sold 1 of 3 MERIT at ₹398.00. The rest is still open, and is sold from the next minute on, as soon as there is a buyer within 5% of the last price.`,
      ],
      ['Square-off', `Your intraday position in MERIT was closed ${because}. Sold 2 MERIT at ₹398.00.`],
    ]);
    const [order] = (await server.call('GET /getOrders', {}, { token: asha.token })).body.data.orders;
    expect(order.reason).toBe('Sold to close the intraday position at the end of the day.');
  });
});

test('pushes say what the calls say, to those who listen', async () => {
  server.clear('MERIT');
  const [asha, ravi] = [await server.trader(100_000_00), await server.trader(100_000_00)];
  server.batches.length = 0;
  await trade(asha, 'MERIT', 'BUY', 2, 400_00);
  await trade(ravi, 'MERIT', 'BUY', 1, 400_00);
  const made = await server.exchange.read((engine) =>
    server.batches.flatMap((batch) =>
      pushesOf(
        engine,
        batch,
        (account) => account === asha.accountNo,
        () => asha.name,
      ),
    ),
  );
  expect(new Set(made.map(({ account }) => account))).toEqual(new Set([asha.accountNo]));
  expect(made.map(({ event }) => event)).toEqual(['order-update', 'portfolioUpdate', 'portfolioSummaryUpdate']);
  for (const { event, payload } of made) expect(pushes[event].payload.parse(payload)).toEqual(payload);
  const [orders, portfolio] = await Promise.all([
    server.call('GET /getOrders', {}, { token: asha.token }),
    server.call('GET /portfolio', {}, { token: asha.token }),
  ]);
  expect(made[0].payload).toEqual(orders.body.data.orders[0]);
  expect(made[1].payload).toEqual(portfolio.body.data);
  const { totalPortfolioValue, overallProfit, todaysProfit } = portfolio.body.data;
  expect(made[2].payload).toEqual({ totalPortfolioValue, overallProfit, todaysProfit });
});
