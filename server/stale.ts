// Refuses a form filled in before somebody else changed the same thing: saving it would silently undo their work.
import { isDeepStrictEqual } from 'node:util';
import { controlMessages } from '../contract/messages/control.ts';
import { HttpError } from './http-error.ts';

interface Form {
  /** What it was based on; undefined if a client does not say. */
  readonly seen: unknown;
  readonly inForce: unknown;
  readonly wanted: unknown;
}

/**
 * Whether what is wanted is in force already: nothing was changed in the form, or it was saved before and the answer was lost. Saving it
 * again would be a change in the log that was none. @throws HttpError 409 when something else is in force by now
 */
export function isSavedBefore({ seen, inForce, wanted }: Form): boolean {
  if (isDeepStrictEqual(wanted, inForce)) return true;
  if (seen === undefined || isDeepStrictEqual(seen, inForce)) return false;
  throw new HttpError(409, controlMessages.changedMeanwhile, { code: 'changed-meanwhile' });
}
