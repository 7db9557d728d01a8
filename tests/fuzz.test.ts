// Every call with whatever a client can send: never a fault of ours, never a word about our insides, and the books still add up.
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { methodOf, pathOf, routes, statusesOf, type RouteName } from '../contract/routes.ts';
import { diskFiles } from '../server/adapters/files.ts';
import { createGoogle } from '../server/adapters/google.ts';
import { verifyBooks } from '../server/exchange/verify.ts';
import { startAccounts, type Accounts } from './accounts.ts';
import { hostileInput } from './hostile-input.ts';
import { startTrading, VENUE, type Trading } from './trading.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 150);

/** As text that can be sent: half of a character becomes the replacement character. */
const sendable = (value: unknown) => Buffer.from(String(value ?? '')).toString();
const inQuery = (value: unknown) => sendable(typeof value === 'string' ? value : JSON.stringify(value));

async function send(app: FastifyInstance, name: RouteName, input: unknown, token: string) {
  const fields: Record<string, unknown> = typeof input === 'object' && input !== null ? { ...input } : { q: input };
  const url = pathOf(name).replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(sendable(fields[key])));
  const query = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, inQuery(value)]));
  const reply = await app.inject({
    method: methodOf(name),
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(methodOf(name) === 'GET' ? { query } : { payload: JSON.stringify(input) ?? '' }),
  });
  return { status: reply.statusCode, body: reply.body };
}

async function throwAt(app: FastifyInstance, name: RouteName, tokens: readonly string[]): Promise<'survived'> {
  await fc.assert(
    fc.asyncProperty(hostileInput(name), fc.nat(1), async (input, who) => {
      const { status, body } = await send(app, name, input, tokens[who % tokens.length]);
      const reply = JSON.parse(body) as { success: boolean; data: unknown };
      // 404 also for a path that the input made another one.
      expect([...statusesOf(name), 404]).toContain(status);
      expect(body).not.toMatch(/node_modules|\.ts:\d|syntax error|relation "|column "|ECONN|password_hash/);
      const said = status < 300 ? routes[name].data.safeParse(reply.data).success : reply.success;
      expect([status, said]).toEqual([status, status < 300]);
    }),
    { numRuns: RUNS },
  );
  return 'survived';
}

describe('accounts', () => {
  const calls = [
    'POST /verifyOtp',
    'POST /resendOtp',
    'POST /refresh',
    'POST /logout',
    'POST /forgotPassword',
    'POST /disableUser/{id}',
    'GET /dev/mailbox',
    'GET /Userprofile',
    'GET /logins',
    'POST /endLogin/{id}',
    'POST /auth/google/login',
    'GET /get-signed-url',
    'POST /get-upload-url',
    'POST /update-profile',
    'GET /userlist',
    'GET /config',
    'POST /signup',
    'POST /login',
    'POST /adminLogin',
    'POST /resetPassword',
    'POST /changePassword',
  ] as const satisfies readonly RouteName[];

  let server: Accounts;
  let tokens: string[];
  beforeAll(async () => {
    const google = { clientId: 'fuzz', issuer: 'http://127.0.0.1:9' };
    server = await startAccounts({ files: diskFiles(tmpdir()), google: (now) => createGoogle(google, now) });
    tokens = [(await server.admin()).token, (await server.signUp()).token];
  });
  afterAll(() => server.close());

  test.each(calls)('%s', { timeout: 120_000 }, async (name) => {
    await expect(throwAt(server.app, name, tokens)).resolves.toBe('survived');
  });
});

describe('trading', () => {
  const calls = [
    'POST /orders',
    'POST /cancelOrder/{id}',
    'GET /orders/{id}/events',
    'GET /charges',
    'GET /getOrders',
    'GET /transactions',
    'GET /portfolio',
    'GET /tradeDiary',
    'GET /limit',
    'POST /updatePortfolio',
    'POST /create-order',
    'POST /sandbox/checkout',
    'POST /verify-payment',
    'GET /rewards',
    'GET /promotions',
    'GET /sparklines',
    'GET /getWatchlist',
    'POST /ensureAndAddStock',
    'POST /removeStockFromWatchlist',
    'GET /priceAlerts',
    'POST /priceAlerts',
    'POST /priceAlerts/remove',
    'GET /notifications',
    'POST /notifications/read',
    'GET /notificationSettings',
    'POST /notificationSettings',
  ] as const satisfies readonly RouteName[];

  let server: Trading;
  let tokens: string[];
  beforeAll(async () => {
    server = await startTrading();
    tokens = [(await server.trader(1_000_000_00)).token, (await server.trader(5_000_00)).token];
    server.quote('MERIT', 'buy', 399_00, 500);
    server.quote('MERIT', 'sell', 401_00, 500);
  });
  afterAll(() => server.close());

  test.each(calls)('%s', { timeout: 120_000 }, async (name) => {
    await expect(throwAt(server.app, name, tokens)).resolves.toBe('survived');
  });

  test('POST /createPromotions', { timeout: 120_000 }, async () => {
    server.rewards.watch();
    await expect(throwAt(server.app, 'POST /createPromotions', [(await server.admin()).token])).resolves.toBe('survived');
    await server.rewards.idle();
  });

  test('the books still add up', async () => {
    const { checks } = await verifyBooks(server.database, VENUE);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
});

describe('lessons', () => {
  const forDesk = [
    'POST /createSession',
    'GET /getSessions',
    'GET /getSessionById/{id}',
    'POST /updateSession/{id}',
    'POST /cancelSession/{id}',
    'GET /instructors',
  ] as const satisfies readonly RouteName[];
  const forPeople = [
    'GET /activeSessions',
    'GET /getPurchased',
    'GET /getLesson/{id}',
    'POST /enrol/{id}',
    'GET /getAssigned',
    'POST /addMaterial/{id}',
    'POST /removeMaterial/{id}',
    'GET /getMaterial/{id}',
  ] as const satisfies readonly RouteName[];

  let server: Trading;
  let desk: string;
  let instructor: string;
  beforeAll(async () => {
    server = await startTrading();
    desk = (await server.admin()).token;
    instructor = (await server.instructor()).token;
  });
  afterAll(() => server.close());

  test.each(forDesk)('%s', { timeout: 120_000 }, async (name) => {
    await expect(throwAt(server.app, name, [desk])).resolves.toBe('survived');
  });
  test.each(forPeople)('%s', { timeout: 120_000 }, async (name) => {
    await expect(throwAt(server.app, name, [instructor])).resolves.toBe('survived');
  });
});
