// The second factor of administrators: on with a right code, then required at every login, each code valid once, and no way around it.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, startAccounts, type Accounts } from '../../tests/accounts.ts';
import { SecondFactors } from './second-factor.ts';

type SecondFactorSecrets = ConstructorParameters<typeof SecondFactors>[0]['secrets'];

let server: Accounts;
let token: string;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.offsetMs += 3_600_000;
  await server.database.query('delete from recovery_codes');
  await server.database.query('delete from second_factors');
  token = (await server.admin()).token;
  server.told.ended.length = 0;
});

const codeOf = (secret: string, aheadMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + server.clock.offsetMs + aheadMs });
const nextStep = () => void (server.clock.offsetMs += 30_000);
const logIn = (code?: string, ip?: string) => server.call('POST /adminLogin', { ...ADMIN, code }, { ip });
const { password } = ADMIN;

async function turnOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await server.call('POST /secondFactor/begin', { password }, { token });
  const { secret } = begun.body.data;
  const on = await server.call('POST /secondFactor/confirm', { code: codeOf(secret) }, { token });
  expect([on.status, on.body.message]).toEqual([
    200,
    'The second factor is on. Keep the recovery codes in a safe place.',
  ]);
  nextStep();
  return { secret, recoveryCodes: on.body.data.recoveryCodes };
}

test('on after the first right code, and not before; other logins end, this one stays', async () => {
  const other = (await logIn()).body.data.token;
  const { body } = await server.call('POST /secondFactor/begin', { password }, { token });
  expect(body.data.uri).toBe(
    `otpauth://totp/Istock:desk%40example.com?issuer=Istock&secret=${body.data.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await logIn()).status).toBe(200);
  const wrong = await server.call('POST /secondFactor/confirm', { code: '000000' }, { token });
  expect([wrong.status, wrong.body.error?.fields]).toEqual([
    400,
    { code: 'This code is not correct. Codes change every 30 seconds, and each works only once.' },
  ]);
  expect((await logIn()).status).toBe(200);
  const on = await server.call('POST /secondFactor/confirm', { code: codeOf(body.data.secret) }, { token });
  expect(on.body.data.recoveryCodes).toHaveLength(10);
  expect(new Set(on.body.data.recoveryCodes).size).toBe(10);
  expect((await server.call('GET /secondFactor', {}, { token })).body.data).toEqual({
    isOn: true,
    recoveryCodesLeft: 10,
  });
  expect((await server.call('GET /secondFactor', {}, { token: other })).status).toBe(401);
  expect(server.told.ended.length).toBeGreaterThan(0);
  const again = await server.call('POST /secondFactor/begin', { password }, { token });
  expect([again.status, again.body.message]).toEqual([409, 'The second factor is on already.']);
});

test('asked for at login: missing, wrong and right; a code is good once, also one of the step before', async () => {
  const { secret } = await turnOn();
  const missing = await logIn();
  expect([missing.status, missing.body.error?.code, missing.body.message, missing.cookies]).toEqual([
    401,
    'code-required',
    'Enter the code of your authenticator app, or a recovery code.',
    {},
  ]);
  for (const wrong of ['000000', '12345', 'ABCDE-FGHJK', "' or 1=1", '😀😀😀']) {
    const { status, body } = await logIn(wrong);
    expect([wrong, status, body.error?.code]).toEqual([wrong, 401, 'code-wrong']);
  }
  const code = codeOf(secret);
  expect((await logIn(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  expect((await logIn(code)).body.error?.code).toBe('code-wrong');
  expect((await logIn(codeOf(secret, -30_000))).body.error?.code).toBe('code-wrong');
  nextStep();
  // A phone that is half a minute ahead.
  expect((await logIn(codeOf(secret, 30_000))).status).toBe(200);
  // A whole minute is too much.
  expect((await logIn(codeOf(secret, 60_000))).body.error?.code).toBe('code-wrong');
});

test('begun anew in another window, between a right code and the end of turning on, it stays off: nobody has a code of it yet', async () => {
  const { database } = server;
  const { rows } = await database.query<{ id: string }>('select id from users where email = $1', [ADMIN.email]);
  const bearer = { userId: rows[0].id, ip: '127.0.0.1' };
  const secrets = { factor: 'of-this-test' } as SecondFactorSecrets;
  const context = { database, secrets, hasRateLimit: false, now: () => Date.now() + server.clock.offsetMs };
  const other = new SecondFactors(context);
  let transactions = 0;
  const transaction: typeof database.transaction = async (work, limits) => {
    if (++transactions === 2) await other.begin(bearer.userId, ADMIN.email);
    return database.transaction(work, limits);
  };
  const factors = new SecondFactors({ ...context, database: { ...database, transaction } });
  const { secret } = await factors.begin(bearer.userId, ADMIN.email);
  await expect(factors.confirm(bearer, codeOf(secret), '')).rejects.toMatchObject({ code: 'code-wrong' });
  expect([transactions, await factors.state(bearer.userId)]).toEqual([2, { isOn: false, recoveryCodesLeft: 0 }]);
});

test('of twenty logins at once with one code, one gets in', async () => {
  const { secret } = await turnOn();
  const code = codeOf(secret);
  const replies = await Promise.all(Array.from({ length: 20 }, () => logIn(code)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a wrong password tells nothing of the factor', async () => {
  const { secret } = await turnOn();
  const asked = { email: ADMIN.email, password: 'wrong-for-sure', code: codeOf(secret) };
  const { status, body } = await server.call('POST /adminLogin', asked);
  expect([status, body.message, body.error?.code]).toEqual([
    401,
    'Something went wrong. Please try again later.',
    'login-failed',
  ]);
});

test('a recovery code lets in once, and is written down', async () => {
  const { recoveryCodes } = await turnOn();
  const [first, second] = recoveryCodes;
  expect((await logIn(first.toLowerCase().replace('-', ' '))).status).toBe(200);
  expect((await logIn(first)).status).toBe(401);
  expect((await logIn(second)).status).toBe(200);
  expect((await server.call('GET /secondFactor', {}, { token })).body.data.recoveryCodesLeft).toBe(8);
  const { rows } = await server.database.query<{ action: string }>(
    "select action from audit_log where action like 'recovery%' or action like 'factor%' order by id desc limit 3",
  );
  expect(rows.map(({ action }) => action)).toEqual(['recovery-code-used', 'factor-failed', 'recovery-code-used']);
  const kept = await server.database.query<{ text: string }>('select r::text as text from recovery_codes r');
  for (const code of recoveryCodes)
    expect(kept.rows.map(({ text }) => text).join()).not.toContain(code.replace('-', ''));
});

test('off and new codes need the password and a code; the secret is not in the database as it is', async () => {
  const { secret, recoveryCodes } = await turnOn();
  const { rows } = await server.database.query<{ secret: Buffer }>('select secret from second_factors');
  expect(rows[0].secret.toString('latin1')).not.toContain(secret);
  for (const call of ['POST /secondFactor/off', 'POST /secondFactor/codes'] as const) {
    const noPassword = await server.call(call, { password: 'wrong-for-sure', code: codeOf(secret) }, { token });
    expect([noPassword.status, noPassword.body.message]).toEqual([400, 'The password is not correct.']);
    const noCode = await server.call(call, { password, code: '000000' }, { token });
    expect([noCode.status, noCode.body.error?.code]).toEqual([400, 'code-wrong']);
    expect((await server.call(call, { password }, { token })).status).toBe(400);
  }
  const renewed = await server.call('POST /secondFactor/codes', { password, code: codeOf(secret) }, { token });
  expect(renewed.body.data.recoveryCodes).toHaveLength(10);
  expect((await logIn(recoveryCodes[0])).status).toBe(401);
  const off = await server.call(
    'POST /secondFactor/off',
    { password, code: renewed.body.data.recoveryCodes[0] },
    { token },
  );
  expect([off.status, off.body.data]).toEqual([200, { isOn: false, recoveryCodesLeft: 0 }]);
  expect((await logIn()).status).toBe(200);
  const twice = await server.call('POST /secondFactor/off', { password, code: '000000' }, { token });
  expect(twice.status).toBe(409);
});

/** While nobody can change the administrator, `work` begins; then `change` is made, and both go on. */
async function meanwhile<Result>(work: () => Promise<Result>, change = 'select 1'): Promise<Result> {
  const other = await server.database.pool.connect();
  await other.query('begin');
  await other.query('select 1 from users where email = $1 for no key update', [ADMIN.email]);
  const done = work();
  await new Promise((resolve) => setTimeout(resolve, 500));
  await other.query(change);
  await other.query('commit');
  other.release();
  return done;
}

const newCodes = (code: string) => server.call('POST /secondFactor/codes', { password, code }, { token });

test('new codes asked for twice at once: one set of them is good', async () => {
  const { recoveryCodes } = await turnOn();
  const renewed = await meanwhile(() => Promise.all(recoveryCodes.slice(0, 2).map(newCodes)));
  expect(renewed.map(({ status }) => status)).toEqual([200, 200]);
  expect((await server.call('GET /secondFactor', {}, { token })).body.data.recoveryCodesLeft).toBe(10);
});

test('new codes asked for while the factor is turned off: there are none', async () => {
  const { recoveryCodes } = await turnOn();
  const asked = await meanwhile(() => newCodes(recoveryCodes[0]), 'delete from second_factors');
  expect([asked.status, asked.body.error?.code]).toEqual([409, 'factor-off']);
});

test('codes that are used while the factor is turned off: nobody waits in a circle, and each is told what is so', async () => {
  const { recoveryCodes } = await turnOn();
  const off = (code: string) => server.call('POST /secondFactor/off', { password, code }, { token });
  await server.database.query(
    `create function be_slow() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return null; end';
     create trigger slow after delete on recovery_codes execute function be_slow()`,
  );
  const first = off(recoveryCodes[0]);
  const isSlow = async () =>
    (
      await server.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
    ).rowCount === 1;
  await expect.poll(isSlow).toBe(true);
  const answers = await Promise.all([first, off(recoveryCodes[1]), logIn(recoveryCodes[2])]);
  await server.database.query('drop function be_slow cascade');
  expect(answers.map(({ status, body }) => [status, body.error?.code])).toEqual([
    [200, undefined],
    [409, 'factor-off'],
    [401, 'code-wrong'],
  ]);
});

test.each(['login', 'factor'])(
  'turned on while somebody logs in with the password alone: that login does not outlive it; the %s is first',
  async (first) => {
    const { secret } = (await server.call('POST /secondFactor/begin', { password }, { token })).body.data;
    let over = 0;
    const noted = <Answer>(asked: Promise<Answer>) => asked.finally(() => over++);
    const works = {
      login: () => noted(logIn()),
      factor: () => noted(server.call('POST /secondFactor/confirm', { code: codeOf(secret) }, { token })),
    };
    // Waits for the row of the person, or has no need to.
    const hasCome = async (count: number) => {
      const { rows } = await server.database.query<{ waiting: number }>(
        `select count(*) as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].waiting + over >= count;
    };
    const answers = await server.database.transaction(async (transaction) => {
      await transaction.query('select from users where email = $1 for update', [ADMIN.email]);
      const begun: { login?: ReturnType<typeof logIn>; factor?: Promise<unknown> } = {};
      for (const [at, name] of (first === 'login'
        ? (['login', 'factor'] as const)
        : (['factor', 'login'] as const)
      ).entries()) {
        Object.assign(begun, { [name]: works[name]() });
        await expect.poll(() => hasCome(at + 1)).toBe(true);
      }
      return begun;
    });
    const [login] = await Promise.all([answers.login!, answers.factor]);
    expect(login.body.error?.code).toBe(first === 'login' ? undefined : 'code-required');
    expect((await server.call('GET /secondFactor', {}, { token })).body.data.isOn).toBe(true);
    const after = await server.call('GET /secondFactor', {}, { token: login.body.data?.token ?? 'none' });
    const renewed = await server.call('POST /refresh', {}, { cookies: login.cookies });
    expect([after.status, renewed.status]).toEqual([401, 401]);
  },
);

test('confirming what was never begun, and begun by nobody', async () => {
  const { status, body } = await server.call('POST /secondFactor/confirm', { code: '123456' }, { token });
  expect([status, body.message]).toEqual([409, 'Please start again: the secret is no longer valid.']);
  const wrong = await server.call('POST /secondFactor/begin', { password: 'wrong-for-sure' }, { token });
  expect([wrong.status, (await logIn()).status]).toEqual([400, 200]);
});

test('after the operator has changed the key of second factors, each says so, and one that was only begun begins anew', async () => {
  const { recoveryCodes } = await turnOn();
  // What is kept was locked with another key, as after `factor` was taken out of secrets.json.
  await server.database.query('update second_factors set secret = $1', [Buffer.alloc(60, 1)]);
  const unreadable = [409, 'factor-unreadable'];
  for (const code of ['123456', recoveryCodes[0]]) {
    const { status, body } = await logIn(code);
    expect([status, body.error?.code]).toEqual(unreadable);
  }
  const off = await server.call('POST /secondFactor/off', { password, code: '123456' }, { token });
  expect([off.status, off.body.error?.code]).toEqual(unreadable);
  await server.database.query('update second_factors set confirmed_at = null');
  const begun = await server.call('POST /secondFactor/confirm', { code: '123456' }, { token });
  expect([begun.status, begun.body.error?.code]).toEqual([409, 'factor-not-begun']);
  expect((await server.call('POST /secondFactor/begin', { password }, { token })).status).toBe(200);
});

test('guessing is slowed, also from many places', async () => {
  const careful = await startAccounts({ hasRateLimit: true });
  try {
    const admin = await careful.admin();
    const begun = await careful.call('POST /secondFactor/begin', { password }, { token: admin.token });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.body.data.secret) });
    await careful.call('POST /secondFactor/confirm', { code: totp.generate() }, { token: admin.token });
    const statuses: number[] = [];
    for (let at = 0; at < 8; at++) {
      const asked = { ...ADMIN, code: String(100_000 + at) };
      statuses.push((await careful.call('POST /adminLogin', asked, { ip: `10.0.0.${at}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const guessAfter = async (ms: number): Promise<number> => {
      careful.clock.offsetMs += ms;
      return (await careful.call('POST /adminLogin', { ...ADMIN, code: '200000' })).status;
    };
    // The pauses grow to five minutes, and no further.
    for (let more = 0; more < 9; more++) expect(await guessAfter(300_000)).toBe(401);
    expect([await guessAfter(280_000), await guessAfter(20_000)]).toEqual([429, 401]);
  } finally {
    await careful.close();
  }
});
