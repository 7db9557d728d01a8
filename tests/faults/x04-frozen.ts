// X4: the process freezes while another one stands by. The standby takes over; the frozen one, resumed, writes nothing and ends.
import { mkdir, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealServer } from '../crash/real-server.ts';
import { underLoad } from './fault.ts';
import type { Fault } from './fault.ts';
import { freePort } from './stage.ts';
import type { Stage } from './stage.ts';

const ENDED_WITHIN_MS = 15_000;

/** A second process of the same site, which waits. */
async function standBy(stage: Stage, cycle: number): Promise<{ server: RealServer; opened: Promise<unknown> }> {
  const dataDir = path.join(stage.folder, `standby-${cycle}`);
  await mkdir(dataDir, { recursive: true });
  await copyFile(path.join(stage.server.dataDir, 'secrets.json'), path.join(dataDir, 'secrets.json'));
  const server = RealServer.on(dataDir, { ...stage.env, PORT: String(await freePort()), STANDBY: 'on' });
  const opened = server.start();
  opened.catch(() => {});
  while (!server.said.includes('stands by')) await sleep(20);
  return { server, opened };
}

export const frozen: Fault = {
  id: 'X4',
  what: 'the server is frozen (SIGSTOP) while a second one stands by, and wakes up again',
  cycles: { day: 3, night: 50 },
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 20_000, hasScreens: false }, async ({ wrong }) => {
      const first = stage.server;
      const second = await standBy(stage, cycle);
      const frozenAt = performance.now();
      first.stall(true);
      await second.opened;
      stage.turnTo(second.server);
      await sleep(1_000);
      first.stall(false);
      const code = await Promise.race([first.ended(), sleep(ENDED_WITHIN_MS).then(() => 'it goes on')]);
      if (code === 0 || code === 'it goes on') wrong.push(`the process that woke up: ${code}`);
      if (code === 'it goes on') await first.kill();
      return frozenAt;
    }),
};
