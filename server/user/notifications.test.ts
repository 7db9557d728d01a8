// Notifications over HTTP: the own list with true totals, what has been read, and choices by kind.
import { describe, expect, test } from 'vitest';
import { choose, notice, send, server, told } from '../../tests/scenes/notices.ts';
import type { Trader } from '../../tests/scenes/notices.ts';
import type { Database } from '../db/open.ts';
import { Notices } from '../notices/notices.ts';
import { NoticeWishes } from '../notices/wishes.ts';

const get = (trader: Trader, input: object = {}) => server.call('GET /notifications', input, { token: trader.token });
const read = (trader: Trader, input: object) => server.call('POST /notifications/read', input, { token: trader.token });
const topOf = (answer: Awaited<ReturnType<typeof get>>) => {
  const { total, totalPages, page, unread } = answer.body;
  return { total, totalPages, page, unread };
};

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

test('what is only mailed is neither in the list nor counted', async () => {
  const asha = await server.trader();
  await choose(asha, { reward: { inApp: false, email: true } });
  await send(asha, 2);
  await choose(asha, { reward: { inApp: true, email: false } });
  await send(asha, 2);
  const { body } = await get(asha);
  expect([body.data.length, topOf(await get(asha))]).toEqual([2, { total: 2, totalPages: 1, page: 1, unread: 2 }]);
  expect((await read(asha, { ids: [body.data[0]._id] })).body.data).toEqual({ unread: 1 });
  expect(server.unread.at(-1)).toEqual({ account: asha.accountNo, unread: 1 });
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

test('a count that fails is made by a later round, and once', async () => {
  const asha = await server.trader();
  await send(asha, 2);
  const shown: object[] = [];
  let isAway = true;
  const notices = new Notices({
    db: {
      query: (...asked: Parameters<Database['query']>) =>
        isAway ? Promise.reject(new Error('away')) : server.database.query(...asked),
    } as Database,
    wishes: server.wishes,
    isListening: () => true,
    push: () => {},
    pushUnread: (account, unread) => void shown.push({ account, unread }),
  });
  notices.show([{ ...notice(asha), isListed: true, isMailDue: false, id: null }]);
  await expect(notices.countAgain()).rejects.toThrow('away');
  isAway = false;
  await notices.countAgain();
  await notices.countAgain();
  expect(shown).toEqual([{ account: asha.accountNo, unread: 2 }]);
});

test('however many batches come meanwhile, each person is counted once, and once more after a newer notice', async () => {
  const waiting: (() => void)[] = [];
  const counted: number[] = [];
  const notices = new Notices({
    db: {
      query: (_: string, [account]: [number]) => {
        counted.push(account);
        return new Promise((resolve) => waiting.push(() => resolve({ rows: [{ unread: 1, newest: 1 }] })));
      },
    } as unknown as Database,
    wishes: server.wishes,
    isListening: () => true,
    push: () => {},
    pushUnread: () => {},
  });
  const lost = (account: number) => {
    const message = { account, kind: 'fill', message: '', at: 0 } as const;
    notices.show([{ ...message, isListed: true, isMailDue: false, id: null }]);
  };
  for (const account of [1, 2, 3]) lost(account);
  for (let batch = 0; batch < 50; batch++) notices.show([]);
  lost(1);
  const answer = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.pop()!();
  };
  for (let n = 0; n < 4; n++) await answer();
  await notices.countAgain();
  expect(counted).toEqual([1, 2, 3, 1]);
});

describe('a count and a notice at once', () => {
  test('one that is read before it is shown is not counted as unread', async () => {
    const asha = await server.trader();
    const show = await server.notices.store(server.database, [notice(asha)]);
    server.unread.length = 0;
    await server.call('POST /notifications/read', { all: true }, { token: asha.token });
    show();
    const none = { account: asha.accountNo, unread: 0 };
    await expect.poll(() => server.unread).toEqual([none, none]);
  });

  /** Counts are answered by hand. */
  function counted() {
    const [waiting, told]: [((rows: object[]) => void)[], number[]] = [[], []];
    const notices = new Notices({
      db: {
        query: () => new Promise((resolve) => waiting.push((rows) => resolve({ rows }))),
      } as unknown as Database,
      wishes: server.wishes,
      isListening: () => true,
      push: () => {},
      pushUnread: (_, unread) => void told.push(unread),
    });
    const row = { account: 1, kind: 'admin', message: 'Hello', at: 0, isListed: true, isMailDue: false } as const;
    const answer = async (unread: number, newest: number) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()!([{ unread, newest }]);
    };
    return { notices, waiting, told, show: (id: number) => notices.show([{ ...row, id }]), answer };
  }

  test('a number from before a notice that was shown first is followed by another', async () => {
    const { notices, told, show, answer } = counted();
    const first = notices.showUnread(1);
    show(5);
    await answer(2, 4);
    await first;
    await answer(3, 5);
    await expect.poll(() => told).toEqual([2, 3]);
  });

  test('a notice that came after the count is only added to it', async () => {
    const { notices, waiting, told, show, answer } = counted();
    const first = notices.showUnread(1);
    await answer(2, 4);
    await first;
    show(5);
    await notices.countAgain();
    expect([told, waiting.length]).toEqual([[2], 0]);
  });

  test('of two counts, the number of the one that began first is not told after the other', async () => {
    const { notices, waiting, told } = counted();
    const both = [notices.showUnread(1), notices.showUnread(1)];
    waiting[1]([{ unread: 0, newest: 4 }]);
    await both[1];
    waiting[0]([{ unread: 1, newest: 4 }]);
    expect([await both[0], told]).toEqual([1, [0]]);
  });
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

test('nothing is shown to a person without a screen, nor what is only mailed', () => {
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
