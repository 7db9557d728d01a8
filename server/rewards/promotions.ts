// The promotions in force: every save is a version that stays, and the newest one is kept in memory for the many who ask.
import type { Promotions, PromotionsInput } from '../../contract/rewards.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { DEFAULT_REWARDS } from '../../core/rewards/rules.ts';
import type { RewardRules } from '../../core/rewards/rules.ts';
import type { Queryable } from '../db/open.ts';

interface Version {
  readonly version: number;
  readonly rules: RewardRules;
  readonly savedAt: number;
}

/** A span of time: from `from`, and before `until`. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

const ALWAYS = Number.MAX_SAFE_INTEGER;

export class PromotionBook {
  /** In order; before the first one the defaults are in force. */
  #versions: readonly Version[];
  /** How many saves have failed since what is stored was read: their versions may have been stored nevertheless. */
  #doubts = 0;

  private constructor(versions: readonly Version[]) {
    this.#versions = versions;
  }

  static async load(db: Queryable): Promise<PromotionBook> {
    return new PromotionBook(await readVersions(db, 0));
  }

  /** Call it when the transaction of a save has failed: only its answer may have been lost. */
  doubt(): void {
    this.#doubts++;
  }

  /** Reads what may have been stored without our knowing. Returns whether something was. */
  async settle(db: Queryable): Promise<boolean> {
    const doubts = this.#doubts;
    if (doubts === 0) return false;
    const missed = await readVersions(db, this.#versions.at(-1)?.version ?? 0);
    // One that has failed meanwhile may not be among them.
    if (this.#doubts === doubts) this.#doubts = 0;
    return this.#add(missed);
  }

  #add(versions: readonly Version[]): boolean {
    const last = this.#versions.at(-1)?.version ?? 0;
    const fresh = versions.filter(({ version }) => version > last);
    this.#versions = [...this.#versions, ...fresh];
    return fresh.length > 0;
  }

  get rules(): RewardRules {
    return this.#versions.at(-1)?.rules ?? DEFAULT_REWARDS;
  }

  get inForce(): Promotions {
    return presentPromotions(this.rules, this.#versions.at(-1)?.savedAt ?? null);
  }

  /** Stores a version. Call `takeEffect` when its transaction has committed. */
  async save(
    transaction: Queryable,
    rules: RewardRules,
    { admin, at }: { admin: string; at: number },
  ): Promise<{ promotions: Promotions; takeEffect: () => void }> {
    const { rows } = await transaction.query<{ version: number }>(
      'insert into promotions (rules, saved_at, saved_by) values ($1, $2, $3) returning version',
      [JSON.stringify(rules), at, admin],
    );
    const saved = { version: rows[0].version, rules, savedAt: at };
    return { promotions: presentPromotions(rules, at), takeEffect: () => void this.#add([saved]) };
  }

  /** When the sign-up bonus was on offer: people who signed up then may have it, even later. */
  signupOffers(): Span[] {
    const begun: readonly { rules: RewardRules; savedAt: number }[] = [
      { rules: DEFAULT_REWARDS, savedAt: 0 },
      ...this.#versions,
    ];
    return begun.flatMap(({ rules, savedAt }, index) =>
      rules.signup.isEnabled ? [{ from: savedAt, until: begun[index + 1]?.savedAt ?? ALWAYS }] : [],
    );
  }

  wasSignupOnOffer(at: number): boolean {
    return this.signupOffers().some(({ from, until }) => at >= from && at < until);
  }
}

async function readVersions(db: Queryable, after: number): Promise<Version[]> {
  const { rows } = await db.query<Version>(
    'select version, rules, saved_at as "savedAt" from promotions where version > $1 order by version',
    [after],
  );
  return rows;
}

export function rulesOf({ signupBonus, referralBonus, loyaltyRewards }: PromotionsInput): RewardRules {
  return {
    signup: {
      isEnabled: signupBonus.enabled,
      amount: signupBonus.amount,
      minimumDeposit: signupBonus.minimumDepositRequired,
      expiryDays: signupBonus.expiryDays,
    },
    referral: {
      isEnabled: referralBonus.enabled,
      referrerAmount: referralBonus.referrerAmount,
      refereeAmount: referralBonus.refereeAmount,
      maxReferrals: referralBonus.maxReferralsPerUser,
      minimumDeposit: referralBonus.minimumDepositRequired,
    },
    loyalty: {
      isEnabled: loyaltyRewards.enabled,
      tradingAmount: loyaltyRewards.tradingAmount,
      rewardAmount: loyaltyRewards.rewardAmount,
      timeframeDays: loyaltyRewards.timeframeInDays,
    },
  };
}

function presentPromotions({ signup, referral, loyalty }: RewardRules, savedAt: number | null): Promotions {
  return {
    signupBonus: {
      enabled: signup.isEnabled,
      amount: toRupees(signup.amount),
      minimumDepositRequired: toRupees(signup.minimumDeposit),
      expiryDays: signup.expiryDays,
    },
    referralBonus: {
      enabled: referral.isEnabled,
      referrerAmount: toRupees(referral.referrerAmount),
      refereeAmount: toRupees(referral.refereeAmount),
      maxReferralsPerUser: referral.maxReferrals,
      minimumDepositRequired: toRupees(referral.minimumDeposit),
    },
    loyaltyRewards: {
      enabled: loyalty.isEnabled,
      tradingAmount: toRupees(loyalty.tradingAmount),
      rewardAmount: toRupees(loyalty.rewardAmount),
      timeframeInDays: loyalty.timeframeDays,
    },
    savedAt: savedAt === null ? null : new Date(savedAt).toISOString(),
  };
}
