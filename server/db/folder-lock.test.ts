// One owner of a data folder at a time: dead owners are no obstacle, living ones are never passed over, and nothing is left behind.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'istock-lock-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const lockFiles = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('istock.lock'));
const bells = (): string[] => readdirSync(dataDir).filter((name) => name.startsWith('.lock-'));

/** What another Node.js is given to lock a folder, and to do then. */
const locking = (folder: string, then = ''): string[] => {
  const script = `const { lockFolder } = await import(process.argv[1]); await lockFolder(process.argv[2]); ${then}`;
  return ['--input-type=module', '-e', script, path.join(import.meta.dirname, 'folder-lock.ts'), folder];
};

test('a dead owner, another program under its number and a damaged file are no obstacle', async () => {
  for (const content of ['999999999 123\n', `${process.pid} 1\n`, '', 'damaged']) {
    const number = Number(lockFiles()[0]?.split('.')[2] ?? 0) + 1;
    writeFileSync(path.join(dataDir, `istock.lock.${number}`), content);
    const lock = await lockFolder(dataDir);
    expect(lockFiles()).toEqual([`istock.lock.${number + 1}`]);
    lock.release();
  }
});

test('an owner whose processes cannot be seen from here, as in another container, is heard at its socket', async () => {
  const owner = createServer();
  await new Promise<void>((resolve) => owner.listen(path.join(dataDir, '.lock-0a1b2c3d'), resolve));
  const number = Number(lockFiles()[0]?.split('.')[2] ?? 0) + 1;
  writeFileSync(path.join(dataDir, `istock.lock.${number}`), '1 1 .lock-0a1b2c3d\n');
  await expect(lockFolder(dataDir, 100)).rejects.toThrow(
    'Another Istock in another container is already running on this data folder',
  );
  expect(bells()).toEqual(['.lock-0a1b2c3d']);
  await new Promise((resolve) => owner.close(resolve));
  const lock = await lockFolder(dataDir);
  await expect(lockFolder(dataDir, 0)).rejects.toThrow(`Another Istock (process ${process.pid})`);
  // Its own number, as in a container each first process has: the socket still tells.
  writeFileSync(path.join(dataDir, `istock.lock.${number + 1}`), `1 1 ${bells()[0]}\n`);
  await expect(lockFolder(dataDir, 0)).rejects.toThrow('Another Istock in another container');
  lock.release();
  expect(bells()).toEqual([]);
});

test('the socket of an owner that was killed is cleared away by the next', async () => {
  const staying = `process.send('locked'); setInterval(() => {}, 1e6);`;
  const owner = spawn(process.execPath, locking(dataDir, staying), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  await once(owner, 'message');
  const [left] = bells();
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  expect(bells()).toEqual([left]);
  const lock = await lockFolder(dataDir);
  expect(bells()).toHaveLength(1);
  expect(bells()).not.toEqual([left]);
  lock.release();
});

test('of many rivals for a dead owner’s folder, one wins', async () => {
  for (let round = 0; round < 20; round++) {
    const rivals = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(dataDir, 0)));
    const winners = rivals.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(winners).toHaveLength(1);
    winners[0].release();
  }
});

test('a start on a full disk leaves nothing behind, however often a supervisor tries', async () => {
  const folder = path.join(dataDir, 'full');
  mkdirSync(folder);
  // No file may get a single byte.
  const full = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
  const attempt = () =>
    execFileSync('/bin/sh', ['-c', full, 'sh', process.execPath, ...locking(folder)], { stdio: 'pipe' });
  for (let n = 0; n < 2; n++) expect(attempt).toThrow(/EFBIG/);
  expect(readdirSync(folder)).toEqual([]);
});
