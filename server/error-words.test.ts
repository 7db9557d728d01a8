// What a program says when the disk is full, whichever part of it noticed.
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
