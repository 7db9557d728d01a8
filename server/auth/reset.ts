// A forgotten password: the code by mail, and the new password that the right code sets. Every login ends with it. Each requester has a code
// of their own, so a stranger's guesses use up only the stranger's code.
import { randomUUID } from 'node:crypto';
import { OTP_SECONDS } from '../../contract/auth.ts';
import { RESET_PASSWORD_MIN } from '../../contract/login.ts';
import { resetMessages } from '../../contract/messages/account.ts';
import type { Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { createOwnGates } from '../gate.ts';
import { HttpError } from '../http-error.ts';
import { networkOf } from '../network.ts';
import { writeAudit } from '../audit.ts';
import { atLeast, refuseShort } from './checks.ts';
import type { AuthContext } from './context.ts';
import { knownCookie } from './known-browsers.ts';
import type { Limits } from './limits.ts';
import { endLoginsOf } from './logins.ts';
import { passwordChangedMail, resetCodeMail } from './mails.ts';
import { issueOtp, spendOtp } from './otps.ts';
import { clearSpentCookies } from './refresh-cookies.ts';
import { findReset, hasLoggedInFrom, RESET_COOKIE, resetCookie, startReset, voidResets } from './reset-flows.ts';

type ResetHandlers = Pick<Handlers, 'POST /forgotPassword' | 'POST /resetPassword'>;

interface Owner {
  id: string;
  name: string;
}

/** All causes get the same answer. */
const failed = () => new HttpError(400, resetMessages.failed, { code: 'reset-failed' });

export function resetHandlers(context: AuthContext, limits: Limits): ResetHandlers {
  const { database, secrets, mailer, passwords, passwordMin, access, onAccessEnded, now } = context;
  // Of several requests at once, the code of the last mail is the valid one.
  const inTurn = createOwnGates({ most: 1, mostWaiting: 50 });
  return {
    async 'POST /forgotPassword'({ input: { email }, ip, cookies }) {
      const network = networkOf(ip);
      const at = now();
      const id = randomUUID();
      await atLeast(50, async () => {
        const owner = await findOwner(database, email);
        const isAtHome = owner !== null && (await hasLoggedInFrom(database, owner.id, network));
        await limits.takeMail({ email, network }, isAtHome);
        if (owner === null) return;
        const asked = { id, userId: owner.id, network, cookie: cookies[RESET_COOKIE] };
        await inTurn(`${network} ${email}`, async () => {
          const code = await database.transaction(async (transaction) => {
            if (!(await lockOwner(transaction, owner.id))) return null;
            await startReset(transaction, { ...asked, at: now() });
            return issueOtp(transaction, secrets.otp, { purpose: 'reset', subject: id }, at);
          });
          if (code !== null) await mailer.send(resetCodeMail(email, owner.name, code));
        });
      });
      return {
        message: resetMessages.sent,
        data: { email, expiresAt: new Date(at + OTP_SECONDS * 1000).toISOString() },
        cookies: [resetCookie(id)],
      };
    },

    async 'POST /resetPassword'({ input, ip, cookies }) {
      const min = Math.max(RESET_PASSWORD_MIN, passwordMin);
      refuseShort('newPassword', input.newPassword, { min, sentence: resetMessages.passwordTooShort });
      const network = networkOf(ip);
      const at = now();
      const changed = await limits.guess({ network, email: input.email }, async () => {
        const passwordHash = await passwords.hash(input.newPassword);
        const given = { code: input.otp, passwordHash, network, cookie: cookies[RESET_COOKIE], ip, at };
        // After the hash, which takes longer than that on a busy machine: what a known address needs more would show then.
        return atLeast(50, async () => {
          const found = await findOwner(database, input.email);
          return found !== null && (await setPassword(context, found, given)) ? { owner: found, passwordHash } : null;
        });
      });
      if (changed === null) throw failed();
      const { owner, passwordHash } = changed;
      access.forget(owner.id);
      onAccessEnded({ userId: owner.id, loginId: null });
      await mailer.send(passwordChangedMail(input.email, owner.name));
      const reading = { secret: secrets.refresh, cookies, at: now() };
      const spent = await clearSpentCookies(database, reading);
      const known = knownCookie(reading, { id: owner.id, passwordHash });
      return { message: resetMessages.succeeded, data: null, cookies: [...spent, resetCookie('', 0), known] };
    },
  };
}

/** A code, the password that it is to set, and whose request it was. */
interface Given {
  readonly code: string;
  readonly passwordHash: string;
  readonly network: string;
  readonly cookie: string | undefined;
  readonly ip: string;
  readonly at: number;
}

/** True when the code was right: then the password is set. Otherwise only the try is counted. */
function setPassword(
  { database, secrets }: AuthContext,
  { id }: Owner,
  { code, passwordHash, network, cookie, ip, at }: Given,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // Two right codes at once, from two browsers: one after the other.
    await lockOwner(transaction, id);
    const subject = await findReset(transaction, { userId: id, network, cookie });
    if (subject === null) return false;
    if (!(await spendOtp(transaction, secrets.otp, { purpose: 'reset', subject }, code, at))) return false;
    await voidResets(transaction, id);
    // The code has proven the address. A login before that through another provider may have been another person's.
    await transaction.query(
      `delete from identities i using users u where i.user_id = u.id and u.id = $1 and u.email_proven_at is null`,
      [id],
    );
    await transaction.query('update users set password_hash = $2, email_proven_at = $3 where id = $1', [
      id,
      passwordHash,
      at,
    ]);
    await endLoginsOf(transaction, id, { reason: 'password-reset', at });
    await writeAudit(transaction, { at, actor: id, action: 'password-reset', subject: id, detail: {}, ip });
    return true;
  });
}

async function findOwner(database: Queryable, email: string): Promise<Owner | null> {
  const { rows } = await database.query<Owner>('select id, name from users where email = $1', [email]);
  return rows.at(0) ?? null;
}

/**
 * Before the requests and codes, as everybody locks them who deletes both: otherwise two would wait for each other. False for somebody who
 * has deleted the account meanwhile.
 */
async function lockOwner(transaction: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    'select 1 from users where id = $1 and deleted_at is null for no key update',
    [id],
  );
  return rowCount === 1;
}
