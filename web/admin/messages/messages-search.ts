// What the address of the messages screen holds: the page of the history and what is searched for in it, and whom the message being written is for.
import { pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

export interface MessagesSearch {
  page?: number;
  q?: string;
  /** The mail address of one person; left out for everybody. */
  to?: string;
}

export function messagesSearch(address: Address): MessagesSearch {
  return { page: pageIn(address), q: textIn(address, 'q'), to: textIn(address, 'to', 254) };
}
