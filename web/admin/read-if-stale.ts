// Reacts to a refusal because somebody else has changed what the form was based on.
import type { Refusal } from '../api.ts';
import { invalidate } from '../query.ts';

/** After such a refusal, fetches the other person's changes so that they appear in the form. */
export function readIfStale({ code }: Refusal, key: readonly unknown[]): void {
  if (code === 'changed-meanwhile') void invalidate(key);
}
