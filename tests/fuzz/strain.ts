// How hard a stretch of work was for the process it ran in: the longest it could hear nobody, and the memory it has kept.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Strain {
  /** Of processor time between two looks: a busy machine makes it no longer. */
  readonly longestMs: number;
  /** Of the heap and of buffers, after the garbage is collected. */
  readonly keptMb: number;
}

const LOOK_MS = 5;

export async function strainOf(work: () => Promise<unknown>): Promise<Strain> {
  const before = kept();
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
  return { longestMs, keptMb: (kept() - before) / 2 ** 20 };
}

function kept(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
