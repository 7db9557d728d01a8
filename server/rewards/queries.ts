// Everything that is known of one person's rewards: what was earned and used, and what decides about the next ones.
import { hasReferralPlace, isLoyaltyOpen, isReferralOpen, loyaltySince } from '../../core/rewards/rules.ts';
import type { RewardKind } from '../../contract/rewards.ts';
import type { Queryable } from '../db/open.ts';
import { APART_FROM_TRADES } from '../exchange/apart-from-trades.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { EarningOptions } from './earning.ts';
import { friendsRewarded, friendsWaiting, readStanding, tradedSince } from './standing.ts';
import type { Standing, Who } from './standing.ts';

export interface RewardRow {
  readonly id: number;
  readonly kind: RewardKind;
  readonly amount: number;
  readonly earnedAt: number;
  readonly isPaid: boolean;
  readonly expiresAt: number | null;
  /** Paise that have gone back. */
  readonly returned: number;
}

export interface KnownRewards {
  readonly standing: Standing;
  readonly referralCode: string;
  /** Newest first, without rewards of zero. */
  readonly rows: readonly RewardRow[];
  /** The unused part of a bonus that expires. */
  readonly bonus: { readonly rewardId: number; readonly left: number } | null;
  readonly wasSignupOnOffer: boolean;
  readonly friendsRewarded: number;
  readonly friendsWaiting: number;
  /** How many friends of this person's referrer have been rewarded; null without a referrer. */
  readonly rewardedByReferrer: number | null;
  readonly traded: number;
}

export interface ReadingOptions extends EarningOptions {
  readonly exchange: Pick<Exchange, 'read'>;
}

/** Null if there is no such person, or one who cannot earn. */
export async function readRewards(options: ReadingOptions, account: number): Promise<KnownRewards | null> {
  const { db, venue, exchange, promotions, now } = options;
  const who = { venue, account };
  const standing = await readStanding(db, who);
  if (standing === null) return null;
  const since = loyaltySince(promotions.rules.loyalty, now());
  const { referrer } = standing;
  const [rows, referralCode, bonus, rewarded, waiting, rewardedByReferrer, traded] = await Promise.all([
    readRows(db, who),
    readCode(db, account),
    exchange.read((engine) => {
      const { rewardId, left } = engine.venue.traders.get(account)?.bonus ?? {};
      return rewardId === undefined || left === undefined ? null : { rewardId, left };
    }),
    friendsRewarded(db, who),
    friendsWaiting(db, who),
    referrer === null ? null : friendsRewarded(db, { venue, account: referrer }),
    tradedSince(db, who, since),
  ]);
  return {
    standing,
    referralCode,
    rows,
    bonus,
    wasSignupOnOffer: promotions.wasSignupOnOffer(standing.createdAt),
    friendsRewarded: rewarded,
    friendsWaiting: waiting,
    rewardedByReferrer,
    traded,
  };
}

async function readRows(db: Queryable, { venue, account }: Who): Promise<RewardRow[]> {
  const { rows } = await db.query<RewardRow>(
    `select w.id, w.kind, w.amount, w.earned_at as "earnedAt", w.state = 'paid' as "isPaid", w.expires_at as "expiresAt",
       case when w.expires_at is null then 0 else coalesce((select sum(t.amount) from ledger_accounts c
         join transfers t on t.venue = c.venue and t.debit = c.id and t.kind = 'reward-expiry' and t.reference = w.id
           and ${APART_FROM_TRADES}
         where c.venue = $1 and c.owner = $2::text and c.asset = 0), 0) end::bigint as returned
     from rewards w where w.venue = $1 and w.account = $2::integer and w.state <> 'void' order by w.id desc`,
    [venue, account],
  );
  return rows;
}

async function readCode(db: Queryable, account: number): Promise<string> {
  const { rows } = await db.query<{ code: string }>('select referral_code as code from users where account_no = $1', [
    account,
  ]);
  return rows[0].code;
}

/** Which rewards this person may have at all, for GET /Userprofile. */
export interface Eligibility {
  /** The sign-up bonus was on offer when this person came: it is theirs, or was. */
  readonly signup: boolean;
  /** A friend, or this person's first deposits after joining with a friend's code, would bring a reward now. */
  readonly referral: boolean;
  /** Trading can bring a reward now. */
  readonly loyalty: boolean;
}

export async function readEligibility(
  { db, venue, promotions, now }: EarningOptions,
  account: number,
): Promise<Eligibility> {
  const who = { venue, account };
  const standing = await readStanding(db, who);
  if (standing === null) return { signup: false, referral: false, loyalty: false };
  const { referral, loyalty } = promotions.rules;
  const { referrer, hasReferee, hasSignup, createdAt, lastLoyaltyAt } = standing;
  const ofReferrer = referrer === null ? null : await friendsRewarded(db, { venue, account: referrer });
  // What was set to nothing is not promised here, as it is not by GET /rewards.
  const { referrerAmount, refereeAmount } = referral;
  const isOwed =
    ofReferrer !== null &&
    refereeAmount > 0 &&
    isReferralOpen(referral, { hasBeenRewarded: hasReferee, friendsRewarded: ofReferrer });
  const hasPlace = referrerAmount + refereeAmount > 0 && hasReferralPlace(referral, await friendsRewarded(db, who));
  return {
    signup: hasSignup || promotions.wasSignupOnOffer(createdAt),
    referral: isOwed || hasPlace,
    loyalty: isLoyaltyOpen(loyalty, lastLoyaltyAt, now()),
  };
}
