// What a form does about a refusal because somebody else has changed meanwhile what it was made from.
import type { Refusal } from '../api.ts';
import { queryClient } from '../query.ts';

/** After a refusal because of it: the other's work is read, so that it shows in the form. */
export function readIfStale({ code }: Refusal, key: readonly unknown[]): void {
  if (code === 'changed-meanwhile') void queryClient.invalidateQueries({ queryKey: key });
}
