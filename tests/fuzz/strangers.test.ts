// Every call with every kind of caller on the whole server: callers without the right are refused, learn nothing and change nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf, pathOf, routeNames, routes } from '../../contract/routes.ts';
import type { RouteName } from '../../contract/routes.ts';
import type { RouteRole } from '../../contract/routes/route.ts';
import { Crew } from './crew.ts';
import { expiredToken, forgedTokens } from './forgeries.ts';
import { changedTables, startWholeServer } from './whole-server.ts';
import type { WholeServer } from './whole-server.ts';

let server: WholeServer;
let crew: Crew;
/** Each kind with the refusal that it gets everywhere but in public calls. */
const strangers: [who: string, token: string | null, status: number, message: string][] = [];

beforeAll(async () => {
  server = await startWholeServer();
  crew = await Crew.settle(server);
  const { user, admin } = crew.cast;
  const ravi = await server.signUp({ name: 'Ravi', email: 'ravi@example.com' });
  const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const { sub, login } = claims(ravi.token);
  strangers.push(['nobody', null, 401, 'Unauthorized']);
  for (const [name, token] of Object.entries(forgedTokens(user.token, server.secrets.jwt, { sub, login })))
    strangers.push([name, token, 401, 'Unauthorized']);
  for (const [role, { token }] of Object.entries(crew.cast))
    strangers.push([`${role}, too late`, expiredToken(token, server.secrets.jwt), 401, 'Token expired']);

  // Logged out in every possible way, each with a token that has not expired.
  const leaver = async (name: string) => server.signUp({ name, email: `${name}@example.com` });
  const loggedOut = await leaver('logged-out');
  await server.call('POST /logout', {}, { cookies: { refresh: loggedOut.refresh } });
  const ended = await leaver('ended');
  await server.granted('POST /endOtherLogins', {}, (await server.logIn(ended)).token);
  const reset = await leaver('reset');
  await server.call('POST /forgotPassword', { email: reset.email });
  const otp = await server.mailedCode(reset.email);
  await server.granted('POST /resetPassword', { email: reset.email, otp, newPassword: 'another-secret' }, '');
  const deleted = await leaver('deleted');
  await server.granted('POST /deleteAccount', { password: deleted.password }, deleted.token);
  for (const { name, token } of [loggedOut, ended, reset, deleted]) strangers.push([name, token, 401, 'Unauthorized']);
  for (const role of ['user', 'instructor'] as const) {
    const blocked = await server.signUp({ name: `Blocked ${role}`, email: `blocked-${role}@example.com`, role });
    await server.granted('POST /disableUser/{id}', { id: blocked.id, blocked: true }, admin.token);
    strangers.push([`blocked ${role}`, blocked.token, 403, 'User is blocked. Logged out']);
  }
  strangers.push(['blocked administrator', await blockedAdmin(), 403, 'User is blocked. Logged out']);
  await server.granted('POST /haltMarket', { isHalted: true }, admin.token);
}, 60_000);
afterAll(() => server.close());

/** Made at the terminal, and blocked by the other administrator. */
async function blockedAdmin(): Promise<string> {
  const second = await server.signUp({ name: 'Second', email: 'second@example.com' });
  await server.database.query(`update users set role = 'admin' where id = $1`, [second.id]);
  const { email, password } = second;
  const { token } = await server.granted('POST /adminLogin', { email, password }, '');
  await server.granted('POST /disableUser/{id}', { id: second.id, blocked: true }, crew.token('admin'));
  return token;
}

const may: Record<RouteRole, readonly string[]> = {
  public: ['user', 'instructor', 'admin'],
  any: ['user', 'instructor', 'admin'],
  trader: ['user', 'instructor'],
  instructor: ['instructor'],
  admin: ['admin'],
};

async function ask(name: RouteName, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  const path = pathOf(name).replace(/\{\w+\}/g, '1');
  // With a body full of fields, none of which may be looked at.
  const body = methodOf(name) === 'POST' ? '{"id":"1","blocked":true,"isHalted":false,"amount":5}' : undefined;
  const { status, body: text } = await server.send({ method: methodOf(name), path, headers, body });
  return { status, text };
}

const behindLogin = routeNames.filter((name) => routes[name].role !== 'public');

test.each(behindLogin)('%s', async (name) => {
  const wrongRoles = (['user', 'instructor', 'admin'] as const)
    .filter((role) => !may[routes[name].role].includes(role))
    .map((role): (typeof strangers)[number] => [role, crew.token(role), 403, 'Forbidden']);
  const changesOf = async () => {
    const before = await server.state();
    for (const [who, token, status, message] of [...strangers, ...wrongRoles]) {
      const { text, ...reply } = await ask(name, token);
      const { error, ...envelope } = JSON.parse(text) as { error: { code: string } };
      expect([who, { ...reply, ...envelope }]).toEqual([who, { status, success: false, message, data: null }]);
      expect(Object.keys(error)).toEqual(['code']);
    }
    return changedTables(before, await server.state());
  };
  const changed = await changesOf();
  // A lesson begins in a few minutes, and its instructor is reminded in one of them: that happens once.
  expect(changed.includes('notifications') ? await changesOf() : changed).toEqual([]);
});

test('at least forty forged tokens, no two of them alike', () => {
  const forged = strangers.filter(([, , , message]) => message === 'Unauthorized').map(([, token]) => token);
  expect(new Set(forged).size).toBeGreaterThan(40);
});

test('in a public call an invalid token counts as none', async () => {
  for (const [who, token] of strangers) expect([who, (await ask('GET /config', token)).status]).toEqual([who, 200]);
});
