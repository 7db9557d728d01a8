// Mails notifications to those who want them: a burst of them goes out as one mail, and there is a pause between two mails.
import { noticeTypes } from '../../contract/notice.ts';
import type { NoticeKind } from '../../contract/notice.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import type { Letter } from '../adapters/letter.ts';
import type { Mailer } from '../adapters/mail.ts';
import type { Database, Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { NoticeWishes } from '../notices/wishes.ts';

export interface NoticeMailsOptions {
  readonly db: Database;
  readonly wishes: NoticeWishes;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Log;
  readonly now: () => number;
  /** False lifts the wait and the pause. */
  readonly hasRateLimit: boolean;
}

const LOOK_MS = 5_000;
/** How long to wait after the first notification for the rest of a burst. */
const GATHER_MS = 20_000;
const PAUSE_MS = 5 * 60_000;
/** Any more are only counted. */
const MOST_QUOTED = 50;
/** After this many failures in a row the database counts as away, and the rest waits for the next round. */
const MOST_FAILURES = 3;

interface DueNotice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly message: string;
  readonly at: number;
}

export class NoticeMails {
  readonly #options: NoticeMailsOptions;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isStopped = false;
  /** What was mailed by a transaction that was not stored, or may not have been: it is still due, and is not mailed again. */
  readonly #mailed = new Map<number, ReadonlySet<number>>();

  constructor(options: NoticeMailsOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.send()
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'notifications could not be mailed yet'))
        .finally(() => (this.#running = null));
    }, LOOK_MS);
    this.#timer.unref();
  }

  /** Stops after the mail that is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** Sends what is due now. One that fails keeps no others. @throws the first error, at the end */
  async send(): Promise<void> {
    const { db, now, hasRateLimit } = this.#options;
    const at = now();
    const gather = hasRateLimit ? GATHER_MS : 0;
    const pause = hasRateLimit ? PAUSE_MS : 0;
    const { rows } = await db.query<{ account: number }>(
      // Instants still to come are from before the clock was set back: nobody waits for them. In no order: those who fail are not to be
      // all whose turn ever comes.
      `select n.account from notifications n join notice_wishes w on w.account = n.account
       where n.is_mail_due and (w.mailed_at <= $1 or w.mailed_at > $3)
       group by n.account having min(n.created_at) <= $2 or min(n.created_at) > $3 order by random()`,
      [at - pause, at - gather, at],
    );
    const errors: unknown[] = [];
    let failures = 0;
    for (const { account } of rows) {
      if (this.#isStopped || failures === MOST_FAILURES) break;
      try {
        await this.#sendTo(account, at, at - pause);
        failures = 0;
      } catch (error) {
        errors.push(error);
        failures++;
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  /**
   * One transaction takes notifications out of the queue and sends them: if sending fails they stay, and no two servers send the same. A
   * process that is killed between the two has the next one send them once more: better read twice than never.
   */
  async #sendTo(account: number, at: number, pausedUntil: number): Promise<void> {
    const { db, mailer, wishes } = this.#options;
    const mailed = this.#mailed.get(account);
    await db.transaction(async (transaction) => {
      // First, so that a deletion of the account finds the letter that is kept meanwhile, or the other way round no account is found here.
      const person = await findPerson(transaction, account);
      const claimed = await transaction.query(
        'update notice_wishes set mailed_at = $2 where account = $1 and (mailed_at <= $3 or mailed_at > $2)',
        [account, at, pausedUntil],
      );
      if (claimed.rowCount === 0) return;
      const due = await takeDue(transaction, account);
      // A kind that has been switched off since is not mailed any more.
      const wanted = due.filter(({ id, kind }) => wishes.isMailed(account, kind) && !mailed?.has(id));
      if (person === null || wanted.length === 0) return;
      await mailer.send(noticeMail(person, wanted));
      this.#mailed.set(account, new Set([...(mailed ?? []), ...wanted.map(({ id }) => id)]));
    });
    this.#mailed.delete(account);
  }
}

async function takeDue(transaction: Queryable, account: number): Promise<DueNotice[]> {
  const { rows } = await transaction.query<DueNotice>(
    `with due as (
       update notifications set is_mail_due = false where account = $1 and is_mail_due
       returning id, kind, message, created_at)
     select id, kind, message, created_at as at from due order by id`,
    [account],
  );
  return rows;
}

/** Who stays until the end of the transaction; null for a person who is blocked, and could not open the account that the mail is about. */
async function findPerson(db: Queryable, account: number): Promise<{ email: string; name: string } | null> {
  const { rows } = await db.query<{ email: string; name: string }>(
    'select email, name from users where account_no = $1 and not is_blocked for key share',
    [account],
  );
  return rows.at(0) ?? null;
}

const time = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

function noticeMail({ email, name }: { email: string; name: string }, due: readonly DueNotice[]): Letter {
  const quoted = due.slice(0, MOST_QUOTED).map(({ at, message }) => `${time.format(at)}: ${isolated(message)}`);
  const more = due.length - quoted.length;
  return {
    to: email,
    subject: due.length === 1 ? `Istock: ${noticeTypes[due[0].kind]}` : `Istock: ${due.length} notifications`,
    lines: [
      `Hello ${isolated(name)},`,
      ...quoted,
      ...(more > 0 ? [`And ${more} more, which you find in Istock under Notifications.`] : []),
      'Which notifications come by mail is your choice: Notifications, Settings.',
    ],
  };
}
