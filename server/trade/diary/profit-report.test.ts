// The profit report over HTTP: known lots, the sums of the diary's analysis, dividends, rewards, spans, and nobody else's.
import { beforeAll, describe, expect, test } from 'vitest';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import { VENUE } from '../../../tests/trading.ts';
import { get, goToDay, server, today, trade, tradeOnKnownDays, type Trader } from '../../../tests/scenes/diary.ts';
import { dueActions } from '../../exchange/corporate-actions.ts';

const report = (trader: Trader, span: object = {}) => get(trader, 'GET /profitReport', span);

describe('known lots', () => {
  let asha: Trader;
  const dates: string[] = [];

  beforeAll(async () => {
    asha = await server.trader(100_000_00);
    dates.push(...(await tradeOnKnownDays(asha)));
  });

  test('one line for each day of buying and of selling, with the charges of both', async () => {
    const { lines } = await report(asha);
    expect(lines).toEqual([
      {
        symbol: 'ABC',
        term: 'SHORT',
        boughtOn: dates[0],
        soldOn: dates[2],
        quantity: 120,
        // 100 x 250 + 20 x 262; 120 x 270.
        cost: 30_240,
        proceeds: 32_400,
        profit: 2160,
        // 255 of the first buy, 2/5 of 136 of the second, 329 of the sale.
        charges: 638.4,
        net: 1521.6,
      },
      {
        symbol: 'ABC',
        term: 'SHORT',
        boughtOn: dates[0],
        soldOn: dates[4],
        quantity: 30,
        cost: 7860,
        proceeds: 7650,
        profit: -210,
        // 3/5 of 136, and 30/100 of 260.
        charges: 159.6,
        net: -369.6,
      },
      {
        symbol: 'ABC',
        term: 'SHORT',
        boughtOn: dates[3],
        soldOn: dates[4],
        quantity: 70,
        cost: 16_800,
        proceeds: 17_850,
        profit: 1050,
        // 173 of the buy, and 70/100 of 260.
        charges: 355,
        net: 695,
      },
    ]);
  });

  test('adds up to what the analysis of the diary says, by term and by stock', async () => {
    const [{ total, shortTerm, sameDay, longTerm, stocks }, analytics] = await Promise.all([
      report(asha),
      get(asha, 'GET /diaryAnalytics'),
    ]);
    expect([total.profit, total.charges, total.net]).toEqual([analytics.grossPL, analytics.charges, analytics.netPL]);
    expect(total).toMatchObject({ quantity: 220, profit: 3000, charges: 1153, net: 1847 });
    expect(shortTerm).toEqual(total);
    expect([sameDay.quantity, longTerm.quantity]).toEqual([0, 0]);
    expect(stocks).toEqual([
      { symbol: 'ABC', name: 'ABC Limited', ...total, sameDay: 0, shortTerm: 1847, longTerm: 0 },
    ]);
  });

  test('a span has the sales of its days, whenever the shares were bought', async () => {
    const part = await report(asha, { from: dates[3], to: dates[4] });
    expect(part).toMatchObject({ from: dates[3], to: dates[4], total: { quantity: 100, profit: 840, net: 325.4 } });
    expect((await report(asha, { to: dates[2] })).total).toMatchObject({ quantity: 120, net: 1521.6 });
    expect((await report(asha, { from: '1999-04-01', to: '2000-03-31' })).lines).toEqual([]);
  });

  test('bought and sold on one day is a term of its own; the one that was asked before has grown', async () => {
    await goToDay(1);
    await trade(asha, 'MERIT', 'BUY', 2, 400_00);
    await trade(asha, 'MERIT', 'SELL', 2, 410_00);
    // 20 - (8 + 5) - (8.20 + 5)
    expect(await report(asha, { from: today() })).toMatchObject({
      sameDay: { quantity: 2, profit: 20, charges: 26.2, net: -6.2 },
      stocks: [{ symbol: 'MERIT', sameDay: -6.2, shortTerm: 0 }],
    });
  });

  test('says whose it is and when it was made, and knows nothing of others', async () => {
    const nobody = await server.trader();
    const empty = await report(nobody);
    expect(empty).toMatchObject({
      from: null,
      to: null,
      trader: { name: nobody.name, email: nobody.email, account: String(nobody.accountNo) },
      issuedAt: new Date(server.clock.at).toISOString(),
      total: { quantity: 0, net: 0 },
      stocks: [],
      lines: [],
      income: [],
    });
  });

  test.each([{ from: 'x' }, { from: '2026-02-02', to: '2026-02-01' }, { to: '2026-02-30' }])(
    '%j is refused',
    async (span) => {
      expect((await server.call('GET /profitReport', span, { token: asha.token })).status).toBe(400);
    },
  );
});

describe('dividends and rewards', () => {
  let ravi: Trader;
  let paidOn: string;

  /** The night goes by, as the market's loop has it. */
  async function carryOut(action: object): Promise<void> {
    const admin = await server.admin();
    const effectiveDate = dayText(marketDay(server.clock.at) + 1);
    const { status } = await server.call(
      'POST /corporateActions',
      { ...action, effectiveDate },
      { token: admin.token },
    );
    expect(status).toBe(201);
    server.clock.at = dayStartAt(marketDay(server.clock.at) + 1) + 500;
    const day = marketDay(server.clock.at);
    await server.exchange.submit({ kind: 'start-day', day, actions: await dueActions(server.database, VENUE, day) });
  }

  beforeAll(async () => {
    ravi = await server.trader(100_000_00);
    await goToDay(1);
    await trade(ravi, 'MERIT', 'BUY', 5, 400_00);
    const stop = { stock: 'MERIT', type: 'SELL', orderType: 'STOP', quantity: 5, stopPrice: 380 };
    await server.call('POST /orders', stop, { token: ravi.token });
    await carryOut({ symbol: 'MERIT', kind: 'dividend', perShare: 2 });
    paidOn = today();
    // 5 shares become 7, and half a share is paid in cash.
    await carryOut({ symbol: 'MERIT', kind: 'split', from: 2, to: 3 });
    const { accountNo: account } = ravi;
    const { rows } = await server.database.query<{ id: number }>(
      `insert into rewards (venue, account, kind, source, amount, earned_at, state, paid_at)
       values ($1, $2, 'signup', 'signup:' || $2::integer, 5000, $3, 'paid', $3) returning id`,
      [VENUE, account, server.clock.at],
    );
    await server.exchange.submit({
      kind: 'grant-reward',
      account,
      amount: 50_00,
      rewardId: rows[0].id,
      expiresAt: server.clock.at + 1,
    });
    server.clock.at += 2;
    await server.exchange.submit({ kind: 'expire-reward', account });
  });

  test('stand beside the profit, each with its day, and are no part of it', async () => {
    const { income, dividends, fractions, rewards, total } = await report(ravi);
    // The split makes 266.67 of the last price of 400; half a share is paid at that.
    expect(income).toMatchObject([
      { date: paidOn, kind: 'DIVIDEND', symbol: 'MERIT', amount: 10 },
      { date: today(), kind: 'FRACTION', symbol: 'MERIT', amount: 133.33 },
      { date: today(), kind: 'REWARD', symbol: null, text: 'Sign-up bonus', amount: 50 },
      {
        date: today(),
        kind: 'REWARD',
        symbol: null,
        text: 'Unused part of the sign-up bonus, taken back',
        amount: -50,
      },
    ]);
    expect([dividends, fractions, rewards, total.net]).toEqual([10, 133.33, 0, 0]);
  });

  test('of the span alone', async () => {
    expect((await report(ravi, { to: paidOn })).income).toHaveLength(1);
    expect((await report(ravi, { from: today() })).dividends).toBe(0);
  });

  test('shares bought before a split are sold at their old cost, with their old day', async () => {
    await trade(ravi, 'MERIT', 'SELL', 7, 300_00);
    const { lines } = await report(ravi);
    expect(lines).toMatchObject([{ symbol: 'MERIT', term: 'SHORT', quantity: 7, cost: 2000, proceeds: 2100 }]);
    expect(lines[0].boughtOn < paidOn).toBe(true);
    // The stop at 380 was one at 253.33 for a share of today: 2000 - 7 x 253.33 was risked. Charges 25 + 26.
    const { trades } = await get(ravi, 'GET /tradeDiary');
    expect(trades[0].details[0]).toMatchObject({ stopPrice: 253.33, net: 49, r: 0.2162 });
  });

  test('a split that leaves no fraction brings nothing', async () => {
    const meena = await server.trader(10_000_00);
    await trade(meena, 'MERIT', 'BUY', 2, 300_00);
    await carryOut({ symbol: 'MERIT', kind: 'split', from: 1, to: 2 });
    expect((await report(meena)).income).toEqual([]);
  });
});
