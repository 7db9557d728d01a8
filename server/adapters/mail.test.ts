// Mail through a real SMTP server on this machine: what arrives, and what happens while the server is away.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { startAccounts } from '../../tests/accounts.ts';
import { createLog } from '../log.ts';
import { createMailer } from './mail.ts';

interface Received {
  to: string[];
  raw: Buffer;
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A mail server that refuses the first `failures` mails for now, and takes its time for each. */
async function startSmtp(failures = 0, takesMs = 0): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  let left = failures;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks) });
        setTimeout(done, takesMs);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

const log = createLog({ logLevel: 'silent' });
const from = { mailFrom: 'Istock <no-reply@example.com>', siteUrl: 'https://istock.example.com', log };

test('a person signs up with a code that came by SMTP, and the mailbox does not exist', async () => {
  const { url, received } = await startSmtp();
  const server = await startAccounts({ mailer: (database) => createMailer({ smtpUrl: url, database, ...from }) });
  open.push(server.close);
  const name = 'Bcc: all@example.com =?utf-8?q?x?= <b>';
  await server.call('POST /signup', { name, email: 'post@example.com', password: 'secret1', role: 'user' });
  await expect.poll(() => received.length).toBe(1);
  expect(received[0].to).toEqual(['post@example.com']);
  const mail = await PostalMime.parse(received[0].raw);
  expect(mail).toMatchObject({ from: { address: 'no-reply@example.com' }, subject: 'Your Istock OTP' });
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail.text?.trimEnd()).toMatch(
    /\nIstock - a practice market with practice money\nhttps:\/\/istock\.example\.com$/,
  );
  const [otp] = /\b\d{6}\b/.exec(mail.text ?? '') ?? [];
  expect((await server.call('POST /verifyOtp', { otp, email: 'post@example.com' })).status).toBe(200);
  expect((await server.call('GET /dev/mailbox', {})).status).toBe(404);
});

test('a mail server that is busy is asked again, and no call waits for it', async () => {
  const { url, received } = await startSmtp(2);
  const mailer = createMailer({
    smtpUrl: url,
    database: { query: () => Promise.reject(new Error('unused')) },
    retryAfterMs: [20, 20],
    ...from,
  });
  await mailer.send({ to: 'a@example.com', subject: 'Later', lines: ['text'] });
  expect(received).toEqual([]);
  await expect.poll(() => received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])).toEqual(['Later']);
  await mailer.close();
});

test('a code does not wait behind what is mailed to very many at once', async () => {
  const { url, received } = await startSmtp(0, 40);
  const database = { query: () => Promise.reject(new Error('unused')) };
  const mailer = createMailer({ smtpUrl: url, database, ...from });
  for (let n = 0; n < 40; n++) await mailer.send({ to: `${n}@example.com`, subject: 'Holidays', lines: ['text'] });
  await expect.poll(() => received.length, { timeout: 5_000 }).toBeGreaterThan(0);
  const before = received.length;
  await mailer.send({ to: 'asha@example.com', subject: 'Your code', lines: ['text'], isBrief: true });
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(41);
  expect(received.findIndex(({ to }) => to.includes('asha@example.com')) - before).toBeLessThan(15);
  await mailer.close();
});

test('a refused mail is logged with the reason, but without its receiver', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 })),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const lines: string[] = [];
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    database: { query: () => Promise.reject(new Error('unused')) },
    retryAfterMs: [],
    ...from,
    log: pino({ base: undefined }, { write: (line: string) => void lines.push(line) }),
  });
  await mailer.send({ to: 'Asha.Rao+1@example.com', subject: 'Refused', lines: ['text'], isBrief: true });
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toContain('550 <(address)>: no such mailbox');
  expect(lines[0]).not.toMatch(/asha/i);
  expect(JSON.parse(lines[0])).toMatchObject({ subject: 'Refused', err: { responseCode: 550, code: 'EENVELOPE' } });
  await mailer.close();
});

test('closing does not hang on a mail server that is away', async () => {
  const mailer = createMailer({
    smtpUrl: 'smtp://127.0.0.1:9',
    database: { query: () => Promise.reject(new Error('unused')) },
    ...from,
  });
  await mailer.send({ to: 'a@example.com', subject: 'Never', lines: ['text'] });
  const begun = performance.now();
  await mailer.close();
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test('closing does not wait for a mail server that takes connections and says nothing', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    database: { query: () => Promise.reject(new Error('unused')) },
    ...from,
  });
  const connected = once(silent, 'connection');
  await mailer.send({ to: 'a@example.com', subject: 'Never', lines: ['text'] });
  const [connection] = (await connected) as [Socket];
  // Or the connection would stay until it has waited long enough for a greeting.
  open.push(() => new Promise<void>((resolve) => silent.close(() => resolve()) && connection.destroy()));
  const begun = performance.now();
  await mailer.close();
  expect(performance.now() - begun).toBeLessThan(5_000);
});
