// A server's machine loses its power: the database is not told, and must still release the venue's lock for the next process.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from '../db/embedded.ts';
import type { RunningPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import type { Database } from '../db/open.ts';
import { urlOf } from '../../tests/setup/cluster.ts';
import { Writer } from './writer.ts';

const VENUE = 1;
/** A machine is back on its feet after that, and people wait for it. */
const MOST_SECONDS = 15;

let folder: string;
let postgres: RunningPostgres;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-silent-'));
  // Too long a name for a socket file: the connections go over TCP, as to a database on another machine.
  postgres = await startPostgres({ dataDir: path.join(folder, 'long'.repeat(25)), isForgetful: true });
  db = await openDatabase({ dataDir: '', databaseUrl: urlOf(postgres.connection) });
  await migrate(db);
}, 120_000);
afterAll(async () => {
  await db.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the database gives up a silent writer soon, whether it was at rest or was just being answered', async () => {
  const writer = await Writer.open(db, VENUE);
  await writer.ready();
  const { rows } = await writer.asked.query<Record<string, number>>(
    `select name, setting::int as value from pg_settings where name like 'tcp\\_%'`,
  );
  await writer.close();
  const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout } = Object.fromEntries(
    rows.map(({ name, value }) => [name, value]),
  );
  expect(tcp_keepalives_idle).toBeGreaterThan(0);
  expect(tcp_keepalives_idle + tcp_keepalives_interval * tcp_keepalives_count).toBeLessThanOrEqual(MOST_SECONDS);
  // An answer without an acknowledgement is sent again for a quarter of an hour where nothing else is said, and no keep-alive meanwhile.
  expect(tcp_user_timeout).toBeGreaterThan(0);
  expect(tcp_user_timeout).toBeLessThanOrEqual(MOST_SECONDS * 1000);
});
