// X3: SIGTERM in the middle of trading, as in a deployment. Pending requests are answered, and the exit code is 0.
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';

const DRAINED_WITHIN_MS = 10_000;

export const deploy: Fault = {
  id: 'X3',
  what: 'SIGTERM under load, and a new start',
  cycles: { day: 5, night: 50 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 20_000 }, async ({ journal, wrong }) => {
      const toldAt = performance.now();
      const code = await stage.server.stop();
      const endedAt = performance.now();
      if (code !== 0) wrong.push(`it ended with ${code}`);
      if (endedAt - toldAt > DRAINED_WITHIN_MS) wrong.push(`it took ${Math.round(endedAt - toldAt)} ms to end`);
      await stage.server.start();
      const dropped = journal.attempts.filter(({ sentAt, reply }) => sentAt < toldAt && reply === null);
      if (dropped.length > 0)
        wrong.push(`${dropped.length} requests from before the signal got no answer (cycle ${cycle})`);
      return toldAt;
    }),
};
