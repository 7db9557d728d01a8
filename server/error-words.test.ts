// What a program says when the disk is full, whichever part of it noticed, and when it was called with words that it does not take.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inWords } from './error-words.ts';

const FULL = 'The disk is full: make room on it, or set DATA_DIR to a folder on another one.';

test.each([
  ['ENOSPC: no space left on device, write', `${FULL} ENOSPC: no space left on device, write`],
  [
    'could not extend file "base/5/2619": No space left on device',
    `${FULL} could not extend file "base/5/2619": No space left on device`,
  ],
  [
    'could not extend file: wrote only 4096 of 8192 bytes',
    `${FULL} could not extend file: wrote only 4096 of 8192 bytes`,
  ],
  // It has been said.
  ['The disk of /backups is full: make room. ENOSPC', 'The disk of /backups is full: make room. ENOSPC'],
  ['another reason', 'another reason'],
])('%s', (message, said) => {
  expect(inWords(new Error(message))).toBe(said);
});

test('what is no error is said as it is', () => {
  expect(inWords('stopped')).toBe('stopped');
});

function called(program: string, ...words: string[]) {
  const file = path.join(import.meta.dirname, program);
  // Nothing is written where one of them goes on by mistake.
  return spawnSync(process.execPath, [file, ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: '/dev/null' },
  });
}

// `npm run backup -- "$FILE" && find ... -delete` must not delete anything when FILE is empty.
test.each([
  ['backups.ts', ['backup'], 'Name one file, and nothing else.'],
  ['backups.ts', ['backup', ''], 'Name one file, and nothing else.'],
  ['backups.ts', ['backup', 'a', 'b'], 'Name one file, and nothing else.'],
  ['backups.ts', ['restore', '--force'], 'Name one file, and nothing else.'],
  ['admins.ts', ['pasword', 'asha@example.org'], '"pasword" is not known.'],
])('%s %j does nothing, says how it is used, and does not end as if it had done it', (program, words, what) => {
  const { status, stdout, stderr } = called(program, ...words);
  expect(status).toBe(64);
  expect(stderr).toMatch(new RegExp(`^${what}\n\nnpm run `));
  expect(stdout).toBe('');
});

test('nobody is made administrator whose address the login would refuse', () => {
  const { status, stderr } = called('admins.ts', 'add', 'me@localhost');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Nobody could log in as me@localhost: an address looks like somebody@example.com.\n',
  });
});

test('who asks how they are used is told, and nothing is wrong', () => {
  for (const [program, ...words] of [['backups.ts', 'backup', '--help'], ['admins.ts', '--help'], ['admins.ts']]) {
    const { status, stdout, stderr } = called(program, ...words);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^npm run /);
  }
});
