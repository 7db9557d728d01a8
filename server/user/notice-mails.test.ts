// Copies of notifications by mail: which are sent, when, and what a failing mail server or a silent database delays.
import { beforeAll, expect, test, vi } from 'vitest';
import { choose, notice, send, server } from '../../tests/scenes/notices.ts';
import type { Trader } from '../../tests/scenes/notices.ts';
import { write } from '../adapters/letter.ts';
import type { Letter } from '../adapters/letter.ts';
import { Outbox } from '../adapters/outbox.ts';
import { erase } from '../auth/erasure.ts';
import type { Database } from '../db/open.ts';
import { createLog } from '../log.ts';
import { NoticeMails } from './notice-mails.ts';

const MINUTE = 60_000;
const letters: Letter[] = [];
let isRefused = (_: Letter) => false;
let keep = async (_: Letter): Promise<void> => {};
let mails: NoticeMails;
const mailsOver = (db: Database) =>
  new NoticeMails({
    db,
    wishes: server.wishes,
    mailer: {
      async send(letter) {
        if (isRefused(letter)) throw new Error('no mail server');
        letters.push(letter);
        await keep(letter);
      },
    },
    log: createLog({ logLevel: 'silent' }),
    now: () => server.clock.at,
    hasRateLimit: true,
  });
beforeAll(() => void (mails = mailsOver(server.database)));

async function reader(): Promise<Trader> {
  // What other tests left due goes out first.
  server.clock.at += 10 * MINUTE;
  await mails.send();
  letters.length = 0;
  const trader = await server.trader();
  await choose(trader, { reward: { inApp: true, email: true } });
  return trader;
}

test('a burst is one mail, and the next one waits for its pause', async () => {
  const asha = await reader();
  await send(asha, 3);
  await mails.send();
  expect(letters).toEqual([]);
  await send(asha, 2);
  server.clock.at += 20_000;
  await mails.send();
  await mails.send();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ to: asha.email, subject: 'Istock: 5 notifications' });
  expect(letters[0].lines.join().match(/Reward \d+/g)).toHaveLength(5);
  await send(asha, 1);
  server.clock.at += MINUTE;
  await mails.send();
  expect(letters).toHaveLength(1);
  server.clock.at += 4 * MINUTE;
  await mails.send();
  expect(letters.map(({ subject }) => subject)).toEqual(['Istock: 5 notifications', 'Istock: Reward']);
});

test('a long burst is counted, not quoted', async () => {
  const asha = await reader();
  await send(asha, 62);
  server.clock.at += MINUTE;
  await mails.send();
  expect(letters[0].lines.join().match(/Reward \d+/g)).toHaveLength(50);
  expect(letters[0].lines.join()).toContain('And 12 more');
});

test('a mail that could not be sent is sent later', async () => {
  const asha = await reader();
  await send(asha, 1);
  server.clock.at += MINUTE;
  isRefused = () => true;
  await expect(mails.send()).rejects.toThrow('no mail server');
  isRefused = () => false;
  await mails.send();
  expect(letters).toHaveLength(1);
  expect(letters[0].to).toBe(asha.email);
});

test('a mail that was sent but could not be taken out of the queue is not sent again', async () => {
  const asha = await reader();
  await send(asha, 1);
  server.clock.at += MINUTE;
  let isAway = true;
  const { database } = server;
  const transaction: Database['transaction'] = (work, limits) =>
    database.transaction(async (running) => {
      const result = await work(running);
      if (isAway) throw new Error('The database did not take the commit.');
      return result;
    }, limits);
  const failing = mailsOver({ ...database, transaction });
  await expect(failing.send()).rejects.toThrow('did not take the commit');
  await expect(failing.send()).rejects.toThrow('did not take the commit');
  expect(letters).toHaveLength(1);
  isAway = false;
  await send(asha, 1);
  server.clock.at += MINUTE;
  await failing.send();
  expect(letters.map(({ subject }) => subject)).toEqual(['Istock: Reward', 'Istock: Reward']);
  server.clock.at += 10 * MINUTE;
  await failing.send();
  expect(letters).toHaveLength(2);
});

test('a clock that is set back delays no mail', async () => {
  const asha = await reader();
  server.clock.at += 24 * 60 * MINUTE;
  await send(asha, 1);
  server.clock.at += MINUTE;
  await mails.send();
  await send(asha, 1);
  server.clock.at -= 24 * 60 * MINUTE;
  await mails.send();
  expect(letters.map(({ to }) => to)).toEqual([asha.email, asha.email]);
});

test('a mail that fails for one person does not keep others waiting', async () => {
  const people = [await reader(), await reader(), await reader()];
  for (const each of people) await send(each, 1);
  server.clock.at += MINUTE;
  isRefused = ({ to }) => to !== people[2].email;
  await expect(mails.send()).rejects.toThrow('no mail server');
  isRefused = ({ to }) => to !== people[0].email;
  await expect(mails.send()).rejects.toThrow('no mail server');
  isRefused = () => false;
  expect(letters.map(({ to }) => to)).toEqual([people[2].email, people[0].email]);
  await mails.send();
});

/** Five whose mails are due, over a database that answers no transaction. */
async function overSilence() {
  await reader();
  for (const each of await Promise.all(Array.from({ length: 5 }, () => server.trader()))) {
    await choose(each, { reward: { inApp: true, email: true } });
    await send(each, 1);
  }
  server.clock.at += MINUTE;
  const asked: ((error: Error) => void)[] = [];
  const silent = mailsOver({
    ...server.database,
    transaction: () => new Promise<never>((_, reject) => void asked.push(reject)),
  });
  const giveUp = () => asked.at(-1)?.(new Error('Query read timeout'));
  return { silent, asked, giveUp };
}

test('a database that does not answer is not asked for everybody', async () => {
  const { silent, asked, giveUp } = await overSilence();
  const sending = silent.send();
  for (const times of [1, 2, 3]) {
    await expect.poll(() => asked.length).toBe(times);
    giveUp();
  }
  await expect(sending).rejects.toThrow('Query read timeout');
  expect(asked).toHaveLength(3);
});

test('a stop waits for one mail, and not for all that are due', async () => {
  const { silent, asked, giveUp } = await overSilence();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  silent.start();
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await expect.poll(() => asked.length).toBe(1);
  const stopped = silent.stop();
  giveUp();
  await stopped;
  expect(asked).toHaveLength(1);
  await mails.send();
});

test('only kinds that are wanted at the time of sending, and nothing to the blocked', async () => {
  const [asha, ravi] = [await reader(), await reader()];
  await send(asha, 1);
  await choose(asha, { reward: { inApp: true, email: false } });
  await send(ravi, 1);
  await server.database.query('update users set is_blocked = true where account_no = $1', [ravi.accountNo]);
  server.clock.at += MINUTE;
  await mails.send();
  expect(letters).toEqual([]);
});

test('what is mailed while its receiver deletes the account is not kept for an address that is forgotten', async () => {
  const { database } = server;
  const asha = await reader();
  await send(asha, 1);
  server.clock.at += MINUTE;
  let left: Promise<void> | undefined;
  isRefused = () => {
    left = database.transaction(async (transaction) => {
      await transaction.query('select 1 from users where id = $1 for update', [asha.id]);
      await erase(transaction, { id: asha.id, account: asha.accountNo, email: asha.email }, server.clock.at);
    });
    return false;
  };
  keep = async (letter) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await new Outbox(database, MINUTE).keep(write(letter, null));
  };
  await mails.send();
  await left;
  isRefused = () => false;
  keep = async () => {};
  expect(letters.map(({ to }) => to)).toEqual([asha.email]);
  expect((await database.query('select 1 from outbox')).rowCount).toBe(0);
});

test('nothing in a message becomes HTML', async () => {
  const asha = await reader();
  await server.notices.send(notice(asha, { message: '<script>alert(1)</script>' }));
  server.clock.at += MINUTE;
  await mails.send();
  expect(write(letters[0], null).html).not.toContain('<script>');
  expect(letters[0].lines.join()).toContain('<script>alert(1)</script>');
});

test('rounds that overlap send a mail once', async () => {
  const asha = await reader();
  await send(asha, 1);
  server.clock.at += MINUTE;
  await Promise.all([mails.send(), mails.send(), mails.send()]);
  expect(letters.filter(({ to }) => to === asha.email)).toHaveLength(1);
});
