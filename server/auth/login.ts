// Login, the administrators' login, refresh and logout.
import { setTimeout as sleep } from 'node:timers/promises';
import type { UserRole } from '../../contract/auth.ts';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { blocked, forbidden, HttpError, tooMany } from '../http-error.ts';
import { networkOf, siteOf } from '../network.ts';
import { writeAudit } from '../audit.ts';
import { createBrake, type Brake } from './brake.ts';
import type { AuthContext } from './context.ts';
import { knownBrowser, saysKnown } from './known-browsers.ts';
import { createLoginLimit } from './limits.ts';
import { beginLogin, endLogin, loginFailed, refreshLogin } from './logins.ts';
import type { BegunLogin } from './logins.ts';
import { loginData } from './present.ts';
import { clearSpentCookies, readRefreshCookies } from './refresh-cookies.ts';
import type { RequestCookies } from './refresh-cookies.ts';
import type { SecondFactors } from './second-factor.ts';

type LoginHandlers = Pick<Handlers, 'POST /login' | 'POST /adminLogin' | 'POST /refresh' | 'POST /logout'>;

interface Account {
  id: string;
  name: string;
  email: string;
  role: UserRole;
  /** Null for somebody who has only ever logged in with Google. */
  passwordHash: string | null;
  isBlocked: boolean;
}

interface Attempt {
  email: string;
  password: string;
  ip: string;
  cookies: RequestCookies;
}

/** Returns the account if the password is right. @throws HttpError 401, 403 for a blocked account, 429 */
export type LoginCheck = (attempt: Attempt) => Promise<Account>;

export function createTraderCheck(context: AuthContext): LoginCheck {
  return createLoginCheck(context, { freeFailures: 10, most: 300, isOfThisKind: (role) => role !== 'admin' });
}

export function loginHandlers(context: AuthContext, traders: LoginCheck, factors: SecondFactors): LoginHandlers {
  const { database, secrets, tokens, access, onAccessEnded, now } = context;
  const admins = createLoginCheck(context, { freeFailures: 5, most: 60, isOfThisKind: (role) => role === 'admin' });
  const reading = (cookies: RequestCookies) => ({ secret: secrets.refresh, cookies, at: now() });

  const sessionExpired = async (cookies: RequestCookies): Promise<HttpError> => {
    const spent = await clearSpentCookies(database, reading(cookies));
    return new HttpError(401, loginMessages.sessionExpired, { code: 'session-expired', cookies: spent });
  };

  return {
    async 'POST /login'({ input, ip, userAgent, cookies }) {
      const account = await traders({ ...input, ip, cookies });
      const begun = await beginLogin(database, secrets.refresh, account.id, {
        at: now(),
        client: { userAgent, ip, cookies },
        passwordHash: account.passwordHash,
      });
      const data = await loginData(tokens, account, begun.loginId);
      return { message: loginMessages.succeeded, data, cookies: begun.cookies };
    },

    async 'POST /adminLogin'({ input, ip, userAgent, cookies }) {
      const account = await admins({ ...input, ip, cookies });
      const begin = async (transaction: Queryable): Promise<BegunLogin> => {
        const { passwordHash, id } = account;
        const client = { userAgent, ip, cookies };
        const login = await beginLogin(transaction, secrets.refresh, id, { at: now(), client, passwordHash });
        await writeAudit(transaction, { at: now(), actor: id, action: 'admin-login', subject: id, detail: {}, ip });
        return login;
      };
      const begun = await factors.admit({ userId: account.id, ip }, input.code, begin);
      const token = await tokens.sign(account.id, begun.loginId);
      return {
        message: loginMessages.succeeded,
        data: { token, name: account.name },
        top: { token },
        cookies: begun.cookies,
      };
    },

    async 'POST /refresh'({ input, cookies, isCrossSite, ip, userAgent }) {
      if (isCrossSite) throw forbidden();
      const kept = await readRefreshCookies(database, reading(cookies));
      const asked = kept.find(({ userId }) => input.userId === undefined || userId === input.userId);
      if (asked === undefined) throw await sessionExpired(cookies);
      const result = await refreshLogin(database, secrets.refresh, asked, { at: now(), client: { userAgent, ip } });
      if (result.kind === 'blocked') throw blocked();
      if (result.kind === 'reused') {
        access.forget(result.userId);
        onAccessEnded(result);
      }
      if (result.kind !== 'renewed') throw await sessionExpired(cookies);
      const data = { token: await tokens.sign(result.userId, result.loginId) };
      return { message: loginMessages.refreshed, data, cookies: [result.cookie] };
    },

    async 'POST /logout'({ input, user, cookies, isCrossSite }) {
      if (isCrossSite) throw forbidden();
      const kept = await readRefreshCookies(database, reading(cookies));
      // The browser may also keep the logins of other people, in their own windows: those continue.
      const userId = user?.id ?? input.userId ?? kept.at(0)?.userId ?? null;
      const own = kept.filter((each) => userId !== null && each.userId === userId).map(({ loginId }) => loginId);
      for (const loginId of new Set([...(user === null ? [] : [user.loginId]), ...own])) {
        const endedFor = await endLogin(database, loginId, { reason: 'logout', at: now(), onlyOf: userId });
        if (endedFor === null) continue;
        access.forget(endedFor);
        onAccessEnded({ userId: endedFor, loginId });
      }
      return {
        message: loginMessages.loggedOut,
        data: null,
        cookies: await clearSpentCookies(database, reading(cookies)),
      };
    },
  };
}

interface LoginKind {
  freeFailures: number;
  /** In ten minutes from one network, and from the browsers known to one account. */
  most: number;
  isOfThisKind: (role: UserRole) => boolean;
}

const DAY_MS = 24 * 3_600_000;
const A_DAY = { forgottenAfterMs: DAY_MS, mostUnderway: Infinity } as const;

/**
 * Checks a password. Frequent failures are slowed down: refused for a while from the same network or known browser, delayed from others.
 */
function createLoginCheck(
  { database, secrets, passwords, hasRateLimit, now }: AuthContext,
  { freeFailures, most, isOfThisKind }: LoginKind,
): LoginCheck {
  const limit = createLoginLimit(most);
  const brakes: Brakes = {
    pair: createBrake({ freeFailures, longestPauseMs: 60_000, mostUnderway: 20, now }),
    network: createBrake({ freeFailures: 100, longestPauseMs: 60_000, mostUnderway: 500, now }),
    account: createBrake({ freeFailures, longestPauseMs: 2_000, mostUnderway: Infinity, now }),
    guessed: createBrake({ ...A_DAY, freeFailures: 100, longestPauseMs: DAY_MS, now }),
    stranger: createBrake({ ...A_DAY, freeFailures, longestPauseMs: 3_600_000, now }),
  };

  const rightAccount = async ({ email, password, ip }: Attempt): Promise<Account | null> => {
    const account = await findAccount(database, email);
    const site = hasRateLimit ? siteOf(networkOf(ip)) : undefined;
    const matches = await passwords.matches(password, account?.passwordHash ?? null, site);
    return account && matches && isOfThisKind(account.role) ? account : null;
  };

  const placeOf = async ({ email, ip, cookies }: Attempt): Promise<Place> => {
    const reading = { secret: secrets.refresh, cookies, at: now() };
    const account = saysKnown(reading) ? await findAccount(database, email) : null;
    const known = account && knownBrowser(reading, account);
    return known === null ? { name: networkOf(ip), isKnown: false } : { name: `browser ${known}`, isKnown: true };
  };

  const begin = async (attempt: Attempt): Promise<Settle> => {
    const place = await placeOf(attempt);
    await limit(networkOf(attempt.ip), place.isKnown ? `known to ${attempt.email}` : null);
    return enter({ ...brakes, database }, place, attempt.email);
  };

  return async (attempt) => {
    const settle = hasRateLimit ? await begin(attempt) : () => {};
    const account = await rightAccount(attempt).catch((error: unknown) => {
      // The database is unavailable, or too many are waiting: this password was never checked.
      settle('canceled');
      throw error;
    });
    settle(account ? 'succeeded' : 'failed');
    if (!account) throw loginFailed();
    if (account.isBlocked) throw blocked();
    return account;
  };
}

/** Where a try comes from: a network, or a browser in which somebody has logged in to this account. Each has as many tries as the other. */
interface Place {
  readonly name: string;
  readonly isKnown: boolean;
}

type Settle = (outcome: 'succeeded' | 'failed' | 'canceled') => void;

interface Brakes {
  /** One place trying one account. */
  pair: Brake;
  network: Brake;
  /** Strangers can trigger this one, so it only delays and never refuses: a lock that others can close is no protection. */
  account: Brake;
  /** While it would pause, the account is being guessed at from many places. */
  guessed: Brake;
  /** Then one site's tries at one account pause for much longer, unless somebody has logged in from there before. See decision 063. */
  stranger: Brake;
}

async function enter(
  { database, ...brakes }: Brakes & { readonly database: Queryable },
  { name: place, isKnown }: Place,
  email: string,
): Promise<Settle> {
  const [pair, stranger] = [`${place}|${email}`, `${siteOf(place)}|${email}`];
  const strangerPauseMs = brakes.guessed.delay(email) > 0 ? brakes.stranger.delay(stranger) : 0;
  if (strangerPauseMs > 0 && !isKnown && !(await isHome(database, email, place))) throw tooMany(strangerPauseMs);
  const pairPauseMs = brakes.pair.begin(pair);
  if (pairPauseMs > 0) throw tooMany(pairPauseMs);
  const networkPauseMs = brakes.network.begin(place);
  if (networkPauseMs > 0) {
    brakes.pair.canceled(pair);
    throw tooMany(networkPauseMs);
  }
  await sleep(brakes.account.delay(email));
  return (outcome) => {
    brakes.pair[outcome](pair);
    brakes.account[outcome](email);
    brakes.stranger[outcome](stranger);
    // Not forgiven by the owner's own login, which says nothing about the others.
    if (outcome === 'failed') brakes.guessed.failed(email);
    // A successful login of one's own must not excuse what was tried on other accounts from the same network.
    brakes.network[outcome === 'failed' ? 'failed' : 'canceled'](place);
  };
}

async function findAccount(database: Queryable, email: string): Promise<Account | null> {
  const { rows } = await database.query<Account>(
    `select id, name, email, role, password_hash as "passwordHash", is_blocked as "isBlocked" from users where email = $1`,
    [email],
  );
  return rows.at(0) ?? null;
}

/** Whether somebody there has logged in to the account with this address, or set a new password with a code from its mails. */
async function isHome(database: Queryable, email: string, network: string): Promise<boolean> {
  const { rows } = await database.query<{ ip: string }>(
    `select l.ip from users u join logins l on l.user_id = u.id where u.email = $1
     union select a.ip from users u join audit_log a on a.subject = u.id::text
     where u.email = $1 and a.action = 'password-reset' and a.ip is not null`,
    [email],
  );
  return rows.some(({ ip }) => networkOf(ip) === network);
}
