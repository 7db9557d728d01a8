// A form that was filled in over what somebody else has changed since: saving it would undo the other's work unseen.
import { isDeepStrictEqual } from 'node:util';
import { controlMessages } from '../contract/messages/control.ts';
import { HttpError } from './http-error.ts';

/** `seen`: what the form was made from; undefined where a client does not say. @throws HttpError 409 when it is not in force any more. */
export function refuseStale(seen: unknown, inForce: unknown): void {
  if (seen !== undefined && !isDeepStrictEqual(seen, inForce))
    throw new HttpError(409, controlMessages.changedMeanwhile, { code: 'changed-meanwhile' });
}
