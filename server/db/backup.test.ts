// Whose the files of a backup are once it is put back.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restore } from './backup.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'istock-restored-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what is put back belongs to the user who does it, also where that is root and the site had a user of its own', async () => {
  const [made, file, restored] = ['made', 'copy.tar.gz', 'restored'].map((name) => path.join(folder, name));
  await mkdir(path.join(made, 'postgres', 'data'), { recursive: true });
  for (const name of ['secrets.json', 'postgres/password', 'postgres/data/backup_label'])
    await writeFile(path.join(made, name), 'x');
  // The number of a user that this machine may not have.
  await promisify(execFile)('tar', ['-czf', file, '--owner=1234', '--group=1234', '--numeric-owner', '-C', made, '.']);
  await restore(file, restored);
  const names = await readdir(restored, { recursive: true });
  expect(names).toContain(path.join('postgres', 'data', 'backup_label'));
  const owners = await Promise.all(names.map(async (name) => (await stat(path.join(restored, name))).uid));
  expect(new Set(owners)).toEqual(new Set([process.getuid?.()]));
});
