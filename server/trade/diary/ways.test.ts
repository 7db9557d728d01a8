// How far a trade went for and against its trader, from trades and from bars; and the contract note.
import { describe, expect, test } from 'vitest';
import { indianText } from '../../../contract/messages/instants.ts';
import { dayStartAt, dayText, marketDay, MINUTE_MS } from '../../../core/market/day.ts';
import { get, goToDay, server, today, trade, type Trader } from '../../../tests/scenes/diary.ts';
import { VENUE } from '../../../tests/trading.ts';
import { readNoteDay } from './contract-note.ts';

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
    const { orderId: id } = placed.body.data;
    for (const price of [403_00, 393_60, 414_00, 401_00]) {
      server.clock.at += 1000;
      server.clear('MERIT');
      server.mark('MERIT', price);
      // What was risked is what the first stop risked: one that follows the price up risks less and less.
      if (price === 414_00)
        await server.call('POST /modifyOrder/{id}', { id, quantity: 10, stopPrice: 399 }, { token: asha.token });
    }
    await server.call('POST /cancelOrder/{id}', { id }, { token: asha.token });
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

  test('what became of an order on a later day is told with its time', async () => {
    const asha = await server.trader(100_000_00);
    await goToDay(1);
    server.clear('ABC');
    const waiting = { stock: 'ABC', type: 'BUY', orderType: 'LIMIT', quantity: 4, price: 240, timeInForce: 'GTC' };
    await server.call('POST /orders', waiting, { token: asha.token });
    await server.call('POST /orders', { ...waiting, quantity: 1, timeInForce: 'DAY' }, { token: asha.token });
    const placedOn = today();
    await goToDay(1);
    server.quote('ABC', 'sell', 240_00, 4);
    const told = async (day: string) =>
      (await get(asha, 'GET /contractNote', { day })).orders.map((order: Record<string, unknown>) => [
        order.filledQuantity,
        order.reason,
      ]);
    const then = indianText(server.clock.at);
    expect(await told(placedOn)).toEqual([
      [0, `Later, ${then}: Filled.`],
      [0, 'The trading day ended.'],
    ]);
    expect(await told(today())).toEqual([[4, 'Filled.']]);
  });

  test('what happens in the first moment of a day is of that day alone', async () => {
    const asha = await server.trader(100_000_00);
    await goToDay(1);
    server.clear('ABC');
    const buy = async (price: number): Promise<string> => {
      const order = { stock: 'ABC', type: 'BUY', orderType: 'LIMIT', quantity: 4, price, timeInForce: 'GTC' };
      return (await server.call('POST /orders', order, { token: asha.token })).body.data.orderId;
    };
    const early = await buy(240);
    const day = today();
    await goToDay(1, 0);
    server.quote('ABC', 'sell', 240_00, 4);
    const late = await buy(230);
    const told = async (of: string) => {
      const { orders, bought } = await get(asha, 'GET /contractNote', { day: of });
      return [bought, orders.map(({ id, reason }: { id: string; reason: string }) => [id, reason])];
    };
    expect(await told(day)).toEqual([0, [[early, `Later, ${indianText(server.clock.at)}: Filled.`]]]);
    expect(await told(today())).toEqual([
      960,
      [
        [early, 'Filled.'],
        [late, 'Waits in the book.'],
      ],
    ]);
  });

  test('another trader’s day is another day', async () => {
    const ravi = await server.trader();
    expect((await get(ravi, 'GET /contractNote', { day: today() })).orders).toEqual([]);
  });

  test('a day with more orders than anybody reads is refused before they are all put together', async () => {
    const ravi = await server.trader();
    const place = (first: number, count: number) =>
      server.database.query(
        `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price,
           stop_price, commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind,
           held, held_at_first, filled_value, brokerage, flat_fee, margin)
         select 1, 1000000 + n, $1, 1, 'buy', 'limit', 'gtc', 'delivery', 'trader', 1, 30000, 0, 0, 0, $2::bigint + n, 1, 'canceled',
           'canceled-by-trader', $2::bigint + n, 0, 0, 0, 0, 0, 0, 0, 0 from generate_series($3::bigint, $4) n`,
        [ravi.accountNo, dayStartAt(marketDay(server.clock.at)), first, first + count - 1],
      );
    await place(0, 5_000);
    expect((await get(ravi, 'GET /contractNote', { day: today() })).orders).toHaveLength(5_000);
    await place(5_000, 1);
    const { status, body } = await server.call('GET /contractNote', { day: today() }, { token: ravi.token });
    expect([status, body.error?.code]).toEqual([422, 'note-too-long']);
  });

  test('a day with more fills than anybody reads is refused, too, however few orders they belong to', async () => {
    const ravi = await server.trader();
    const fill = (first: number, count: number) =>
      server.database.query(
        `insert into fills (venue, trade_id, account, order_id, instrument, side, price, quantity, brokerage, flat_fee, cost, product, is_maker, at)
         select 1, 2000000 + n, $1, 1, 1, 'buy', 30000, 1, 0, 0, 0, 'delivery', false, $2::bigint from generate_series($3::bigint, $4) n`,
        [ravi.accountNo, dayStartAt(marketDay(server.clock.at)), first, first + count - 1],
      );
    const day = marketDay(server.clock.at);
    const mine = { venue: VENUE, account: ravi.accountNo };
    await fill(0, 5_000);
    expect((await readNoteDay(server.database, mine, day)).fills).toHaveLength(5_000);
    await fill(5_000, 1);
    await expect(readNoteDay(server.database, mine, day)).rejects.toThrow('more than 5,000');
  });
});
