// X11: another client of the database holds locks, causes deadlocks, or takes every connection. Callers get 503, and then trading goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/open.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';

const HELD_MS = 7_000;
/** PostgreSQL counts a deadlock some time after it. */
const COUNTED_WITHIN_MS = 5_000;

/** Nobody can write orders, as during a careless change of the table. */
async function holdTable({ stage: { database }, journal, wrong }: Scene): Promise<void> {
  await (
    await database.direct()
  ).transaction(
    async (work) => {
      await work.query('lock table orders in exclusive mode');
      const lockedAt = performance.now();
      await work.query(`select pg_sleep(${HELD_MS / 1000})`);
      if (journal.quickestSince(lockedAt) < Infinity)
        wrong.push('an order was acknowledged while nobody could write one');
    },
    { statementTimeoutMs: 60_000 },
  );
}

async function deadlocks(database: Database): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    'select deadlocks::int as count from pg_stat_database where datname = current_database()',
  );
  return rows[0].count;
}

/** Takes the locks of a commit in the other order: that writes orders, and then their fills. */
async function cross({ stage: { database }, wrong }: Scene): Promise<void> {
  const direct = await database.direct();
  const before = await deadlocks(direct);
  for (let times = 0; times < 4; times++) {
    await direct
      .transaction(async (work) => {
        await work.query('lock table fills in exclusive mode');
        await sleep(300);
        await work.query('lock table orders in exclusive mode');
      })
      // The database ends one of two sessions that wait for each other; it may be this one.
      .catch(() => {});
  }
  const until = performance.now() + COUNTED_WITHIN_MS;
  while ((await deadlocks(direct)) === before && performance.now() < until) await sleep(100);
  if ((await deadlocks(direct)) === before) wrong.push('no session waited for one that waited for it');
}

/** The server's own connections are dropped when no other is available. */
async function exhaust({ stage: { database, proxy } }: Scene): Promise<void> {
  const taken: Database[] = [];
  const url = database.urlThrough(proxy.port);
  try {
    const connections = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const pool = await openDatabase({ dataDir: '', databaseUrl: url });
        taken.push(pool);
        return Promise.allSettled(Array.from({ length: 10 }, () => pool.query('select pg_sleep(4)')));
      }),
    );
    if (!connections.flat().some(({ status }) => status === 'rejected')) throw new Error('connections did not run out');
  } finally {
    await Promise.all(taken.map((pool) => pool.close()));
  }
}

const ACTS = [holdTable, cross, exhaust];

export const locks: Fault = {
  id: 'X11',
  what: 'a table is locked for seconds, locks are crossed, all connections are taken',
  cycles: { day: 6, night: 51 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000, longestMs: 6_500 }, async (scene) => {
      await ACTS[cycle % ACTS.length](scene);
      return performance.now();
    }),
};
