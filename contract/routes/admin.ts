// Calls that administrators alone may make.
import { disableUserInput, ledgerProof, listedUser, userListData, userListInput } from '../admin.ts';
import { nothing } from '../platform.ts';
import type { Route, RouteKey } from './route.ts';

export const adminRoutes = {
  'GET /userlist': { role: 'admin', summary: 'Accounts, newest first', input: userListInput, data: userListData },
  'POST /disableUser/{id}': {
    role: 'admin',
    summary: 'Block or unblock an account; it takes effect at the next call',
    input: disableUserInput,
    data: listedUser,
    refusals: [409],
    idempotency: 'reply',
  },
  'GET /ledger/verify': { role: 'admin', summary: 'Prove the books', input: nothing, data: ledgerProof },
} as const satisfies Record<RouteKey, Route>;
