// Lets one process at a time own a data folder, so that a dead owner cannot hold it and two rivals cannot both get it.
import { randomUUID } from 'node:crypto';
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type FolderLock = { release: () => void };

/** A process that was just killed needs a moment to disappear; a restart waits that long instead of failing. */
const LAST_BREATH_MS = 1500;

const FILE = /^istock\.lock\.(\d{1,15})$/;

const BELL = /^\.lock-[0-9a-f]{8}$/;
/** The name of a socket must fit 107 bytes. */
const LONGEST_SOCKET = 107;

/**
 * Every owner in the folder's life has the next number, and the file with the highest number names the present one. Only one
 * process can make a file of a name that is not there, so of several that find the last owner dead, one gets the next number.
 * @throws with a sentence when a living process owns the folder.
 */
export const lockFolder = async (folder: string, patienceMs = LAST_BREATH_MS): Promise<FolderLock> => {
  const draft = path.join(folder, `.lock-${randomUUID()}`);
  const bell = await openBell(folder);
  let isOurs = false;
  try {
    // A full disk may accept the name but not the line: even that draft is removed, since a supervisor tries again every second.
    writeFileSync(draft, `${process.pid} ${startedAt(process.pid)} ${bell?.name ?? ''}\n`, { mode: 0o600 });
    for (;;) {
      const last = lastNumber(folder);
      await untilOwnerIsGone(folder, last, patienceMs);
      if (!claim(draft, fileOf(folder, last + 1))) continue;
      isOurs = true;
      forgetBefore(folder, last + 1);
      const release = (): void => {
        // Emptied, not removed: a number must never be given twice.
        writeFileSync(fileOf(folder, last + 1), '');
        bell?.server.close();
      };
      return { release };
    }
  } finally {
    rmSync(draft, { force: true });
    if (!isOurs) bell?.server.close();
  }
};

type Bell = { name: string; server: Server };

/**
 * A socket in the folder, which answers as long as the owner lives. Containers that share a folder do not see each other's processes:
 * there the owner's number means nothing, or somebody else. Null where the folder takes no sockets; then only the number counts.
 */
const openBell = (folder: string): Promise<Bell | null> => {
  const name = `.lock-${randomUUID().slice(0, 8)}`;
  const place = path.join(folder, name);
  if (process.platform === 'win32' || Buffer.byteLength(place) > LONGEST_SOCKET) return Promise.resolve(null);
  const server = createServer((caller) => caller.destroy());
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(place, () => {
      server.on('error', () => {}).unref();
      resolve({ name, server });
    });
  });
};

/** An owner that is too busy to answer has a full queue of callers (EAGAIN). */
const answers = (place: string): Promise<boolean> =>
  new Promise((resolve) => {
    const caller = connect(place, () => {
      caller.destroy();
      resolve(true);
    });
    caller.once('error', (error) => resolve('code' in error && error.code === 'EAGAIN'));
  });

const numbersIn = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => FILE.exec(name)?.slice(1).map(Number) ?? []);

const lastNumber = (folder: string): number => Math.max(0, ...numbersIn(folder));

const fileOf = (folder: string, number: number): string => path.join(folder, `istock.lock.${number}`);

const claim = (draft: string, file: string): boolean => {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

const forgetBefore = (folder: string, number: number): void => {
  for (const each of numbersIn(folder).filter((one) => one < number)) {
    const { bell } = ownerIn(folder, each);
    if (bell !== null) rmSync(bell, { force: true });
    rmSync(fileOf(folder, each), { force: true });
  }
};

const untilOwnerIsGone = async (folder: string, number: number, patienceMs: number): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += 20) {
    const { pid, started, bell } = ownerIn(folder, number);
    const isHere = isOwner(pid, started);
    if (!isHere && (bell === null || !(await answers(bell)))) return;
    if (waitedMs >= patienceMs) {
      const who = isHere ? ` (process ${pid})` : ' in another container';
      throw new Error(`Another Istock${who} is already running on this data folder; stop it, or set another DATA_DIR.`);
    }
    await sleep(20);
  }
};

/** What an owner left written: its number, when it began, and its socket. */
const ownerIn = (folder: string, number: number): { pid: string; started: string | undefined; bell: string | null } => {
  const [pid, started, name] = readIfThere(fileOf(folder, number)).trim().split(' ');
  return { pid, started, bell: BELL.test(name ?? '') ? path.join(folder, name) : null };
};

/** After a reboot the number may belong to another program; its start time then differs. */
const isOwner = (pid: string, started: string | undefined): boolean =>
  /^[1-9]\d*$/.test(pid) && isAlive(Number(pid)) && started === startedAt(Number(pid));

/** A dead process whose parent has not collected it ("zombie") is not alive. */
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
  const line = readIfThere(`/proc/${pid}/stat`);
  return line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .filter(Boolean);
};

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
