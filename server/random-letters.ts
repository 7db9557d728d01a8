// Random letters for codes that people read and type.
import { randomBytes } from 'node:crypto';
import { CODE_LETTERS } from '../contract/call.ts';

/** Each is worth five bits. */
export function randomLetters(count: number): string {
  return Array.from(randomBytes(count), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
}
