// Notifications over HTTP: the own list with true totals, what has been read, choices by kind, and copies by mail.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Letter } from '../adapters/mail.ts';
import type { Database } from '../db/open.ts';
import { createLog } from '../log.ts';
import type { Notice } from '../notices/notices.ts';
import { Notices } from '../notices/notices.ts';
import { NoticeWishes } from '../notices/wishes.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { NoticeMails } from './notice-mails.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

type Trader = Awaited<ReturnType<Trading['trader']>>;

const get = (trader: Trader, input: object = {}) => server.call('GET /notifications', input, { token: trader.token });
const read = (trader: Trader, input: object) => server.call('POST /notifications/read', input, { token: trader.token });
const choose = (trader: Trader, input: object) =>
  server.call('POST /notificationSettings', input, { token: trader.token });
const topOf = (answer: Awaited<ReturnType<typeof get>>) => {
  const { total, totalPages, page, unread } = answer.body as unknown as Record<string, number>;
  return { total, totalPages, page, unread };
};

let told = 0;
const notice = ({ accountNo: account }: Trader, more: Partial<Notice> = {}): Notice => ({
  account,
  kind: 'reward',
  message: `Reward ${++told}`,
  source: `reward:${told}`,
  at: server.clock.at,
  ...more,
});
const send = (trader: Trader, count: number, more: Partial<Notice> = {}) =>
  server.notices.send(...Array.from({ length: count }, () => notice(trader, more)));

test('newest first, paged, with true totals and the unread ones counted', async () => {
  const asha = await server.trader();
  expect((await get(asha)).body.data).toEqual([]);
  expect(topOf(await get(asha))).toEqual({ total: 0, totalPages: 1, page: 1, unread: 0 });
  await send(asha, 23);
  const first = await get(asha, { page: 1, limit: 10 });
  const third = await get(asha, { page: 3, limit: 10 });
  expect(topOf(third)).toEqual({ total: 23, totalPages: 3, page: 3, unread: 23 });
  expect([first.body.data.length, third.body.data.length]).toEqual([10, 3]);
  expect(first.body.data[0].message).toBe(`Reward ${told}`);
  expect(third.body.data[2]).toMatchObject({ message: `Reward ${told - 22}`, type: 'Reward', isRead: false });
  expect((await get(asha, { page: 99 })).body.data).toEqual([]);
});

test('one, some and all are marked as read, on every screen', async () => {
  const [asha, ravi] = [await server.trader(), await server.trader()];
  await send(asha, 4);
  await send(ravi, 1);
  const ids = ((await get(asha)).body.data as { _id: string }[]).map(({ _id }) => _id);
  server.unread.length = 0;
  expect((await read(asha, { ids: [ids[0]] })).body.data).toEqual({ unread: 3 });
  expect(server.unread).toEqual([{ account: asha.accountNo, unread: 3 }]);
  // Again, and somebody else's: nothing changes, and nobody is told.
  const before = await server.stateHash();
  const others = ((await get(ravi)).body.data as { _id: string }[]).map(({ _id }) => _id);
  expect((await read(asha, { ids: [ids[0], ...others, 'abc', '', '-1', '99999999999999999999'] })).body.data).toEqual({
    unread: 3,
  });
  expect(await server.stateHash()).toBe(before);
  expect(server.unread).toHaveLength(1);
  const unread = await get(asha, { unread: true, limit: 2 });
  expect(topOf(unread)).toEqual({ total: 3, totalPages: 2, page: 1, unread: 3 });
  expect((unread.body.data as { isRead: boolean }[]).every(({ isRead }) => !isRead)).toBe(true);
  expect((await read(asha, { all: true })).body.data).toEqual({ unread: 0 });
  expect(topOf(await get(asha))).toMatchObject({ total: 4, unread: 0 });
  expect(topOf(await get(ravi))).toMatchObject({ unread: 1 });
});

test.each([
  [{}],
  [{ all: false }],
  [{ all: true, ids: ['1'] }],
  [{ ids: 'all' }],
  [{ ids: [7] }],
  [{ ids: Array.from({ length: 101 }, () => '1') }],
])('what says nothing clear marks nothing: %j', async (input) => {
  const asha = await server.trader();
  await send(asha, 1);
  expect((await read(asha, input)).status).toBe(400);
  expect(topOf(await get(asha))).toMatchObject({ unread: 1 });
});

test('a notification told twice is stored and shown once, also at once', async () => {
  const asha = await server.trader();
  const twice = notice(asha);
  server.told.length = 0;
  await Promise.all(Array.from({ length: 10 }, () => server.notices.send(twice)));
  await server.notices.send(twice, twice);
  expect((await get(asha)).body.data).toHaveLength(1);
  expect(server.told).toHaveLength(1);
});

test('a notification stored with an effect that fails is neither kept nor shown', async () => {
  const asha = await server.trader();
  server.told.length = 0;
  const effect = server.database.transaction(async (transaction) => {
    await server.notices.store(transaction, [notice(asha)]);
    throw new Error('no effect');
  });
  await expect(effect).rejects.toThrow('no effect');
  expect([(await get(asha)).body.data, server.told]).toEqual([[], []]);
});

test('a message is text, whatever it says', async () => {
  const asha = await server.trader();
  const nasty = `<img src=x onerror="alert(1)"> {"a\\\\b"} 'q' \u20b9, \u202e`;
  await server.notices.send(notice(asha, { message: nasty }));
  expect((await get(asha)).body.data[0].message).toBe(nasty);
});

test('a commit whose answer was lost makes screens count again', async () => {
  const asha = await server.trader();
  await send(asha, 2);
  server.unread.length = 0;
  server.notices.show([{ ...notice(asha), isListed: true, isMailDue: false, id: null }]);
  await expect.poll(() => server.unread).toEqual([{ account: asha.accountNo, unread: 2 }]);
});

describe('choices by kind', () => {
  test('everything is shown and nothing is mailed until somebody says otherwise; what is left out stays', async () => {
    const asha = await server.trader();
    const settings = async () =>
      (await server.call('GET /notificationSettings', {}, { token: asha.token })).body.data as Record<string, object>;
    expect(new Set(Object.values(await settings()).map((wish) => JSON.stringify(wish)))).toEqual(
      new Set(['{"inApp":true,"email":false}']),
    );
    await choose(asha, { fill: { inApp: false, email: true } });
    const after = await choose(asha, { reward: { inApp: false, email: false } });
    expect(after.body.data).toMatchObject({
      fill: { inApp: false, email: true },
      reward: { inApp: false, email: false },
      deposit: { inApp: true, email: false },
    });
    expect(await settings()).toEqual(after.body.data);
    // A process that starts now knows the same.
    expect((await NoticeWishes.load(server.database)).settingsOf(asha.accountNo)).toEqual(after.body.data);
    await choose(asha, { fill: { inApp: true, email: false } });
    expect((await settings()).fill).toEqual({ inApp: true, email: false });
  });

  test.each([[{ fill: true }], [{ fill: { inApp: true } }], [{ fill: { inApp: 'yes', email: false } }]])(
    'no choice: %j',
    async (input) => {
      const asha = await server.trader();
      expect((await choose(asha, input)).status).toBe(400);
    },
  );

  test('nothing is kept for somebody who has left while the call was under way', async () => {
    const asha = await server.trader();
    await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
    const wished = { reward: { inApp: false, email: true } };
    expect((await server.call('POST /notificationSettings', wished, { token: asha.token })).status).toBe(401);
    const { rows } = await server.database.query('select 1 from notice_wishes where account = $1', [asha.accountNo]);
    expect([rows, server.wishes.isMailed(asha.accountNo, 'reward')]).toEqual([[], false]);
  });

  test('a fill is told as its trader wants it, in the commit of the fill', async () => {
    const [asha, ravi, mira] = [
      await server.trader(10_000_00),
      await server.trader(10_000_00),
      await server.trader(10_000_00),
    ];
    await choose(ravi, { fill: { inApp: false, email: false } });
    await choose(mira, { fill: { inApp: false, email: true } });
    server.told.length = 0;
    for (const trader of [asha, ravi, mira]) {
      server.quote('MERIT', 'sell', 400_00, 1);
      const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', price: 400, quantity: 1 };
      expect((await server.call('POST /orders', order, { token: trader.token })).body.data.status).toBe('COMPLETED');
    }
    const { rows } = await server.database.query<object>(
      `select account, message, is_listed, is_mail_due from notifications where kind = 'fill' and account = any($1) order by id`,
      [[asha.accountNo, ravi.accountNo, mira.accountNo]],
    );
    const message = 'Bought 1 MERIT at ₹400.00.';
    expect(rows).toEqual([
      { account: asha.accountNo, message, is_listed: true, is_mail_due: false },
      { account: mira.accountNo, message, is_listed: false, is_mail_due: true },
    ]);
    const listed = (await get(asha)).body.data;
    expect(server.told).toEqual([{ account: asha.accountNo, notification: listed[0] }]);
    expect(topOf(await get(mira))).toEqual({ total: 0, totalPages: 1, page: 1, unread: 0 });
  });
});

describe('copies by mail', () => {
  const MINUTE = 60_000;
  const letters: Letter[] = [];
  let isRefused = (_: Letter) => false;
  let mails: NoticeMails;
  const mailsOver = (db: Database) =>
    new NoticeMails({
      db,
      wishes: server.wishes,
      mailer: {
        async send(letter) {
          if (isRefused(letter)) throw new Error('no mail server');
          letters.push(letter);
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
    expect(letters[0].text.match(/Reward \d+/g)).toHaveLength(5);
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
    expect(letters[0].text.match(/Reward \d+/g)).toHaveLength(50);
    expect(letters[0].text).toContain('And 12 more');
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

  test('nothing in a message becomes HTML', async () => {
    const asha = await reader();
    await server.notices.send(notice(asha, { message: '<script>alert(1)</script>' }));
    server.clock.at += MINUTE;
    await mails.send();
    expect(letters[0].html).not.toContain('<script>');
    expect(letters[0].text).toContain('<script>alert(1)</script>');
  });

  test('two servers send it once', async () => {
    const asha = await reader();
    await send(asha, 1);
    server.clock.at += MINUTE;
    await Promise.all([mails.send(), mails.send(), mails.send()]);
    expect(letters.filter(({ to }) => to === asha.email)).toHaveLength(1);
  });
});

test('a missing listener costs nothing, and an unwanted notification makes no row', () => {
  const pushed: number[] = [];
  const notices = new Notices({
    db: server.database,
    wishes: server.wishes,
    isListening: (account) => account === 1,
    push: (account) => void pushed.push(account),
    pushUnread: () => {},
  });
  const row = { kind: 'admin', message: 'Hello', at: 0, isListed: true, isMailDue: false } as const;
  notices.show([
    { ...row, account: 1, id: 1 },
    { ...row, account: 2, id: 2 },
    { ...row, account: 1, id: 3, isListed: false, isMailDue: true },
  ]);
  expect(pushed).toEqual([1]);
});
