// Deletes an account for good: at the person's own wish, proven by the password, or by an administrator. The request is recorded first,
// then the exchange closes the account, then the person is erased. What a crash leaves unfinished is continued.
import { deletionMessages } from '../../contract/messages/people.ts';
import type { UserRole } from '../../contract/auth.ts';
import type { HeldShares } from '../../core/trade/refusal.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';
import { createGate, createOwnGates } from '../gate.ts';
import type { Handlers, Keep } from '../handler.ts';
import { HttpError, notFound, unauthorized } from '../http-error.ts';
import { lockAdmins } from './block.ts';
import type { AuthContext } from './context.ts';
import { erase } from './erasure.ts';
import { accountDeletedMail } from './mails.ts';
import type { PasswordProof } from './prove-password.ts';
import { clearSpentCookies } from './refresh-cookies.ts';

export interface Deletions {
  readonly handlers: Pick<Handlers, 'POST /deleteAccount' | 'POST /deleteUser/{id}'>;
  /**
   * Continues with deletions that were requested but not finished. One that fails again does not delay the others. Erases what was stored while a
   * finished one was under way.
   */
  finish(): Promise<void>;
}

interface Person {
  readonly id: string;
  readonly account: number;
  readonly email: string;
  readonly name: string;
  readonly role: UserRole;
}

interface Asking {
  readonly id: string;
  readonly by: string;
  /** Null for the person's own wish, because where that person was is erased along with everything else. */
  readonly ip: string | null;
}

type KeepDeleted = Keep<'POST /deleteUser/{id}'>;

const DELETED = { message: deletionMessages.deleted, data: null };

/** Of the connections that everybody shares. */
const MOST_AT_ONCE = 3;
const PASSWORD = { name: 'password', wrong: deletionMessages.passwordWrong };
const conflict = (message: string, code: string) => new HttpError(409, message, { code });
const stillHolds = (held: readonly HeldShares[]) => conflict(deletionMessages.stillHolds(held), 'holds-shares');

export function createDeletions(context: AuthContext, prove: PasswordProof): Deletions {
  const { database, secrets, closeTrader, log, now } = context;
  // Each holds a connection for as long as there is a lot to erase: others are not to wait for it, nor to be left without one.
  const gate = createGate({ most: MOST_AT_ONCE, mostWaiting: 50 });
  const inTurn = createOwnGates({ most: 1, mostWaiting: 50 });
  const alone = (id: string, work: () => Promise<void>): Promise<void> => inTurn(id, () => gate(work));

  /** Accounts that are erased, and when. */
  const erased = new Map<number, number>();

  /**
   * A change of one of the person's lessons, for example, that was under way may have stored a notice after the others were erased. Nobody can
   * read it, so a process that ends before this does no harm.
   */
  const eraseLeftovers = async (): Promise<void> => {
    const before = now() - LONGEST_CALL_MS;
    const over = [...erased].filter(([, at]) => at <= before).map(([account]) => account);
    if (over.length === 0) return;
    await database.query('delete from notifications where account = any($1::integer[])', [over]);
    for (const account of over) erased.delete(account);
  };

  /** Either finished, or as if it had never been requested. */
  const remove = async (asking: Asking, keep?: KeepDeleted): Promise<void> => {
    const person = await database.transaction(async (transaction) => {
      if (asking.by !== asking.id) await lockAdmins(transaction, asking.by);
      const found = await lockPerson(transaction, asking.id);
      // A person who is already deleted no longer exists.
      if (found === null) throw asking.by === asking.id ? unauthorized() : notFound();
      await refuseWhatStands(transaction, found, { isOwn: asking.by === asking.id, at: now() });
      await transaction.query(
        `insert into account_deletions (user_id, asked_by, asked_at, ip) values ($1, $2, $3, $4)
         on conflict (user_id) do nothing`,
        [found.id, asking.by, now(), asking.ip],
      );
      return found;
    });
    await carryOut(person, keep);
  };

  /** @throws HttpError 409 while shares are held; then nothing has been requested. */
  const carryOut = async (person: Person, keep?: KeepDeleted): Promise<void> => {
    const held = person.role === 'admin' ? [] : await closeTrader(person.account);
    if (held.length > 0) {
      await database.query('delete from account_deletions where user_id = $1', [person.id]);
      throw stillHolds(held);
    }
    await forget(context, person, keep);
    erased.set(person.account, now());
  };

  return {
    handlers: {
      async 'POST /deleteAccount'({ input, user, cookies }) {
        await prove(user, input.password, PASSWORD);
        await alone(user.id, () => remove({ id: user.id, by: user.id, ip: null }));
        const spent = await clearSpentCookies(database, { secret: secrets.refresh, cookies, at: now() });
        return { ...DELETED, cookies: spent };
      },

      async 'POST /deleteUser/{id}'({ input, user, ip }, keep) {
        if (!isUuid(input.id)) throw notFound();
        const id = input.id.toLowerCase();
        if (id === user.id) throw conflict(deletionMessages.notYourself, 'own-account');
        await alone(id, () => remove({ id, by: user.id, ip }, keep));
        return DELETED;
      },
    },

    async finish() {
      const { rows } = await database.query<Person>(
        `select u.id, u.account_no as account, u.email, u.name, u.role
         from account_deletions d join users u on u.id = d.user_id order by d.asked_at`,
      );
      for (const person of rows)
        await alone(person.id, () => carryOut(person)).catch((error: unknown) => {
          // It was interrupted before the exchange was asked, and shares have been bought since: nobody was told that it would be done.
          if (error instanceof HttpError && error.code === 'holds-shares') return;
          log.warn({ err: error, account: person.account }, 'an account is deleted with the next round');
        });
      await eraseLeftovers();
    },
  };
}

async function lockPerson(transaction: Queryable, id: string): Promise<Person | null> {
  const { rows } = await transaction.query<Person>(
    `select id, account_no as account, email, name, role from users where id = $1 and deleted_at is null for update`,
    [id],
  );
  return rows.at(0) ?? null;
}

/** @throws HttpError 409 with what has to be done first. */
async function refuseWhatStands(
  transaction: Queryable,
  { id, email, role }: Person,
  { isOwn, at }: { isOwn: boolean; at: number },
): Promise<void> {
  const { rows } = await transaction.query<{ lessons: number; payments: number; otherAdmins: number }>(
    `select
       (select count(*) from lessons where instructor_email = $2 and status = 'SCHEDULED' and ends_at > $3) as lessons,
       (select count(*) from payments where user_id = $1 and status = 'paid') as payments,
       (select count(*) from users u where role = 'admin' and not is_blocked and id <> $1
          and not exists (select 1 from account_deletions d where d.user_id = u.id)) as "otherAdmins"`,
    [id, email, at],
  );
  const [{ lessons, payments, otherAdmins }] = rows;
  if (role === 'admin' && otherAdmins === 0) throw conflict(deletionMessages.lastAdmin, 'last-administrator');
  if (role === 'instructor' && lessons > 0)
    throw conflict(deletionMessages.lessonsAhead(lessons, isOwn), 'lessons-ahead');
  if (payments > 0) throw conflict(deletionMessages.paymentUnderWay, 'payment-under-way');
}

/** By then every transaction of that time is over: none is left alone for so long. */
const LONGEST_CALL_MS = 30_000;

/** A person with very many notifications has as many rows to be erased, which would never succeed within the usual time. */
const ERASING_MS = 60_000;

/** PostgreSQL's code for one of two transactions that waited for each other: it is rolled back, so that the other one goes on. */
const CROSSED = '40P01';

/**
 * Of a learner and an instructor who leave at once, each erases something that the other has been told. The one that has to
 * begin again waits until the other is gone; with all that are erased at once, that may happen more than once.
 */
async function untilAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let begun = 1; ; begun++)
    try {
      return await work();
    } catch (error) {
      const isCrossed = error instanceof Error && 'code' in error && error.code === CROSSED;
      if (!isCrossed || begun > MOST_AT_ONCE) throw error;
    }
}

/** Another request came first and has done it. */
async function forget(context: AuthContext, person: Person, keep?: KeepDeleted): Promise<void> {
  const { database, access, onAccessEnded, onErased, mailer, log, now } = context;
  const { id, account, email, name } = person;
  const erasing = async (transaction: Queryable): Promise<boolean> => {
    if ((await lockPerson(transaction, id)) === null) return false;
    const at = now();
    await erase(transaction, { id, account, email }, at);
    const { rows } = await transaction.query<{ actor: string; ip: string | null }>(
      'delete from account_deletions where user_id = $1 returning asked_by as actor, ip',
      [id],
    );
    const { actor = null, ip = null } = rows.at(0) ?? {};
    await writeAudit(transaction, { at, actor, action: 'delete-account', subject: id, detail: {}, ip });
    await keep?.(transaction, DELETED);
    return true;
  };
  const isDone = await untilAlone(() => database.transaction(erasing, { statementTimeoutMs: ERASING_MS }));
  if (!isDone) return;
  access.forget(id);
  onAccessEnded({ userId: id, loginId: null });
  onErased(account);
  // The last mail to this address. Whether it arrives changes nothing.
  await mailer
    .send(accountDeletedMail(email, name))
    .catch((error: unknown) => log.warn({ err: error }, 'the mail about a deleted account could not be sent'));
}
