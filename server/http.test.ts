// The rules of the wire that hold for every call, tried over a real socket.
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAccounts, type Accounts, type Person } from '../tests/accounts.ts';

let server: Accounts;
let address: string;
let port: number;
let person: Person;

beforeAll(async () => {
  server = await startAccounts();
  person = await server.signUp();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  address = `http://127.0.0.1:${port}`;
});
afterAll(() => server.close());

interface Reply {
  status: number;
  headers: Headers;
  body: { success: boolean; message: string; data: unknown; error: { code: string } | null };
}

async function ask(path: string, init: RequestInit = {}): Promise<Reply> {
  const reply = await fetch(address + path, init);
  return { status: reply.status, headers: reply.headers, body: await reply.json() };
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

/** Sends exactly these bytes, and returns everything until the connection closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Status and sentence of a refusal, which has the form of all refusals and reveals nothing of our internals. */
function refusal({ status, body }: Reply): [number, string] {
  expect(body).toMatchObject({ success: false, data: null, error: { code: expect.stringMatching(/^[a-z-]+$/) } });
  expect(JSON.stringify(body)).not.toMatch(/at .*\.ts|node_modules|select |\/work|Fastify|FST_/i);
  return [status, body.message];
}

test.each([
  ['{"email":', 'The request could not be read.'],
  ['not json', 'The request could not be read.'],
  ['{"__proto__":{"role":"admin"},"email":"a@b.co","password":"secret1"}', 'The request could not be read.'],
  ['{"\\u005f_proto__":{},"email":"a@b.co","password":"secret1"}', 'The request could not be read.'],
  ['{"constructor":{"prototype":{}},"email":"a@b.co","password":"secret1"}', 'The request could not be read.'],
  ['{"email":"a@b.co","password":"secret\\ud800"}', 'The request could not be read.'],
  ['{"email":"a@b.co","password":"secret1","more":[{"\\udc00":1}]}', 'The request could not be read.'],
  ['{"prototype":1,"email":"a@b.co","password":"secret1"}', 'The request could not be read.'],
  ['{"email":{"deep":{"constructor":1}}}', 'The request could not be read.'],
  [`${'['.repeat(40_000)}${']'.repeat(40_000)}`, 'The request could not be read.'],
  ['null', 'Please enter a valid email address.'],
  ['[]', 'The request is not valid.'],
  ['"text"', 'The request is not valid.'],
  ['7', 'The request is not valid.'],
])('the body %s is refused', async (body, sentence) => {
  expect(refusal(await post('/login', body))).toEqual([400, sentence]);
});

test.each(['/endLogin/%20', `/endLogin/${'1'.repeat(100)}`])('%s is the address of nothing', async (path) => {
  const reply = await post(path, '{}', { authorization: `Bearer ${person.token}` });
  expect(refusal(reply)).toEqual([404, 'Not found']);
});

test.each([
  ['application/json; charset=utf-16', 415],
  ['application/json; x=1; Charset = "ISO-8859-1"', 415],
  ['application/json; charset=UTF-8', 400],
  ['application/json;charset="utf-8"', 400],
])('a body that says that it is %s', async (type, status) => {
  expect((await post('/login', '{}', { 'content-type': type })).status).toBe(status);
});

test('an empty body is an empty object', async () => {
  expect(refusal(await post('/refresh', ''))).toEqual([401, 'Session expired. Please log in again.']);
  expect(refusal(await ask('/refresh', { method: 'POST' }))).toEqual([401, 'Session expired. Please log in again.']);
});

test('more than 100 KB is too large', async () => {
  expect(refusal(await post('/login', JSON.stringify({ email: 'x'.repeat(103_000) })))).toEqual([
    413,
    'The request is too large.',
  ]);
});

test('a list longer than any of ours is not read, whatever it holds', async () => {
  const of = (length: number) => post('/login', JSON.stringify({ email: Array.from({ length }, () => ({})) }));
  expect(refusal(await of(1_000))).toEqual([400, 'Please enter a valid email address.']);
  expect(refusal(await of(1_001))).toEqual([400, 'The request could not be read.']);
});

test.each([
  ['text/plain', '{}'],
  ['application/x-www-form-urlencoded', 'email=a%40b.co'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
])('%s is not JSON', async (type, body) => {
  expect(refusal(await post('/login', body, { 'content-type': type }))).toEqual([415, 'Send JSON.']);
});

test('a compressed body is refused', async () => {
  const body = gzipSync(JSON.stringify({ email: 'a@b.co', password: 'secret1' }));
  const reply = await ask('/login', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(refusal(reply)).toEqual([415, 'Send JSON.']);
});

test('a body that says it is not compressed is read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
  const reply = await ask('/login', { method: 'POST', body: '{}', headers });
  expect(reply.status).toBe(400);
});

test.each([
  ['GET', '/login', 'POST'],
  ['DELETE', '/login', 'POST'],
  ['PUT', '/Userprofile', 'GET, HEAD'],
  ['PATCH', '/disableUser/7', 'POST'],
  ['OPTIONS', '/userlist', 'GET, HEAD'],
  ['POST', '/health', 'GET, HEAD'],
])('%s %s is the wrong method', async (method, path, allow) => {
  const reply = await ask(path, { method });
  expect(refusal(reply)).toEqual([405, 'Method not allowed']);
  expect(reply.headers.get('allow')).toBe(allow);
});

test.each(['TRACE', 'PROPFIND', 'PURGE'])('%s is no method of ours', async (method) => {
  const answer = await raw(`${method} /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 (405|404|400) /);
  expect(answer).toContain('"success":false');
});

test('CONNECT gets nothing', async () => {
  expect(await raw('CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toMatch(/^HTTP\/1\.1 2/);
});

test.each([
  '/nothing',
  '/userprofile',
  '/LOGIN',
  '/login/',
  '//login',
  '/.env',
  '/.git/config',
  '/%2e%2e/package.json',
  '/assets/../package.json',
  `/${'x'.repeat(500)}`,
])('%s is not there', async (path) => {
  const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  expect(answer).toContain('"message":"Not found"');
});

test('a broken escape in the path is malformed', async () => {
  expect(refusal(await ask('/disableUser/%zz', { method: 'POST' }))).toEqual([400, 'The request could not be read.']);
});

test('prototype keys and repeated keys in a query are refused', async () => {
  expect(refusal(await ask('/dev/mailbox?__proto__=1'))).toEqual([400, 'The request could not be read.']);
  expect(refusal(await ask('/dev/mailbox?constructor=1'))).toEqual([400, 'The request could not be read.']);
  expect(refusal(await ask('/dev/mailbox?to=a&to=b'))).toEqual([400, 'to may be given only once.']);
  expect(refusal(await ask('/dev/mailbox?to=a%00b'))).toEqual([400, 'Give an address.']);
});

test('headers without end are refused', async () => {
  const answer = await raw(`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('"code":"too-large"');
});

test.each([
  'GET / HTTP/9.9\r\n\r\n',
  'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\n\r\n',
  'GET /health HTTP/1.1\r\nHost: x\r\nHost: y\r\nBad Header: 1\r\n\r\n',
])('%j is not HTTP', async (bytes) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request/);
  expect(answer).toContain('"message":"The request could not be read."');
  expect(answer).not.toContain('"status":"up"');
});

test.each([
  ['without a Host', 400, 'GET /health HTTP/1.1\r\n'],
  ['without a Host, for a page', 400, 'GET /login HTTP/1.1\r\nAccept: text/html\r\n'],
  ['with two Hosts', 400, 'GET /health HTTP/1.1\r\nHost: x\r\nhost: x\r\n'],
  ['with an expectation that nobody meets', 417, 'POST /login HTTP/1.1\r\nHost: x\r\nExpect: more\r\n'],
])('a request %s is refused as any other', async (_how, status, head) => {
  const answer = await raw(`${head}Connection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('"message":"The request could not be read."');
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff\r\n');
  expect(answer.toLowerCase()).toContain('cache-control: no-store\r\n');
});

test('every reply of a call forbids to be kept, sniffed or framed, and has a name', async () => {
  const token = { headers: { authorization: `Bearer ${person.token}` } };
  for (const reply of [
    await ask('/health'),
    await ask('/Userprofile', token),
    await ask('/nothing'),
    await ask('/login'),
    await post('/login', '{'),
    await ask('/disableUser/%zz', { method: 'POST' }),
    await ask(`/disableUser/${'x'.repeat(300)}`, { method: 'POST' }),
  ]) {
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(reply.headers.get('vary')).toContain('Accept');
    expect(reply.headers.get('x-request-id')).toBeTruthy();
    expect(reply.headers.get('x-powered-by')).toBeNull();
    expect(reply.headers.get('server')).toBeNull();
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('nothing that is no call is sniffed either: the reference, a file that is not there, what is not even HTTP', async () => {
  for (const path of ['/openapi.json', '/docs', '/docs/static/none.js', '/photos/none.webp']) {
    const { headers } = await fetch(address + path);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    expect([path, headers.get('content-security-policy')]).toEqual([path, expect.stringContaining("default-src '")]);
  }
  expect(await raw('GET / HTTP/9.9\r\n\r\n')).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
});

test('a forged X-Forwarded-For is not believed', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const attempt = (n: number) =>
      limited.call(
        'POST /adminLogin',
        { email: 'a@b.co', password: 'secret1' },
        { headers: { 'x-forwarded-for': `10.0.0.${n}` } },
      );
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await attempt(n)).status);
    expect(statuses.at(-1)).toBe(429);
  } finally {
    await limited.close();
  }
});

test('each call has a rate limit', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, n) => limited.call('POST /forgotPassword', { email: `n${n}@example.com` })),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await limited.close();
  }
});

test('who has many accounts has no more of a call that needs none', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const people = [await limited.signUp(), await limited.signUp()];
    const answers = await Promise.all(
      Array.from({ length: 61 }, (_, n) => {
        const headers = { authorization: `Bearer ${people[n % 2].token}` };
        return limited.call('POST /forgotPassword', { email: `n${n}@example.com` }, { headers });
      }),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  } finally {
    await limited.close();
  }
});

test('a client with too many requests gets 429, and others do not', async () => {
  const limited = await startAccounts({ hasRateLimit: true });
  try {
    const [hasty, calm] = [await limited.signUp(), await limited.signUp()];
    const ask = ({ token }: { token: string }) =>
      limited.call('GET /Userprofile', {}, { headers: { authorization: `Bearer ${token}` } });
    const statuses: number[] = [];
    // However slow the machine is: within some stretch of ten seconds it is too often.
    while (!statuses.includes(429) && statuses.length < 50_000)
      statuses.push(...(await Promise.all(Array.from({ length: 75 }, () => ask(hasty)))).map(({ status }) => status));
    expect(statuses).toContain(429);
    expect((await ask(calm)).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('the mailbox is data for a program and a page for a browser', async () => {
  const { body } = await ask(`/dev/mailbox?to=${encodeURIComponent(person.email.toUpperCase())}`);
  expect(body.data).toEqual([
    expect.objectContaining({ to: person.email, subject: 'Your Istock OTP', createdAt: expect.stringMatching(/Z$/) }),
  ]);
  const page = await fetch(`${address}/dev/mailbox?to=${encodeURIComponent(person.email)}`, {
    headers: { accept: 'text/html,*/*' },
  });
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-[^']+'/);
  expect(await page.text()).toContain('Your Istock OTP');
});

test('the mailbox is closed to clients behind a proxy', async () => {
  const reply = await ask('/dev/mailbox', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(refusal(reply)).toEqual([404, 'Only the machine that Istock runs on may read this, and not through a proxy.']);
});

test('the reference is served, from the contract', async () => {
  const reply = await fetch(`${address}/openapi.json`);
  const document = (await reply.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: object }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/cancelOrder/{id}');
  expect(document.paths['/login'].post.responses).toHaveProperty('429');
  const page = await fetch(`${address}/docs/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
});

test('every address of the reference has the same document', async () => {
  const document = await (await fetch(`${address}/openapi.json`)).text();
  for (const path of ['/docs/json', '/docs/yaml']) {
    const copy = await fetch(address + path);
    expect([path, copy.status, copy.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
    expect((await copy.text()) === document).toBe(true);
  }
});

test('a request to switch the protocol is answered over HTTP', async () => {
  // As the real server has one, for sockets.
  server.app.server.on('upgrade', (_request, socket) => socket.destroy());
  for (const wish of ['h2c', 'websocket'])
    expect(
      await raw(
        `POST /login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${wish}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
      ),
    ).toMatch(/^HTTP\/1\.1 400 [\s\S]*Please enter a valid email address/);
});

test('while the database is held up, calls answer 503 and say when to try again', async () => {
  const holder = await server.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table users in access exclusive mode');
    const reply = await post('/login', JSON.stringify({ email: person.email, password: person.password }));
    expect(refusal(reply)).toEqual([503, 'The service is not available right now. Please try again in a moment.']);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect((await ask('/health')).status).toBe(200);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await post('/login', JSON.stringify({ email: person.email, password: person.password }))).status).toBe(200);
});
