// Sends mail: through an SMTP server, or into the built-in mailbox that GET /dev/mailbox shows. Owns nodemailer.
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mail } from '../../contract/platform.ts';
import type { Queryable } from '../db/open.ts';
import type { Log } from '../log.ts';
import { write } from './letter.ts';
import type { Letter } from './letter.ts';

export interface Mailer {
  /**
   * Resolves when the mailbox has it, or when it is queued for SMTP. No call waits for a mail server, so the time of a reply does not tell
   * whether a mail was sent.
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
  /** The pauses between attempts to send one mail. */
  retryAfterMs?: readonly number[];
}

const SHOWN_MAILS = 100;
const RETRY_AFTER_MS = [1_000, 10_000, 60_000] as const;

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
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Connects and logs in, and sends nothing. @throws with the reason when that is refused */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ url: smtpUrl, ...PATIENCE });
  await transport.verify().finally(() => transport.close());
}

function smtpMailer(smtpUrl: string, options: MailerOptions): Mailer {
  const { mailFrom, siteUrl, log, retryAfterMs = RETRY_AFTER_MS } = options;
  const transport = createTransport({ url: smtpUrl, pool: true, maxConnections: 2, ...PATIENCE }, { from: mailFrom });
  const underway = new Set<Promise<void>>();
  const closing = new AbortController();

  const deliver = async (letter: Letter): Promise<void> => {
    const written = write(letter, siteUrl);
    for (const pauseMs of [...retryAfterMs, null]) {
      try {
        await transport.sendMail({ ...written, disableFileAccess: true, disableUrlAccess: true });
        return;
      } catch (error) {
        // A letter is private and may contain a code: only its subject may reach the log.
        log.warn(
          { err: withoutAddresses(error), subject: letter.subject, willRetry: pauseMs !== null },
          'a mail could not be sent',
        );
        if (pauseMs === null) return;
      }
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
    }
  };

  return {
    async send(letter) {
      const delivery = deliver(letter).finally(() => underway.delete(delivery));
      underway.add(delivery);
    },
    mailbox: null,
    async close() {
      closing.abort();
      await Promise.race([Promise.all(underway), sleep(CLOSING_MS, undefined, { ref: false })]);
      transport.close();
    },
  };
}
