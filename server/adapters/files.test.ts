// Files on the disk: what a process that is killed in the middle of writing one leaves behind.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
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
