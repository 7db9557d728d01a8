// Tokens: refreshed, stolen, expired, forged, and ended by a logout.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { blockedText, login, profile, refresh, server } from '../../tests/scenes/logins.ts';

test('a refresh gives the next token once, and the same next one to a second tab', async () => {
  const person = await server.signUp();
  const tabs = await Promise.all(Array.from({ length: 6 }, () => refresh(person.refresh)));
  expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(tabs.map(({ cookies }) => cookies.refresh)).size).toBe(1);
  expect((await profile(tabs[0].body.data.token)).status).toBe(200);
  expect(tabs[0].cookies.refresh).not.toBe(person.refresh);
  expect((await refresh(tabs[0].cookies.refresh)).status).toBe(200);
});

test('an old token that comes back ends the whole login, and is written down', async () => {
  const person = await server.signUp();
  const next = await refresh(person.refresh);
  // So that it is known here, and would be let in without a look into the database.
  expect((await profile(next.body.data.token)).status).toBe(200);
  server.clock.offsetMs += 10_001;
  const stolen = await refresh(person.refresh);
  expect([stolen.status, stolen.body.message]).toEqual([401, 'Session expired. Please log in again.']);
  expect((await refresh(next.cookies.refresh)).status).toBe(401);
  expect((await profile(next.body.data.token)).status).toBe(401);
  expect(server.told.ended).toContainEqual(expect.objectContaining({ userId: person.id, loginId: person.loginId }));
  const { rowCount } = await server.database.query(
    `select 1 from audit_log where action = 'refresh-token-reused' and subject = $1`,
    [person.id],
  );
  expect(rowCount).toBe(1);
});

test('an old token is found out also after the clock was set back behind the time at which it was replaced', async () => {
  const person = await server.signUp();
  server.clock.offsetMs += 3_600_000;
  const next = await refresh(person.refresh);
  server.clock.offsetMs -= 3_600_000;
  expect((await refresh(person.refresh)).status).toBe(401);
  expect((await refresh(next.cookies.refresh)).status).toBe(401);
});

test('no cookie, a made-up one, an expired one, a foreign page, a blocked person', async () => {
  const person = await server.signUp();
  const random = 'A'.repeat(43);
  for (const cookie of ['', 'x', `${person.loginId}.${random}.${'A'.repeat(22)}`, `${person.refresh}x`, person.token])
    expect((await refresh(cookie)).body.message).toBe('Session expired. Please log in again.');
  expect((await server.call('POST /refresh', {})).status).toBe(401);
  for (const headers of [
    { origin: 'https://evil.example' } as Record<string, string>,
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])
    expect((await refresh(person.refresh, headers)).body).toMatchObject({ message: 'Forbidden', data: null });
  const good = await refresh(person.refresh, {
    origin: 'http://localhost:80',
    host: 'localhost:80',
    'sec-fetch-site': 'same-origin',
  });
  expect(good.status).toBe(200);
  server.clock.offsetMs += 30 * 24 * 3600 * 1000;
  expect((await refresh(good.cookies.refresh)).status).toBe(401);
  server.clock.offsetMs -= 30 * 24 * 3600 * 1000;
  const { token } = await server.admin();
  await server.call('POST /disableUser/{id}', { id: person.id, blocked: true }, { token });
  const blocked = await refresh(good.cookies.refresh);
  expect([blocked.status, blocked.body.message]).toEqual([403, blockedText]);
});

test('a logout ends this login and no other', async () => {
  const person = await server.signUp();
  const other = await login(person.email, person.password);
  const { status, headers } = await server.call(
    'POST /logout',
    {},
    { token: person.token, cookies: { refresh: person.refresh } },
  );
  expect([status, headers['set-cookie']]).toEqual([200, 'refresh=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
  expect((await profile(person.token)).body.message).toBe('Unauthorized');
  expect((await refresh(person.refresh)).status).toBe(401);
  expect((await profile(other.body.data.token)).status).toBe(200);
  expect(server.told.ended).toContainEqual({ userId: person.id, loginId: person.loginId });
  expect(
    (
      await server.call(
        'POST /logout',
        {},
        { cookies: { refresh: other.cookies.refresh }, headers: { origin: 'https://evil.example' } },
      )
    ).status,
  ).toBe(403);
  expect((await profile(other.body.data.token)).status).toBe(200);
  expect((await server.call('POST /logout', {}, { cookies: { refresh: other.cookies.refresh } })).status).toBe(200);
  expect((await profile(other.body.data.token)).status).toBe(401);
});

test('two people in two windows of one browser: the one who logs out leaves the other, whose the cookie is by now', async () => {
  const first = await server.signUp();
  const second = await server.signUp();
  const left = await server.call('POST /logout', {}, { token: first.token, cookies: { refresh: second.refresh } });
  expect([left.status, left.headers['set-cookie']]).toEqual([200, undefined]);
  expect((await profile(first.token)).status).toBe(401);
  expect((await refresh(first.refresh)).status).toBe(401);
  expect((await profile(second.token)).status).toBe(200);
  // The same person twice: both end, since all windows of one person do.
  const again = (await login(second.email, second.password)).cookies.refresh;
  const both = await server.call('POST /logout', {}, { token: second.token, cookies: { refresh: again } });
  expect(both.headers['set-cookie']).toContain('Max-Age=0');
  expect([(await profile(second.token)).status, (await refresh(again)).status]).toEqual([401, 401]);
});

test('only a good token past its time is answered Token expired', async () => {
  const person = await server.signUp();
  server.clock.offsetMs += 15 * 60 * 1000 + 1000;
  const expired = await profile(person.token);
  expect([expired.status, expired.body.message, expired.body.error]).toEqual([
    401,
    'Token expired',
    { code: 'token-expired' },
  ]);
  const [header, claims, signature] = person.token.split('.');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const later = part({ ...JSON.parse(Buffer.from(claims, 'base64url').toString()), exp: 4_000_000_000 });
  const sign = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64url');
  const own = 'jwt-secret-of-this-test-run-0123456789';
  const forged = [
    '',
    'x',
    'a.b.c',
    `${header}.${claims}.`,
    `${header}.${later}.${signature}`,
    `${part({ alg: 'none' })}.${later}.`,
    `${part({ alg: 'HS256' })}.${later}.${sign(`${part({ alg: 'HS256' })}.${later}`, 'another key that is long enough')}`,
    `${header}.${part({ sub: person.id, login: person.loginId, exp: 4_000_000_000 })}`,
    `${header}.${part({ sub: person.id, iss: 'istock', login: 'x' })}.${sign(`${header}.${part({ sub: person.id, iss: 'istock', login: 'x' })}`, own)}`,
  ];
  for (const token of forged) {
    const { status, body } = await server.call(
      'GET /Userprofile',
      {},
      { headers: { authorization: `Bearer ${token}` } },
    );
    expect([token, status, body.message]).toEqual([token, 401, 'Unauthorized']);
  }
  for (const authorization of ['', 'Bearer', person.token, `Basic ${person.token}`])
    expect((await server.call('GET /Userprofile', {}, { headers: { authorization } })).body.message).toBe(
      'Unauthorized',
    );
  server.clock.offsetMs -= 15 * 60 * 1000 + 1000;
  expect((await profile(person.token)).status).toBe(200);
});
