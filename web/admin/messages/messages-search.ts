// What the address of the messages screen holds: the page of the history, and whom the message being written is for.
import { pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface MessagesSearch {
  page?: number;
  /** The mail address of one person; left out for everybody. */
  to?: string;
}

export function messagesSearch(address: Address): MessagesSearch {
  return { page: pageIn(address), to: textIn(address, 'to', 254) };
}
