// Refuses a form filled in before somebody else changed the same thing: saving it would silently undo their work.
import { isDeepStrictEqual } from 'node:util';
import { controlMessages } from '../contract/messages/control.ts';
import { HttpError } from './http-error.ts';

/** `seen`: what the form was based on; undefined if a client does not say. @throws HttpError 409 when that is no longer in force. */
export function refuseStale(seen: unknown, inForce: unknown): void {
  if (seen !== undefined && !isDeepStrictEqual(seen, inForce))
    throw new HttpError(409, controlMessages.changedMeanwhile, { code: 'changed-meanwhile' });
}
