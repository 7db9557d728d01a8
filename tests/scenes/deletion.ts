// People who delete their accounts, with an exchange whose next answer the test decides.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { HeldShares } from '../../core/trade/refusal.ts';
import { startAccounts } from '../accounts.ts';
import type { Accounts } from '../accounts.ts';

export let server: Accounts;
export let admin: { token: string; id: string };
/** The exchange's next answer: shares that prevent it, a failure, or one account that it cannot close. */
export let exchange: { held: readonly HeldShares[]; failure: Error | null; refused: number | null; closed: number[] };

beforeAll(async () => {
  server = await startAccounts({
    closeTrader: async (account) => {
      if (exchange.failure !== null) throw exchange.failure;
      if (account === exchange.refused) throw new Error('this account cannot be closed');
      if (exchange.held.length === 0) exchange.closed.push(account);
      return exchange.held;
    },
  });
  admin = await server.admin();
});
afterAll(() => server.close());
beforeEach(() => {
  exchange = { held: [], failure: null, refused: null, closed: [] };
});

export const leave = (token: string, password = 'secret1', refresh = '') =>
  server.call('POST /deleteAccount', { password }, { token, cookies: { refresh } });
export const remove = (id: string, token = admin.token) => server.call('POST /deleteUser/{id}', { id }, { token });
export const rowOf = async (id: string) => {
  const { rows } = await server.database.query<Record<string, unknown>>('select * from users where id = $1', [id]);
  return rows[0];
};
export const underWay = async (): Promise<number> =>
  (await server.database.query('select 1 from account_deletions')).rowCount ?? 0;
