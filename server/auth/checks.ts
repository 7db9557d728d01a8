// Small checks that several calls about accounts share.
import { setTimeout as sleep } from 'node:timers/promises';
import { lettersOf } from '../../contract/login.ts';
import { invalidField } from '../http-error.ts';

interface Shortest {
  readonly min: number;
  readonly sentence: string;
}

/** PASSWORD_MIN raises the spec's minimum: the spec's sentence, with the number in force here. @throws HttpError 400 */
export function refuseShort(field: string, password: string, { min, sentence }: Shortest): void {
  if (lettersOf(password) < min) throw invalidField(field, sentence.replace(/\d+/, String(min)));
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
