// Whose token it is: a known token is accepted at once, and that makes no other token valid.
import { expect, test } from 'vitest';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import { createAccess } from './access.ts';
import { createTokens } from './tokens.ts';

const [USER, LOGIN] = ['0197a1b2-0000-7000-8000-000000000001', '0197a1b2-0000-7000-8000-000000000002'];
const PERSON = {
  accountNo: 7,
  role: 'user',
  name: 'Asha',
  email: 'asha@example.com',
  isBlocked: false,
  isEnded: false,
};

function accessCounting(person: object = PERSON, isTold = () => true) {
  const asked = { times: 0 };
  const database: Queryable = {
    query: async () => {
      asked.times++;
      return { rows: [person] } as never;
    },
  };
  const tokens = createTokens('a secret of at least thirty-two letters', Date.now);
  return { access: createAccess({ database, tokens, now: Date.now, isTold }), tokens, asked };
}

test('a token is looked up once, until its person is forgotten', async () => {
  const { access, tokens, asked } = accessCounting();
  const token = await tokens.sign(USER, LOGIN);
  for (let n = 0; n < 3; n++) expect(await access.authenticate(token)).toMatchObject({ id: USER, accountNo: 7 });
  expect(asked.times).toBe(1);
  access.forget(USER);
  await access.authenticate(token);
  expect(asked.times).toBe(2);
});

test('an administrator is looked up for each call: logins are ended from the terminal, too', async () => {
  const desk = { ...PERSON, role: 'admin', isEnded: false };
  const { access, tokens, asked } = accessCounting(desk);
  const token = await tokens.sign(USER, LOGIN);
  expect(await access.authenticate(token)).toMatchObject({ id: USER, role: 'admin' });
  desk.isEnded = true;
  await expect(Promise.resolve(access.authenticate(token))).rejects.toMatchObject({ status: 401 });
  await expect(access.session(token)).rejects.toMatchObject({ status: 401 });
  expect(asked.times).toBe(3);
});

test('the simultaneous requests of a page need one lookup, and a request after a change needs a new one', async () => {
  const { access, tokens, asked } = accessCounting();
  const token = await tokens.sign(USER, LOGIN);
  const before = [access.session(token), access.authenticate(token), access.authenticate(token)];
  access.forget(USER);
  const after = [access.authenticate(token), access.session(token)];
  await Promise.all([...before, ...after]);
  expect(asked.times).toBe(2);
  await access.authenticate(token);
  expect(asked.times).toBe(2);
});

test('what was read while its person changed is not remembered', async () => {
  let answer: () => void = () => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  let [begun, isBlocked, isFirst] = [() => {}, false, true];
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const query = async () => {
    const rows = [{ ...PERSON, isBlocked }];
    if (isFirst) {
      isFirst = false;
      begun();
      await isDue;
    }
    return { rows } as never;
  };
  const tokens = createTokens('a secret of at least thirty-two letters', Date.now);
  const access = createAccess({ database: { query }, tokens, now: Date.now });
  const token = await tokens.sign(USER, LOGIN);
  const early = access.session(token);
  await hasBegun;
  isBlocked = true;
  access.forget(USER);
  answer();
  expect((await early).caller.id).toBe(USER);
  await expect(Promise.resolve().then(() => access.authenticate(token))).rejects.toMatchObject({ status: 403 });
});

test('while it would not hear of a change, each call looks the person up', async () => {
  let isTold = false;
  const person = { ...PERSON };
  const { access, tokens, asked } = accessCounting(person, () => isTold);
  const token = await tokens.sign(USER, LOGIN);
  await Promise.all([access.authenticate(token), access.session(token)]);
  expect(asked.times).toBe(2);
  person.isBlocked = true;
  await expect(Promise.resolve(access.authenticate(token))).rejects.toMatchObject({ status: 403 });
  person.isBlocked = false;
  isTold = true;
  for (let n = 0; n < 2; n++) await access.authenticate(token);
  expect(asked.times).toBe(4);
});

test('a caller who waits is looked up again if anybody has changed meanwhile, and refused if it was this one', async () => {
  const person = { ...PERSON };
  const { access, asked } = accessCounting(person);
  const caller = { id: USER, loginId: LOGIN };
  await access.watch(caller)();
  expect(asked.times).toBe(0);
  const [stays, goes] = [access.watch(caller), access.watch(caller)];
  access.forget('somebody else');
  await stays();
  expect(asked.times).toBe(1);
  person.isBlocked = true;
  await expect(Promise.resolve(goes())).rejects.toMatchObject({ status: 403, code: 'blocked' });
});

test('a failed lookup is repeated', async () => {
  const { access, tokens, asked } = accessCounting();
  const strange = await createTokens('another secret of thirty-two letters', Date.now).sign(USER, LOGIN);
  const refusals = [access.session(strange), access.session(strange)];
  expect((await Promise.allSettled(refusals)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(access.session(strange)).rejects.toBeInstanceOf(HttpError);
  expect(asked.times).toBe(0);
  expect(await access.session(await tokens.sign(USER, LOGIN))).toMatchObject({ caller: { id: USER } });
});

test('another text with the signature of a token that is known is no token', async () => {
  const { access, tokens } = accessCounting();
  const token = await tokens.sign(USER, LOGIN);
  await access.authenticate(token);
  const [head, claims, signature] = token.split('.');
  const other = Buffer.from(JSON.stringify({ sub: LOGIN, login: LOGIN, iss: 'istock' })).toString('base64url');
  for (const forged of [`${head}.${other}.${signature}`, `${head}.${claims}A.${signature}`, signature, `.${signature}`])
    await expect(Promise.resolve().then(() => access.authenticate(forged))).rejects.toBeInstanceOf(HttpError);
  expect(await access.authenticate(token)).toMatchObject({ id: USER });
});

test('a token whose last letter was changed is no token, although it stands for the same signature', async () => {
  const { access, tokens } = accessCounting();
  const token = await tokens.sign(USER, LOGIN);
  const bytesOf = (text: string) => Buffer.from(text.split('.')[2]!, 'base64url').toString('hex');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const changed = letters.map((letter) => token.slice(0, -1) + letter).filter((other) => other !== token);
  const alike = [...changed.filter((other) => bytesOf(other) === bytesOf(token)), `${token}=`];
  // 43 letters of six bits are two bits more than the 256 of a signature, so four letters stand for the same bytes.
  expect(alike).toHaveLength(3 + 1);
  for (const other of alike)
    await expect(Promise.resolve().then(() => access.authenticate(other))).rejects.toMatchObject({ status: 401 });
});
