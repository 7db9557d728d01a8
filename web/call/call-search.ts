// What the address of a call contains: the lesson it is held for, or the code of a room.
import { addressText } from '../address-text.ts';

export interface CallSearch {
  /** The public id of a lesson. */
  session?: string;
  code?: string;
  /** Not to enter a call, but to report something in one that is over. */
  past?: boolean;
}

function textOf(value: unknown): string | undefined {
  const text = addressText(value);
  return text !== '' && text.length <= 64 ? text : undefined;
}

export function callSearch(given: Record<string, unknown>): CallSearch {
  return { session: textOf(given.session), code: textOf(given.code), past: given.past === true || undefined };
}
