// What the address of the users list holds: page, search text, status and order.
import { userSorts } from '../../../contract/admin/users.ts';
import type { UserSort } from '../../../contract/admin/users.ts';
import { choiceIn, pageIn, textIn } from '../address.ts';
import type { Address } from '../address.ts';

const accountStates = ['active', 'blocked'] as const;
export type AccountState = (typeof accountStates)[number];

export interface UsersSearch {
  page?: number;
  q?: string;
  /** Left out for all. */
  status?: AccountState;
  /** Left out for the newest first. */
  sort?: UserSort;
}

export function usersSearch(address: Address): UsersSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', accountStates),
    sort: choiceIn(address, 'sort', userSorts),
  };
}
