// Generates room codes: 50 random bits, which nobody guesses with five tries a minute.
import { randomInt } from 'node:crypto';
import { CODE_LENGTH, CODE_LETTERS, readRoomCode } from '../../contract/call.ts';

export function newRoomCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');
  return readRoomCode(letters)!;
}
