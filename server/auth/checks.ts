// Small checks that several calls about accounts share.
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidField } from '../http-error.ts';
import type { HttpError } from '../http-error.ts';

/** PASSWORD_MIN raises the spec's minimum: the spec's sentence, with the number in force here. */
export function tooShort(field: string, sentence: string, min: number): HttpError {
  return invalidField(field, sentence.replace(/\d+/, String(min)));
}

/** Takes at least this long, so that the time does not reveal whether there was anything to do. */
export async function atLeast<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const pause = sleep(ms);
  try {
    return await work();
  } finally {
    await pause;
  }
}
