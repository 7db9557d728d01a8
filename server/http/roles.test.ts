// Who may make which call: every row of the table with every kind of caller.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf, routeNames, routes } from '../../contract/routes.ts';
import type { RouteRole } from '../../contract/routes/route.ts';
import { startAccounts, type Accounts } from '../../tests/accounts.ts';
import type { Handlers } from '../handler.ts';
import { createHttp } from '../http.ts';
import { createLog } from '../log.ts';

type Identity = 'nobody' | 'forged' | 'expired' | 'blocked' | 'user' | 'instructor' | 'admin';

let accounts: Accounts;
let app: FastifyInstance;
const reached: string[] = [];
const tokens: Partial<Record<Identity, string>> = {};

beforeAll(async () => {
  accounts = await startAccounts();
  // Every call exists, and reports that it was reached: its effect is not tested here.
  const handlers = Object.fromEntries(
    routeNames.map((name) => [name, () => (reached.push(name), { data: null, top: {} })]),
  ) as unknown as Handlers;
  app = await createHttp({
    handlers,
    access: accounts.auth.access,
    database: accounts.database,
    log: createLog({ logLevel: 'error' }),
    hasRateLimit: false,
    trustedProxies: 0,
    webRoot: null,
    version: '0.0.0',
  });
  accounts.clock.offsetMs = -3_600_000;
  tokens.expired = (await accounts.signUp()).token;
  accounts.clock.offsetMs = 0;
  tokens.user = (await accounts.signUp()).token;
  tokens.instructor = (await accounts.signUp({ role: 'instructor' })).token;
  tokens.admin = (await accounts.admin()).token;
  tokens.forged = `${tokens.admin.slice(0, -8)}AAAAAAAA`;
  const blocked = await accounts.signUp();
  tokens.blocked = blocked.token;
  await accounts.call('POST /disableUser/{id}', { id: blocked.id, blocked: true }, { token: tokens.admin });
});
afterAll(async () => {
  await app.close();
  await accounts.close();
});

const may: Record<RouteRole, readonly Identity[]> = {
  public: ['nobody', 'forged', 'expired', 'blocked', 'user', 'instructor', 'admin'],
  any: ['user', 'instructor', 'admin'],
  trader: ['user', 'instructor'],
  instructor: ['instructor'],
  admin: ['admin'],
};

const refusals: Record<Identity, string> = {
  nobody: '401 Unauthorized',
  forged: '401 Unauthorized',
  expired: '401 Token expired',
  blocked: '403 User is blocked. Logged out',
  user: '403 Forbidden',
  instructor: '403 Forbidden',
  admin: '403 Forbidden',
};

test.each(['bearer', 'BEARER', 'Bearer '])('the word %j before the token is read', async (word) => {
  const headers = { authorization: `${word} ${tokens.user}` };
  expect((await app.inject({ url: '/portfolio', headers })).statusCode).toBe(200);
});

test.each(['', 'Basic', 'Bearers', 'xBearer'])('the word %j before the token is not', async (word) => {
  const headers = { authorization: `${word} ${tokens.user}` };
  expect((await app.inject({ url: '/portfolio', headers })).statusCode).toBe(401);
});

test.each(routeNames)('%s', async (name) => {
  for (const identity of may.public) {
    const token = tokens[identity];
    reached.length = 0;
    const reply = await app.inject({
      method: methodOf(name),
      url: pathOf(name).replace(/\{\w+\}/g, '7'),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const { message, data } = reply.json<{ message: string; data: unknown }>();
    const isAllowed = may[routes[name].role].includes(identity);
    const outcome = [401, 403].includes(reply.statusCode) ? `${reply.statusCode} ${message}` : 'let in';
    expect([identity, outcome]).toEqual([identity, isAllowed ? 'let in' : refusals[identity]]);
    expect([identity, data, isAllowed ? [] : reached]).toEqual([identity, null, []]);
  }
});
