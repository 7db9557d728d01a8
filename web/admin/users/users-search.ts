// What the address of the users list holds: page, search text, status, role and order.
import { roles } from '../../../contract/auth.ts';
import type { UserRole } from '../../../contract/auth.ts';
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
  /** Left out for all. */
  role?: UserRole;
  /** Left out for the newest first. */
  sort?: UserSort;
}

export function usersSearch(address: Address): UsersSearch {
  return {
    page: pageIn(address),
    q: textIn(address, 'q'),
    status: choiceIn(address, 'status', accountStates),
    role: choiceIn(address, 'role', roles),
    sort: choiceIn(address, 'sort', userSorts),
  };
}
