// X10: every commit takes most of a second, as on a disk that cannot keep up. Answers come later, none is lost, and nobody hangs.
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';

const SLOW_FOR_MS = 8_000;

export const slowDisk: Fault = {
  id: 'X10',
  what: 'every commit takes 0.8 s, with forty traders at once',
  cycles: { day: 2, night: 20 },
  run: (stage) =>
    underLoad(stage, { traders: 40, recoveryMs: 5_000, longestMs: 6_500 }, async ({ journal, wrong }) => {
      const database = await stage.database.direct();
      await database.query(`create function slow_disk() returns trigger language plpgsql as
        $$ begin perform pg_sleep(0.8); return new; end $$`);
      await database.query(
        'create trigger slow_disk before insert on batches for each row execute function slow_disk()',
      );
      const before = journal.acknowledged;
      await sleep(SLOW_FOR_MS);
      if (journal.acknowledged - before < 40) wrong.push('callers who come together do not share a commit');
      await database.query('drop trigger slow_disk on batches');
      await database.query('drop function slow_disk()');
      return performance.now();
    }),
};
