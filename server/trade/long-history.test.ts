// Lists of a trader with years of orders read what is on the page, and not the years.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, marketDay } from '../../core/market/day.ts';
import { rowsRead, settle } from '../../tests/rows-read.ts';
import { openVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { listFills } from './fill-queries.ts';
import { listOrders } from './order-queries.ts';

const ASHA = { venue: VENUE, account: 1 };
const DAYS = 400;
/** Of each of these people, in turn. */
const ORDERS = 4000;
const PEOPLE = 10;

let server: TradingVenue;
let today: number;
beforeAll(async () => {
  server = await openVenue({ MERIT: 400_00 });
  today = marketDay(server.clock.at);
  const values = [VENUE, server.clock.at - DAYS * DAY_MS, (DAYS * DAY_MS) / (PEOPLE * ORDERS), PEOPLE * ORDERS];
  await server.database.query(
    `insert into orders (venue, id, account, instrument, side, order_type, time_in_force, product, origin, quantity, limit_price, stop_price,
       commission_rate, flat_fee_terms, created_at, remaining, status, end_reason, ended_at, priority, queued_behind, held, held_at_first,
       filled_value, brokerage, flat_fee, margin, first_trade, last_trade)
     select $1, n, 1 + n % ${PEOPLE}, 1, 'buy', 'market', 'ioc', 'delivery', 'trader', 1, 0, 0, 10000, 500, $2 + n * $3::bigint, 0, 'filled', 'filled',
       $2 + n * $3, 0, 0, 0, 0, 40000, 400, 500, 0, n, n from generate_series(1, $4) n`,
    values,
  );
  await server.database.query(
    `insert into fills (venue, trade_id, side, order_id, account, instrument, price, quantity, brokerage, flat_fee, cost, product, is_maker, at)
     select $1, n, 'buy', n, 1 + n % ${PEOPLE}, 1, 40000, 1, 400, 500, 0, 'delivery', false, $2 + n * $3::bigint from generate_series(1, $4) n`,
    values,
  );
  await settle(server.database);
});
afterAll(async () => {
  await server.exchange.close();
  await server.database.close();
});

/** A page of twenty, the halving that finds the ends of the span, and the few rows that belong to each of the page. */
const MOST_ROWS = 300;

test.each([
  ['of all days', null, null],
  ['of a year', -364, 0],
  ['of a month long ago', -330, -300],
  ['since a day', -200, null],
  ['until a day', null, -200],
])('a page %s is counted without being read', async (_, from, to) => {
  const span = { fromDay: from === null ? null : today + from, toDay: to === null ? null : today + to };
  const totals: number[] = [];
  const page = { page: 1, limit: 20, ...span };
  const ofOrders = await rowsRead(server.database, async (asked) => {
    totals.push((await listOrders(asked, ASHA, page)).total);
  });
  const ofFills = await rowsRead(server.database, async (asked) => {
    totals.push((await listFills(asked, ASHA, page)).total);
  });
  const days = (span.toDay ?? today) - Math.max(span.fromDay ?? 0, today - DAYS) + 1;
  for (const total of totals) expect(Math.abs(total - (days * ORDERS) / DAYS)).toBeLessThanOrEqual(ORDERS / DAYS);
  expect(ofOrders.rows, JSON.stringify(ofOrders.tables)).toBeLessThan(MOST_ROWS);
  expect(ofFills.rows, JSON.stringify(ofFills.tables)).toBeLessThan(MOST_ROWS);
});
