// Books that a proof finds wrong while people trade: trading ends, the terminal hears why, and the desk sees since when.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { COMPANIES } from '../../core/market/history/companies.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { openVenue as openTestVenue, VENUE } from '../../tests/trading-venue.ts';
import type { TradingVenue } from '../../tests/trading-venue.ts';
import { keepProvenBooks } from '../exchange/proof/proven-books.ts';
import { proveAll } from '../exchange/proof/proving.ts';
import { tradeHandlers } from '../trade/routes.ts';
import { openAdmin } from './admin.ts';
import { Closers } from './site.ts';
import type { Site } from './site.ts';
import { Speaker } from './speaker.ts';
import { openVenue } from './venue.ts';

let before: TradingVenue;
const closers = new Closers();

beforeAll(async () => {
  // All companies: the market is not made anew.
  before = await openTestVenue(Object.fromEntries(COMPANIES.map(({ symbol }) => [symbol, 100_00])));
  await before.exchange.submit({ kind: 'open-account', account: 1 });
  for (const paymentId of [1, 2, 3])
    await before.exchange.submit({ kind: 'deposit', account: 1, amount: 500_00, paymentId });
  await before.totals.close();
  await before.exchange.close();
});

afterAll(async () => {
  await closers.closeAll();
  await before.database.close();
});

/** The server's own parts, opened on these books. */
async function start() {
  const { database: db, log, now } = before;
  const said: string[] = [];
  const calendar = new TradingCalendar('always');
  const report = (sentence: string): void => void said.push(sentence);
  const site: Site = { config: {} as never, db, reads: db, log, now, calendar, report, closers };
  const speaker = new Speaker();
  const venue = await openVenue(site, speaker, () => {});
  const trade = tradeHandlers({ db, venue: VENUE, exchange: venue.exchange, now, calendar });
  const { handlers } = openAdmin(site, venue, speaker, trade);
  const dashboard = async () => (await handlers['GET /adminDashboard']({ input: { days: 7 } } as never)).data;
  return { venue, said, dashboard };
}

test('an old entry that was changed is found by the proof behind an open market, which ends', async () => {
  const proof = await proveAll({ db: before.database, venue: VENUE });
  expect(proof.ok).toBe(true);
  await keepProvenBooks(before.database, VENUE, proof.books);
  await before.database.query('alter table transfers disable trigger all');
  await before.database.query('update transfers set reference = reference + 1 where id = 2');
  vi.spyOn(before.log, 'error').mockImplementation(() => {});
  const { venue, said, dashboard } = await start();
  expect((await dashboard()).health).toMatchObject({ isRunning: true, hasEnded: false });
  before.clock.at += 1000;
  await expect.poll(() => venue.exchange.isRunning, { timeout: 30_000 }).toBe(false);
  expect(said).toEqual([expect.stringMatching(/^The books do not add up, so trading ends: chain: /)]);
  const at = venue.wrongBooksAt();
  const { books, health } = await dashboard();
  expect(books).toMatchObject({ ok: false, provedAt: new Date(at!).toISOString() });
  expect(health).toMatchObject({ isRunning: false, hasEnded: true });
});
