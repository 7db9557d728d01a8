// A browser in which the owner has logged in before is let in while others guess from the same network; no other one gains anything.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, startAccounts, type Accounts, type Person } from '../../tests/accounts.ts';
import { addAdmin } from './first-admin.ts';
import { createPasswords } from './passwords.ts';

/** Each test has a network of its own. */
let classroom = '';
let classrooms = 0;
const HALF_A_YEAR_MS = 181 * 24 * 3_600_000;
type Cookies = Record<string, string>;
type Login = 'POST /login' | 'POST /adminLogin';

let server: Accounts;
beforeAll(async () => {
  server = await startAccounts({ hasRateLimit: true });
});
afterAll(() => server.close());

interface Trying {
  cookies?: Cookies;
  ip?: string;
  at?: Login;
}

const tryIn = (
  { email, password }: Pick<Person, 'email' | 'password'>,
  { cookies = {}, ip = classroom, at = 'POST /login' }: Trying = {},
) => server.call(at, { email, password }, { cookies: { known: cookies.known ?? '' }, ip });

const status = async (...given: Parameters<typeof tryIn>) => (await tryIn(...given)).status;
const wrong = ({ email }: Pick<Person, 'email'>) => ({ email, password: 'not-the-one' });

/** Until tries from there have to wait for long. Returns how many tries were free. */
async function guess(person: Pick<Person, 'email'>, trying: Trying = {}): Promise<number> {
  let free: number | null = null;
  for (let n = 0; n < 30; n++) {
    const answer = await tryIn(wrong(person), trying);
    if (answer.status !== 429) continue;
    free ??= n;
    const seconds = Number(answer.headers['retry-after']);
    if (seconds > 30) return free;
    server.clock.offsetMs += seconds * 1000;
  }
  throw new Error('nobody has to wait');
}

/** Long enough that nobody has to wait for what was tried before. */
const later = () => void (server.clock.offsetMs += 3_700_000);

beforeEach(() => {
  later();
  classroom = `192.0.2.${++classrooms}`;
});

test.each(['user', 'instructor', 'admin'] as const)('the %s is let in while a neighbour guesses', async (role) => {
  const person = role === 'admin' ? ADMIN : await server.signUp({ role });
  const at = role === 'admin' ? 'POST /adminLogin' : 'POST /login';
  const { cookies, headers } = await tryIn(person, { at });
  expect(headers['set-cookie']).toContainEqual(
    expect.stringMatching(/^known=[^;]{46}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
  );
  expect(await guess(person, { at })).toBe(role === 'admin' ? 5 : 10);
  expect([await status(person, { at }), await status(person, { at, cookies })]).toEqual([429, 200]);
  // The owner's login has not ended the neighbour's wait.
  expect(await status(wrong(person), { at })).toBe(429);
});

test('a known browser has as many tries as a network, wherever it is', async () => {
  const person = await server.signUp();
  const { cookies } = await tryIn(person);
  expect(await guess(person, { cookies, ip: '198.51.100.2' })).toBe(10);
  const answers = [status(person, { cookies, ip: '198.51.100.3' }), status(person, { ip: '198.51.100.2' })];
  expect(await Promise.all(answers)).toEqual([429, 200]);
});

test('neither is it slowed by guesses at others from its network', async () => {
  const person = await server.signUp();
  const { cookies } = await tryIn(person);
  for (let n = 0; n < 101; n++) await status({ email: `nobody${n}@example.com`, password: 'not-the-one' });
  expect([await status(person), await status(person, { cookies })]).toEqual([429, 200]);
});

test('nor by a flood of logins, of which it has as many as a network', async () => {
  const at = 'POST /adminLogin';
  const { cookies } = await tryIn(ADMIN, { at });
  const flood = (trying: Trying) =>
    Promise.all(Array.from({ length: 60 }, () => status(wrong(ADMIN), { ...trying, at })));
  await flood({});
  const { status: refused, headers } = await tryIn(ADMIN, { at });
  expect([refused, Number(headers['retry-after']) > 500]).toEqual([429, true]);
  expect(await status(ADMIN, { at, cookies })).toBe(200);
  await flood({ cookies });
  later();
  expect([await status(ADMIN, { at, cookies }), await status(ADMIN, { at, ip: '198.51.100.9' })]).toEqual([429, 200]);
});

test('a forged, a foreign, an old cookie, and one from before a new password are none', async () => {
  const [person, neighbour] = [await server.signUp(), await server.signUp()];
  const { known } = (await tryIn(person)).cookies;
  const [id, until, proof] = known.split('.');
  const foreign = (await tryIn(neighbour)).cookies.known;
  const swapped = [id, until, foreign.split('.')[2]];
  const longer = [id, 'zzzzzz', proof];
  const renamed = [id.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')), until, proof];
  const forged = [swapped, longer, renamed].map((parts) => parts.join('.'));
  await guess(person);
  for (const bad of [foreign, ...forged, '', '~~~', `${known}x`, '\u0000', known.repeat(200), 'constructor'])
    expect([bad, await status(person, { cookies: { known: bad } })]).toEqual([bad, 429]);
  expect(await status(person, { cookies: { known: `${foreign}~${known}` } })).toBe(200);
  server.clock.offsetMs += HALF_A_YEAR_MS;
  await guess(person);
  expect(await status(person, { cookies: { known } })).toBe(429);
  later();
  const { body, cookies } = await tryIn(person);
  const passwords = { currentPassword: person.password, newPassword: 'a-new-password' };
  const changed = await server.call('POST /changePassword', passwords, { token: body.data.token });
  await guess(person);
  const renewed = { ...person, password: passwords.newPassword };
  expect(await status(renewed, { cookies })).toBe(429);
  expect(await status(renewed, { cookies: changed.cookies })).toBe(200);
});

test('a sign-up and a new password by mail make the browser known, too', async () => {
  const person = { name: 'Asha', email: 'mailed@example.com', password: 'secret1', role: 'user' };
  await server.call('POST /signup', person);
  const { email } = person;
  const opened = await server.call('POST /verifyOtp', { otp: await server.codeFor(email), email });
  await guess(person);
  expect(await status(person, { cookies: opened.cookies })).toBe(200);
  const ip = '198.51.100.4';
  await server.call('POST /forgotPassword', { email }, { ip });
  const reset = { email, otp: await server.codeFor(email), newPassword: 'a-new-password' };
  const { known } = opened.cookies;
  const { cookies } = await server.call('POST /resetPassword', reset, { ip, cookies: { known } });
  const renewed = { email, password: reset.newPassword };
  await guess(person);
  expect(await status(renewed, { cookies: opened.cookies })).toBe(429);
  expect(await status(renewed, { cookies })).toBe(200);
});

test('a browser is known to the last five people who logged in, each by a mark of their own', async () => {
  const people: Person[] = [];
  for (let n = 0; n < 6; n++) people.push(await server.signUp());
  let cookies: Cookies = {};
  for (const person of [people[0], ...people]) ({ cookies } = await tryIn(person, { cookies }));
  expect(new Set(cookies.known.split('~')).size).toBe(5);
  const known = [];
  for (const person of [people[0], people[1], people[5]]) {
    await guess(person);
    known.push((await status(person, { cookies })) === 200);
  }
  expect(known).toEqual([false, true, true]);
});

test('all browsers known to one person log in no more often than one network more', async () => {
  // What is counted for the other administrator counts for ten minutes of the real clock.
  const desk = { email: 'second-desk@example.com', password: 'the-desk-is-open' };
  await addAdmin(server.database, createPasswords(), desk, Date.now());
  let cookies: Cookies = {};
  let logins = 0;
  for (let n = 0; n < 150; n++) {
    const answer = await tryIn(desk, { cookies, at: 'POST /adminLogin' });
    if (answer.status === 429) break;
    // Each login makes its browser known under another name.
    if (n % 2 === 0) ({ cookies } = answer);
    logins++;
  }
  expect(logins).toBe(60 + 60);
});
