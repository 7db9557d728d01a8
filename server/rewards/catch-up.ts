// Finds rewards that were earned but missed: because of a crash, a change of the rules, or simply time passing.
import { isLoyaltyOpen, loyaltySince } from '../../core/rewards/rules.ts';
import type { Queryable } from '../db/open.ts';
import { BEHIND, politely } from '../db/polite.ts';
import type { EarningOptions } from './earning.ts';
import { canEarn, depositsOf } from './standing.ts';

const AT_ONCE = 500;

/** Looks at each account that a query returns; the query returns accounts above the last one, in order. */
export async function catchUp(
  options: EarningOptions,
  look: (account: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (const find of [unnoticedSignups, unnoticedReferrals, unnoticedLoyalty]) {
    for (let after = 0; ;) {
      // Reading everybody's trades of a month takes longer than a request may.
      const accounts = await politely(options.db, (asked) => find(asked, options, after), { pace: BEHIND, signal });
      for (const account of accounts) await look(account);
      if (accounts.length < AT_ONCE) break;
      after = accounts[accounts.length - 1];
    }
  }
}

async function accountsOf(db: Queryable, query: string, values: readonly unknown[]): Promise<number[]> {
  const { rows } = await db.query<{ account: number }>(`${query} order by account limit ${AT_ONCE}`, [...values]);
  return rows.map(({ account }) => account);
}

function unnoticedSignups(db: Queryable, { venue, promotions }: EarningOptions, after: number): Promise<number[]> {
  const { isEnabled, amount, minimumDeposit } = promotions.rules.signup;
  if (!isEnabled || amount === 0) return Promise.resolve([]);
  const offers = promotions.signupOffers();
  return accountsOf(
    db,
    `select u.account_no as account from users u
     where u.account_no > $2 and ${canEarn('u')}
       and exists (select 1 from unnest($3::bigint[], $4::bigint[]) as o(since, until)
         where u.created_at >= o.since and u.created_at < o.until)
       and not exists (select 1 from rewards w where w.venue = $1 and w.account = u.account_no and w.kind = 'signup')
       and ($5::bigint = 0 or ${depositsOf('u.account_no')} >= $5::bigint)`,
    [venue, after, offers.map(({ from }) => from), offers.map(({ until }) => until), minimumDeposit],
  );
}

function unnoticedReferrals(db: Queryable, { venue, promotions }: EarningOptions, after: number): Promise<number[]> {
  const { isEnabled, maxReferrals, minimumDeposit } = promotions.rules.referral;
  if (!isEnabled) return Promise.resolve([]);
  return accountsOf(
    db,
    `select u.account_no as account from users u join users r on r.id = u.referred_by
     where u.account_no > $2 and ${canEarn('u')} and ${canEarn('r')}
       and not exists (select 1 from rewards w where w.venue = $1 and w.account = u.account_no and w.kind = 'referee')
       and (select count(*) from rewards w where w.venue = $1 and w.account = r.account_no and w.kind = 'referrer') < $3
       and ($4::bigint = 0 or ${depositsOf('u.account_no')} >= $4::bigint)`,
    [venue, after, maxReferrals, minimumDeposit],
  );
}

function unnoticedLoyalty(db: Queryable, { venue, promotions, now }: EarningOptions, after: number): Promise<number[]> {
  const { loyalty } = promotions.rules;
  if (!isLoyaltyOpen(loyalty, null, now())) return Promise.resolve([]);
  return accountsOf(
    db,
    `select f.account from fills f join users u on u.account_no = f.account and ${canEarn('u')}
     where f.venue = $1 and f.account > $2 and f.at > $3 and not exists (
       select 1 from rewards w where w.venue = $1 and w.account = f.account and w.kind = 'loyalty' and w.earned_at > $3)
     group by f.account having sum(f.price * f.quantity) >= $4`,
    [venue, after, loyaltySince(loyalty, now()), loyalty.tradingAmount],
  );
}
