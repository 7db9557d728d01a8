// What the desk says of a year is read as its days, however much was traded on them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../contract/routes.ts';
import { TradingCalendar } from '../../../core/market/trading-calendar.ts';
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';
import { rowsRead, settle } from '../../../tests/rows-read.ts';
import { startTrading, VENUE } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';
import { FROM_INSIDE } from '../../handler.ts';
import { deskHandlers } from './routes.ts';

const DAYS = 60;
const TRADES_A_DAY = 320;
const TRADES = DAYS * TRADES_A_DAY;
/** So many trades later, a week, orders that trade twice do so again. */
const AGAIN = TRADES_A_DAY * 7;
const admin = { accountNo: 0, id: '', name: '', email: '', role: 'admin', loginId: '' } as const;

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00 });
  const { database, clock } = server;
  // Buys of seven people. Every tenth order of one week trades again in the next.
  const values = [VENUE, clock.at - DAYS * DAY_MS, DAY_MS / TRADES_A_DAY, TRADES];
  await database.query(
    `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price, stop_price,
       commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind, held, held_at_first,
       filled_value, brokerage, flat_fee, margin, first_trade, last_trade)
     select $1, n, 1 + n % 7, 1, 'buy', 'limit', 'gtc', 'delivery', 'trader', 2, 40000, 0, 10000, 500, $2 + n * $3::bigint, 0, 'filled', 'filled',
       $2 + n * $3, 0, 0, 0, 0, 80000, 800, 500, 0, n, case when n % 10 = 0 and n + ${AGAIN} <= $4 then n + ${AGAIN} else n end
     from generate_series(1, $4) n where n % 10 <> 0 or n / ${AGAIN} % 2 = 0`,
    values,
  );
  await database.query(
    `insert into fills (venue, trade_id, side, order_id, account, instrument, price, quantity, brokerage, flat_fee, statutory, cost, product,
       is_maker, at)
     select $1, n, 'buy', n - case when n % 10 = 0 and n / ${AGAIN} % 2 = 1 then ${AGAIN} else 0 end,
       1 + n % 7, 1, 40000 + n % 10, 1 + n % 3, 400, 500, 7, 0, 'delivery', false, $2 + n * $3::bigint
     from generate_series(1, $4) n`,
    values,
  );
  await settle(database);
});
afterAll(() => server.close());

test('fees and trades of many days', async () => {
  const { exchange, acts, totals, now } = server;
  const today = marketDay(now());
  const [from, to] = [dayText(today - 49), dayText(today)];
  let said: unknown[] = [];
  const ask = () =>
    rowsRead(server.database, async (db) => {
      const desk = deskHandlers({
        db,
        venue: VENUE,
        exchange,
        acts,
        totals,
        now,
        calendar: new TradingCalendar('always'),
      });
      const fees = routes['GET /feeReport'].input.parse({ from, to });
      const trades = routes['GET /allTransactions'].input.parse({ dateRange: `${from},${to}` });
      said = [
        await desk['GET /feeReport']({ ...FROM_INSIDE, user: admin, input: fees }),
        await desk['GET /allTransactions']({ ...FROM_INSIDE, user: admin, input: trades }),
      ];
    });
  const counted = await ask();
  expect(counted.tables.fills).toBeGreaterThan(49 * TRADES_A_DAY);
  const before = said;
  await server.desk.keepDays();
  const kept = await ask();
  expect(said).toEqual(before);
  // A row for each day, and the trades of today and of one page.
  expect(kept.rows, JSON.stringify(kept.tables)).toBeLessThan(10 * TRADES_A_DAY);
});
