// Lets one command at a time install packages and build: npm start and npm test at the same moment in a fresh clone.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { say } from './progress.mjs';

/** Between making the file and writing into it. */
const WRITING_MS = 2000;

/** Answers how to let the next one go on. The file of a command that was killed, or that found the disk full, holds nobody up. */
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
  // A number is given again after a restart of the machine, and in containers nearly always to this very command.
  return /^[1-9]\d*$/.test(pid) && Number(pid) !== process.pid && isAlive(Number(pid)) && start === startOf(pid);
};

/** A dead process that nobody has asked for its end is not alive. */
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return statusOf(pid)[0] !== 'Z';
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Clock ticks since the machine's start, on Linux; elsewhere only the number counts. */
const startOf = (pid) => statusOf(pid)[19] ?? '-';

/** The fields of Linux's status line after the program's name, which stands in brackets and may hold spaces. */
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
