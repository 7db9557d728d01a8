// Where a person is logged in, and ending one login or all others.
import type { ActiveLogin } from '../../contract/auth.ts';
import { loginListMessages } from '../../contract/messages/account.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller, Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import { isUuid } from '../db/uuid.ts';
import type { AuthContext } from './context.ts';
import { deviceName } from './device.ts';
import { endLogin, endLoginsOf } from './logins.ts';
import { clearSpentCookies } from './refresh-cookies.ts';

type LoginListHandlers = Pick<Handlers, 'GET /logins' | 'POST /endLogin/{id}' | 'POST /endOtherLogins'>;

interface LoginRow {
  id: string;
  userAgent: string;
  ip: string;
  createdAt: number;
  renewedAt: number;
}

interface Ended {
  readonly user: Pick<Caller, 'id' | 'role'>;
  readonly ip: string;
  readonly logins: number;
}

/** Nobody reads more than these; ending all others ends the rest too. */
const MOST_SHOWN = 50;

export function loginListHandlers(context: AuthContext): LoginListHandlers {
  const { database, secrets, access, onAccessEnded, now } = context;

  /** A stranger in an administrator's account may shut its owner out: the log tells the other administrators. */
  async function note(transaction: Queryable, { user, ip, logins }: Ended): Promise<void> {
    if (user.role !== 'admin' || logins === 0) return;
    await writeAudit(transaction, {
      at: now(),
      actor: user.id,
      action: 'end-logins',
      subject: user.id,
      detail: { logins },
      ip,
    });
  }

  return {
    async 'GET /logins'({ user }) {
      const { rows } = await database.query<LoginRow>(
        `select id, user_agent as "userAgent", ip, created_at as "createdAt", rotated_at as "renewedAt" from logins
         where user_id = $1 and ended_at is null and expires_at > $2
         order by id = $3 desc, rotated_at desc, id limit ${MOST_SHOWN}`,
        [user.id, now(), user.loginId],
      );
      return { data: rows.map((row) => present(row, row.id === user.loginId ? now() : null)) };
    },

    async 'POST /endLogin/{id}'({ input: { id }, user, ip, cookies }, keep) {
      if (!isUuid(id)) throw notFound();
      const answer = { message: loginListMessages.ended, data: null };
      await database.transaction(async (transaction) => {
        const ended = await endLogin(transaction, id, { reason: 'revoked', at: now(), onlyOf: user.id });
        if (ended === null) throw notFound();
        if (id.toLowerCase() !== user.loginId) await note(transaction, { user, ip, logins: 1 });
        await keep?.(transaction, answer);
      });
      access.forget(user.id);
      onAccessEnded({ userId: user.id, loginId: id.toLowerCase() });
      const spent = await clearSpentCookies(database, { secret: secrets.refresh, cookies, at: now() });
      return { ...answer, cookies: spent };
    },

    async 'POST /endOtherLogins'({ user, ip }) {
      const ended = await database.transaction(async (transaction) => {
        const others = await endLoginsOf(transaction, user.id, { reason: 'revoked', at: now(), inUse: user.loginId });
        await note(transaction, { user, ip, logins: others.length });
        return others;
      });
      access.forget(user.id);
      for (const loginId of ended) onAccessEnded({ userId: user.id, loginId });
      return { message: loginListMessages.othersEnded, data: { ended: ended.length } };
    },
  };
}

/** The login that asks is in use now; of the others the last renewal is known, at most a token's lifetime before their last call. */
function present({ id, userAgent, ip, createdAt, renewedAt }: LoginRow, usedNowAt: number | null): ActiveLogin {
  return {
    _id: id,
    device: deviceName(userAgent),
    ip,
    createdAt: new Date(createdAt).toISOString(),
    lastUsedAt: new Date(usedNowAt ?? renewedAt).toISOString(),
    isCurrent: usedNowAt !== null,
  };
}
