// Reads what decides about a person's rewards: deposits, the referrer, the rewards they have, and how much they have traded.
import type { Queryable } from '../db/open.ts';
import { APART_FROM_TRADES } from '../exchange/apart-from-trades.ts';

export interface Who {
  readonly venue: number;
  readonly account: number;
}

export interface Standing {
  readonly createdAt: number;
  /** Paise paid in, ever. */
  readonly deposited: number;
  /** The account of the person's referrer, if the referrer can earn. */
  readonly referrer: number | null;
  readonly hasSignup: boolean;
  readonly hasReferee: boolean;
  readonly loyaltyCount: number;
  readonly lastLoyaltyAt: number | null;
}

export const depositsOf = (account: string): string => `
  coalesce((select sum(t.amount) from ledger_accounts c
    join transfers t on t.venue = c.venue and t.credit = c.id and t.kind = 'deposit'
      and ${APART_FROM_TRADES}
    where c.venue = $1 and c.owner = ${account}::text and c.asset = 0), 0)::bigint`;

/** Administrators and blocked people earn nothing and bring nothing; what they missed comes when they are let in again. */
export const canEarn = (user: string): string => `${user}.role <> 'admin' and not ${user}.is_blocked`;

/** Null if there is no such account, or its owner may not earn. */
export async function readStanding(db: Queryable, { venue, account }: Who): Promise<Standing | null> {
  const { rows } = await db.query<Standing>(
    `select u.created_at as "createdAt", ${depositsOf('u.account_no')} as deposited, r.account_no as referrer,
       exists (select 1 from rewards w where w.venue = $1 and w.account = $2 and w.kind = 'signup') as "hasSignup",
       exists (select 1 from rewards w where w.venue = $1 and w.account = $2 and w.kind = 'referee') as "hasReferee",
       l.count as "loyaltyCount", l.last as "lastLoyaltyAt"
     from users u left join users r on r.id = u.referred_by and ${canEarn('r')},
       lateral (select count(*) as count, max(earned_at) as last from rewards w
         where w.venue = $1 and w.account = $2 and w.kind = 'loyalty') l
     where u.account_no = $2 and ${canEarn('u')}`,
    [venue, account],
  );
  return rows.at(0) ?? null;
}

/** How many friends of this account have been rewarded. */
export async function friendsRewarded(db: Queryable, { venue, account }: Who): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from rewards where venue = $1 and account = $2 and kind = 'referrer'`,
    [venue, account],
  );
  return rows[0].count;
}

/** Friends who have joined with this account's code and have not been rewarded. */
export async function friendsWaiting(db: Queryable, { venue, account }: Who): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from users u join users friend on friend.referred_by = u.id and ${canEarn('friend')}
     where u.account_no = $2 and not exists (
       select 1 from rewards w where w.venue = $1 and w.account = friend.account_no and w.kind = 'referee')`,
    [venue, account],
  );
  return rows[0].count;
}

/** Paise bought and sold after `since`. */
export async function tradedSince(db: Queryable, { venue, account }: Who, since: number): Promise<number> {
  const { rows } = await db.query<{ traded: number }>(
    `select coalesce(sum(price * quantity), 0)::bigint as traded from fills
     where venue = $1 and account = $2 and trade_id >= own_trade_from($1::smallint, $2, $3) and at + 0 >= $3`,
    [venue, account, since + 1],
  );
  return rows[0].traded;
}

/** Locks a person's row, so that other decisions about that person wait. Lock the earner's own row before the referrer's. */
export async function lockPerson(transaction: Queryable, account: number): Promise<void> {
  await transaction.query('select 1 from users where account_no = $1 for no key update', [account]);
}
