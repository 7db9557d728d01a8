// The refresh cookies of one browser: one per logged-in person, so that a learner in one tab and an administrator in another do not end
// each other's login. The first keeps the name it has always had; the number is limited. See decision 040.
import type { Queryable } from '../db/open.ts';
import type { Cookie } from '../http-error.ts';
import { loginOfRefreshToken } from './tokens.ts';

const NAMES = ['refresh', 'refresh-2', 'refresh-3', 'refresh-4', 'refresh-5'] as const;

export type RequestCookies = Readonly<Record<string, string | undefined>>;

/** What is needed to read them: a browser can change names and contents of cookies, so only those made here count. */
export interface Reading {
  readonly secret: string;
  readonly cookies: RequestCookies;
  readonly at: number;
}

/** A cookie with a token of ours, and the login it belongs to; nobody's if that login is no longer known. */
export interface KeptLogin {
  readonly name: string;
  readonly token: string;
  readonly loginId: string;
  readonly userId: string | null;
  readonly isLive: boolean;
  readonly createdAt: number;
  readonly renewedAt: number;
}

interface LoginRow {
  id: string;
  userId: string;
  isLive: boolean;
  createdAt: number;
  renewedAt: number;
}

/** Those that can still be renewed come first, the most recently begun at the front. */
export async function readRefreshCookies(
  database: Queryable,
  { secret, cookies, at }: Reading,
): Promise<readonly KeptLogin[]> {
  const given = NAMES.flatMap((name) => {
    const token = cookies[name] ?? '';
    const loginId = loginOfRefreshToken(secret, token);
    return loginId === null ? [] : [{ name, token, loginId }];
  });
  if (given.length === 0) return [];
  const { rows } = await database.query<LoginRow>(
    `select id, user_id as "userId", ended_at is null and expires_at > $2 as "isLive", created_at as "createdAt",
       rotated_at as "renewedAt" from logins where id = any($1::uuid[])`,
    [given.map(({ loginId }) => loginId), at],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const unknown = { userId: null, isLive: false, createdAt: 0, renewedAt: 0 };
  return given
    .map((each) => ({ ...unknown, ...byId.get(each.loginId), ...each }))
    .sort((one, other) => Number(other.isLive) - Number(one.isLive) || other.createdAt - one.createdAt);
}

/**
 * The cookie name for a new login: the person's own cookie is replaced, otherwise one is added. Only in a browser with many people is
 * somebody else's dropped, first one whose login is over, then the least recently used.
 */
export async function nameForLogin(database: Queryable, userId: string, reading: Reading): Promise<string> {
  const kept = await readRefreshCookies(database, reading);
  const own = kept.find((each) => each.userId === userId);
  if (own !== undefined) return own.name;
  const free = NAMES.find((name) => !reading.cookies[name]) ?? NAMES.find((name) => kept.every(isNot(name)));
  if (free !== undefined) return free;
  const [oldest] = kept.toSorted(
    (one, other) => Number(one.isLive) - Number(other.isLive) || one.renewedAt - other.renewedAt,
  );
  return oldest.name;
}

const isNot = (name: string) => (kept: KeptLogin) => kept.name !== name;

/** Clears the cookies of logins that are over, and any we did not make; other people's stay. */
export async function clearSpentCookies(database: Queryable, reading: Reading): Promise<Cookie[]> {
  const kept = await readRefreshCookies(database, reading);
  return NAMES.filter(
    (name) => reading.cookies[name] !== undefined && !kept.some((each) => each.name === name && each.isLive),
  ).map((name) => ({ name, value: '', lifetimeSeconds: 0 }));
}
