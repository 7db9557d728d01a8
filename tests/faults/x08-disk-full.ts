// X8: the database's disk is full. Orders are refused with 503, nothing acknowledged is lost, and it goes on when there is room.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import { SmallDisk, whyNoSmallDisk } from './small-disk.ts';
import { Stage } from './stage.ts';

const DISK_MB = 900;
const FULL_MS = 6_000;

let disk: SmallDisk;

export const diskFull: Fault = {
  id: 'X8',
  what: 'the disk of the database is full',
  cycles: { day: 2, night: 20 },
  async open() {
    const why = await whyNoSmallDisk();
    if (why !== null) return why;
    return Stage.open({}, (folder) => {
      disk = new SmallDisk(path.join(folder, 'database'), DISK_MB);
      return () => disk.remove();
    });
  },
  run: (stage) =>
    underLoad(stage, { traders: 10, recoveryMs: 10_000 }, async ({ journal, wrong }) => {
      // Opened before the disk is full, when no new connection is possible.
      const database = await stage.database.direct();
      const until = performance.now() + 60_000;
      const refused = (): boolean => journal.attempts.some(({ reply }) => reply === null || reply.status === 503);
      try {
        disk.fill(0);
        // The preallocated part of the log is used up first.
        while (!refused() && performance.now() < until)
          await database
            .query(`select pg_logical_emit_message(false, 'fill', repeat('x', 4000000))`)
            .catch(() => sleep(50));
        if (!refused()) wrong.push('the disk could not be filled');
        await sleep(FULL_MS);
      } finally {
        disk.empty();
        await stage.database.stop('fast');
        await stage.database.start();
      }
      return performance.now();
    }),
};
