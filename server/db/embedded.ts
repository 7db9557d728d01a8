// Runs a real PostgreSQL inside the data folder: created at the first start, stopped with the server, restarted when it dies.
import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCluster, type Cluster, type Connection } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { end, launch, stopSurvivor } from './postmaster.ts';

export type RunningPostgres = { connection: Connection; stop: () => Promise<void> };

export type EmbeddedOptions = {
  dataDir: string;
  /** Called with what is being done when it takes time, and what went wrong meanwhile. */
  report?: (sentence: string) => void;
  /** For tests: several times faster to create and write, but lost when the machine loses power. */
  isForgetful?: boolean;
};

/** @throws with a sentence when the folder is in use, or PostgreSQL cannot run here. */
export const startPostgres = async ({
  dataDir,
  report = () => {},
  isForgetful = false,
}: EmbeddedOptions): Promise<RunningPostgres> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(dataDir);
  try {
    const cluster = await prepareCluster(dataDir, isForgetful, report);
    await stopSurvivor(cluster, report);
    const stop = await supervise(cluster, report);
    return { connection: cluster.connection, stop: () => stop().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** The processes of one that was killed end a moment after it; until then the next one does not start. */
const PREDECESSOR_LIMIT_MS = 10_000;

const launchWhenFree = async (cluster: Cluster): Promise<ChildProcess> => {
  for (let waitedMs = 0; ; waitedMs += 100) {
    try {
      return await launch(cluster);
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('pre-existing shared memory block');
      if (!isHeld || waitedMs >= PREDECESSOR_LIMIT_MS) throw error;
      await sleep(100);
    }
  }
};

/** Starts PostgreSQL, and starts it again whenever it ends by itself; returns a function that stops it. */
const supervise = async (cluster: Cluster, report: (sentence: string) => void): Promise<() => Promise<void>> => {
  let isStopping = false;
  let postmaster = await launchWhenFree(cluster);
  const watch = (): void => void postmaster.once('exit', (code, signal) => void restart(`${signal ?? code}`));
  const restart = async (reason: string): Promise<void> => {
    if (isStopping) return;
    report(`PostgreSQL ended by itself (${reason}), starting it again ...`);
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, 5000)) {
      try {
        await stopSurvivor(cluster, report);
        postmaster = await launch(cluster);
        return isStopping ? await end(cluster, postmaster) : watch();
      } catch (error) {
        report(error instanceof Error ? error.message : String(error));
        await sleep(pauseMs);
      }
    }
  };
  watch();
  return async () => {
    isStopping = true;
    await end(cluster, postmaster);
  };
};
