// The history of the first start, on a machine that has a lot else to do.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPANIES } from '../../core/market/history/companies.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { openVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { makeMarket } from './first-history.ts';

let server: TradingVenue;
beforeAll(async () => {
  server = await openVenue({});
});
afterAll(async () => {
  await server.exchange.close();
  await server.database.close();
});

/** Longer than anybody waits for an answer of the database. */
const BUSY_MS = 6_000;

test('pages that are being written may take longer than people would wait for them', async () => {
  const { database: db, exchange, clock } = server;
  let daysWithMinutes = 0;
  const making = makeMarket({
    db,
    venue: VENUE,
    exchange,
    seed: 1,
    calendar: new TradingCalendar('always'),
    now: clock.at,
    report: () => {},
    past: {
      days: 0,
      onDay: ({ minutes }) => {
        if (minutes !== null) daysWithMinutes++;
        // The pages of the first one are on their way to the database.
        if (daysWithMinutes === 2) for (const until = performance.now() + BUSY_MS; performance.now() < until;);
        return daysWithMinutes === 3 ? Promise.reject(new Error('that is enough')) : Promise.resolve();
      },
      keepsMinutes: () => false,
    },
  });
  await expect(making).rejects.toThrow('that is enough');
  const { rows } = await db.query<{ count: number }>('select count(*) as count from minute_pages');
  expect(rows[0].count).toBeGreaterThanOrEqual(COMPANIES.length + 1);
});
