// The call for one's own profile.
import type { PortfolioData } from '../../contract/trade/portfolio.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { unauthorized } from '../http-error.ts';

export interface UserOptions {
  database: Database;
  /** What GET /portfolio returns for this trader. */
  readPortfolio(accountNo: number): Promise<PortfolioData> | PortfolioData;
  /** Which rewards this trader may have. */
  readEligibility(accountNo: number): Promise<Eligibility> | Eligibility;
}

interface Eligibility {
  readonly signup: boolean;
  readonly referral: boolean;
  readonly loyalty: boolean;
}

interface ProfileRow {
  referralCode: string;
  profilePhoto: string | null;
  createdAt: number;
  hasPassword: boolean;
  isGoogleLinked: boolean;
}

export function createUserHandlers({
  database,
  readPortfolio,
  readEligibility,
}: UserOptions): Pick<Handlers, 'GET /Userprofile'> {
  return {
    async 'GET /Userprofile'({ user, origin }) {
      const profile = await readProfile(database, user.id);
      const eligible = await readEligibility(user.accountNo);
      const { balance, heldBalance, portfolio } = await readPortfolio(user.accountNo);
      return {
        data: {
          _id: user.id,
          name: user.name,
          email: user.email,
          role: user.role,
          is_instructor: user.role === 'instructor',
          profilePhoto: profile.profilePhoto && origin + profile.profilePhoto,
          referralCode: profile.referralCode,
          isEligibleForSignupBonus: eligible.signup,
          isEligibleForLoyaltyRewards: eligible.loyalty,
          isEligibleForReferralBonus: eligible.referral,
          createdAt: new Date(profile.createdAt).toISOString(),
          hasPassword: profile.hasPassword,
          isGoogleLinked: profile.isGoogleLinked,
          balance,
          heldBalance,
          portfolio,
        },
      };
    },
  };
}

async function readProfile(database: Queryable, id: string): Promise<ProfileRow> {
  const { rows } = await database.query<ProfileRow>(
    `select referral_code as "referralCode", profile_photo as "profilePhoto",
       created_at as "createdAt", password_hash is not null as "hasPassword",
       exists (select 1 from identities where user_id = users.id) as "isGoogleLinked" from users where id = $1`,
    [id],
  );
  if (rows.length === 0) throw unauthorized();
  return rows[0];
}
