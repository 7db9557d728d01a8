// One account's password guessed from many places over a day, with a clock moved by hand and without the work of hashing.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { HttpError } from '../http-error.ts';
import type { AuthContext } from './context.ts';
import { knownCookie } from './known-browsers.ts';
import { createTraderCheck } from './login.ts';
import type { LoginCheck } from './login.ts';

const DAY_MS = 24 * 3_600_000;
const SECRET = 'secret';
const ASHA = '00000000-0000-4000-8000-000000000007';
const HOME = '198.51.100.7';
/** Where a new password was set with a code from her mails. */
const HOTEL = '198.51.100.8';

let database: TestDatabase;
let at = 0;
let check: LoginCheck;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at) values ($1, $2, 'x', 'x', 'user', 'x', 0)`,
    [ASHA, 'asha@example.com'],
  );
  await database.query(
    `insert into logins (id, user_id, created_at, expires_at, token_hash, rotated_at, user_agent, ip) values ($1, $1, 0, 0, '', 0, '', $2)`,
    [ASHA, HOME],
  );
  await database.query(
    `insert into audit_log (at, actor, action, subject, detail, ip)
     values (0, $1, 'password-reset', $2, '{}', $3), (0, $1, 'refresh-token-reused', $2, '{}', '203.0.113.1')`,
    [ASHA, ASHA, HOTEL],
  );
});
afterAll(() => database.close());

beforeEach(() => {
  at = DAY_MS;
  const passwords = { matches: async (given: string) => given === 'right' };
  check = createTraderCheck({
    database,
    passwords,
    secrets: { refresh: SECRET },
    hasRateLimit: true,
    now: () => at,
  } as unknown as AuthContext);
});

/** The milliseconds to wait before the next try from there: 0 when this one was made. */
async function guess(ip: string, password = 'wrong', cookies = {}): Promise<number> {
  try {
    await check({ email: 'asha@example.com', password, ip, cookies });
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
  for (const known of [HOME, HOTEL]) {
    for (let n = 0; n < 16; n++) {
      at += 61_000;
      expect(await guess(known)).toBe(0);
    }
    at += 61_000;
    expect(await guess(known, 'right')).toBe(0);
  }
  // The owner's login forgives nobody else.
  await guess('203.0.113.3');
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
  const parts = Array.from({ length: 60 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`);
  expect(await guessFrom(parts, DAY_MS)).toBeLessThan(250);
});

test('a browser that she has logged in with does not wait with the strangers of its network', async () => {
  await guessFrom(['192.0.2.2', ...places(40)], 6 * 3_600_000);
  const { value } = knownCookie({ secret: SECRET, cookies: {}, at }, { id: ASHA, passwordHash: 'x' });
  expect(await guess('192.0.2.2', 'right')).toBeGreaterThan(61_000);
  expect(await guess('192.0.2.2', 'right', { known: value })).toBe(0);
  // With it, failures are slowed as at home.
  for (let n = 0; n < 16; n++) {
    at += 61_000;
    expect(await guess('192.0.2.2', 'wrong', { known: value })).toBe(0);
  }
  expect(await guess('192.0.2.3', 'right', { known: value })).toBe(60_000);
});
