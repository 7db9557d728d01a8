// A new password for somebody who knows the current one. Every other login ends, and a mail tells the owner.
import { RESET_PASSWORD_MIN } from '../../contract/auth.ts';
import { passwordMessages, resetMessages } from '../../contract/messages/account.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller, Handlers } from '../handler.ts';
import { HttpError, tooMany } from '../http-error.ts';
import { writeAudit } from '../audit.ts';
import { createBrake } from './brake.ts';
import { tooShort } from './checks.ts';
import type { AuthContext } from './context.ts';
import { endLoginsOf } from './logins.ts';
import { passwordChangedByOwnerMail } from './mails.ts';

const wrong = (field: string, message: string, code: string) =>
  new HttpError(400, message, { code, fields: { [field]: message } });
const wrongCurrent = () => wrong('currentPassword', passwordMessages.currentWrong, 'wrong-password');

export function changePasswordHandlers(context: AuthContext): Pick<Handlers, 'POST /changePassword'> {
  const { database, passwords, passwordMin, mailer, access, onAccessEnded, hasRateLimit, now } = context;
  const min = Math.max(RESET_PASSWORD_MIN, passwordMin);
  // Somebody who found an open screen must not find out the password behind it by trying.
  const brake = createBrake({ freeFailures: 5, longestPauseMs: 60_000, mostUnderway: 2, now });

  const proveCurrent = async (user: Caller, kept: string | null, given: string): Promise<void> => {
    const pauseMs = hasRateLimit ? brake.begin(user.id) : 0;
    if (pauseMs > 0) throw tooMany(pauseMs);
    let isRight = false;
    try {
      isRight = await passwords.matches(given, kept);
    } finally {
      if (isRight) brake.succeeded(user.id);
      else brake.failed(user.id);
    }
    if (!isRight) throw wrongCurrent();
  };

  return {
    async 'POST /changePassword'({ input: { currentPassword, newPassword }, user, ip }) {
      if (newPassword.length < min) throw tooShort('newPassword', resetMessages.passwordTooShort, min);
      const kept = await readPasswordHash(database, user.id);
      if (kept === null) throw wrong('currentPassword', passwordMessages.none, 'no-password');
      await proveCurrent(user, kept, currentPassword);
      if (newPassword === currentPassword) throw wrong('newPassword', passwordMessages.same, 'same-password');
      const hash = await passwords.hash(newPassword);
      const at = now();
      const ended = await database.transaction(async (transaction) => {
        // Of two changes at once the second one's "current" password is not current any more.
        const { rowCount } = await transaction.query(
          'update users set password_hash = $3 where id = $1 and password_hash = $2',
          [user.id, kept, hash],
        );
        if (rowCount !== 1) throw wrongCurrent();
        await transaction.query(`delete from otps where purpose = 'reset' and subject = $1`, [user.id]);
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: 'password-changed',
          subject: user.id,
          detail: {},
          ip,
        });
        return endLoginsOf(transaction, user.id, 'password-changed', at, user.loginId);
      });
      access.forget(user.id);
      for (const loginId of ended) onAccessEnded({ userId: user.id, loginId });
      await mailer.send(passwordChangedByOwnerMail(user.email, user.name));
      return { message: passwordMessages.changed, data: null };
    },
  };
}

async function readPasswordHash(database: Queryable, userId: string): Promise<string | null> {
  const { rows } = await database.query<{ passwordHash: string | null }>(
    'select password_hash as "passwordHash" from users where id = $1',
    [userId],
  );
  return rows.at(0)?.passwordHash ?? null;
}
