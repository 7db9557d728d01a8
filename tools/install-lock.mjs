// Lets one command at a time install packages and build: npm start and npm test at the same moment in a fresh clone.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { say } from './progress.mjs';

/** The time between creating the file and writing into it. */
const WRITING_MS = 2000;

/** Returns a function that releases the lock. The file of a command that was killed, or that found the disk full, holds nobody up. */
export const takeInstallLock = async (file) => {
  for (let isTold = false; ;) {
    if (take(file)) return () => rmSync(file, { force: true });
    if (!isHeld(file)) rmSync(file, { force: true });
    else if (!isTold) isTold = say('Waiting for another Istock command that is installing or building ...') ?? true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

const take = (file) => {
  try {
    writeFileSync(file, `${process.pid} ${startOf(process.pid)}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    rmSync(file, { force: true });
    throw error;
  }
};

const isHeld = (file) => {
  const [pid, start] = readIfThere(file).split(' ');
  if (pid === '') return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < WRITING_MS;
  // Process ids are used again after a restart of the machine, and in containers often by this very command.
  return /^[1-9]\d*$/.test(pid) && Number(pid) !== process.pid && isAlive(Number(pid)) && start === startOf(pid);
};

/** A zombie, whose parent has not collected its exit code, is not alive. */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return statusOf(pid)[0] !== 'Z';
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** When a process began, in clock ticks since the machine's start, on Linux; elsewhere only the process id counts. */
const startOf = (pid) => statusOf(pid)[19] ?? '-';

/** The fields of Linux's status line after the program's name, which is in brackets and may contain spaces. */
const statusOf = (pid) => {
  const line = readIfThere(`/proc/${pid}/stat`);
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

const readIfThere = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
