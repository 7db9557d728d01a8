// The own profile, and the administrators' list of users.
import type { UserRole } from '../../contract/auth.ts';
import type { PortfolioData } from '../../contract/trade.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { unauthorized } from '../http-error.ts';

export interface UserOptions {
  database: Database;
  /** What GET /portfolio answers for this trader. */
  readPortfolio(accountNo: number): Promise<PortfolioData> | PortfolioData;
}

interface ProfileRow {
  referralCode: string;
  isReferred: boolean;
  profilePhoto: string | null;
  createdAt: number;
  hasPassword: boolean;
  isGoogleLinked: boolean;
}

interface ListRow {
  id: string;
  email: string;
  name: string;
  role: UserRole;
  createdAt: number;
  isBlocked: boolean;
}

export function createUserHandlers({
  database,
  readPortfolio,
}: UserOptions): Pick<Handlers, 'GET /Userprofile' | 'GET /userlist'> {
  return {
    async 'GET /Userprofile'({ user, origin }) {
      const profile = await readProfile(database, user.id);
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
          // Spec 4: sign-up bonus eligibility defaults to true. The others follow from how the account came to be.
          isEligibleForSignupBonus: true,
          isEligibleForLoyaltyRewards: true,
          isEligibleForReferralBonus: profile.isReferred,
          createdAt: new Date(profile.createdAt).toISOString(),
          hasPassword: profile.hasPassword,
          isGoogleLinked: profile.isGoogleLinked,
          balance,
          heldBalance,
          portfolio,
        },
      };
    },

    async 'GET /userlist'({ input: { page, limit, q } }) {
      const pattern = q ? `%${q.replace(/[\\%_]/g, '\\$&')}%` : null;
      const { rows, total } = await listUsers(database, pattern, limit, (page - 1) * limit);
      return {
        data: {
          usersData: rows.map(({ id, isBlocked, createdAt, email, name, role }) => ({
            _id: id,
            email,
            name,
            role,
            createdAt: new Date(createdAt).toISOString(),
            is_Blocked: isBlocked,
          })),
          totalUsers: total,
          totalPages: Math.max(1, Math.ceil(total / limit)),
          page,
        },
      };
    },
  };
}

async function readProfile(database: Queryable, id: string): Promise<ProfileRow> {
  const { rows } = await database.query<ProfileRow>(
    `select referral_code as "referralCode", referred_by is not null as "isReferred", profile_photo as "profilePhoto",
       created_at as "createdAt", password_hash is not null as "hasPassword",
       exists (select 1 from identities where user_id = users.id) as "isGoogleLinked" from users where id = $1`,
    [id],
  );
  if (rows.length === 0) throw unauthorized();
  return rows[0];
}

async function listUsers(
  database: Queryable,
  pattern: string | null,
  limit: number,
  offset: number,
): Promise<{ rows: ListRow[]; total: number }> {
  const where = pattern === null ? '' : 'where email ilike $1 or name ilike $1';
  const values = pattern === null ? [] : [pattern];
  const counted = await database.query<{ total: number }>(`select count(*) as total from users ${where}`, values);
  const { rows } = await database.query<ListRow>(
    `select id, email, name, role, created_at as "createdAt", is_blocked as "isBlocked" from users ${where}
     order by created_at desc, id limit $${values.length + 1} offset $${values.length + 2}`,
    [...values, limit, offset],
  );
  return { rows, total: counted.rows[0].total };
}
