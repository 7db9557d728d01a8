// What keeps PostgreSQL from running here: folders of other users, users without a name, programs that only their owner may read.
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyForEverybody } from './binaries.ts';
import { causeIn, giveTo, refuseClosed } from './cluster.ts';

test('root leaves the database of an ordinary user to that user', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-owned-'));
  if (process.getuid?.() === 0) chownSync(folder, 4321, 4321);
  const owner = statSync(folder).uid;
  const words = `belongs to another user, the one with the number ${owner}.`;
  const asOwner = 'Start Istock as that user, or set DATA_DIR to a folder of your own.';
  const giveBack = (dataDir: string) =>
    `Give back what root has written there with "chown -R ${owner} ${dataDir}". ${asOwner}`;
  const given = (uid: number) => () => giveTo(folder, undefined, { uid, gid: 0 });
  expect(given(0)).toThrow(`The database in ${folder} ${words} ${giveBack(path.dirname(folder))}`);
  expect(given(owner + 1)).toThrow(`The database in ${folder} ${words} ${asOwner}`);
  expect(statSync(folder).uid).toBe(owner);
  chmodSync(folder, 0o700);
  expect(() => refuseClosed(folder)).toThrow(`DATA_DIR ${folder} ${words} ${giveBack(folder)}`);
  chmodSync(folder, 0o711);
  expect(() => refuseClosed(folder)).not.toThrow();
  await rm(folder, { recursive: true });
});

test('a user without a name, as containers have them, is told what to do', () => {
  const output = 'initdb: error: could not look up effective user ID 1234: user does not exist\n';
  expect(causeIn(output)).toBe(
    'PostgreSQL runs only as a user with a name, and the one with the number 1234, as in some containers, has none. ' +
      'Give it one in /etc/passwd, start Istock as another user, or set DATABASE_URL.',
  );
});

test('programs that were installed for their owner alone are copied for everybody, and an earlier copy is opened', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-programs-'));
  const native = path.join(folder, 'native');
  mkdirSync(path.join(native, 'bin'), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(native, 'bin', 'postgres'), '', { mode: 0o700 });
  writeFileSync(path.join(native, 'bin', 'notes'), '', { mode: 0o600 });
  symlinkSync('nowhere', path.join(native, 'bin', 'link'));
  const names = ['', 'bin', 'bin/postgres', 'bin/notes'];
  const modesOf = (copy: string) => names.map((name) => statSync(path.join(copy, name)).mode & 0o777);
  const copy = copyForEverybody(native, folder);
  const modes = [modesOf(copy)];
  chmodSync(path.join(copy, 'bin', 'postgres'), 0o700);
  chmodSync(copy, 0o700);
  expect(copyForEverybody(native, folder)).toBe(copy);
  modes.push(modesOf(copy));
  await rm(folder, { recursive: true });
  expect(modes).toEqual(Array.from({ length: 2 }, () => [0o755, 0o755, 0o755, 0o644]));
});
