// Another process ran the venue for a while, and this one took it back: data kept here between commits includes that time, too.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Exchange } from '../exchange/exchange.ts';
import { ExchangeUnavailable } from '../exchange/unavailable.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let trading: Trading;

beforeAll(async () => {
  trading = await startTrading();
});

afterAll(() => trading.close());

/** Ends every connection of the server that is writing, as a database restart would. */
async function cutConnections(): Promise<void> {
  await trading.database.query(
    `select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

const BUY = {
  kind: 'place-order',
  symbol: 'MERIT',
  side: 'buy',
  orderType: 'limit',
  timeInForce: 'gtc',
  product: 'delivery',
  origin: 'trader',
  quantity: 1,
  limitPrice: 390_00,
  stopPrice: 0,
} as const;

test("a trader's own list and the desk's totals", async () => {
  const asha = await trading.trader(10_000_00);
  const admin = await trading.admin();
  const own = async (): Promise<number> =>
    (await trading.call('GET /getOrders', {}, { token: asha.token })).body.data.totalOrders;
  const atDesk = async (): Promise<number> =>
    (await trading.call('GET /orders', {}, { token: admin.token })).body.data.totalOrders;
  const before = [await own(), await atDesk()];

  await cutConnections();
  const { database: db, log, now } = trading;
  const other = await Exchange.open({ db, venue: VENUE, log, now, onTrade: () => {}, onLost: () => {} });
  expect((await other.submit({ ...BUY, account: asha.accountNo })).isAccepted).toBe(true);
  await other.close();

  const more = trading.exchange.submit({ ...BUY, account: asha.accountNo });
  await expect(more).rejects.toThrow(ExchangeUnavailable);
  await vi.waitFor(() => expect(trading.exchange.isRunning).toBe(true), 10_000);
  expect([await own(), await atDesk()]).toEqual(before.map((count) => count + 1));
});
