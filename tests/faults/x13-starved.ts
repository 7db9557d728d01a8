// X13: the process stands still for two seconds, has little memory, runs out of files, or gets no more memory at all. It goes on, or is started again, and nothing is lost.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { underLoad } from './fault.ts';
import type { Course, Fault, Outcome } from './fault.ts';
import type { Stage } from './stage.ts';

const course: Course = { recoveryMs: 10_000 };

const standStill = (stage: Stage): Promise<Outcome> =>
  underLoad(stage, course, async ({ journal, wrong }) => {
    stage.server.stall(true);
    const stalledAt = performance.now();
    await sleep(2_000);
    if (journal.quickestSince(stalledAt) < Infinity) wrong.push('the process did not stand still');
    stage.server.stall(false);
    return performance.now();
  });

async function under(stage: Stage, launcher: readonly string[], act: () => Promise<Outcome>): Promise<Outcome> {
  const again = async (program: readonly string[]): Promise<void> => {
    await stage.server.kill();
    stage.server.launcher = program;
    await stage.server.start();
  };
  await again(launcher);
  try {
    return await act();
  } finally {
    await again([]);
  }
}

const SMALL_HEAP = 'NODE_OPTIONS=--max-old-space-size=256';

const littleMemory = (stage: Stage): Promise<Outcome> =>
  under(stage, ['env', SMALL_HEAP], () =>
    underLoad(stage, { ...course, traders: 30 }, async ({ wrong }) => {
      if (!readFileSync(`/proc/${stage.server.pid}/environ`, 'utf8').split('\0').includes(SMALL_HEAP))
        wrong.push('the process may have a larger heap');
      await sleep(8_000);
      return performance.now();
    }),
  );

const MOST_FILES = 256;
/** One is opened now and then to turn away who has come too many, and pools give theirs back. */
const SPARE_FILES = 16;

const fewFiles = (stage: Stage): Promise<Outcome> =>
  under(stage, ['prlimit', `--nofile=${MOST_FILES}`], () =>
    underLoad(stage, course, async ({ wrong }) => {
      const { hostname, port } = new URL(stage.server.url);
      const open: Socket[] = [];
      for (let n = 0; n < MOST_FILES * 2; n++) {
        const socket = connect({ host: hostname, port: Number(port) });
        socket.on('error', () => {});
        open.push(socket);
      }
      await sleep(3_000);
      const files = readdirSync(`/proc/${stage.server.pid}/fd`).length;
      if (files < MOST_FILES - SPARE_FILES || files > MOST_FILES)
        wrong.push(`the process has ${files} open files, and may have ${MOST_FILES}`);
      for (const socket of open) socket.destroy();
      return performance.now();
    }),
  );

const ENDS_WITHIN_MS = 15_000;

/** The system suddenly refuses it any more memory: it ends on the spot, and is started again. */
const noMoreMemory = (stage: Stage): Promise<Outcome> =>
  underLoad(stage, { ...course, traders: 30 }, async ({ wrong }) => {
    const { server } = stage;
    execFileSync('prlimit', ['--pid', String(server.pid), '--data=1048576', '--as=1048576']);
    const code = await Promise.race([server.ended(), sleep(ENDS_WITHIN_MS).then(() => 'it goes on')]);
    if (code === 0) wrong.push('it ended without memory as if all were well');
    if (code === 'it goes on') wrong.push('it needs no more memory: nothing was tried');
    await server.kill();
    const endedAt = performance.now();
    await server.start();
    return endedAt;
  });

const ACTS = [standStill, littleMemory, fewFiles, noMoreMemory];

export const starved: Fault = {
  id: 'X13',
  what: 'the process stands still for 2 s; has a heap of 256 MB; may open 256 files; gets no more memory',
  cycles: { day: ACTS.length, night: 10 * ACTS.length },
  run: (stage, cycle) => ACTS[cycle % ACTS.length](stage),
};
