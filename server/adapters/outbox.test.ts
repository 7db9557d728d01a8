// Mail while a real SMTP server on this machine is away for longer: what is kept in the database, and what becomes of it.
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { createLog } from '../log.ts';
import { createMailer } from './mail.ts';
import type { Mailer } from './mail.ts';

let database: TestDatabase;
let answer: 'takes' | 'busy' | 'unknown receiver' | 'wrong password' | 'full mailbox';
let url: string;
const received: string[] = [];
const open: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  database = await openTestDatabase();
  received.length = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN'],
    onAuth: (_auth, _session, done) =>
      answer === 'wrong password'
        ? done(Object.assign(new Error('no'), { responseCode: 535 }))
        : done(null, { user: 'istock' }),
    onRcptTo({ address }, _session, done) {
      if (answer === 'unknown receiver') return done(Object.assign(new Error('nobody'), { responseCode: 550 }));
      if (answer === 'full mailbox' && address.startsWith('full'))
        return done(Object.assign(new Error('full'), { responseCode: 452 }));
      done();
    },
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        if (answer === 'busy') return done(Object.assign(new Error('later'), { responseCode: 451 }));
        received.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  url = `smtp://istock:secret@127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await database.close();
});

function startMailer(keptForMs: number, retryAfterMs: readonly number[] = []): Mailer {
  const mailer = createMailer({
    smtpUrl: url,
    mailFrom: 'Istock <no-reply@example.com>',
    siteUrl: null,
    database,
    log: createLog({ logLevel: 'silent' }),
    retryAfterMs,
    keptForMs,
  });
  open.push(() => mailer.close());
  return mailer;
}

const letterTo = (to: string) => ({ to, subject: 'Your Istock password was changed', lines: ['text'] });
const kept = async (): Promise<string[]> =>
  (await database.query<{ to: string }>('select recipient as "to" from outbox order by id')).rows.map(({ to }) => to);

test.each(['busy', 'wrong password'] as const)(
  'what a mail server that is away (%s) did not take is kept over a restart, and sent once it does',
  async (how) => {
    answer = how;
    const first = startMailer(60_000);
    await first.send(letterTo('a@example.com'));
    await first.send({ ...letterTo('code@example.com'), isBrief: true });
    await expect.poll(kept).toEqual(['a@example.com']);
    await first.close();
    await database.query('update outbox set due_at = 0');
    startMailer(250);
    answer = 'takes';
    await expect.poll(() => received).toEqual(['a@example.com']);
    await expect.poll(kept).toEqual([]);
  },
);

test('it is kept before it is tried, so that neither a kill nor an orderly stop loses it', async () => {
  answer = 'busy';
  const mailer = startMailer(60_000, [60_000]);
  await mailer.send(letterTo('a@example.com'));
  await mailer.send({ ...letterTo('code@example.com'), isBrief: true });
  expect(await kept()).toEqual(['a@example.com']);
  await mailer.close();
  expect(await kept()).toEqual(['a@example.com']);
});

test('one that waits for its next attempt is not sent a second time as one that was kept', async () => {
  answer = 'busy';
  const mailer = startMailer(50, [400]);
  await mailer.send(letterTo('a@example.com'));
  await new Promise((resolve) => setTimeout(resolve, 200));
  answer = 'takes';
  await expect.poll(() => received).toEqual(['a@example.com']);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(received).toEqual(['a@example.com']);
  await expect.poll(kept).toEqual([]);
});

test('nobody is asked twice about a receiver that does not exist', async () => {
  answer = 'unknown receiver';
  const mailer = startMailer(60_000, [5, 5]);
  await mailer.send(letterTo('nobody@example.com'));
  await mailer.close();
  expect(await kept()).toEqual([]);
  answer = 'takes';
  await database.query(
    `insert into outbox (recipient, subject, text, html, created_at, due_at) values ('b@example.com', 's', 't', 'h', 0, 0)`,
  );
  startMailer(250);
  await expect.poll(() => received).toEqual(['b@example.com']);
});

test('a letter whose receiver is not taken for now does not keep the others back', async () => {
  answer = 'full mailbox';
  for (const to of ['full@example.com', 'b@example.com'])
    await database.query(
      `insert into outbox (recipient, subject, text, html, created_at, due_at) values ($1, 's', 't', 'h', 0, 0)`,
      [to],
    );
  startMailer(250);
  await expect.poll(() => received).toEqual(['b@example.com']);
  await expect.poll(kept).toEqual(['full@example.com']);
});
