// Measures how a piece of work strained its process: the longest time that it blocked the event loop, and the memory it has kept.
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Strain {
  /** Processor time between two looks, which does not grow on a busy machine. */
  readonly longestMs: number;
  /** Heap and buffers, after garbage collection. */
  readonly keptMb: number;
}

const LOOK_MS = 5;

export async function strainOf(work: () => Promise<unknown>): Promise<Strain> {
  const before = await kept();
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user + now.system - last.user - last.system) / 1000);
    last = now;
  };
  const timer = setInterval(look, LOOK_MS);
  await work();
  clearInterval(timer);
  look();
  return { longestMs, keptMb: ((await kept()) - before) / 2 ** 20 };
}

/** Memory of the last connections is free a moment later, and memory behind buffers only with the next collection. */
async function kept(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 3; times++) {
    collect();
    await sleep(LOOK_MS);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
