// Generates room codes: 50 random bits, which nobody guesses with five tries a minute.
import { CODE_LENGTH, readRoomCode } from '../../contract/call.ts';
import { randomLetters } from '../random-letters.ts';

export function newRoomCode(): string {
  return readRoomCode(randomLetters(CODE_LENGTH))!;
}
