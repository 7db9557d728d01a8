// Several people in the tabs of one browser: each has a cookie, is renewed by it and logs out alone. Other programs notice no difference.
import { expect, test } from 'vitest';
import { ADMIN, type Answer, type Person } from '../../tests/accounts.ts';
import { profile, server } from '../../tests/scenes/logins.ts';

const EXPIRED = 'Session expired. Please log in again.';
const QUARTER_MS = 16 * 60_000;

/** Keeps cookies as a browser does. */
class Jar {
  readonly cookies: Record<string, string> = {};

  take<Data>(answer: Answer<Data>): Answer<Data> {
    for (const [name, value] of Object.entries(answer.cookies))
      if (value === '') delete this.cookies[name];
      else this.cookies[name] = value;
    return answer;
  }

  get names(): string[] {
    return Object.keys(this.cookies)
      .filter((name) => name !== 'known')
      .toSorted();
  }

  async logIn({ email, password }: Pick<Person, 'email' | 'password'>) {
    const options = { cookies: { ...this.cookies } };
    const answer = this.take(await server.call('POST /login', { email, password }, options));
    return { token: answer.body.data.token, loginId: answer.body.data.refreshToken, id: answer.body.data.user._id };
  }

  async adminLogin() {
    const { body } = this.take(await server.call('POST /adminLogin', ADMIN, { cookies: { ...this.cookies } }));
    return { token: body.data.token, id: subjectOf(body.data.token) };
  }

  async refresh(userId?: string, headers?: Record<string, string>) {
    return this.take(await server.call('POST /refresh', { userId }, { cookies: { ...this.cookies }, headers }));
  }

  async logout(userId?: string, token?: string) {
    return this.take(await server.call('POST /logout', { userId }, { token, cookies: { ...this.cookies } }));
  }
}

const subjectOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sub;
const owner = ({ status, body }: Answer): string | number => (status === 200 ? subjectOf(body.data.token) : status);

/** The tokens are over, the logins are not. */
const later = (): void => void (server.clock.offsetMs += QUARTER_MS);

test('a learner, an instructor and the administrator in one browser all live on, for as long as they like', async () => {
  const jar = new Jar();
  const [learner, teacher] = [await server.signUp(), await server.signUp({ role: 'instructor' })];
  await jar.logIn(learner);
  await jar.logIn(teacher);
  const admin = await jar.adminLogin();
  expect(jar.names).toEqual(['refresh', 'refresh-2', 'refresh-3']);
  for (let round = 0; round < 3; round++) {
    later();
    for (const { id } of [teacher, admin, learner]) expect(owner(await jar.refresh(id))).toBe(id);
  }
  // Two tabs of one of them at once, within the grace of an old token.
  const [one, other] = await Promise.all([jar.refresh(learner.id), jar.refresh(learner.id)]);
  expect([owner(one), owner(other), one.cookies]).toEqual([learner.id, learner.id, other.cookies]);
});

test('an empty body means the login that was begun last, as it did when there was one cookie', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  await jar.logIn(asha);
  later();
  await jar.logIn(ravi);
  expect(owner(await jar.refresh())).toBe(ravi.id);
  later();
  await jar.refresh(asha.id);
  expect(owner(await jar.refresh())).toBe(ravi.id);
  await jar.logout(ravi.id);
  expect(owner(await jar.refresh())).toBe(asha.id);
});

test('a login without a cookie here is not renewed by another person\u2019s cookie, which stays as it is', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  await jar.logIn(asha);
  const before = { ...jar.cookies };
  for (const userId of [ravi.id, asha.loginId, 'x', '']) {
    const { status, body, cookies } = await jar.refresh(userId);
    expect([userId, status, body.message, cookies]).toEqual([userId, 401, EXPIRED, {}]);
  }
  expect(jar.cookies).toEqual(before);
  expect((await jar.refresh(asha.id, { origin: 'https://evil.example' })).status).toBe(403);
  expect(owner(await jar.refresh(asha.id))).toBe(asha.id);
});

test('a logout ends one person\u2019s login, also when the token has expired, and clears that cookie alone', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  const first = await jar.logIn(asha);
  await jar.logIn(ravi);
  later();
  // The token says nothing any more: without a name the other's login, which is newer, would be ended.
  expect((await jar.logout(asha.id, first.token)).cookies).toEqual({ refresh: '' });
  expect([owner(await jar.refresh(asha.id)), owner(await jar.refresh(ravi.id))]).toEqual([401, ravi.id]);
  expect(jar.names).toEqual(['refresh-2']);
  // A token speaks louder than a name.
  const again = await jar.logIn(asha);
  await jar.logout(ravi.id, again.token);
  expect([owner(await jar.refresh(asha.id)), owner(await jar.refresh(ravi.id))]).toEqual([401, ravi.id]);
});

test('the same person has one cookie, and a person who logs out frees a place', async () => {
  const jar = new Jar();
  const people: Person[] = [];
  for (let n = 0; n < 5; n++) people.push(await server.signUp());
  const [asha, ravi] = people;
  const first = await jar.logIn(asha);
  await jar.logIn(ravi);
  for (let n = 0; n < 5; n++) await jar.logIn(asha);
  expect(jar.names).toEqual(['refresh', 'refresh-2']);
  later();
  // Both tabs of one person live by the newer login.
  expect(owner(await jar.refresh(first.id))).toBe(asha.id);
  await jar.logout(asha.id);
  await jar.logIn(people[2]);
  expect(jar.names).toEqual(['refresh', 'refresh-2']);
  expect([owner(await jar.refresh(ravi.id)), owner(await jar.refresh(people[2].id))]).toEqual([ravi.id, people[2].id]);
});

test('a browser of many people keeps five: a login that is over gives way, then the one not used for longest', async () => {
  const jar = new Jar();
  const people: Person[] = [];
  for (let n = 0; n < 7; n++) people.push(await server.signUp());
  for (const person of people.slice(0, 5)) {
    await jar.logIn(person);
    server.clock.offsetMs += 1000;
  }
  const { token } = await server.admin();
  await server.call('POST /disableUser/{id}', { id: people[3].id, blocked: true }, { token });
  await jar.logIn(people[5]);
  const owners = async () =>
    Promise.all(people.map(async ({ id }) => typeof owner(await jar.refresh(id)) === 'string'));
  expect(await owners()).toEqual([true, true, true, false, true, true, false]);
  server.clock.offsetMs += 60_000;
  for (const n of [0, 2, 4, 5]) await jar.refresh(people[n].id);
  server.clock.offsetMs += 1000;
  await jar.logIn(people[6]);
  expect(await owners()).toEqual([true, false, true, false, true, true, true]);
  expect(jar.names).toHaveLength(5);
  expect(JSON.stringify(jar.cookies).length).toBeLessThan(950);
});

test('an old token that comes back ends the login of its person, and no other of the browser', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  await jar.logIn(asha);
  await jar.logIn(ravi);
  const stolen = jar.cookies.refresh;
  await jar.refresh(asha.id);
  server.clock.offsetMs += 10_001;
  jar.cookies.refresh = stolen;
  const { status, cookies } = await jar.refresh(asha.id);
  expect([status, cookies]).toEqual([401, { refresh: '' }]);
  expect(owner(await jar.refresh(ravi.id))).toBe(ravi.id);
});

test('cookies under other names, made-up ones and swapped ones give nobody anything', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  await jar.logIn(asha);
  await jar.logIn(ravi);
  const { refresh, 'refresh-2': second } = jar.cookies;
  const ask = (cookies: Record<string, string>, userId: string) =>
    server.call('POST /refresh', { userId }, { cookies });
  expect((await ask({ 'refresh-6': refresh, 'refresh-x': refresh, Refresh: refresh }, asha.id)).status).toBe(401);
  const forged = await ask({ refresh: `${refresh}x`, 'refresh-2': second }, asha.id);
  expect([forged.status, forged.cookies]).toEqual([401, { refresh: '' }]);
  // What is in it counts, not what it is called.
  const swapped = await ask({ refresh: second, 'refresh-3': refresh }, asha.id);
  expect([owner(swapped), Object.keys(swapped.cookies)]).toEqual([asha.id, ['refresh-3']]);
});

test('leaving, a reset and the end of the own login clear no cookie of others', async () => {
  const jar = new Jar();
  const [asha, ravi] = [await server.signUp(), await server.signUp()];
  const admin = await jar.adminLogin();
  const own = await jar.logIn(asha);
  // As the page sends it, with a key.
  const options = { token: own.token, cookies: { ...jar.cookies }, headers: { 'idempotency-key': 'end' } };
  expect(jar.take(await server.call('POST /endLogin/{id}', { id: own.loginId }, options)).cookies).toEqual({
    'refresh-2': '',
  });
  await jar.logIn(asha);
  await server.call('POST /forgotPassword', { email: asha.email });
  const otp = await server.codeFor(asha.email);
  const reset = { email: asha.email, otp, newPassword: 'a-new-password' };
  const done = jar.take(await server.call('POST /resetPassword', reset, { cookies: { ...jar.cookies } }));
  expect([done.status, done.cookies]).toEqual([200, { 'refresh-2': '', reset: '', known: expect.any(String) }]);
  const { token } = await jar.logIn(ravi);
  const left = { token, cookies: { ...jar.cookies } };
  expect((await server.call('POST /deleteAccount', { password: ravi.password }, left)).cookies).toEqual({
    'refresh-2': '',
  });
  expect(owner(await jar.refresh(admin.id))).toBe(admin.id);
  expect((await profile(token)).status).toBe(401);
});
