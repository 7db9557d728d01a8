// The share of the server that one person or address has: counted by key, told how long to wait, and whole again when the time is over.
import { afterEach, expect, test, vi } from 'vitest';
import { createHttp } from '../http.ts';
import { tooMany } from '../http-error.ts';
import { createLog } from '../log.ts';
import { addressRateOf, rateOf, sharedRate } from './rates.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a number of calls for each person, then 429 until the time is over', () => {
  let at = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => at);
  const share = sharedRate({ calls: 3, seconds: 10 });
  for (let n = 0; n < 3; n++) share.take('asha');
  at += 4_000;
  expect(() => share.take('asha')).toThrow(
    expect.objectContaining({
      status: 429,
      headers: { 'Retry-After': '6' },
      message: 'Too many requests. Please try again in 6 seconds.',
    }),
  );
  share.take('ravi');
  at += 6_000;
  for (let n = 0; n < 3; n++) share.take('asha');
  expect(() => share.take('asha')).toThrow(expect.objectContaining({ status: 429 }));
});

test('a call that makes the database work counts as several, and so does a long answer', () => {
  vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const share = sharedRate({ calls: 10, seconds: 10 });
  const ask = (key: string, letters: number) => {
    share.take(key);
    share.charge(key, letters);
  };
  // 134,000 letters are eight times as many as one call may bring.
  ask('asha', 134_000);
  share.take('asha');
  expect(() => share.take('asha')).toThrow(expect.objectContaining({ status: 429 }));
  for (let n = 0; n < 7; n++) ask('ravi', 16_000);
  share.take('ravi', 3);
  expect(() => share.take('ravi')).toThrow(expect.objectContaining({ status: 429 }));
});

test('over HTTP, too, a long answer uses up what its reader may ask for', async () => {
  const caller = { id: 'asha', accountNo: 1, role: 'user', name: 'Asha', email: 'a@b.co', loginId: 'l' } as const;
  const app = await createHttp({
    // As much as a hundred calls.
    handlers: { 'GET /stocks': async () => ({ data: [], json: JSON.stringify('x'.repeat(100 * 16_384)) }) },
    access: { authenticate: () => caller },
    database: { query: () => Promise.reject(new Error('nothing is read')) },
    log: createLog({ logLevel: 'silent' }),
    hasRateLimit: true,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
  });
  vi.spyOn(performance, 'now').mockReturnValue(5_000);
  const ask = async () =>
    (await app.inject({ method: 'GET', url: '/stocks', headers: { authorization: 'Bearer asha' } })).statusCode;
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) statuses.push(await ask());
  // Each takes one call and a hundred more: nine of them take 909 of a thousand.
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  await app.close();
});

test('the wait is said in the unit people count in, and never too short', () => {
  const said = (ms: number) => tooMany(ms, (wait) => wait).message;
  expect([1, 1_000, 119_000, 119_001, 3_600_000, 7_200_000, 7_200_001].map(said)).toEqual([
    '1 second',
    '1 second',
    '119 seconds',
    '2 minutes',
    '60 minutes',
    '2 hours',
    '3 hours',
  ]);
});

test('a number of calls a day beside that of ten seconds: then the next day', async () => {
  vi.useFakeTimers();
  const take = rateOf({ calls: 3, seconds: 10, aDay: 5 });
  const tries = async (count: number) => {
    const tried = await Promise.allSettled(Array.from({ length: count }, () => take('asha')));
    await vi.advanceTimersByTimeAsync(10_000);
    return tried.filter(({ status }) => status === 'fulfilled').length;
  };
  expect([await tries(4), await tries(4), await tries(4)]).toEqual([3, 2, 0]);
  await expect(take('asha')).rejects.toThrow('Too many requests. Please try again in 24 hours.');
  await expect(take('ravi')).resolves.toBeUndefined();
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(await tries(4)).toBe(3);
});

test.each([
  ['one address', () => '203.0.113.1', 10],
  ['one line, whose address changes', (n: number) => `2001:db8:1:1::${n.toString(16)}`, 10],
  ['all lines of an IPv6 site', (n: number) => `2001:db8:1:${n.toString(16)}::1`, 100],
  ['many lines', (n: number) => `203.0.113.${n}`, 200],
])('people who are not logged in, from %s', async (_where, addressOf, allowed) => {
  const take = addressRateOf({ calls: 10, seconds: 60 });
  const taken = await Promise.allSettled(Array.from({ length: 200 }, (_, n) => take(addressOf(n))));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(allowed);
  await expect(take('2001:db8:2::1')).resolves.toBeUndefined();
});
