// Files on the disk: what a process that is killed in the middle of writing one leaves behind, and what is there after a power cut.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { diskFiles } from './files.ts';

const NAME = `materials/${'a'.repeat(32)}`;
/** Takes long enough to be written that the process does not come to its end. */
const MANY_BYTES = 256 * 1024 * 1024;

test('a file whose writing was cut short is gone when it is removed, in every form', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'istock-files-'));
  const folder = path.join(root, 'materials');
  mkdirSync(folder);
  const modulePath = new URL('files.ts', import.meta.url).href;
  const script = `const { diskFiles } = await import(process.argv[1]);
    await diskFiles(process.argv[2]).write(process.argv[3], Buffer.alloc(${MANY_BYTES}), '')`;
  const writer = spawn(process.execPath, ['--input-type=module', '-e', script, modulePath, root, NAME]);
  while (readdirSync(folder).length === 0 && writer.exitCode === null) await sleep(1);
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await diskFiles(root).read(NAME, MANY_BYTES)).toBeNull();
  await diskFiles(root).remove(NAME);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(root, { recursive: true });
});

test('a file is stored when its content is on the disk, and its name in every folder that was made for it', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'istock-files-'));
  const handle = await open(root, 'r');
  const every = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const synced: number[] = [];
  const { sync } = every;
  const watched = vi.spyOn(every, 'sync').mockImplementation(async function (this: FileHandle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  });
  const write = () => diskFiles(path.join(root, 'files')).write(NAME, Buffer.from('one'), '');
  const inodes = (...names: string[]) => names.map((name) => statSync(path.join(root, name)).ino);
  await write();
  expect(synced).toEqual(inodes(`files/${NAME}`, 'files/materials', 'files', ''));
  synced.length = 0;
  await write();
  expect(synced).toEqual(inodes(`files/${NAME}`, 'files/materials'));
  watched.mockRestore();
  rmSync(root, { recursive: true });
});
