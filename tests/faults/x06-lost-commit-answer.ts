// X6: the connection breaks around a commit, before or after the database has carried it out. The outcome is read back, never guessed.
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Moment } from './fault-proxy.ts';

const MOMENTS: readonly Moment[] = ['answered', 'handed-over', 'sent', 'delivered'];

export const lostCommitAnswer: Fault = {
  id: 'X6',
  what: 'the answer of a commit is lost, or the commit itself',
  cycles: { day: 20, night: 500 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 5_000, longestMs: 6_000 }, async () => {
      const caught = await stage.proxy.halt(MOMENTS[cycle % MOMENTS.length], 'commit-batch');
      caught.cut();
      return performance.now();
    }),
};
