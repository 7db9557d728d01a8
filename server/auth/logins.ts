// Begins, renews and ends logins. Each login is a family of refresh tokens, only one of which is valid at a time.
import { randomUUID } from 'node:crypto';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Database, Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import type { Cookie } from '../http-error.ts';
import { writeAudit } from '../audit.ts';
import { knownCookie } from './known-browsers.ts';
import { nameForLogin } from './refresh-cookies.ts';
import type { KeptLogin, RequestCookies } from './refresh-cookies.ts';
import { newRefreshToken, seal, sha256, unseal } from './tokens.ts';

const LIFETIME_SECONDS = 30 * 24 * 3600;
/** Two tabs may send the same token at once; within this time the second one gets the same answer. */
const GRACE_MS = 10_000;

type EndReason =
  | 'logout'
  | 'blocked'
  | 'password-reset'
  | 'password-changed'
  | 'revoked'
  | 'factor-on'
  | 'token-reused';

/** Where a login is used from. */
export interface Client {
  userAgent: string;
  ip: string;
  /** The browser's cookies, including those of other people's logins. */
  cookies: RequestCookies;
}

export interface BegunLogin {
  loginId: string;
  cookies: readonly Cookie[];
}

export type RefreshResult =
  | { kind: 'renewed'; userId: string; loginId: string; cookie: Cookie }
  | { kind: 'blocked' }
  | { kind: 'reused'; userId: string; loginId: string }
  | { kind: 'over' };

const refreshCookie = (name: string, value: string): Cookie => ({ name, value, lifetimeSeconds: LIFETIME_SECONDS });

/** The same answer for an unknown address, a wrong password and the wrong kind of account. */
export const loginFailed = () => new HttpError(401, loginMessages.failed, { code: 'login-failed' });

interface Beginning {
  at: number;
  client: Client;
  /** The hash that the password was checked against, if any. */
  passwordHash?: string | null;
}

/**
 * Checking a password takes time, and meanwhile the person may have been blocked or the password changed, which ends every login: then
 * this one does not begin either. The shared lock makes such a change and this login wait for each other.
 * @throws HttpError 401
 */
export async function beginLogin(
  database: Queryable,
  secret: string,
  userId: string,
  { at, client: { userAgent, ip, cookies }, passwordHash = null }: Beginning,
): Promise<BegunLogin> {
  const reading = { secret, cookies, at };
  const name = await nameForLogin(database, userId, reading);
  const loginId = randomUUID();
  const token = newRefreshToken(secret, loginId);
  const { rows } = await database.query<{ passwordHash: string | null }>(
    `with person as (
       select id, password_hash from users
       where id = $2 and not is_blocked and deleted_at is null and ($8::text is null or password_hash = $8) for share
     ), begun as (
       insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, user_agent, ip)
       select $1, id, $3, $4, $5, $3, $6, $7 from person
     )
     select password_hash as "passwordHash" from person`,
    [loginId, userId, at, at + LIFETIME_SECONDS * 1000, sha256(token), userAgent, ip, passwordHash],
  );
  if (rows.length !== 1) throw loginFailed();
  const known = knownCookie(reading, { id: userId, ...rows[0] });
  return { loginId, cookies: [refreshCookie(name, token), known] };
}

interface LoginRow {
  userId: string;
  isBlocked: boolean;
  expiresAt: number;
  endedAt: number | null;
  tokenHash: Buffer;
  previousHash: Buffer | null;
  rotatedAt: number;
  successor: Buffer | null;
}

/** Returns the next token for a valid one, and the same next one again within the grace period. An older token ends the login. */
export async function refreshLogin(
  database: Database,
  secret: string,
  { name, token, loginId }: Pick<KeptLogin, 'name' | 'token' | 'loginId'>,
  { at, client: { userAgent, ip } }: { at: number; client: Omit<Client, 'cookies'> },
): Promise<RefreshResult> {
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.query<LoginRow>(
      `select l.user_id as "userId", u.is_blocked as "isBlocked", l.expires_at as "expiresAt", l.ended_at as "endedAt",
         l.token_hash as "tokenHash", l.previous_hash as "previousHash", l.rotated_at as "rotatedAt", l.successor
       from logins l join users u on u.id = l.user_id where l.id = $1 for update of l`,
      [loginId],
    );
    const row = rows.at(0);
    if (row === undefined) return { kind: 'over' };
    const { userId } = row;
    // A block under way has ended the login while we waited for its row; the person's row was read before that.
    const isBlocked = row.isBlocked || (row.endedAt !== null && (await isBlockedNow(transaction, userId)));
    if (isBlocked) return { kind: 'blocked' };
    if (row.endedAt !== null || row.expiresAt <= at) return { kind: 'over' };
    const hash = sha256(token);
    if (hash.equals(row.tokenHash)) {
      const next = newRefreshToken(secret, loginId);
      await transaction.query(
        `update logins set token_hash = $2, previous_hash = $3, rotated_at = $4, successor = $5, expires_at = $6,
           user_agent = $7, ip = $8 where id = $1`,
        [loginId, sha256(next), hash, at, seal(next, token), at + LIFETIME_SECONDS * 1000, userAgent, ip],
      );
      return { kind: 'renewed', userId, loginId, cookie: refreshCookie(name, next) };
    }
    // The absolute difference, so that a clock that was set back does not keep an old token good until it is there again.
    if (row.previousHash?.equals(hash) && row.successor && Math.abs(at - row.rotatedAt) <= GRACE_MS)
      return { kind: 'renewed', userId, loginId, cookie: refreshCookie(name, unseal(row.successor, token)) };
    // An old token came back: either it was stolen, or the newest one was. Neither is valid any more.
    await endLogin(transaction, loginId, { reason: 'token-reused', at });
    await writeAudit(transaction, {
      at,
      actor: null,
      action: 'refresh-token-reused',
      subject: userId,
      detail: { loginId },
      ip,
    });
    return { kind: 'reused', userId, loginId };
  });
}

async function isBlockedNow(database: Queryable, userId: string): Promise<boolean> {
  const { rows } = await database.query<{ isBlocked: boolean }>(
    'select is_blocked as "isBlocked" from users where id = $1',
    [userId],
  );
  return rows.at(0)?.isBlocked ?? false;
}

interface Ending {
  reason: EndReason;
  at: number;
}

/** Returns whose login ended, if there was one to end. `onlyOf`: end it only if it is this person's. */
export async function endLogin(
  database: Queryable,
  loginId: string,
  { reason, at, onlyOf = null }: Ending & { onlyOf?: string | null },
): Promise<string | null> {
  const { rows } = await database.query<{ userId: string }>(
    `update logins set ended_at = $2, end_reason = $3 where id = $1 and ended_at is null and ($4::uuid is null or user_id = $4)
     returning user_id as "userId"`,
    [loginId, at, reason, onlyOf],
  );
  return rows.at(0)?.userId ?? null;
}

/** Ends every login of a person, or all except the one in use. Returns the ids of those that ended. */
export async function endLoginsOf(
  database: Queryable,
  userId: string,
  { reason, at, inUse = null }: Ending & { inUse?: string | null },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `update logins set ended_at = $2, end_reason = $3 where user_id = $1 and ended_at is null and ($4::uuid is null or id <> $4)
     returning id`,
    [userId, at, reason, inUse],
  );
  return rows.map(({ id }) => id);
}
