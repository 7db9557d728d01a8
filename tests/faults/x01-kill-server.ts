// X1: kill -9 of the server at a random instant. Nothing acknowledged is lost, nothing happens twice, and trading is back at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { spread, underLoad } from './fault.ts';
import type { Fault } from './fault.ts';

export const killServer: Fault = {
  id: 'X1',
  what: 'the server is killed (kill -9) at a random instant',
  cycles: { day: 20, night: 1000 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 10_000 }, async () => {
      await sleep(spread(cycle, 400));
      await stage.server.kill();
      const endedAt = performance.now();
      await stage.server.start();
      return endedAt;
    }),
};
