// The web application as browsers get it: navigations, files, compression and the policy of the page.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp, type HttpOptions } from '../http.ts';
import { createPlatformHandlers } from '../platform.ts';
import { googleSource } from './outside.ts';
import { isNavigable } from './pages.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { bareHttp } from '../../tests/scenes/bare-http.ts';

const script = "document.documentElement.dataset.theme = 'dark';";
const html = `<!doctype html><html><head><title>Istock</title><script>${script}</script><script type="module" src="/assets/main-abc123.js"></script></head><body></body></html>`;
const code = `export const text = '${'x'.repeat(5000)}';`;

let webRoot: string;
let database: TestDatabase;
let app: FastifyInstance;

const settings = {
  smtpUrl: undefined,
  googleClientId: undefined,
  razorpay: undefined,
  marketHours: 'always',
  passwordMin: 6,
  topupMaxPaise: 100,
  usdInr: 85,
} as const;

const options = (): HttpOptions =>
  bareHttp({
    handlers: {
      ...createPlatformHandlers({ settings, waitingFor: () => ['the books'] }),
      'GET /limit': () => ({ data: { maxBuyLimit: 1, maxSellLimit: 1, timeframeInHours: 1 } }),
    },
    database,
    webRoot,
  });

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'istock-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(path.join(webRoot, 'index.html'), html);
  const built = path.join(webRoot, 'assets', 'main-abc123.js');
  await writeFile(built, code);
  await writeFile(`${built}.br`, brotliCompressSync(code));
  await writeFile(`${built}.gz`, gzipSync(code));
  await writeFile(path.join(webRoot, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  database = await openTestDatabase();
  app = await createHttp(options());
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(webRoot, { recursive: true });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each([
  '/',
  '/login',
  '/home',
  '/limit',
  '/portfolio?page=2',
  '/stockdetails/M%26M',
  '/stockdetails/A.B',
  '/no/such/screen',
])('a browser that opens %s gets the application', async (url) => {
  const page = await app.inject({ url, headers: browser });
  expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([200, 'text/html; charset=utf-8', html]);
  expect(page.headers.vary).toContain('Accept');
  expect(page.headers['cache-control']).toBe('no-cache');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|upgrade-insecure/);
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
});

test('without outside services nothing of other sites is allowed; Google alone opens what its button needs', async () => {
  const policyOf = async (from: FastifyInstance) => {
    const { headers } = await from.inject({ url: '/login', headers: browser });
    return { policy: String(headers['content-security-policy']), opener: headers['cross-origin-opener-policy'] };
  };
  const alone = await policyOf(app);
  expect(alone.policy).not.toContain('http');
  expect(alone.policy).toContain("frame-src 'none'");
  expect(alone.opener).toBe('same-origin');

  const withGoogle = await createHttp({
    ...options(),
    outside: [googleSource, { connections: ['https://s3.example'] }],
  });
  const { policy, opener } = await policyOf(withGoogle);
  await withGoogle.close();
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' https:\/\/accounts\.google\.com\/gsi\/client;/);
  expect(policy).toContain('frame-src https://accounts.google.com/gsi/;');
  expect(policy).toContain("connect-src 'self' https://accounts.google.com/gsi/ https://s3.example;");
  expect([...new Set(policy.match(/https?:\/\/[^/; ]+/g))]).toEqual([
    'https://accounts.google.com',
    'https://s3.example',
  ]);
  // The button answers through a window that it opens.
  expect(opener).toBe('same-origin-allow-popups');
});

/** What the page and its files may do, and what others may do with them. */
const PAGE_POLICY = {
  'content-security-policy': `default-src 'self';script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}';style-src 'self';img-src 'self' data: blob:;font-src 'self';connect-src 'self';frame-src 'none';media-src 'self' blob:;worker-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
const CALL_POLICY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

test.each([
  ['a page', '/login', browser, 200, PAGE_POLICY],
  ['a page that is there already', '/login', { ...browser, 'if-none-match': 'its own' }, 304, PAGE_POLICY],
  ['a built file', '/assets/main-abc123.js', {}, 200, PAGE_POLICY],
  ['a compressed file', '/assets/main-abc123.js', { 'accept-encoding': 'br' }, 200, PAGE_POLICY],
  ['a part of a file', '/assets/main-abc123.js', { range: 'bytes=0-9' }, 206, PAGE_POLICY],
  ['a file with another name', '/icon.svg', {}, 200, PAGE_POLICY],
  ['no file', '/assets/missing.js', {}, 404, CALL_POLICY],
  ['a call', '/health', {}, 200, CALL_POLICY],
  ['a call without a token', '/limit', {}, 401, CALL_POLICY],
  ['no call', '/nothing', {}, 404, CALL_POLICY],
  ['a path that cannot be read', '/%', {}, 400, CALL_POLICY],
] as const)('%s is sent under the headers of its kind, and no others', async (_what, url, headers, status, policy) => {
  const { etag } = (await app.inject({ url: '/login', headers: browser })).headers;
  const asked = 'if-none-match' in headers ? { ...headers, 'if-none-match': String(etag) } : headers;
  const reply = await app.inject({ url, headers: asked });
  expect(reply.statusCode).toBe(status);
  const isOfPolicy = ([name]: [string, unknown]): boolean =>
    name in PAGE_POLICY || /policy|^x-(?!request-id)|security/.test(name);
  expect(Object.fromEntries(Object.entries(reply.headers).filter(isOfPolicy))).toEqual(policy);
});

test('a program that asks the same path gets the call', async () => {
  const reply = await app.inject({ url: '/limit', headers: { accept: 'application/json' } });
  expect([reply.statusCode, reply.json().message]).toEqual([401, 'Unauthorized']);
  expect(reply.headers.vary).toContain('Accept');
  expect((await app.inject({ url: '/limit', method: 'HEAD', headers: browser })).headers['content-type']).toContain(
    'text/html',
  );
});

test.each([
  [undefined, 200],
  ['*/*', 200],
  ['application/json, text/plain, */*', 200],
  ['application/json', 404],
])('the bare address, asked with Accept %s, is answered %i', async (accept, status) => {
  const headers = accept === undefined ? {} : { accept };
  expect((await app.inject({ url: '/?from=probe', headers })).statusCode).toBe(status);
  expect((await app.inject({ url: '/home', headers })).statusCode).toBe(404);
});

test.each(['/.env', '/.git/config', '//login', '/assets/missing.js'])('%s is no page', async (url) => {
  const reply = await app.inject({ url, headers: url.startsWith('/assets/m') ? { accept: '*/*' } : browser });
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toMatchObject({ success: false, message: 'Not found' });
});

test.each(['/a/../b', '/%2e%2e/package.json', '/a/%2e%2e%2fb', '/a\\b', '/a%00b', '/%zz', '//evil.example', '/.env?x'])(
  'nobody means to open %s',
  (url) => expect(isNavigable(url)).toBe(false),
);

test('a browser that opens a call about the service gets its answer', async () => {
  expect((await app.inject({ url: '/health', headers: browser })).json().data).toEqual({ status: 'up' });
  const ready = await app.inject({ url: '/ready', headers: browser });
  expect([ready.statusCode, ready.json().data]).toEqual([503, { ready: false, waitingFor: ['the books'] }]);
  expect((await app.inject({ url: '/openapi.json', headers: browser })).json().openapi).toBe('3.1.0');
});

test('built files are sent as the build has compressed them and kept for good, others are not', async () => {
  const inEncoding = (accepted: string) =>
    app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': accepted } });
  const file = await inEncoding('br, gzip');
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(file.headers['content-type']).toContain('javascript');
  expect(brotliDecompressSync(file.rawPayload).toString()).toBe(code);
  expect(file.headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
  const zipped = await inEncoding('gzip');
  expect([zipped.headers['content-encoding'], gunzipSync(zipped.rawPayload).toString()]).toEqual(['gzip', code]);
  const plain = await inEncoding('identity');
  expect([plain.headers['content-encoding'], plain.payload]).toEqual([undefined, code]);
  const icon = await app.inject({ url: '/icon.svg', headers: browser });
  expect([icon.statusCode, icon.headers['content-type'], icon.headers['cache-control']]).toEqual([
    200,
    'image/svg+xml',
    'public, max-age=3600',
  ]);
});

test.each([
  ['gzip;q=0.8', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br; q=0.000 , gzip; q=0.5', 'gzip'],
  ['gzip; q=0', undefined],
  ['identity', undefined],
])('a client that takes %s gets the page that way', async (accepted, encoding) => {
  const page = await app.inject({ url: '/home', headers: { ...browser, 'accept-encoding': accepted } });
  expect(page.headers['content-encoding']).toBe(encoding);
});

test('the page is sent compressed, and not again while it is the same', async () => {
  const page = await app.inject({ url: '/home', headers: { ...browser, 'accept-encoding': 'gzip, br' } });
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe(html);
  const again = await app.inject({ url: '/home', headers: { ...browser, 'if-none-match': String(page.headers.etag) } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

const told = { 'x-forwarded-proto': 'https' };
test.each([
  ['over http', { trustedProxies: 1, publicUrl: null }, {}, false],
  ['over https, as the proxy says', { trustedProxies: 1, publicUrl: null }, told, true],
  ['over http, whatever a stranger says', { trustedProxies: 0, publicUrl: null }, told, false],
  [
    'over https, through a proxy that says nothing',
    { trustedProxies: 1, publicUrl: 'https://istock.example' },
    {},
    true,
  ],
  ['over http, as the operator says', { trustedProxies: 1, publicUrl: 'http://istock.example' }, {}, false],
] as const)('%s, the page and the cookies keep to https: %j %j %s', async (_how, place, headers, isKept) => {
  const given = options();
  const cookies = [{ name: 'refresh', value: '', lifetimeSeconds: 0 }];
  const handlers: HttpOptions['handlers'] = { ...given.handlers, 'POST /logout': () => ({ data: null, cookies }) };
  const site = await createHttp({ ...given, handlers, ...place });
  const page = await site.inject({ url: '/login', headers: { ...browser, ...headers } });
  const logout = await site.inject({ method: 'POST', url: '/logout', headers });
  await site.close();
  expect(page.headers['strict-transport-security']).toBe(isKept ? 'max-age=31536000' : undefined);
  expect(String(logout.headers['set-cookie']).includes('; Secure')).toBe(isKept);
});
