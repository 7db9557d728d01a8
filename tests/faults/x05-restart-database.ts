// X5: the database is stopped in every way there is, or loses a single connection. The server survives, says 503, and goes on.
import { setTimeout as sleep } from 'node:timers/promises';
import { spread, underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Stage } from './stage.ts';

const WAYS = ['fast', 'immediate', 'kill', 'writer', 'everybody'] as const;

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
    await (
      await database.direct()
    ).query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend' and client_addr is null and ${which}`,
    );
  };

const acts: Record<(typeof WAYS)[number], (stage: Stage) => Promise<void>> = {
  fast: restart('fast'),
  immediate: restart('immediate'),
  kill: restart('kill'),
  writer: terminate(`pid in (select pid from pg_locks where locktype = 'advisory' and granted)`),
  everybody: terminate('true'),
};

export const restartDatabase: Fault = {
  id: 'X5',
  what: 'the database stops (fast, immediate, kill -9), or drops one or all connections',
  cycles: { day: 10, night: 200 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000, longestMs: 6_000 }, async () => {
      await sleep(spread(cycle, 300));
      await acts[WAYS[cycle % WAYS.length]](stage);
      return performance.now();
    }),
};
