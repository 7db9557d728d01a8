// The lock of the first installation: it keeps two commands apart, and what is left of one that was killed holds nobody up.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const TOOL = path.resolve(import.meta.dirname, '../tools/install-lock.mjs');
const SCRIPT = `
import { writeFileSync } from 'node:fs';
import { takeInstallLock } from ${JSON.stringify(TOOL)};
const [file, given] = process.argv.slice(1);
if (given !== undefined) writeFileSync(file, given.replace('OWN', process.pid));
const release = await takeInstallLock(file);
console.log('taken');
release();`;

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'istock-install-'));
  file = path.join(folder, 'install.lock');
});
beforeEach(() => rm(file, { force: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What the command says within the time; it is stopped then. */
async function said(given?: string, withinMs = 5_000): Promise<string> {
  const args = ['--input-type=module', '-e', SCRIPT, file, ...(given === undefined ? [] : [given])];
  const command = spawn(process.execPath, args, { timeout: withinMs });
  let text = '';
  for (const stream of [command.stdout, command.stderr]) stream.on('data', (part: Buffer) => (text += part));
  await new Promise((resolve) => command.on('close', resolve));
  return text;
}

/** Clock ticks since the machine's start, at which a process began. */
const startOf = (pid: number): string => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')[19];

test.each([
  ['nobody', undefined],
  ['a number that no process has', '4194300 1'],
  ['the own number, as in a container that starts anew', 'OWN 1'],
  ['the number of another program', `${process.pid} 1`],
  ['a file of an earlier version', String(process.pid)],
  ['no number', 'x'],
  ['no process but a group of them', '0'],
  ['all processes', '-1 -'],
])('goes on at once after %s', async (_kind, given) => {
  expect(await said(given)).toBe('taken\n');
  expect(existsSync(file)).toBe(false);
});

test('goes on after a command that found the disk full, and left a file without a word in it', async () => {
  writeFileSync(file, '');
  utimesSync(file, 1, 1);
  expect(await said()).toBe('taken\n');
});

test('waits for a command that is at work, and for one that has just begun', async () => {
  const waiting = 'Waiting for another Istock command that is installing ...\n';
  writeFileSync(file, `${process.pid} ${startOf(process.pid)}`);
  expect(await said(undefined, 1_500)).toBe(waiting);
  writeFileSync(file, '');
  expect(await said(undefined, 1_000)).toBe(waiting);
});
