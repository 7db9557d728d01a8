// The list of logins, ending them, and changing the password: who is logged out, who stays, and who is notified.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAccounts, type Accounts, type Person } from '../../tests/accounts.ts';
import { killAfterEffects } from '../../tests/killed-after-effect.ts';
import { deviceName } from './device.ts';

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

let server: Accounts;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());
beforeEach(() => {
  server.told.ended.length = 0;
  server.clock.offsetMs = 0;
});

interface Login {
  token: string;
  loginId: string;
  refresh: string;
}

async function logIn(person: Person, userAgent: string, ip?: string): Promise<Login> {
  const { email, password } = person;
  const { body, cookies } = await server.call(
    'POST /login',
    { email, password },
    { headers: { 'user-agent': userAgent }, ip },
  );
  return { token: body.data.token, loginId: body.data.refreshToken, refresh: cookies.refresh };
}

const list = async (token: string) => (await server.call('GET /logins', {}, { token })).body.data;
const statusOf = async ({ token }: Pick<Login, 'token'>) =>
  (await server.call('GET /Userprofile', {}, { token })).status;
const refreshStatus = async ({ refresh }: Pick<Login, 'refresh'>) =>
  (await server.call('POST /refresh', {}, { cookies: { refresh } })).status;

describe('the list of logins', () => {
  test('each login with its device, place and last use; the one that asks comes first', async () => {
    const asha = await server.signUp();
    server.clock.offsetMs = 60_000;
    const laptop = await logIn(asha, WINDOWS, '10.0.0.1');
    server.clock.offsetMs = 120_000;
    const phone = await logIn(asha, IPHONE, '10.0.0.2');
    server.clock.offsetMs = 1_200_000;
    // The laptop goes on from another place: that is its last use.
    const renewed = await server.call(
      'POST /refresh',
      {},
      {
        cookies: { refresh: laptop.refresh },
        headers: { 'user-agent': WINDOWS },
        ip: '10.0.0.9',
      },
    );
    expect(renewed.status).toBe(200);
    const { body } = await server.call(
      'POST /refresh',
      {},
      { cookies: { refresh: phone.refresh }, headers: { 'user-agent': IPHONE } },
    );
    server.clock.offsetMs = 1_260_000;
    const logins = await list(body.data.token);
    expect(logins.map(({ _id, device, isCurrent }) => [_id, device, isCurrent])).toEqual([
      [phone.loginId, 'Safari on iPhone', true],
      [laptop.loginId, 'Chrome on Windows', false],
      [asha.loginId, expect.any(String), false],
    ]);
    expect(logins[1].ip).toBe('10.0.0.9');
    const minutes = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 60_000);
    expect(minutes(logins[1].createdAt, logins[1].lastUsedAt)).toBe(19);
    expect(minutes(logins[0].createdAt, logins[0].lastUsedAt)).toBe(19);
    expect(minutes(logins[2].createdAt, logins[2].lastUsedAt)).toBe(0);
  });

  test('others\u2019 logins, ended ones and old ones are not in it', async () => {
    const asha = await server.signUp();
    const bela = await server.signUp();
    const other = await logIn(asha, WINDOWS);
    await server.call('POST /logout', {}, { token: other.token });
    expect((await list(asha.token)).map(({ _id }) => _id)).toEqual([asha.loginId]);
    expect((await list(bela.token)).map(({ _id }) => _id)).toEqual([bela.loginId]);
    server.clock.offsetMs = 31 * 86_400_000;
    const late = await logIn(asha, WINDOWS);
    expect((await list(late.token)).map(({ _id }) => _id)).toEqual([late.loginId]);
  });

  test('a client\u2019s description of itself is kept short and harmless', async () => {
    const asha = await server.signUp();
    const odd = await logIn(asha, `<script>alert(1)</script>${'\u00e9'.repeat(5)}${'x'.repeat(5000)}`);
    const [mine] = await list(odd.token);
    expect(mine.device).toBe('Unknown device');
    const { rows } = await server.database.query<{ length: number }>(
      'select length(user_agent) as length from logins where id = $1',
      [odd.loginId],
    );
    expect(rows[0].length).toBe(300);
  });
});

describe('ending logins', () => {
  test('one: its tokens are over at once, its sockets are cut, the others stay', async () => {
    const asha = await server.signUp();
    const stolen = await logIn(asha, WINDOWS);
    const third = await logIn(asha, IPHONE);
    expect(await statusOf(stolen)).toBe(200);
    const { status, body, cookies } = await server.call(
      'POST /endLogin/{id}',
      { id: stolen.loginId },
      { token: asha.token },
    );
    expect([status, body.message, cookies]).toEqual([200, 'The login has been ended.', {}]);
    expect(server.told.ended).toEqual([{ userId: asha.id, loginId: stolen.loginId }]);
    expect([await statusOf(stolen), await refreshStatus(stolen)]).toEqual([401, 401]);
    expect([await statusOf(asha), await statusOf(third), await refreshStatus(third)]).toEqual([200, 200, 200]);
    expect((await server.call('POST /endLogin/{id}', { id: stolen.loginId }, { token: asha.token })).status).toBe(404);
  });

  test('one, and a repeat after a crash gets the same reply', async () => {
    const asha = await server.signUp();
    const other = await logIn(asha, IPHONE);
    const revive = await killAfterEffects(server.database);
    const options = { token: asha.token, headers: { 'idempotency-key': 'end' } };
    const press = () => server.call('POST /endLogin/{id}', { id: other.loginId }, options);
    const first = await press();
    const again = await press();
    await revive();
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
  });

  test('all others', async () => {
    const asha = await server.signUp();
    const others = [await logIn(asha, WINDOWS), await logIn(asha, IPHONE)];
    const bela = await server.signUp();
    const { status, body } = await server.call('POST /endOtherLogins', {}, { token: asha.token });
    expect([status, body.data, body.message]).toEqual([200, { ended: 2 }, 'You have been logged out everywhere else.']);
    expect(server.told.ended.map(({ loginId }) => loginId).toSorted()).toEqual(
      others.map(({ loginId }) => loginId).toSorted(),
    );
    for (const other of others) expect([await statusOf(other), await refreshStatus(other)]).toEqual([401, 401]);
    expect([await statusOf(asha), await refreshStatus(asha), await statusOf(bela)]).toEqual([200, 200, 200]);
    const again = await server.call('POST /endOtherLogins', {}, { token: asha.token });
    expect(again.body.data).toEqual({ ended: 0 });
  });

  test('of an administrator, and the log tells it; not the own one, nor where there was nothing to end', async () => {
    const { token: one, id } = await server.admin();
    await server.call('POST /endOtherLogins', {}, { token: one });
    const { token: other } = await server.admin();
    const told = async () =>
      (
        await server.database.query<{ actor: string; detail: object }>(
          `select actor, detail from audit_log where action = 'end-logins' and subject = $1 order by id desc limit 2`,
          [id],
        )
      ).rows;
    const logins = (await server.call('GET /logins', {}, { token: other })).body.data as { _id: string }[];
    await server.call('POST /endLogin/{id}', { id: logins[1]._id }, { token: other });
    expect((await told())[0]).toEqual({ actor: id, detail: { logins: 1 } });
    await server.admin();
    await server.admin();
    await server.call('POST /endOtherLogins', {}, { token: other });
    const after = await told();
    expect(after[0]).toEqual({ actor: id, detail: { logins: 2 } });
    await server.call('POST /endOtherLogins', {}, { token: other });
    await server.call('POST /endLogin/{id}', { id: logins[0]._id }, { token: other });
    expect(await told()).toEqual(after);
  });

  test('the own one is a logout', async () => {
    const asha = await server.signUp();
    const { cookies } = await server.call(
      'POST /endLogin/{id}',
      { id: asha.loginId.toUpperCase() },
      { token: asha.token, cookies: { refresh: asha.refresh } },
    );
    expect(cookies).toEqual({ refresh: '' });
    expect(await statusOf(asha)).toBe(401);
  });

  test.each([
    ['somebody else\u2019s', (bela: Person) => bela.loginId],
    ['one that is not there', () => '00000000-0000-4000-8000-000000000000'],
    ['what is no id', () => "' or 1=1 --"],
    ['a person', (bela: Person) => bela.id],
  ])('%s is not found, and nothing ends', async (_name, idOf) => {
    const asha = await server.signUp();
    const bela = await server.signUp();
    const before = await server.stateHash();
    const { status } = await server.call('POST /endLogin/{id}', { id: idOf(bela) }, { token: asha.token });
    expect([status, server.told.ended]).toEqual([404, []]);
    expect(await server.stateHash()).toBe(before);
    expect(await statusOf(bela)).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (token: string, currentPassword: unknown, newPassword: unknown) =>
    server.call('POST /changePassword', { currentPassword, newPassword }, { token });

  test('the new one counts, every other login is over, this one stays, and the owner is told', async () => {
    const asha = await server.signUp();
    const other = await logIn(asha, WINDOWS);
    await server.call('POST /forgotPassword', { email: asha.email });
    const otp = await server.codeFor(asha.email);
    const { status, body } = await change(asha.token, asha.password, 'a-longer-one');
    expect([status, body.message]).toEqual([
      200,
      'Your password has been changed. You have been logged out everywhere else.',
    ]);
    expect(server.told.ended).toEqual([{ userId: asha.id, loginId: other.loginId }]);
    expect([await statusOf(other), await refreshStatus(other)]).toEqual([401, 401]);
    expect([await statusOf(asha), await refreshStatus(asha)]).toEqual([200, 200]);
    const tryWith = async (password: string) =>
      (await server.call('POST /login', { email: asha.email, password })).status;
    expect([await tryWith(asha.password), await tryWith('a-longer-one')]).toEqual([401, 200]);
    const [mail] = await server.mailsTo(asha.email);
    expect([mail.subject, mail.text]).toEqual([
      'Your Istock password was changed',
      expect.stringContaining('If it was not you, set a new one at once'),
    ]);
    // A code that was requested before, perhaps by a stranger, is void.
    const reset = await server.call('POST /resetPassword', { email: asha.email, otp, newPassword: 'stolen-again' });
    expect(reset.status).toBe(400);
    const { rows } = await server.database.query<{ action: string }>(
      'select action from audit_log where subject = $1',
      [asha.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['password-changed']);
  });

  test('an administrator can too', async () => {
    const { token } = await server.admin();
    expect((await change(token, 'wrong-for-sure', 'the-desk-is-open')).status).toBe(400);
    expect((await change(token, 'the-desk-is-open', 'the-desk-has-moved')).status).toBe(200);
    expect((await change(token, 'the-desk-has-moved', 'the-desk-is-open')).status).toBe(200);
  });

  test.each([
    ['wrong-password', 'a-longer-one', 'currentPassword', 'The current password is not correct.'],
    ['', 'a-longer-one', 'currentPassword', 'Current password is required.'],
    [undefined, 'a-longer-one', 'currentPassword', 'Current password is required.'],
    [{ $ne: '' }, 'a-longer-one', 'currentPassword', 'Current password is required.'],
    ['secret1', 'short12', 'newPassword', 'Password is required and must be at least 8 characters.'],
    ['secret1', undefined, 'newPassword', 'Password is required and must be at least 8 characters.'],
    ['secret1', 'x'.repeat(129), 'newPassword', 'Password can be at most 128 characters.'],
  ])('%j -> %j is refused at %s', async (current, next, field, message) => {
    const asha = await server.signUp();
    const other = await logIn(asha, WINDOWS);
    const before = await server.stateHash();
    const { status, body } = await change(asha.token, current, next);
    expect([status, body.message, body.error?.fields]).toEqual([400, message, { [field]: message }]);
    expect(await server.stateHash()).toBe(before);
    expect(await statusOf(other)).toBe(200);
  });

  test('the same again is no change', async () => {
    const asha = await server.signUp({ password: 'long-enough' });
    const { status, body } = await change(asha.token, 'long-enough', 'long-enough');
    expect([status, body.message]).toEqual([400, 'The new password is the same as the current one.']);
  });

  test('of two at once one counts', async () => {
    const asha = await server.signUp();
    const replies = await Promise.all(
      ['first-of-two', 'second-of-two'].map((next) => change(asha.token, asha.password, next)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('an open screen is no place to try passwords', async () => {
    const careful = await startAccounts({ hasRateLimit: true });
    const asha = await careful.signUp();
    const tried: number[] = [];
    for (let at = 0; at < 8; at++) {
      const input = { currentPassword: `guess-${at}`, newPassword: 'a-longer-one' };
      tried.push((await careful.call('POST /changePassword', input, { token: asha.token })).status);
    }
    expect(tried).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    careful.clock.offsetMs = 61_000;
    const right = { currentPassword: asha.password, newPassword: 'a-longer-one' };
    expect((await careful.call('POST /changePassword', right, { token: asha.token })).status).toBe(200);
    await careful.close();
  });
});

test.each([
  [WINDOWS, 'Chrome on Windows'],
  [IPHONE, 'Safari on iPhone'],
  [`${WINDOWS} Edg/141.0.0.0`, 'Edge on Windows'],
  [`${WINDOWS} OPR/120.0.0.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPad',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 16093.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['node', 'node'],
  ['', 'Unknown device'],
  ['<img src=x>', 'Unknown device'],
])('%s is %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
