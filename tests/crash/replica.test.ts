// A real streaming replica of PostgreSQL: nobody reads older data than their own last write, and reads go on without it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../../server/db/embedded.ts';
import type { RunningPostgres } from '../../server/db/embedded.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Queryable } from '../../server/db/open.ts';
import { FreshReads, openReplica } from '../../server/db/replica.ts';
import { createLog } from '../../server/log.ts';
import { urlOf } from '../setup/cluster.ts';
import { startCopy } from '../setup/copy.ts';
import { RealServer } from './real-server.ts';

let folder: string;
let postgres: RunningPostgres;
let copy: RunningPostgres;
let primary: Database;
let replica: Database;
let reads: FreshReads;

const pause = (isPaused: boolean): Promise<unknown> =>
  replica.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-replica-'));
  const dataDir = path.join(folder, 'first');
  postgres = await startPostgres({ dataDir });
  primary = await openDatabase({ dataDir: '', databaseUrl: urlOf(postgres.connection) });
  await primary.query('create table notes (id integer primary key)');
  copy = await startCopy(primary, dataDir, path.join(folder, 'second'), postgres.connection);
  replica = await openReplica(urlOf(copy.connection), () => {});
  reads = new FreshReads(primary, replica, createLog({ logLevel: 'silent' }));
}, 120_000);

afterAll(async () => {
  await replica.close();
  await copy.stop();
  await primary.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const read = async (): Promise<number> =>
  (await reads.query<{ count: number }>('select count(*) as count from notes')).rows[0].count;

test('people see their own writes at once, also among many others, and the replica does the work', async () => {
  for (let n = 0; n < 50; n++) {
    await primary.query('insert into notes values ($1)', [n]);
    const seen = await Promise.all([read(), read(), read()]);
    expect(seen).toEqual([n + 1, n + 1, n + 1]);
  }
  expect(reads.count).toBeGreaterThan(100);
});

test('a replica that has fallen behind is not used until it has caught up', async () => {
  await pause(true);
  await primary.query('insert into notes values (100)');
  const before = reads.count;
  expect([await read(), reads.count - before]).toEqual([51, 0]);
  await pause(false);
  await expect.poll(async () => [await read(), reads.count > before]).toEqual([51, true]);
});

test('a silent replica is waited for once, for a moment, and then left alone', async () => {
  let asked = 0;
  const silent: Queryable = { query: () => (asked++, new Promise<never>(() => {})) };
  const besideSilent = new FreshReads(primary, silent, createLog({ logLevel: 'silent' }));
  const count = (): Promise<unknown> =>
    besideSilent.query('select count(*) as count from notes').then(({ rows }) => rows[0]);
  const expected = { count: await read() };
  expect(await Promise.all([count(), count()])).toEqual([expected, expected]);
  const before = asked;
  for (let n = 0; n < 5; n++) expect(await count()).toEqual(expected);
  expect(asked).toBe(before);
});

test('errors of a query are reported, and no reason to leave the replica', async () => {
  await expect(reads.query('select nonsense')).rejects.toMatchObject({ code: '42703' });
  await expect(openReplica(urlOf(postgres.connection), () => {})).rejects.toThrow('must lead to a read replica');
});

test('a server with a read replica shows what was just ordered, also after the replica has gone', async () => {
  const server = await RealServer.create({
    DATABASE_URL: urlOf(postgres.connection),
    DATABASE_READ_URL: urlOf(copy.connection),
  });
  await server.start();
  try {
    const token = await server.newTrader('asha', 100_000);
    const trade = async (count: number): Promise<void> => {
      const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
      expect((await server.call('POST', '/orders', { token, body })).status).toBe(200);
      const listed = await server.call('GET', '/transactions', { token });
      expect((listed.body.data as { totalTransactions: number }).totalTransactions).toBe(count);
      expect((await server.call('GET', '/bars?symbol=MERIT&interval=1m', { token })).status).toBe(200);
    };
    for (let n = 1; n <= 10; n++) await trade(n);
    await copy.stop();
    for (let n = 11; n <= 15; n++) await trade(n);
  } finally {
    await server.remove();
  }
}, 120_000);
