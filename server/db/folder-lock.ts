// Lets one process at a time own a data folder: a lock file that names its owner, and that a dead owner cannot hold.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type FolderLock = { release: () => void };

/** How long a rival that also found the file stale may need to replace it. */
const RIVAL_MS = 60;

const LAST_BREATH_MS = 1500;

/** @throws with a sentence when a living process holds the file. */
export const lockFolder = async (file: string): Promise<FolderLock> => {
  const mine = `${process.pid} ${startedAt(process.pid)} ${randomUUID()}\n`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    await untilOwnerIsGone(file);
    // Of several processes that replace a dead owner's file at once, the last one wins, and the others see it here.
    renameSync(draft, file);
    await sleep(RIVAL_MS);
    if (readIfThere(file) !== mine) throw inUse(file);
  } finally {
    rmSync(draft, { force: true });
  }
  const release = (): void => {
    if (readIfThere(file) === mine) rmSync(file, { force: true });
  };
  return { release };
};

/** A process that was just killed needs a moment to be gone, and whoever starts it again need not know. */
const untilOwnerIsGone = async (file: string): Promise<void> => {
  for (let waitedMs = 0; isOwned(file); waitedMs += 20) {
    if (waitedMs > LAST_BREATH_MS) throw inUse(file);
    await sleep(20);
  }
};

const isOwned = (file: string): boolean => {
  const [pid, started] = (readIfThere(file) ?? '').split(' ');
  // A number can be given to another program after a restart of the machine; its start time then differs.
  return /^[1-9]\d*$/.test(pid) && isAlive(Number(pid)) && started === startedAt(Number(pid));
};

const inUse = (file: string): Error => {
  const owner = (readIfThere(file) ?? '').split(' ')[0];
  return new Error(
    `Another Istock (process ${owner}) is already running on this data folder; stop it, or set another DATA_DIR.`,
  );
};

/** A dead process whose parent has not asked for its end ("zombie") is not alive. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return statusOf(pid)[0] !== 'Z';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Clock ticks since the machine's start, on Linux; elsewhere unknown, so that only the number counts. */
const startedAt = (pid: number): string => statusOf(pid)[19] ?? '-';

/** The fields of Linux's status line after the program's name, which stands in brackets and may hold spaces. */
const statusOf = (pid: number): string[] => {
  const line = readIfThere(`/proc/${pid}/stat`) ?? '';
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .filter(Boolean);
};

const readIfThere = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};
