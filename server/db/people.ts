// Whether a person still exists, for anything about to be stored about them: after an account was deleted, nothing may be.
import type { Queryable } from './open.ts';

/** Keeps this account from being deleted until the transaction ends. False if it has been already, and nothing may be stored. */
export async function staysMeanwhile(transaction: Queryable, account: number): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select 1 from users where account_no = $1 and deleted_at is null for no key update',
    [account],
  );
  return rowCount === 1;
}
