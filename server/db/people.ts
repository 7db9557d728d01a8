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

/**
 * The same for somebody whom others may be writing about at the same time. Lock people before rows that belong to them, as a deletion does:
 * otherwise the two wait for each other.
 */
export async function isThereMeanwhile(transaction: Queryable, userId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select 1 from users where id = $1 and deleted_at is null for key share',
    [userId],
  );
  return rowCount === 1;
}

/** Whether this account has been deleted, or is about to be: the exchange may have closed it already. */
export async function isLeaving(db: Queryable, account: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from users u where u.account_no = $1
       and (u.deleted_at is not null or exists (select 1 from account_deletions d where d.user_id = u.id))`,
    [account],
  );
  return rowCount === 1;
}
