// Whether somebody is still there, for what is kept of a person: who has left meanwhile is forgotten already.
import type { Queryable } from './open.ts';

/** Until the end of the transaction nobody by this account number leaves. False when the person has left, and nothing is to be kept. */
export async function staysMeanwhile(transaction: Queryable, account: number): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select 1 from users where account_no = $1 and deleted_at is null for no key update',
    [account],
  );
  return rowCount === 1;
}
