// Says whom a token stands for now. Caches checked tokens of all but administrators, and drops a person's as soon as anything about them changes.
import type { UserRole } from '../../contract/auth.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller } from '../handler.ts';
import { blocked, unauthorized } from '../http-error.ts';
import type { Tokens } from './tokens.ts';

export interface Session {
  caller: Caller;
  /** When the token expires by itself, epoch ms. */
  expiresAt: number;
}

export interface AccessControl {
  /** For every call: synchronous for a token seen before, except an administrator's. @throws HttpError 401, or 403 for a blocked user. */
  authenticate(token: string): Caller | Promise<Caller>;
  /** For the socket, which must also know when the token expires. */
  session(token: string): Promise<Session>;
  /**
   * For a call that may have to wait before it is carried out. Call the returned function when its turn has come: it checks the caller again,
   * if anything about anybody has changed meanwhile. @throws HttpError as `authenticate`
   */
  watch(caller: Pick<Caller, 'id' | 'loginId'>): () => void | Promise<void>;
  /** Call it after a block, a logout, a password reset, or a change of role or name. */
  forget(userId: string): void;
  /** Call it when changes may have been missed. */
  forgetAll(): void;
}

export interface AccessOptions {
  readonly database: Queryable;
  readonly tokens: Tokens;
  readonly now: () => number;
  /** Other processes must forget this person, too. */
  readonly onForgotten?: (userId: string) => void;
  /** Whether this process would hear of a change. While it would not, nothing is cached. */
  readonly isTold?: () => boolean;
}

const MOST_REMEMBERED = 50_000;
/** The length of the signature at a token's end, which distinguishes valid tokens: looking it up takes a tenth of the time. */
const SIGNATURE_LETTERS = 43;

interface Remembered {
  readonly token: string;
  readonly session: Session;
}

const signatureOf = (token: string): string => token.slice(-SIGNATURE_LETTERS);

export function createAccess(options: AccessOptions): AccessControl {
  const { database, tokens, now, onForgotten, isTold = () => true } = options;
  const remembered = new Map<string, Remembered>();
  /** Tokens being looked up: a page that returns makes several calls at once with one token. */
  const underWay = new Map<string, Promise<Session>>();
  let changes = 0;

  const remember = (token: string, session: Session): void => {
    // All logins last equally long, so the expired ones were cached first.
    for (const [old, { session: before }] of remembered) {
      if (before.expiresAt > now()) break;
      remembered.delete(old);
    }
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
    remembered.set(signatureOf(token), { token, session });
  };

  const check = async (token: string): Promise<Session> => {
    const changesBefore = changes;
    const { userId, loginId, expiresAt } = await tokens.verify(token);
    const session = { caller: await readCaller(database, userId, loginId), expiresAt };
    // What was read while somebody changed may be out of date: good enough for this call, but not to be cached. Administrators are few,
    // and their logins are also ended from the terminal, of which nobody is told.
    if (changes === changesBefore && isTold() && session.caller.role !== 'admin') remember(token, session);
    return session;
  };

  /** A caller that asks after a change starts a new look-up. */
  const ask = (token: string): Promise<Session> => {
    const asked = underWay.get(token);
    if (asked !== undefined) return asked;
    const answer = check(token).finally(() => underWay.get(token) === answer && underWay.delete(token));
    if (isTold()) underWay.set(token, answer);
    return answer;
  };

  const known = (token: string): Session | undefined => {
    const signature = signatureOf(token);
    const found = remembered.get(signature);
    // A different text with the signature of a valid token is not valid.
    if (found === undefined || found.token !== token) return undefined;
    if (found.session.expiresAt > now()) return found.session;
    remembered.delete(signature);
    return undefined;
  };

  return {
    authenticate: (token) => known(token)?.caller ?? ask(token).then(({ caller }) => caller),
    session: async (token) => known(token) ?? ask(token),
    watch({ id, loginId }) {
      const before = changes;
      return () => (changes === before ? undefined : readCaller(database, id, loginId).then(() => undefined));
    },
    forget(userId) {
      changes++;
      underWay.clear();
      for (const [signature, { session }] of remembered) if (session.caller.id === userId) remembered.delete(signature);
      onForgotten?.(userId);
    },
    forgetAll() {
      changes++;
      underWay.clear();
      remembered.clear();
    },
  };
}

interface CallerRow {
  accountNo: number;
  role: UserRole;
  name: string;
  email: string;
  isBlocked: boolean;
  isEnded: boolean;
}

async function readCaller(database: Queryable, userId: string, loginId: string): Promise<Caller> {
  const { rows } = await database.query<CallerRow>(
    `select u.account_no as "accountNo", u.role, u.name, u.email, u.is_blocked as "isBlocked", l.ended_at is not null as "isEnded"
     from logins l join users u on u.id = l.user_id where l.id = $1 and u.id = $2`,
    [loginId, userId],
  );
  if (rows.length === 0) throw unauthorized();
  const [{ isBlocked, isEnded, ...person }] = rows;
  // The block first: it ends logins too, and the person must be told the reason.
  if (isBlocked) throw blocked();
  if (isEnded) throw unauthorized();
  return { id: userId, loginId, ...person };
}
