// X10: every commit takes most of a second, as on a slow disk, or waits for a replica that is away. Answers come later, none is lost, and no request hangs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../server/db/open.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';

const SLOW_FOR_MS = 8_000;
const COMMIT_SECONDS = 0.8;
const TRADERS = 40;

async function slowCommits(database: Database, { journal, wrong }: Scene): Promise<void> {
  await database.query(`create function slow_disk() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${COMMIT_SECONDS}); return new; end $$`);
  await database.query('create trigger slow_disk before insert on batches for each row execute function slow_disk()');
  const [before, from] = [journal.acknowledged, performance.now()];
  await sleep(SLOW_FOR_MS);
  if (journal.acknowledged - before < 40) wrong.push('callers who come together do not share a commit');
  if (journal.quickestSince(from) < COMMIT_SECONDS * 1000) wrong.push('commits are not slow');
  await database.query('drop trigger slow_disk on batches');
  await database.query('drop function slow_disk()');
}

/**
 * Every commit is on the disk at once, and then waits for a synchronous replica that is away: no timeout ends that, no request is
 * answered, and all of them are stored.
 */
async function copyAway(database: Database, { journal, wrong }: Scene): Promise<void> {
  await database.query(`alter system set synchronous_standby_names = 'nobody'`);
  await database.query('select pg_reload_conf()');
  try {
    await sleep(1_000);
    const before = journal.acknowledged;
    await sleep(SLOW_FOR_MS);
    if (journal.acknowledged > before)
      wrong.push('an order was acknowledged while the database held every commit back');
  } finally {
    await database.query('alter system reset synchronous_standby_names');
    await database.query('select pg_reload_conf()');
  }
}

const ACTS = [slowCommits, copyAway];

export const slowDisk: Fault = {
  id: 'X10',
  what: 'every commit takes 0.8 s, or waits 9 s for a copy that is away, with forty traders at once',
  cycles: { day: 2, night: 20 },
  run: (stage, cycle) =>
    underLoad(stage, { traders: TRADERS, recoveryMs: 5_000, longestMs: 6_500 }, async (scene) => {
      await ACTS[cycle % ACTS.length](await stage.database.direct(), scene);
      return performance.now();
    }),
};
