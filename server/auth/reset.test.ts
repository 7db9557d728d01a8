// A forgotten password while strangers request codes and guess: they take nothing from the owner, and guessing stays hopeless.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startAccounts, type Accounts, type Person } from '../../tests/accounts.ts';
import { createPasswords } from './passwords.ts';

const HOME = '198.51.100.7';
const AWAY = '192.0.2.55';
const STRANGER = '203.0.113.9';

let server: Accounts;
let owner: Person;
beforeAll(async () => {
  server = await startAccounts({ hasRateLimit: true });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.signUp();
});

const forgot = (ip: string, reset?: string) =>
  server.call('POST /forgotPassword', { email: owner.email }, { ip, ...(reset && { cookies: { reset } }) });
const tryCode = (otp: string, ip: string, reset?: string) =>
  server.call(
    'POST /resetPassword',
    { email: owner.email, otp, newPassword: 'a-new-password' },
    { ip, ...(reset && { cookies: { reset } }) },
  );
const wrongFor = (otp: string, n = 0): string => String((Number(otp) + 1 + n) % 1_000_000).padStart(6, '0');
const logsIn = (ip: string) => server.call('POST /login', { email: owner.email, password: owner.password }, { ip });
/** An address of its own for each of them. */
const stranger = (n: number): string => `10.1.${n >> 8}.${n & 255}`;

test('all the guesses that a stranger has do not keep the owner out', async () => {
  const asked = await forgot(AWAY);
  const otp = await server.codeFor(owner.email);
  const guesses = [];
  for (let n = 0; n < 20; n++) guesses.push((await tryCode(wrongFor(otp, n), STRANGER)).status);
  expect([...new Set(guesses)]).toEqual([400, 429]);
  expect((await tryCode(otp, AWAY, asked.cookies.reset)).status).toBe(200);
});

test('a stranger who asks for codes and spends them leaves the own code of the owner as it is, also without a cookie', async () => {
  await forgot(AWAY);
  const otp = await server.codeFor(owner.email);
  const theirs = await forgot(STRANGER);
  for (let n = 0; n < 5; n++)
    expect((await tryCode(wrongFor(otp, n), STRANGER, theirs.cookies.reset)).status).toBe(400);
  expect((await tryCode(otp, AWAY)).status).toBe(200);
});

test('a code is good in the browser that asked for it, wherever that has gone, and in nobody else\u2019s', async () => {
  const { cookies } = await forgot(AWAY);
  const otp = await server.codeFor(owner.email);
  const theirs = await forgot(STRANGER);
  expect((await tryCode(otp, STRANGER, theirs.cookies.reset)).status).toBe(400);
  expect((await tryCode(otp, STRANGER)).status).toBe(400);
  expect((await tryCode(otp, HOME, "' or 1=1")).status).toBe(400);
  expect((await tryCode(otp, HOME, cookies.reset)).status).toBe(200);
});

test('a wrong code takes as long for an address that nobody has: nobody learns by it who has an account', async () => {
  const passwords = createPasswords();
  const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  const took: Record<string, number[]> = { hash: [], known: [], unknown: [] };
  for (let n = 0; n < 5; n++) {
    took.hash.push(await timeOf(() => passwords.hash('a-new-password')));
    for (const [who, email] of [['known', owner.email] as const, ['unknown', 'nobody@example.com'] as const]) {
      const tried = { email, otp: '000000', newPassword: 'a-new-password' };
      took[who].push(await timeOf(() => server.call('POST /resetPassword', tried, { ip: stranger(n) })));
    }
  }
  // Either way 50 ms longer than the password's hash, of which an unknown address needs a few and a known one some more.
  for (const who of ['known', 'unknown'])
    expect(Math.min(...took[who]) - Math.min(...took.hash), JSON.stringify(took)).toBeGreaterThan(30);
});

test('a second code makes the first void, a used one is void, and a new password makes all of them void', async () => {
  const first = await forgot(HOME);
  const older = await server.codeFor(owner.email);
  server.clock.offsetMs += 31_000;
  await server.database.query('delete from mailbox where recipient = $1', [owner.email]);
  const elsewhere = await forgot(AWAY);
  const other = await server.codeFor(owner.email);
  const ownLogins = () => server.call('GET /logins', {}, { token: owner.token });
  expect((await ownLogins()).status).toBe(200);
  server.told.ended.length = 0;
  expect((await tryCode(other, AWAY, elsewhere.cookies.reset)).status).toBe(200);
  // A token that was good a moment ago is not, and its sockets are cut.
  expect((await ownLogins()).status).toBe(401);
  expect(server.told.ended).toEqual([{ userId: owner.id, loginId: null }]);
  expect((await tryCode(other, AWAY, elsewhere.cookies.reset)).status).toBe(400);
  expect((await tryCode(older, HOME, first.cookies.reset)).status).toBe(400);
  const { rows } = await server.database.query('select 1 from resets where user_id = $1', [owner.id]);
  expect(rows).toEqual([]);
});

test('an unknown address gets the same reply, with a cookie of the same form', async () => {
  const unknown = await server.call('POST /forgotPassword', { email: 'nobody@example.com' }, { ip: AWAY });
  const known = await forgot(AWAY);
  expect(unknown.cookies.reset).toMatch(/^[0-9a-f-]{36}$/);
  expect(known.cookies.reset).toHaveLength(unknown.cookies.reset.length);
  expect({ ...unknown.body, data: null }).toEqual({ ...known.body, data: null });
});

test('strangers together get twenty mails an hour; the owner\u2019s own network still gets its mail', async () => {
  expect((await logsIn(HOME)).status).toBe(200);
  const answers = [];
  for (let n = 0; n < 24; n++) answers.push((await forgot(stranger(n))).status);
  // The first of the twenty was that of the sign-up.
  expect(answers.filter((status) => status === 200)).toHaveLength(19);
  expect((await forgot(AWAY)).status).toBe(429);
  const { cookies } = await forgot(HOME);
  expect((await tryCode(await server.codeFor(owner.email), HOME, cookies.reset)).status).toBe(200);
});

test('fifty at once from one place get one mail', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => forgot(STRANGER)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await server.mailsTo(owner.email)).toHaveLength(2);
});

test('a sign-up of a stranger does not void the code of the owner', async () => {
  const email = `late-${owner.email}`;
  const signup = (ip: string) =>
    server.call('POST /signup', { name: 'Asha', email, password: 'secret1', role: 'user' }, { ip });
  const own = await signup(HOME);
  const otp = await server.codeFor(email);
  const theirs = await signup(STRANGER);
  expect(theirs.status).toBe(200);
  const verify = (flow: string, ip: string) => server.call('POST /verifyOtp', { otp }, { ip, cookies: { flow } });
  for (let n = 0; n < 15; n++)
    await server.call(
      'POST /verifyOtp',
      { otp: wrongFor(otp, n) },
      { ip: STRANGER, cookies: { flow: theirs.cookies.flow } },
    );
  expect((await verify(theirs.cookies.flow, STRANGER)).status).toBe(429);
  expect((await verify(own.cookies.flow, HOME)).status).toBe(200);
});

test('a person with several accounts has no more tries than others in the same network', async () => {
  const other = await server.signUp();
  const ask = (n: number, token?: string) =>
    server.call('POST /forgotPassword', { email: `nobody${n}@example.com` }, { ip: '10.9.9.9', token });
  const asked = await Promise.all(Array.from({ length: 60 }, (_, n) => ask(n, owner.token)));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  expect([(await ask(60, other.token)).status, (await ask(61)).status]).toEqual([429, 429]);
});
