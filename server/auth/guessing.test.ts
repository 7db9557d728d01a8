// One account's password guessed from many places over a day, with a clock moved by hand and without the work of hashing.
import { beforeEach, expect, test } from 'vitest';
import { HttpError } from '../http-error.ts';
import type { AuthContext } from './context.ts';
import { createTraderCheck } from './login.ts';
import type { LoginCheck } from './login.ts';

const DAY_MS = 24 * 3_600_000;
const HOME = '198.51.100.7';

let at = 0;
let check: LoginCheck;
beforeEach(() => {
  at = DAY_MS;
  const account = {
    id: '7',
    name: 'Asha',
    email: 'asha@example.com',
    role: 'user',
    passwordHash: 'right',
    isBlocked: false,
  };
  const query = async (text: string) => ({ rows: text.includes('l.ip') ? [{ ip: HOME }] : [account] });
  const context = {
    database: { query },
    passwords: { matches: async (given: string) => given === 'right' },
    hasRateLimit: true,
    now: () => at,
  };
  check = createTraderCheck(context as unknown as AuthContext);
});

/** The milliseconds to wait before the next try from there: 0 when this one was made. */
async function guess(ip: string, password = 'wrong'): Promise<number> {
  try {
    await check({ email: 'asha@example.com', password, ip });
    return 0;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.status === 429 ? Number(error.headers['Retry-After']) * 1000 : 0;
  }
}

/** Tries as often as it may, from each of these addresses. Returns how often that was. */
async function guessFrom(ips: readonly string[], forMs: number): Promise<number> {
  const due = ips.map((ip) => ({ ip, nextAt: at }));
  const end = at + forMs;
  let guesses = 0;
  for (;;) {
    const next = due.reduce((one, other) => (other.nextAt < one.nextAt ? other : one));
    if (next.nextAt >= end) break;
    // A little later each time, so that nobody is held up for long by the account's own brake.
    at = Math.max(at + 2_000, next.nextAt);
    const waitMs = await guess(next.ip);
    if (waitMs === 0) guesses++;
    next.nextAt = at + waitMs;
  }
  at = Math.max(at, end);
  return guesses;
}

const places = (count: number) => Array.from({ length: count }, (_, n) => `203.0.113.${n}`);

test('a day of guessing from many addresses is a few tries from each', async () => {
  expect((await guessFrom(places(40), DAY_MS)) / 40).toBeLessThan(50);
});

test('meanwhile the owner is let in: from home as ever, and from a new place at once', async () => {
  await guessFrom(places(40), 6 * 3_600_000);
  expect(await guess('192.0.2.1', 'right')).toBe(0);
  for (let n = 0; n < 16; n++) {
    at += 61_000;
    expect(await guess(HOME)).toBe(0);
  }
  at += 61_000;
  expect(await guess(HOME, 'right')).toBe(0);
  // The owner's login forgives nobody else.
  expect(await guess('203.0.113.3')).toBeGreaterThan(61_000);
});

test('an account that nobody guesses at is slowed as ever', async () => {
  for (let n = 0; n < 20; n++) {
    at += 61_000;
    expect(await guess('203.0.113.1')).toBe(0);
  }
  at += 61_000;
  expect(await guess('203.0.113.1', 'right')).toBe(0);
});

test('of a large IPv6 network all parts are one place', async () => {
  const parts = Array.from({ length: 200 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);
  expect(await guessFrom(parts, DAY_MS)).toBeLessThan(500);
});
