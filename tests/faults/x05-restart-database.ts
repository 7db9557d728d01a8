// X5: the database is stopped in every possible way, also in the middle of a commit, or loses a single connection. The server survives, replies 503, and goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { spread, underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Stage } from './stage.ts';

const WAYS = ['fast', 'immediate', 'kill', 'writer', 'everybody', 'in-commit', 'after-commit'] as const;

const restart =
  (way: 'fast' | 'immediate' | 'kill') =>
  async ({ database }: Stage): Promise<void> => {
    await database.stop(way);
    await sleep(700);
    await database.start();
  };

/** Ends connections of the server from within the database, as an administrator would. */
const terminate =
  (which: string) =>
  async ({ database }: Stage): Promise<void> => {
    const { rows } = await (
      await database.direct()
    ).query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend' and client_addr is null and ${which}`,
    );
    if (rows.length === 0) throw new Error('there was no connection to end');
  };

const OWNER = `select pid from pg_locks where locktype = 'advisory' and granted`;

/** The backend that carries a commit out is killed: the database takes that for damage, ends all backends, and recovers by itself. */
async function killInCommit({ database, proxy }: Stage): Promise<void> {
  const direct = await database.direct();
  const { rows } = await direct.query<{ pid: number }>(OWNER);
  const caught = await proxy.halt('handed-over', 'commit-batch');
  await database.killProcess(rows[0].pid);
  caught.release();
  while ((await direct.query('select 1').catch(() => null)) === null) await sleep(20);
}

/** A commit is stored, and the database is gone before its answer arrives. */
async function stopAfterCommit({ database, proxy }: Stage): Promise<void> {
  const caught = await proxy.halt('answered', 'commit-batch');
  await database.stop('immediate');
  caught.cut();
  await database.start();
}

const acts: Record<(typeof WAYS)[number], (stage: Stage) => Promise<void>> = {
  fast: restart('fast'),
  immediate: restart('immediate'),
  kill: restart('kill'),
  writer: terminate(`pid in (${OWNER})`),
  everybody: terminate('true'),
  'in-commit': killInCommit,
  'after-commit': stopAfterCommit,
};

export const restartDatabase: Fault = {
  id: 'X5',
  what: 'the database stops (fast, immediate, kill -9, in and after a commit), or drops one or all connections',
  cycles: { day: 2 * WAYS.length, night: 40 * WAYS.length },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000, longestMs: 6_000 }, async () => {
      await sleep(spread(cycle, 300));
      await acts[WAYS[cycle % WAYS.length]](stage);
      return performance.now();
    }),
};
