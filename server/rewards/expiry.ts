// The end of bonuses: the unused part goes back when it expires, and its owner is reminded a few days before.
import { rewardMessages } from '../../contract/messages/rewards.ts';
import type { Database } from '../db/open.ts';
import type { DecidedBatch } from '../exchange/batches.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { submitAll } from '../exchange/submit-all.ts';
import type { News, Notices } from '../notices/notices.ts';
import { daysUntil } from './paying.ts';

export interface ExpiryOptions {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Pick<Exchange, 'submit'>;
  readonly notices: Pick<Notices, 'store'>;
  readonly now: () => number;
}

const AT_ONCE = 500;
/** How long before its end an unused bonus is mentioned; for a bonus of only a few days, its last third. */
const WARN_BEFORE_MS = 3 * 86_400_000;

/** What open orders hold stays until it is free or spent: the next round asks again. */
export async function expireBonuses({ db, venue, exchange, now }: ExpiryOptions): Promise<void> {
  for (let after = 0; ;) {
    const { rows } = await db.query<{ account: number }>(
      `select account from traders where venue = $1 and bonus_expires_at <= $2 and account > $3
       order by account limit ${AT_ONCE}`,
      [venue, now(), after],
    );
    await submitAll(
      exchange,
      rows.map(({ account }) => ({ kind: 'expire-reward', account })),
    );
    if (rows.length < AT_ONCE) return;
    after = rows[rows.length - 1].account;
  }
}

interface Ending {
  readonly id: number;
  readonly account: number;
  readonly expiresAt: number;
  /** Null if it has been used up. */
  readonly left: number | null;
}

/** Stored together with the mark that it was told, and so exactly once. */
export async function warnOfEnds({ db, venue, notices, now }: ExpiryOptions): Promise<void> {
  for (let isMore = true; isMore;) {
    const at = now();
    const show = await db.transaction(async (transaction) => {
      const { rows } = await transaction.query<Ending>(
        `with ending as (
           update rewards set warned_at = $2::bigint where id in (
             select id from rewards where state = 'paid' and warned_at is null and venue = $1
               and expires_at <= $2::bigint + $3::bigint and expires_at - least($3::bigint, (expires_at - earned_at) / 3) <= $2::bigint
             order by expires_at limit ${AT_ONCE})
           returning id, account, expires_at)
         select e.id, e.account, e.expires_at as "expiresAt", t.bonus_left as left from ending e
         left join traders t on t.venue = $1 and t.account = e.account and t.bonus_reward = e.id`,
        [venue, at, WARN_BEFORE_MS],
      );
      isMore = rows.length === AT_ONCE;
      const news = rows.flatMap(({ id, account, expiresAt, left }) => {
        if (left === null || expiresAt <= at) return [];
        const message = rewardMessages.endsSoon(left, daysUntil(expiresAt, at));
        return [{ account, kind: 'reward', message, source: `reward-end:${id}`, at } as const];
      });
      return notices.store(transaction, news);
    });
    show();
  }
}

/** The commit that takes the bonus back also notifies about it. */
export function expiryNewsOf({ cashFlows }: Pick<DecidedBatch, 'cashFlows'>): News[] {
  return cashFlows
    .filter(({ kind }) => kind === 'reward-expiry')
    .map(({ account, amount, at }) => ({ account, kind: 'reward', message: rewardMessages.expired(-amount), at }));
}
