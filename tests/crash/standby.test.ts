// Two servers on one database: the second stands by, and takes over when the first is killed, stalls or stops in order.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningPostgres } from '../../server/db/embedded.ts';
import { urlOf } from '../setup/cluster.ts';
import { startReadyPostgres } from './ready-copy.ts';
import { RealServer } from './real-server.ts';

/** The longest allowed time until somebody trades again. */
const MOST_MS = 10_000;

let folder: string;
let postgres: RunningPostgres;
let first: RealServer;
let second: RealServer;
let openedLater: Promise<unknown>;
let token: string;
const acknowledged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-standby-'));
  postgres = await startReadyPostgres(path.join(folder, 'db'));
  const settings = { DATABASE_URL: urlOf(postgres.connection), STANDBY: 'on' };
  // One folder: the second needs the secrets of the first, so that logins hold.
  const data = path.join(folder, 'data');
  // Both find the market free: the faster one runs it, and the other stands by.
  const both = [RealServer.on(data, settings), RealServer.on(data, settings)];
  const opened = both.map((server) => server.start().then(() => server));
  first = await Promise.race(opened);
  second = both.find((server) => server !== first)!;
  openedLater = opened[both.indexOf(second)];
  openedLater.catch(() => {});
  token = await first.newTrader('asha', 500_000);
}, 120_000);

afterAll(async () => {
  for (const server of [first, second]) await server.kill();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

let number = 0;

/** Sends one order with one key to both servers in turn until it is answered, as a client does after a 503. */
async function order(servers: readonly RealServer[]): Promise<{ id: string; waitedMs: number }> {
  const key = `order-${++number}`;
  const body = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' };
  const startedAt = performance.now();
  for (;;) {
    for (const server of servers) {
      const reply = await Promise.race([
        server.call('POST', '/orders', { token, key, body }).catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), 1000)),
      ]);
      if (reply?.status !== 200) continue;
      const id = (reply.body.data as { _id: string })._id;
      acknowledged.push(id);
      return { id, waitedMs: performance.now() - startedAt };
    }
    if (performance.now() - startedAt > MOST_MS) throw new Error('nobody trades any more');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function standsBy(server: RealServer): Promise<void> {
  while (!server.said.includes('stands by')) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Starts a server, and resolves when it says that it stands by. */
async function standBy(server: RealServer): Promise<{ opened: Promise<number> }> {
  const opened = server.start();
  opened.catch(() => {});
  await standsBy(server);
  return { opened };
}

async function prove(server: RealServer): Promise<void> {
  const ids: string[] = [];
  for (let page = 1, last = 1; page <= last; page++) {
    const { body } = await server.call('GET', `/getOrders?page=${page}&limit=100`, { token });
    const data = body.data as { orders: { _id: string }[]; totalPages: number };
    ids.push(...data.orders.map(({ _id }) => _id));
    last = data.totalPages;
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(acknowledged.toSorted());
  const proof = await server.call('GET', '/ledger/verify', { token: await server.adminToken() });
  expect((proof.body.data as { ok: boolean }).ok).toBe(true);
}

test('the first is killed: the second trades within seconds, and nothing acknowledged is lost', async () => {
  await standsBy(second);
  for (let n = 0; n < 20; n++) await order([first]);
  await first.kill();
  await openedLater;
  const { waitedMs } = await order([second]);
  expect(waitedMs).toBeLessThan(MOST_MS);
  await prove(second);
});

test('the one in charge stalls: the other takes over, and the stalled one ends without having written anything', async () => {
  const { opened } = await standBy(first);
  const under = Array.from({ length: 10 }, () => order([second, first]));
  second.stall(true);
  await opened;
  await Promise.all(under);
  second.stall(false);
  expect(await second.ended()).toBe(1);
  await order([first]);
  await prove(first);
});

test('the one in charge stops in order: the other need not wait for a lease to end', async () => {
  const { opened } = await standBy(second);
  expect(await first.stop()).toBe(0);
  const startedAt = performance.now();
  await opened;
  expect(performance.now() - startedAt).toBeLessThan(MOST_MS);
  await order([second]);
  await prove(second);
});

test('the standby can be stopped as well', async () => {
  await standBy(first);
  expect(await first.stop()).toBe(0);
  await order([second]);
});
