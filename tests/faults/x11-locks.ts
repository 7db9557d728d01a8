// X11: another client of the database holds locks, causes deadlocks, or takes every connection. Callers get 503, and then trading goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../server/db/open.ts';
import type { Database } from '../../server/db/open.ts';
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Stage } from './stage.ts';

const HELD_MS = 7_000;

/** Nobody can write orders, as during a careless change of the table. */
async function holdTable({ database }: Stage): Promise<void> {
  await (
    await database.direct()
  ).transaction(
    async (work) => {
      await work.query('lock table orders in exclusive mode');
      await work.query(`select pg_sleep(${HELD_MS / 1000})`);
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** Takes the locks of a commit in the other order. */
async function cross({ database }: Stage): Promise<void> {
  const direct = await database.direct();
  for (let times = 0; times < 4; times++) {
    await direct
      .transaction(async (work) => {
        await work.query('lock table fills in exclusive mode');
        await sleep(300);
        await work.query('lock table ledger_accounts in exclusive mode');
      })
      // The database ends one of two sessions that wait for each other; it may be this one.
      .catch(() => {});
  }
}

/** The server's own connections are dropped when no other is available. */
async function exhaust({ database, proxy }: Stage): Promise<void> {
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
    underLoad(stage, { recoveryMs: 5_000, longestMs: 6_500 }, async () => {
      await ACTS[cycle % ACTS.length](stage);
      return performance.now();
    }),
};
