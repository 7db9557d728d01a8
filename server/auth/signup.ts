// Sign-up: requesting an account, its code, and the account that the right code opens.
import { randomUUID } from 'node:crypto';
import { OTP_SECONDS, type UserRole } from '../../contract/auth.ts';
import { otpMessages, signupMessages } from '../../contract/messages/account.ts';
import type { InputOf } from '../../contract/routes.ts';
import type { Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, type Cookie } from '../http-error.ts';
import type { AuthContext } from './context.ts';
import { createGate, createOwnGates } from '../gate.ts';
import type { Limits } from './limits.ts';
import { beginLogin, type BegunLogin, type Client } from './logins.ts';
import { alreadyRegisteredMail, signupCodeMail } from './mails.ts';
import { issueOtp, spendOtp } from './otps.ts';
import { loginData } from './present.ts';
import { isUuid } from '../db/uuid.ts';
import { networkOf, siteOf } from '../network.ts';
import { randomLetters } from '../random-letters.ts';
import { atLeast, refuseShort } from './checks.ts';

const FLOW_COOKIE = 'flow';
const FLOW_SECONDS = 24 * 3600;

type SignupHandlers = Pick<Handlers, 'POST /signup' | 'POST /verifyOtp' | 'POST /resendOtp'>;

interface Signup {
  id: string;
  email: string;
  name: string;
  passwordHash: string;
  role: Exclude<UserRole, 'admin'>;
  referredBy: string | null;
}

/** What a browser or program sends along to show which sign-up is its own. */
interface Origin {
  readonly flow: string | undefined;
  readonly email: string | undefined;
  readonly network: string;
}

export interface NewUser {
  id: string;
  accountNo: number;
  name: string;
  email: string;
  role: UserRole;
}

const invalidOtp = () => new HttpError(400, otpMessages.invalid, { code: 'invalid-otp' });
const flowCookie = (value: string, lifetimeSeconds = FLOW_SECONDS): Cookie => ({
  name: FLOW_COOKIE,
  value,
  lifetimeSeconds,
});

export function signupHandlers(context: AuthContext, limits: Limits): SignupHandlers {
  const { database, secrets, mailer, passwords, passwordMin, hasRateLimit, now } = context;
  // Each holds a connection while the exchange commits on another: few at once, so that the pool never runs dry.
  const gate = createGate({ most: 3, mostWaiting: 200 });
  // Of several requests at once for one address, the last one's sign-up, code and mail are the newest: that mail's code is the valid one.
  const inTurn = createOwnGates({ most: 1, mostWaiting: 50 });

  return {
    async 'POST /signup'({ input, ip }) {
      refuseShort('password', input.password, { min: passwordMin, sentence: signupMessages.passwordTooShort });
      const network = networkOf(ip);
      // Somebody who mistyped a friend's code has had no mail yet.
      const referredBy = await referrer(database, input.referralCode);
      await limits.takeMail({ email: input.email, network });
      const passwordHash = await passwords.hash(input.password, hasRateLimit ? siteOf(network) : undefined);
      const signup: Signup = { ...input, id: randomUUID(), passwordHash, referredBy };
      const { email, name } = signup;
      const at = await inTurn(`${network} ${email}`, async () => {
        const begunAt = now();
        const { code, isRegistered } = await startSignup(context, signup, network, begunAt);
        await mailer.send(isRegistered ? alreadyRegisteredMail(email) : signupCodeMail(email, name, code));
        return begunAt;
      });
      return {
        message: signupMessages.accepted,
        data: { email, expiresAt: new Date(at + OTP_SECONDS * 1000).toISOString() },
        cookies: [flowCookie(signup.id)],
      };
    },

    async 'POST /verifyOtp'({ input, ip, cookies, userAgent }) {
      const network = networkOf(ip);
      const signup = await findSignup(database, { flow: cookies[FLOW_COOKIE], email: input.email, network });
      const opened = await limits.guess({ network, email: signup?.email ?? null }, async () =>
        signup ? gate(() => openSignup(context, signup, input.otp, { userAgent, ip, cookies })) : null,
      );
      if (opened === null) throw invalidOtp();
      await context.onAccountOpened(opened.user.accountNo);
      return {
        message: otpMessages.verified,
        data: await loginData(context.tokens, opened.user, opened.login.loginId),
        cookies: [...opened.login.cookies, flowCookie('', 0)],
      };
    },

    async 'POST /resendOtp'({ input, ip, cookies }) {
      const network = networkOf(ip);
      await limits.takeMail({ email: input.email, network });
      const at = now();
      const resend = async () => {
        const signup = await findSignup(database, { flow: cookies[FLOW_COOKIE], email: input.email, network });
        if (!signup || (await hasAccount(database, signup.email))) return;
        const code = await database.transaction(async (transaction) => {
          await voidCodes(transaction, signup.email, network);
          return issueOtp(transaction, secrets.otp, { purpose: 'signup', subject: signup.id }, at);
        });
        await mailer.send(signupCodeMail(signup.email, signup.name, code));
      };
      await atLeast(50, () => inTurn(`${network} ${input.email}`, resend));
      return {
        message: otpMessages.resent,
        data: { email: input.email, expiresAt: new Date(at + OTP_SECONDS * 1000).toISOString() },
      };
    },
  };
}

/** Stores a sign-up and its code. The same work for a known address: only the mail reveals it, and only to its owner. */
function startSignup(
  { database, secrets }: AuthContext,
  signup: Signup,
  network: string,
  at: number,
): Promise<{ code: string; isRegistered: boolean }> {
  return database.transaction(async (transaction) => {
    await storeSignup(transaction, signup, network, at);
    await voidCodes(transaction, signup.email, network);
    const code = await issueOtp(transaction, secrets.otp, { purpose: 'signup', subject: signup.id }, at);
    const isRegistered = await hasAccount(transaction, signup.email);
    if (isRegistered) await voidCodes(transaction, signup.email, network);
    return { code, isRegistered };
  });
}

async function storeSignup(database: Queryable, signup: Signup, network: string, at: number): Promise<void> {
  await database.query(
    `insert into signups (id, email, name, password_hash, role, referred_by, created_at, network)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [signup.id, signup.email, signup.name, signup.passwordHash, signup.role, signup.referredBy, at, network],
  );
}

/**
 * One code per address and network at a time; each opens only its own sign-up. A stranger's request from elsewhere does not void the
 * owner's. Without a network, all of them.
 */
async function voidCodes(database: Queryable, email: string, network: string | null = null): Promise<void> {
  await database.query(
    `delete from otps where purpose = 'signup' and subject in (
       select id from signups where email = $1 and ($2::text is null or network is null or network = $2))`,
    [email, network],
  );
}

async function hasAccount(database: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await database.query('select 1 from users where email = $1', [email]);
  return rowCount === 1;
}

export async function referrer(
  database: Queryable,
  code: InputOf<'POST /signup'>['referralCode'],
): Promise<string | null> {
  if (!code) return null;
  const { rows } = await database.query<{ id: string }>(
    `select id from users where referral_code = $1 and role <> 'admin' and not is_blocked`,
    [code],
  );
  if (rows.length === 0)
    throw new HttpError(400, signupMessages.referralInvalid, {
      fields: { referralCode: signupMessages.referralInvalid },
    });
  return rows[0].id;
}

/**
 * The sign-up of the flow cookie; without one, the newest of the address that was begun from this network. Never looked up by the code:
 * otherwise a stranger could sign up with the owner's address and another password, and wait for the owner to type the code.
 */
async function findSignup(database: Queryable, { flow, email, network }: Origin): Promise<Signup | null> {
  const columns = `select id, email, name, password_hash as "passwordHash", role, referred_by as "referredBy" from signups`;
  if (flow !== undefined && isUuid(flow)) {
    const { rows } = await database.query<Signup>(`${columns} where id = $1 and ($2::text is null or email = $2)`, [
      flow,
      email ?? null,
    ]);
    if (rows.length === 1) return rows[0];
  }
  if (email === undefined) return null;
  const { rows } = await database.query<Signup>(
    `${columns} s where email = $1 and (network is null or network = $2)
     order by created_at desc, exists (select 1 from otps where purpose = 'signup' and subject = s.id) desc limit 1`,
    [email, network],
  );
  return rows.at(0) ?? null;
}

/** The account and its first login for the right code; null otherwise, when only the try is counted. */
async function openSignup(
  { database, secrets, openAccount, now }: AuthContext,
  signup: Signup,
  code: string,
  client: Client,
): Promise<{ user: NewUser; login: BegunLogin } | null> {
  const at = now();
  return database.transaction(async (transaction) => {
    await lockSignups(transaction, signup.email);
    if (!(await spendOtp(transaction, secrets.otp, { purpose: 'signup', subject: signup.id }, code, at))) return null;
    const user = await insertUser(transaction, { ...signup, isEmailProven: true }, at);
    if (!user) return null;
    await openAccount(user.accountNo);
    await discardSignups(transaction, signup.email);
    return { user, login: await beginLogin(transaction, secrets.refresh, user.id, { at, client }) };
  });
}

/**
 * One after the other: of two that open an account with one address, from two places, each would hold its own code and wait for the other's.
 */
export async function lockSignups(transaction: Queryable, email: string): Promise<void> {
  await transaction.query('select 1 from signups where email = $1 order by id for update', [email]);
}

/** Anything else waiting for an address that now has an account is void: its password, its codes. */
export async function discardSignups(transaction: Queryable, email: string): Promise<void> {
  await voidCodes(transaction, email);
  await transaction.query('delete from signups where email = $1', [email]);
}

export function newReferralCode(): string {
  return randomLetters(8);
}

interface NewPerson {
  email: string;
  name: string;
  passwordHash: string | null;
  role: UserRole;
  referredBy: string | null;
  /** The address is now known to be theirs. */
  isEmailProven: boolean;
}

/** Null if the address got an account in the meantime. */
export async function insertUser(transaction: Queryable, person: NewPerson, at: number): Promise<NewUser | null> {
  const { rows } = await transaction.query<{ id: string; accountNo: number }>(
    `insert into users (id, email, name, password_hash, role, referral_code, referred_by, created_at, email_proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (email) do nothing returning id, account_no as "accountNo"`,
    [
      randomUUID(),
      person.email,
      person.name,
      person.passwordHash,
      person.role,
      newReferralCode(),
      person.referredBy,
      at,
      person.isEmailProven ? at : null,
    ],
  );
  const row = rows.at(0);
  return row ? { ...row, name: person.name, email: person.email, role: person.role } : null;
}
