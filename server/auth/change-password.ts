// A new password for somebody who knows the current one. Every other login ends, and a mail informs the owner.
import { RESET_PASSWORD_MIN } from '../../contract/login.ts';
import { passwordMessages, resetMessages } from '../../contract/messages/account.ts';
import type { Handlers } from '../handler.ts';
import { writeAudit } from '../audit.ts';
import { refuseShort } from './checks.ts';
import type { AuthContext } from './context.ts';
import { knownCookie } from './known-browsers.ts';
import { endLoginsOf } from './logins.ts';
import { passwordChangedByOwnerMail } from './mails.ts';
import { wrongField } from './prove-password.ts';
import type { PasswordProof } from './prove-password.ts';
import { voidResets } from './reset-flows.ts';

const CURRENT = { name: 'currentPassword', wrong: passwordMessages.currentWrong };
const wrongCurrent = () => wrongField(CURRENT.name, CURRENT.wrong, 'wrong-password');

export function changePasswordHandlers(
  context: AuthContext,
  prove: PasswordProof,
): Pick<Handlers, 'POST /changePassword'> {
  const { database, secrets, passwords, passwordMin, mailer, access, onAccessEnded, now } = context;
  const min = Math.max(RESET_PASSWORD_MIN, passwordMin);

  return {
    async 'POST /changePassword'({ input: { currentPassword, newPassword }, user, ip, cookies }) {
      refuseShort('newPassword', newPassword, { min, sentence: resetMessages.passwordTooShort });
      const kept = await prove(user, currentPassword, CURRENT);
      if (newPassword === currentPassword) throw wrongField('newPassword', passwordMessages.same, 'same-password');
      const passwordHash = await passwords.hash(newPassword);
      const at = now();
      const ended = await database.transaction(async (transaction) => {
        // Of two changes at once, the second one's "current" password is no longer current.
        const { rowCount } = await transaction.query(
          'update users set password_hash = $3 where id = $1 and password_hash = $2',
          [user.id, kept, passwordHash],
        );
        if (rowCount !== 1) throw wrongCurrent();
        await voidResets(transaction, user.id);
        await writeAudit(transaction, {
          at,
          actor: user.id,
          action: 'password-changed',
          subject: user.id,
          detail: {},
          ip,
        });
        return endLoginsOf(transaction, user.id, { reason: 'password-changed', at, inUse: user.loginId });
      });
      access.forget(user.id);
      for (const loginId of ended) onAccessEnded({ userId: user.id, loginId });
      await mailer.send(passwordChangedByOwnerMail(user.email, user.name));
      const known = knownCookie({ secret: secrets.refresh, cookies, at }, { id: user.id, passwordHash });
      return { message: passwordMessages.changed, data: null, cookies: [known] };
    },
  };
}
