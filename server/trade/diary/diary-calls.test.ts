// The diary's calls: notes that only their owner writes, the analysis against known answers, ways from trades and from bars, the contract note.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTrading, VENUE } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { DAY_MS, dayText, marketDay, MINUTE_MS } from '../../../core/market/trading-hours.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ ABC: 250_00, MERIT: 400_00 });
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const get = async (
  trader: Trader,
  name: 'GET /tradeDiary' | 'GET /diaryAnalytics' | 'GET /contractNote',
  input: object = {},
) => {
  const { status, body } = await server.call(name, input, { token: trader.token });
  expect(status).toBe(200);
  return body.data;
};

async function trade(trader: Trader, symbol: string, type: 'BUY' | 'SELL', quantity: number, price: number, more = {}) {
  server.clear(symbol);
  server.mark(symbol, price);
  server.quote(symbol, type === 'BUY' ? 'sell' : 'buy', price, quantity);
  const { body } = await server.call(
    'POST /orders',
    { stock: symbol, type, quantity, ...more },
    { token: trader.token },
  );
  expect(body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: quantity });
  return body.data.orderId as string;
}

/** Noon in India, so many days on. */
async function goToDay(days: number): Promise<void> {
  server.clock.at = (marketDay(server.clock.at) + days) * DAY_MS + 6.5 * 3_600_000;
  await server.exchange.submit({ kind: 'start-day', day: marketDay(server.clock.at) });
}

const today = () => dayText(marketDay(server.clock.at));

describe('notes', () => {
  let asha: Trader;
  let ravi: Trader;
  let id: string;
  const note = (trader: Trader, input: object) => server.call('POST /tradeDiary/note', input, { token: trader.token });
  const detail = async () => (await get(asha, 'GET /tradeDiary')).trades[0].details[0];

  beforeAll(async () => {
    [asha, ravi] = [await server.trader(100_000_00), await server.trader(100_000_00)];
    await trade(asha, 'MERIT', 'BUY', 2, 400_00);
    id = `${await trade(asha, 'MERIT', 'SELL', 2, 410_00)}-${today()}`;
  });

  test('kept as written, tags in one form, and shown beside the trade', async () => {
    expect(await detail()).toMatchObject({ _id: id, notes: '', tags: [], mood: null });
    const { status, body } = await note(asha, {
      id,
      notes: '  Waited for the pullback.\r\nNext time: half the size.  ',
      tags: ['#Break Out', 'break-out', 'Café'],
      mood: 'calm',
    });
    expect([status, body.message]).toEqual([200, 'Saved.']);
    const kept = {
      notes: 'Waited for the pullback.\nNext time: half the size.',
      tags: ['break-out', 'café'],
      mood: 'calm',
    };
    expect(body.data).toEqual({ id, ...kept });
    expect(await detail()).toMatchObject(kept);
    expect((await get(asha, 'GET /diaryAnalytics')).byTag.map(({ key }: { key: string }) => key).sort()).toEqual([
      'break-out',
      'café',
    ]);
    expect((await get(asha, 'GET /diaryAnalytics')).byMood).toMatchObject([{ key: 'calm', trades: 1, netPL: -6.2 }]);
  });

  test('an empty one is forgotten', async () => {
    await note(asha, { id, notes: 'again' });
    expect((await note(asha, { id, notes: ' ', tags: [], mood: null })).status).toBe(200);
    const { rows } = await server.database.query('select 1 from diary_notes where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
  });

  test('a day has notes of its own, with trades or without', async () => {
    const quiet = dayText(marketDay(server.clock.at) - 3);
    expect((await note(asha, { id: quiet, notes: 'Stayed away.', tags: ['patience'] })).status).toBe(200);
    const { dayNotes } = await get(asha, 'GET /tradeDiary', { from: quiet, to: quiet });
    expect(dayNotes).toEqual([{ id: quiet, notes: 'Stayed away.', tags: ['patience'], mood: null }]);
    expect((await get(asha, 'GET /tradeDiary', { from: today() })).dayNotes).toEqual([]);
  });

  test('nobody else’s, nothing that is no trade, and no day to come', async () => {
    const unknown = [
      [ravi, id],
      [asha, `${id.split('-')[0]}-2020-01-01`],
      [asha, '999999-2026-01-01'],
      [asha, '2999-01-01'],
      [asha, '2026-02-30'],
      [asha, `${id} `.padEnd(40, 'x')],
      [asha, 'constructor'],
    ] as const;
    for (const [trader, entry] of unknown) {
      const { status } = await note(trader, { id: entry, notes: 'mine now' });
      expect([entry, status]).toEqual([entry, 404]);
    }
    expect((await detail()).notes).toBe('');
  });

  test.each([
    ['too much', { notes: 'x'.repeat(2001) }, 'Notes can be at most 2,000 characters long.'],
    ['unreadable', { notes: 'a\u0000b' }, 'Notes hold text alone.'],
    ['a tag of signs', { tags: ['<b>'] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['a long tag', { tags: ['x'.repeat(25)] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['an empty tag', { tags: [''] }, 'A tag is up to 24 letters, digits and hyphens.'],
    ['too many tags', { tags: Array.from({ length: 11 }, (_, n) => `tag${n}`) }, 'A trade can have at most 10 tags.'],
    ['a strange mood', { mood: 'happy' }, 'Choose one of the moods.'],
  ])('%s is refused', async (_, given, sentence) => {
    const { status, body } = await note(asha, { id, ...given });
    expect(status).toBe(400);
    expect(Object.values(body.error!.fields!)).toContain(sentence);
  });

  test('two thousand letters, ten tags and what looks like code are text', async () => {
    const notes = `=HYPERLINK("x") '; drop table fills; -- ${'ü'.repeat(1960)}`;
    const tags = Array.from({ length: 10 }, (_, n) => `tag-${n}`);
    expect(notes).toHaveLength(2000);
    expect((await note(asha, { id, notes, tags })).status).toBe(200);
    expect(await detail()).toMatchObject({ notes, tags });
  });
});

describe('analysis', () => {
  let asha: Trader;
  const dates: string[] = [];

  beforeAll(async () => {
    asha = await server.trader(100_000_00);
    const steps = [
      ['BUY', 100, 250_00, 1],
      ['BUY', 50, 262_00, 0],
      ['SELL', 120, 270_00, 1],
      ['BUY', 70, 240_00, 1],
      ['SELL', 100, 255_00, 1],
    ] as const;
    for (const [type, quantity, price, days] of steps) {
      if (days > 0) await goToDay(days);
      server.clock.at += MINUTE_MS;
      dates.push(today());
      await trade(asha, 'ABC', type, quantity, price);
    }
  });

  test('1847 net of 3000, trade by trade with the charges of both sides', async () => {
    const whole = await get(asha, 'GET /diaryAnalytics');
    expect(whole).toMatchObject({
      trades: 2,
      wins: 2,
      losses: 0,
      winRate: 100,
      grossPL: 3000,
      charges: 1153,
      netPL: 1847,
      openCharges: 0,
      expectancy: 923.5,
      profitFactor: null,
      payoff: null,
      longestWins: 2,
      current: { kind: 'win', length: 2 },
      stopped: 0,
      sqn: null,
    });
    // 2160 - 255 - 2/5 of 136 - 329; and 840 - 81.60 - 173 - 260.
    expect(whole.best).toMatchObject({ symbol: 'ABC', pnl: 2160, net: 1521.6, date: dates[2] });
    expect(whole.worst).toMatchObject({ pnl: 840, net: 325.4, date: dates[4] });
    expect(whole.bySymbol).toMatchObject([{ key: 'ABC', trades: 2, netPL: 1847 }]);
    expect(whole.byHour).toMatchObject([{ key: '12', trades: 2 }]);
    const { details } = (await get(asha, 'GET /tradeDiary')).trades[2];
    expect(details[0]).toMatchObject({ pnl: 2160, charges: 329, entryCharges: 309.4, net: 1521.6 });
  });

  test('the account: deposits are no profit, the curve ends at the balance, and falls are below zero', async () => {
    const { account, equity } = await get(asha, 'GET /diaryAnalytics');
    expect(account).toMatchObject({
      startEquity: 0,
      flows: 100_000,
      endEquity: 101_847,
      profit: 1847,
      days: equity.length,
      daysNeeded: 20,
      sharpe: null,
      sortino: null,
    });
    expect(equity.map(({ date }: { date: string }) => date)).toEqual(
      expect.arrayContaining([dates[0], dates[2], dates[3], dates[4]]),
    );
    // Bought at 250 and 262, marked at 262 (nothing was stored of that day, so the own last price stands): 1200 less 391.
    expect(equity.find(({ date }: { date: string }) => date === dates[0])).toMatchObject({
      equity: 100_809,
      profit: 809,
    });
    for (const point of equity) expect(point.drawdown).toBeLessThanOrEqual(0);
    // 2160 + 8 x 30 of the open shares less 720; then the mark falls to 240 and 173 are paid.
    expect(account.maxDrawdown).toBe(-1073);
    expect(account.recovery).toBe(1.7213);
  });

  test('a span has its own trades and starts from the close before', async () => {
    const part = await get(asha, 'GET /diaryAnalytics', { from: dates[3], to: dates[4] });
    expect(part).toMatchObject({ trades: 1, grossPL: 840, from: dates[3], to: dates[4] });
    const before = await get(asha, 'GET /diaryAnalytics', { to: dates[2] });
    expect(part.account.startEquity).toBe(before.account.endEquity);
    expect(before.account.profit + part.account.profit).toBe(1847);
    expect((await get(asha, 'GET /diaryAnalytics', { from: '1999-01-01', to: '1999-12-31' })).trades).toBe(0);
  });

  test.each([{ from: 'x' }, { from: '2026-02-02', to: '2026-02-01' }, { to: '2026-02-30' }])(
    '%j is refused',
    async (span) => {
      expect((await server.call('GET /diaryAnalytics', span, { token: asha.token })).status).toBe(400);
    },
  );

  test('nothing is known of a trader who never traded', async () => {
    const nobody = await server.trader();
    const empty = await get(nobody, 'GET /diaryAnalytics');
    expect(empty).toMatchObject({ trades: 0, winRate: null, expectancy: null, best: null, bySymbol: [] });
    expect(empty.account).toMatchObject({ endEquity: 0, returnPercent: 0, recovery: null });
  });

  test('shares still held: their charges stand apart, and what is asked again has grown', async () => {
    await trade(asha, 'ABC', 'BUY', 10, 255_00);
    const now = await get(asha, 'GET /diaryAnalytics');
    expect(now).toMatchObject({ netPL: 1847, openCharges: 30.5 });
    expect(now.account.endEquity).toBe(101_816.5);
    await trade(asha, 'ABC', 'SELL', 10, 260_00);
    // 50 - 30.50 - 31
    expect(await get(asha, 'GET /diaryAnalytics')).toMatchObject({
      trades: 3,
      losses: 1,
      netPL: 1835.5,
      openCharges: 0,
    });
  });
});

describe('the way between', () => {
  const only = async (trader: Trader) => (await get(trader, 'GET /tradeDiary')).trades[0].details[0];

  test('every trade of the market counts, and the stop gives the unit of risk', async () => {
    const asha = await server.trader(100_000_00);
    server.mark('MERIT', 350_00);
    server.clock.at += 1000;
    await trade(asha, 'MERIT', 'BUY', 10, 400_00);
    server.clock.at += 1000;
    const stop = { stock: 'MERIT', type: 'SELL', orderType: 'STOP', quantity: 10, stopPrice: 392 };
    const placed = await server.call('POST /orders', stop, { token: asha.token });
    for (const price of [403_00, 393_60, 414_00, 401_00]) {
      server.clock.at += 1000;
      server.clear('MERIT');
      server.mark('MERIT', price);
    }
    await server.call('POST /cancelOrder/{id}', { id: placed.body.data.orderId }, { token: asha.token });
    await trade(asha, 'MERIT', 'SELL', 10, 406_00);
    server.clock.at += 1000;
    server.mark('MERIT', 440_00);
    // Entry 400: the lowest 393.60, the highest 414; sold at 406 of 414. Charges 45 + 45.60.
    expect(await only(asha)).toMatchObject({
      mae: -64,
      mfe: 140,
      low: 393.6,
      high: 414,
      efficiency: 0.4286,
      pathSource: 'ticks',
      stopPrice: 392,
      net: -30.6,
      r: -0.3825,
    });
    const { ways, stopped, expectancyR } = await get(asha, 'GET /diaryAnalytics');
    expect(ways).toEqual({ known: 1, exact: 1, averageMae: -64, averageMfe: 140, averageEfficiency: 0.4286 });
    expect([stopped, expectancyR]).toEqual([1, -0.3825]);
  });

  test('what no process saw is read from the bars that lie wholly inside', async () => {
    const asha = await server.trader(100_000_00);
    const instrument = await server.exchange.read((engine) => engine.market('MERIT')!.instrument.id);
    await goToDay(1);
    const bought = Math.floor(server.clock.at / MINUTE_MS) * MINUTE_MS + 30_000;
    server.clock.at = bought;
    await trade(asha, 'MERIT', 'BUY', 10, 400_00);
    const day = marketDay(bought);
    await goToDay(3);
    server.clock.at += 30_000;
    const sold = server.clock.at;
    await trade(asha, 'MERIT', 'SELL', 10, 400_00);
    const minute = Math.floor(bought / MINUTE_MS);
    const ofDay = minute - (day * 1440 - 330);
    // The minute of the buy reaches out of the span (300), the next one does not (391); so for the days and the last minute.
    await server.database.query(
      `insert into minute_pages (venue, instrument, day, minutes, open, high, low, close, volume)
       values ($1, $2, $3, $4, $5, $5, $5, $5, $6)`,
      [VENUE, instrument, day, [ofDay, ofDay + 1], [300_00, 391_00], [1, 1]],
    );
    for (const [at, price] of [
      [day, 200_00],
      [day + 1, 395_00],
      [day + 2, 420_00],
      [day + 3, 500_00],
    ])
      await server.database.query(
        `insert into daily_bars (venue, instrument, day, open, high, low, close, volume) values ($1, $2, $3, $4, $4, $4, $4, 1)`,
        [VENUE, instrument, at, price],
      );
    const last = Math.floor(sold / MINUTE_MS);
    for (const [at, price] of [
      [last - 1, 421_00],
      [last, 600_00],
    ])
      await server.database.query(
        `insert into minute_bars (venue, instrument, minute, open, high, low, close, volume) values ($1, $2, $3, $4, $4, $4, $4, 1)`,
        [VENUE, instrument, at, price],
      );
    // As if the process had begun after the buy, and written the sale before ways were kept.
    await server.database.query('alter table fills disable trigger fills_append_only');
    await server.database.query('update fills set path_from = null, high = null, low = null where account = $1', [
      asha.accountNo,
    ]);
    await server.database.query('alter table fills enable trigger fills_append_only');
    expect(await only(asha)).toMatchObject({ mae: null, mfe: null, efficiency: null, pathSource: null });
    await server.ways.recover();
    await server.ways.idle();
    expect(await only(asha)).toMatchObject({
      low: 391,
      high: 421,
      mae: -90,
      mfe: 210,
      efficiency: 0,
      pathSource: 'bars',
    });
    const { ways } = await get(asha, 'GET /diaryAnalytics');
    expect(ways).toMatchObject({ known: 1, exact: 0 });
  });
});

describe('contract note', () => {
  test('every order, fill and charge of a day, and what it came to', async () => {
    const asha = await server.trader(100_000_00);
    await goToDay(1);
    const bought = await trade(asha, 'MERIT', 'BUY', 10, 400_00);
    await goToDay(1);
    server.clear('MERIT');
    server.quote('MERIT', 'buy', 410_00, 4);
    server.quote('MERIT', 'buy', 409_00, 6);
    const sold = (
      await server.call('POST /orders', { stock: 'MERIT', type: 'SELL', quantity: 10 }, { token: asha.token })
    ).body.data.orderId;
    const waiting = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 390 };
    const open = (await server.call('POST /orders', waiting, { token: asha.token })).body.data.orderId;
    const note = await get(asha, 'GET /contractNote', { day: today() });
    // 4 x 410 + 6 x 409 = 4094; 1 % and 5.
    expect(note).toMatchObject({
      day: today(),
      trader: { name: asha.name, email: asha.email },
      bought: 0,
      sold: 4094,
      brokerage: 40.94,
      flatFee: 5,
      charges: 45.94,
      net: 4048.06,
    });
    expect(note.orders.map(({ id }: { id: string }) => id)).toEqual([sold, open]);
    expect(note.orders[0]).toMatchObject({
      type: 'SELL',
      filledQuantity: 10,
      averagePrice: 409.4,
      net: 4048.06,
      value: 4094,
    });
    expect(note.orders[0].fills).toMatchObject([
      { quantity: 4, price: 410, value: 1640, brokerage: 16.4, flatFee: 5 },
      { quantity: 6, price: 409, value: 2454, brokerage: 24.54, flatFee: 0 },
    ]);
    expect(note.orders[1]).toMatchObject({
      status: 'PENDING',
      filledQuantity: 0,
      averagePrice: null,
      net: 0,
      fills: [],
    });
    const before = await get(asha, 'GET /contractNote', { day: dayText(marketDay(server.clock.at) - 1) });
    expect(before).toMatchObject({ bought: 4000, net: -4045, orders: [{ id: bought }] });
    expect((await get(asha, 'GET /contractNote', { day: '2020-01-01' })).orders).toEqual([]);
    expect((await server.call('GET /contractNote', { day: 'today' }, { token: asha.token })).status).toBe(400);
  });

  test('another trader’s day is his own', async () => {
    const ravi = await server.trader();
    expect((await get(ravi, 'GET /contractNote', { day: today() })).orders).toEqual([]);
  });
});
