// Sends mail: through an SMTP server, or into the built-in mailbox that GET /dev/mailbox shows. Owns nodemailer.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mail } from '../../contract/platform.ts';
import type { Queryable } from '../db/open.ts';
import { createGate } from '../gate.ts';
import type { Log } from '../log.ts';
import { write } from './letter.ts';
import type { Letter, WrittenLetter } from './letter.ts';
import { Outbox } from './outbox.ts';

export interface Mailer {
  /**
   * Resolves when the mailbox has it, or when it is kept for SMTP; a brief one is only queued. No call waits for a mail server, so the time of a
   * reply does not tell whether a mail was sent.
   */
  send(letter: Letter): Promise<void>;
  /** The newest mails; null when mail goes out by SMTP. */
  mailbox: ((to: string | undefined) => Promise<Mail[]>) | null;
  /** Waits a moment for mails that are being sent, and closes the connection. */
  close(): Promise<void>;
}

interface MailerOptions {
  smtpUrl: string | undefined;
  mailFrom: string;
  /** The address of the site, which ends every mail; null where the operator has named none. */
  siteUrl: string | null;
  database: Queryable;
  log: Log;
  /** The pauses between the first attempts to send one mail. */
  retryAfterMs?: readonly number[];
  /** The pause between later ones. */
  keptForMs?: number;
}

const SHOWN_MAILS = 100;
const RETRY_AFTER_MS = [1_000, 10_000, 60_000] as const;
const KEPT_FOR_MS = 5 * 60_000;

export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? builtInMailbox(options) : smtpMailer(options.smtpUrl, options);
}

function builtInMailbox({ database, siteUrl }: MailerOptions): Mailer {
  return {
    async send(letter) {
      const { to, subject, text, html } = write(letter, siteUrl);
      await database.query(
        'insert into mailbox (recipient, subject, text, html, created_at) values ($1, $2, $3, $4, $5)',
        [to, subject, text, html, Date.now()],
      );
    },
    async mailbox(to) {
      const { rows } = await database.query<Omit<Mail, 'createdAt'> & { createdAt: number }>(
        `select recipient as "to", subject, text, html, created_at as "createdAt" from mailbox
         where $1::text is null or recipient = $1 order by id desc limit ${SHOWN_MAILS}`,
        [to?.toLowerCase() ?? null],
      );
      return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }));
    },
    async close() {},
  };
}

/** The error without mail addresses: mail servers repeat the address they refuse, and nodemailer adds it in fields of its own. */
function withoutAddresses(error: unknown): Record<string, unknown> {
  const { message, code, responseCode } = error as Partial<Record<'message' | 'code' | 'responseCode', unknown>>;
  const told = typeof message === 'string' ? message : String(error);
  return { message: told.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '(address)'), code, responseCode };
}

/** How long closing waits for mails under way: everything else that has to be closed waits with it. */
const CLOSING_MS = 2_000;
/** Letters on their way at once; one more may be a brief one, whose code does not wait behind what is mailed to very many. */
const MOST_AT_ONCE = 2;
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Connects and logs in, and sends nothing. @throws with the reason when that is refused */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...PATIENCE });
  await transport.verify().finally(() => transport.close());
}

/**
 * Whether the mail server does not want this letter, or not yet, or takes none at all now. Whatever it says of ourselves, an operator may
 * put right.
 */
function outcomeOf(error: unknown): 'refused' | 'postponed' | 'away' {
  const { responseCode, command } = error as Partial<Record<'responseCode' | 'command', unknown>>;
  if (responseCode === undefined || (command !== 'RCPT TO' && command !== 'DATA')) return 'away';
  return Number(responseCode) >= 500 ? 'refused' : 'postponed';
}

function smtpMailer(smtpUrl: string, options: MailerOptions): Mailer {
  const { mailFrom, siteUrl, database, log, retryAfterMs = RETRY_AFTER_MS, keptForMs = KEPT_FOR_MS } = options;
  const transport = createTransport(
    { url: smtpUrl, pool: true, maxConnections: MOST_AT_ONCE + 1, ...PATIENCE },
    { from: mailFrom },
  );
  const underway = new Set<Promise<unknown>>();
  const closing = new AbortController();
  const outbox = new Outbox(database, keptForMs);
  const gate = createGate({ most: MOST_AT_ONCE, mostWaiting: Infinity });
  /** Kept ones that are still in their first minutes. */
  const young = new Set<number>();

  type Outcome = 'sent' | ReturnType<typeof outcomeOf>;
  const inTurn = (letter: WrittenLetter): Promise<Outcome> =>
    gate(async () => (closing.signal.aborted ? 'away' : send(letter)));

  const send = async (letter: WrittenLetter): Promise<Outcome> => {
    try {
      await transport.sendMail({ ...letter, disableFileAccess: true, disableUrlAccess: true });
      return 'sent';
    } catch (error) {
      const outcome = outcomeOf(error);
      // A letter is private and may contain a code: only its subject may reach the log.
      log.warn({ err: withoutAddresses(error), subject: letter.subject, outcome }, 'a mail could not be sent');
      return outcome;
    }
  };

  /** Until it has been sent or refused, or the first minutes are over. */
  const deliver = async (letter: WrittenLetter, attempt: typeof send): Promise<'done' | 'left'> => {
    for (const pauseMs of [...retryAfterMs, null]) {
      const outcome = await attempt(letter);
      if (outcome === 'sent' || outcome === 'refused') return 'done';
      if (pauseMs === null || closing.signal.aborted) break;
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) break;
    }
    return 'left';
  };

  /** Kept before it is tried, so that a process that is killed loses none; only if it cannot be, it is tried all the same. */
  const deliverKept = async (letter: WrittenLetter): Promise<void> => {
    const id = await outbox.keep(letter).catch((error: unknown) => {
      log.error({ err: error, subject: letter.subject }, 'a mail could not be kept');
      return null;
    });
    if (id !== null) young.add(id);
    void track(
      deliver(letter, inTurn)
        .then((end) => (id !== null && end === 'done' ? outbox.drop(id) : undefined))
        .catch((error: unknown) =>
          log.warn({ err: error, subject: letter.subject }, 'a mail that was sent is still kept'),
        )
        .finally(() => id !== null && young.delete(id)),
    );
  };

  /** As long as the mail server is there. One that it does not take yet, as of a full mailbox, keeps none of the others back. */
  const sendKept = async (): Promise<void> => {
    const due = await outbox.take();
    for (const letter of due.filter(({ id }) => !young.has(id))) {
      if (closing.signal.aborted) return;
      const outcome = await inTurn(letter);
      if (outcome === 'away') return;
      if (outcome !== 'postponed') await outbox.drop(letter.id);
    }
  };

  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    const tracked = work.finally(() => underway.delete(tracked));
    underway.add(tracked);
    return tracked;
  };
  let isSendingKept = false;
  const timer = setInterval(() => {
    if (isSendingKept) return;
    isSendingKept = true;
    void track(sendKept())
      .catch((error: unknown) => log.warn({ err: error }, 'mails that were kept could not be looked up'))
      .finally(() => (isSendingKept = false));
  }, keptForMs / 5).unref();

  return {
    async send(letter) {
      const { to, subject, text, html } = write(letter, siteUrl);
      const written = { to, subject, text, html };
      if (letter.isBrief) void track(deliver(written, send));
      else await deliverKept(written);
    },
    mailbox: null,
    async close() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([Promise.allSettled(underway), sleep(CLOSING_MS, undefined, { ref: false })]);
      transport.close();
    },
  };
}
