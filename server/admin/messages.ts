// Messages to people. One to a single person is sent at once; one to everybody is sent in parts, and continues after a restart.
import { randomUUID } from 'node:crypto';
import type { SentMessage } from '../../contract/admin/messages.ts';
import { messageMessages } from '../../contract/messages/people.ts';
import type { InputOf } from '../../contract/routes.ts';
import { writeAudit } from '../audit.ts';
import type { Database, Queryable } from '../db/open.ts';
import { pagesOf, wordsOf } from '../db/list-query.ts';
import { holdsPart } from '../db/people-search.ts';
import { staysMeanwhile } from '../db/people.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, keyReused, notFound } from '../http-error.ts';
import type { Log } from '../log.ts';
import type { Notices } from '../notices/notices.ts';
import { findUser } from './users.ts';

export interface MessageContext {
  readonly db: Database;
  readonly notices: Notices;
  readonly log: Log;
  readonly now: () => number;
}

/** People notified in one transaction, and the pause before the next part, in which everybody else's work is done. */
const PART = 500;
const REST_MS = 20;

/** Administrators have no notifications, and blocked people cannot read theirs. */
const READERS = `role <> 'admin' and not is_blocked`;

interface Under {
  readonly id: number;
  readonly message: string;
  readonly sentAt: number;
  readonly lastAccount: number;
  readonly reached: number;
}

interface Sender {
  readonly id: string;
  readonly ip: string;
  readonly key: string | null;
}

export class Messages {
  readonly #context: MessageContext;
  #running: Promise<void> | null = null;
  /** Asked again since the last look for unfinished messages. */
  #isAsked = false;
  #isClosed = false;

  constructor(context: MessageContext) {
    this.#context = context;
  }

  /** A repeat with the same key of the same sender is the same message. Returns its id. */
  async send(asked: InputOf<'POST /sendMessage'>, by: Sender): Promise<string> {
    const sent = asked.userId === undefined ? await this.#begin(asked.message, by) : await this.#tellOne(asked, by);
    void this.deliver().catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'a message waits for the next round'),
    );
    return sent;
  }

  /** Notifies everybody who has not been notified yet, part by part. Concurrent calls share the work. */
  deliver(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#deliverAll();
    return this.#running;
  }

  /** Stops after the part that is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running?.catch(() => {});
  }

  async #begin(message: string, by: Sender): Promise<string> {
    const { db, now } = this.#context;
    const at = now();
    const publicId = randomUUID();
    return db.transaction(async (transaction) => {
      const { rowCount } = await transaction.query(
        `insert into messages (public_id, audience, message, sent_by, sent_at, key, last_account, people)
         select $1, 'all', $2, $3, $4, $5, coalesce(max(account_no), 0), count(*) filter (where ${READERS}) from users
         on conflict (sent_by, key) where key is not null do nothing`,
        [publicId, message, by.id, at, by.key],
      );
      if (rowCount === 0) return sentBefore(transaction, by, { userId: null, message });
      await note(transaction, { at, publicId, subject: 'everybody', by });
      return publicId;
    });
  }

  async #tellOne({ userId = '', message }: InputOf<'POST /sendMessage'>, by: Sender): Promise<string> {
    const { db, notices, now } = this.#context;
    const at = now();
    const publicId = randomUUID();
    const [sent, show] = await db.transaction(async (transaction) => {
      const person = await findUser(transaction, userId);
      if (person === null) throw notFound();
      if (person.role === 'admin') throw new HttpError(409, messageMessages.toAdmin, { code: 'administrator' });
      if (person.isBlocked) throw new HttpError(409, messageMessages.toBlocked, { code: 'account-blocked' });
      const account = person.accountNo;
      if (!(await staysMeanwhile(transaction, account))) throw notFound();
      const { rows } = await transaction.query<{ id: number }>(
        `insert into messages (public_id, audience, user_id, message, sent_by, sent_at, key, last_account, reached, people, told, finished_at)
         values ($1, 'user', $2, $3, $4, $5, $6, $7, $7, 1, 1, $5)
         on conflict (sent_by, key) where key is not null do nothing returning id`,
        [publicId, person.id, message, by.id, at, by.key, account],
      );
      if (rows.length === 0)
        return [await sentBefore(transaction, by, { userId: person.id, message }), () => {}] as const;
      await note(transaction, { at, publicId, subject: person.id, by });
      const notice = { account, kind: 'admin', message, at, source: sourceOf(rows[0].id) } as const;
      return [publicId, await notices.store(transaction, [notice])] as const;
    });
    show();
    return sent;
  }

  async #deliverAll(): Promise<void> {
    try {
      while (this.#isAsked && !this.#isClosed) {
        this.#isAsked = false;
        while (!this.#isClosed && (await this.#tellPart()))
          await new Promise((resolve) => setTimeout(resolve, REST_MS));
      }
    } finally {
      // In the same step as the last look, so that a request after it starts a new round.
      this.#running = null;
    }
  }

  /** Notifies the next people of the oldest unfinished message; false if there is none. */
  async #tellPart(): Promise<boolean> {
    const { db, notices, now } = this.#context;
    const show = await db.transaction(async (transaction) => {
      const message = await oldestUnfinished(transaction);
      if (message === null) return null;
      const { id, message: text, sentAt, lastAccount, reached } = message;
      // Somebody whose account is being deleted is waited for, and is then no longer among them.
      const { rows } = await transaction.query<{ account: number }>(
        `select account_no as account from users where account_no > $1 and account_no <= $2 and ${READERS}
         order by account_no limit ${PART} for key share`,
        [reached, lastAccount],
      );
      const told = rows.map(
        ({ account }) => ({ account, kind: 'admin', message: text, at: sentAt, source: sourceOf(id) }) as const,
      );
      const show = await notices.store(transaction, told);
      const isLast = rows.length < PART;
      await transaction.query('update messages set reached = $2, told = told + $3, finished_at = $4 where id = $1', [
        id,
        isLast ? lastAccount : rows[rows.length - 1].account,
        rows.length,
        isLast ? now() : null,
      ]);
      return show;
    });
    show?.();
    return show !== null;
  }
}

/** The `source` of its notifications, which makes each of them unique. */
function sourceOf(id: number): string {
  return `message:${id}`;
}

/** Locks it, so that no other process works on it. */
async function oldestUnfinished(transaction: Queryable): Promise<Under | null> {
  const { rows } = await transaction.query<Under>(
    `select id, message, sent_at as "sentAt", last_account as "lastAccount", reached from messages
     where finished_at is null order by id limit 1 for update`,
  );
  return rows.at(0) ?? null;
}

/** Kept replies are forgotten after a while, and this is not: @throws HttpError 422 where the key is that of another message. */
async function sentBefore(
  transaction: Queryable,
  { id, key }: Sender,
  { userId, message }: { userId: string | null; message: string },
): Promise<string> {
  const { rows } = await transaction.query<{ publicId: string; isThis: boolean }>(
    `select public_id as "publicId", message = $3 and user_id is not distinct from $4 as "isThis"
     from messages where sent_by = $1 and key = $2`,
    [id, key, message, userId],
  );
  if (!rows[0].isThis) throw keyReused();
  return rows[0].publicId;
}

/** The text is stored in the history only: the log is kept for good, and a text may contain personal data. */
function note(
  transaction: Queryable,
  { at, publicId, subject, by }: { at: number; publicId: string; subject: string; by: Sender },
): Promise<void> {
  const detail = { message: publicId };
  return writeAudit(transaction, { at, actor: by.id, action: 'send-message', subject, detail, ip: by.ip });
}

/** Every word must be in the text, or in the name or mail address of the one recipient. */
function whereSaid(words: readonly string[]): string {
  const terms = words.map((word, index) => {
    const part = `$${index + 1}`;
    return `(strpos(lower(m.message), ${part}) > 0 or m.user_id in (select id from users where ${holdsPart(word, part)}))`;
  });
  return terms.length === 0 ? '' : `where ${terms.join(' and ')}`;
}

interface SentRow {
  publicId: string;
  userId: string | null;
  name: string | null;
  email: string | null;
  message: string;
  sentBy: string;
  sentAt: number;
  people: number;
  told: number;
  finishedAt: number | null;
}

const SENT = `select m.public_id as "publicId", m.user_id as "userId", u.name, u.email, m.message, s.name as "sentBy",
    m.sent_at as "sentAt", m.people, m.told, m.finished_at as "finishedAt"
  from messages m join users s on s.id = m.sent_by left join users u on u.id = m.user_id`;

export function messageHandlers(
  db: Queryable,
  messages: Pick<Messages, 'send'>,
): Pick<Handlers, 'POST /sendMessage' | 'GET /sentMessages'> {
  return {
    async 'POST /sendMessage'({ input, user, ip, idempotencyKey }) {
      const publicId = await messages.send(input, { id: user.id, ip, key: idempotencyKey });
      const { rows } = await db.query<SentRow>(`${SENT} where m.public_id = $1`, [publicId]);
      const message = input.audience === 'all' ? messageMessages.onItsWay : messageMessages.sent;
      return { message, data: presentSent(rows[0]) };
    },

    async 'GET /sentMessages'({ input: { page, limit, q = '' } }) {
      const words = wordsOf(q.toLowerCase());
      const where = whereSaid(words);
      const [totals, sent] = await Promise.all([
        db.query<{ total: number; everybody: number }>(
          `select (select count(*) from messages m ${where}) as total, (select count(*) from users where ${READERS}) as everybody`,
          words,
        ),
        db.query<SentRow>(`${SENT} ${where} order by m.id desc limit ${limit} offset ${(page - 1) * limit}`, words),
      ]);
      const { total, everybody } = totals.rows[0];
      const totalPages = pagesOf(total, limit);
      return { data: { messages: sent.rows.map(presentSent), totalMessages: total, totalPages, page, everybody } };
    },
  };
}

function presentSent({ publicId, userId, name, email, sentAt, finishedAt, ...row }: SentRow): SentMessage {
  return {
    _id: publicId,
    to: userId === null ? null : { _id: userId, name: name ?? '', email: email ?? '' },
    message: row.message,
    sentBy: row.sentBy,
    sentAt: new Date(sentAt).toISOString(),
    people: row.people,
    told: row.told,
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
  };
}
