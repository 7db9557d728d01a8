// The rows of payments: found, and moved forward, never back.
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';

export interface Payment {
  id: number;
  account: number;
  purpose: 'wallet' | 'course';
  /** What a course payment buys; null if it goes into the wallet. */
  lesson: number | null;
  amount: Paise;
  currency: string;
  provider: string;
  providerOrder: string;
  providerPayment: string | null;
  status: 'created' | 'attempted' | 'paid' | 'credited' | 'failed';
  createdAt: number;
}

export interface NewPayment {
  account: number;
  userId: string;
  amount: Paise;
  lesson: number | null;
  provider: string;
  providerOrder: string;
  at: number;
}

const COLUMNS = `id, account, purpose, lesson, amount, currency, provider, provider_order as "providerOrder", provider_payment as "providerPayment", status, created_at as "createdAt"`;

/** A callback that has not arrived by then will not come: ask the provider. */
const LOST_AFTER_MS = 15 * 60_000;
/** Somebody paid, or tried to, and got no answer. */
const ATTEMPT_LOST_AFTER_MS = 60_000;

export async function addPayment(
  db: Queryable,
  { account, userId, amount, lesson, provider, providerOrder, at }: NewPayment,
): Promise<void> {
  await db.query(
    `insert into payments (account, user_id, purpose, amount, currency, provider, provider_order, created_at, lesson, next_look_at)
     values ($1, $2, $7, $3, 'INR', $4, $5, $6, $8, $9)`,
    [
      account,
      userId,
      amount,
      provider,
      providerOrder,
      at,
      lesson === null ? 'wallet' : 'course',
      lesson,
      at + LOST_AFTER_MS,
    ],
  );
}

/** The payment of an order, if it belongs to this account. */
export async function findPayment(db: Queryable, providerOrder: string, account: number): Promise<Payment | null> {
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from payments where provider_order = $1 and account = $2`,
    [providerOrder, account],
  );
  return rows.at(0) ?? null;
}

/** The payment of an order that its provider mentions, whichever account it belongs to. */
export async function findOrdered(db: Queryable, provider: string, providerOrder: string): Promise<Payment | null> {
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from payments where provider = $1 and provider_order = $2`,
    [provider, providerOrder],
  );
  return rows.at(0) ?? null;
}

export async function markAttempted(db: Queryable, id: number, at: number): Promise<void> {
  await db.query(
    `update payments set status = 'attempted', attempted_at = $2, next_look_at = $3 where id = $1 and status = 'created'`,
    [id, at, at + ATTEMPT_LOST_AFTER_MS],
  );
}

/** The provider has captured it. Returns the row as it then is, or null if another payment of the provider came first. */
export async function markPaid(
  db: Queryable,
  id: number,
  providerPayment: string,
  at: number,
): Promise<Payment | null> {
  const marked = await db.query<Payment>(
    `update payments set status = 'paid', provider_payment = $2, paid_at = $3
     where id = $1 and status in ('created', 'attempted', 'failed') returning ${COLUMNS}`,
    [id, providerPayment, at],
  );
  return marked.rows.at(0) ?? findPaid(db, id, providerPayment);
}

/**
 * Whether the payer's account stays, is about to be deleted, or is gone, so that nobody could spend the money. Locks the person's row until
 * the transaction ends, so that a deletion asked for later finds the payment that this one marks.
 */
export async function standingOfPayer(transaction: Queryable, account: number): Promise<'stays' | 'leaving' | 'gone'> {
  await transaction.query('select 1 from users where account_no = $1 for share', [account]);
  // Only a new statement sees what the lock waited for.
  const { rows } = await transaction.query<{ isGone: boolean }>(
    `select u.deleted_at is not null as "isGone" from users u where u.account_no = $1
       and (u.deleted_at is not null or exists (select 1 from account_deletions d where d.user_id = u.id))`,
    [account],
  );
  const leaving = rows.at(0);
  if (leaving === undefined) return 'stays';
  return leaving.isGone ? 'gone' : 'leaving';
}

/** The row, if exactly this payment of the provider paid it. */
export async function findPaid(db: Queryable, id: number, providerPayment: string): Promise<Payment | null> {
  const { rows } = await db.query<Payment>(`select ${COLUMNS} from payments where id = $1 and provider_payment = $2`, [
    id,
    providerPayment,
  ]);
  return rows.at(0) ?? null;
}

/** Whether this call was the one that moved it. */
export async function markCredited(db: Queryable, id: number, at: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payments set status = 'credited', credited_at = $2 where id = $1 and status = 'paid'`,
    [id, at],
  );
  return rowCount === 1;
}

/** Captured but not credited: something was interrupted in between. */
export async function paidPayments(db: Queryable): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from payments where status = 'paid' order by created_at limit 1000`,
  );
  return rows;
}

/**
 * Open, and due to be asked about: paid without our hearing of it, or never paid. What would be due after `latest` was put off before the
 * clock was set back.
 */
export async function openPayments(
  db: Queryable,
  provider: string,
  { now, latest }: { now: number; latest: number },
): Promise<Payment[]> {
  const { rows } = await db.query<Payment>(
    `select ${COLUMNS} from payments where provider = $1 and status in ('created', 'attempted')
       and (next_look_at <= $2 or next_look_at > $3)
     order by next_look_at limit 200`,
    [provider, now, latest],
  );
  return rows;
}

export async function lookAgain(db: Queryable, id: number, at: number): Promise<void> {
  await db.query(`update payments set next_look_at = $2 where id = $1`, [id, at]);
}

/** Closes an order that nobody paid, if it was made before `madeBefore`. */
export async function markFailed(db: Queryable, id: number, at: number, madeBefore: number): Promise<void> {
  await db.query(
    `update payments set status = 'failed', failed_at = $2
     where id = $1 and status in ('created', 'attempted') and created_at < $3`,
    [id, at, madeBefore],
  );
}
