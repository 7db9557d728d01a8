// What is read for a diary: a history while a day begins, in which each trade meets the shares of its own time; and the days of the curve.
import { expect, test } from 'vitest';
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import { dayStartAt, dayText, marketDay, weekday } from '../../../core/market/day.ts';
import { goToDay, server, trade } from '../../../tests/scenes/diary.ts';
import { VENUE } from '../../../tests/trading.ts';
import { TradeHistories } from './history.ts';
import { curveOf } from './reader.ts';

/** The database of a reader who is held up behind the first statement, until `meanwhile` is done. */
function heldUp(meanwhile: () => Promise<unknown>): typeof server.database {
  let count = 0;
  const query = async (...given: Parameters<typeof server.database.query>) => {
    if (++count === 2) await meanwhile();
    return server.database.query(...given);
  };
  return Object.assign(Object.create(server.database) as typeof server.database, { query });
}

/** The night goes by, and MERIT gives three shares for each. */
async function split(): Promise<void> {
  const day = marketDay(server.clock.at) + 1;
  server.clock.at = dayStartAt(day) + 500;
  const { rows } = await server.database.query<{ id: number }>(
    `insert into corporate_actions (venue, instrument, kind, from_shares, to_shares, effective_day, created_at, created_by)
     select $1, id, 'split', 1, 3, $2, 0, $3::uuid from instruments where venue = $1 and symbol = 'MERIT' returning id`,
    [VENUE, day, (await server.admin()).id],
  );
  const actions = [{ kind: 'split', id: rows[0].id, symbol: 'MERIT', from: 1, to: 3 }] as const;
  await server.exchange.submit({ kind: 'start-day', day, actions });
}

test('a split and a sale of its shares that come between two statements are both in it, in their order', async () => {
  const asha = await server.trader(100_000_00);
  await trade(asha, 'MERIT', 'BUY', 4, 400_00);
  const db = heldUp(async () => {
    await split();
    await trade(asha, 'MERIT', 'SELL', 12, 140_00);
  });
  const histories = new TradeHistories({ db, exchange: server.exchange });
  const mine = { venue: VENUE, account: asha.accountNo };
  expect((await histories.of(mine)).trades).toEqual([]);
  expect((await histories.of(mine)).trades).toMatchObject([{ quantity: 12, cost: 1600_00, proceeds: 1680_00 }]);
});

test('a day on which the market was closed has a worth, and no return that would be counted', async () => {
  const asha = await server.trader(100_000_00);
  while (weekday(marketDay(server.clock.at)) !== 5) await goToDay(1);
  await trade(asha, 'ABC', 'BUY', 4, 250_00);
  await goToDay(1);
  const mine = { venue: VENUE, account: asha.accountNo };
  const { database: db, exchange, now } = server;
  const closed = await new TradeHistories({ db, exchange }).of(mine);
  const curve = (calendar: TradingCalendar) =>
    curveOf({ db, venue: VENUE, exchange, now, calendar }, mine, closed, { fromDay: null, toDay: null });
  const [always, nse] = [await curve(new TradingCalendar('always')), await curve(new TradingCalendar('nse'))];
  expect(always.points.map(({ day }) => weekday(day))).toEqual([5, 6]);
  expect(nse.points).toEqual(always.points);
  expect([always.changes.length, nse.changes.length]).toEqual([2, 1]);
  // An operator's own holiday is such a day, too.
  await goToDay(2);
  const monday = dayText(marketDay(server.clock.at));
  expect((await curve(new TradingCalendar('nse'))).changes).toHaveLength(2);
  expect((await curve(new TradingCalendar('nse', [monday]))).changes).toHaveLength(1);
});
