// People in the audit log: somebody who has left is called so, and told apart by the beginning of a number.
import { isOfDeleted } from '../../contract/wire/email.ts';

/** `deleted-fefa3eb9...@deleted.invalid` -> `Deleted account fefa3eb9`; a search for that number finds the entries. */
export function personText(address: string): string {
  return isOfDeleted(address) ? `Deleted account ${address.slice('deleted-'.length).slice(0, 8)}` : address;
}
