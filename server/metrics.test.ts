// The figures of the process: who may read them, and that they follow what happens.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROJECT_ROOT } from './config.ts';
import { diskUse } from './db/disk-use.ts';
import { createHttp } from './http.ts';
import { Metrics } from './metrics.ts';

type App = Awaited<ReturnType<typeof createHttp>>;

const metrics = new Metrics();
let app: App;

beforeAll(async () => {
  app = await createHttp({
    handlers: { 'GET /health': () => ({ data: { status: 'up' } }) },
    access: { authenticate: () => Promise.reject(new Error('nobody logs in here')) },
    database: { query: () => Promise.reject(new Error('nothing is stored here')) },
    log: pino({ level: 'silent' }),
    hasRateLimit: false,
    trustedProxies: 0,
    webRoot: null,
    version: 'test',
    metrics: { source: metrics, token: 'a token of the operator' },
  });
  metrics.watchExchange({ waiting: () => 3, isRunning: () => true, isOpen: () => true });
  metrics.watch({
    sockets: () => 7,
    connections: () => 2,
    connectionsWaiting: () => 0,
    diskUsed: diskUse(PROJECT_ROOT),
  });
});
afterAll(() => app.close());

const read = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({ url: '/metrics', headers, remoteAddress });

test('the figures follow calls, commits and what is watched', async () => {
  await app.inject({ url: '/health' });
  await app.inject({ url: '/health' });
  for (const url of ['/no-such-thing', '/nor-this']) expect((await app.inject({ url })).statusCode).toBe(404);
  metrics.committed({
    sequence: 1,
    commitMs: 3,
    at: 0,
    orders: [],
    fills: [],
    cashFlows: [],
    actions: [],
    accounts: new Set(),
    areStocksChanged: false,
    notices: [],
  });
  const { body, headers, statusCode } = await read();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toContain('istock_call_seconds_count{call="GET /health",status="200"} 2');
  expect(body).toContain('istock_call_seconds_count{call="unknown",status="404"} 2');
  expect(body).toContain('istock_commit_seconds_bucket{le="0.0025"} 0');
  expect(body).toContain('istock_commit_seconds_bucket{le="0.005"} 1');
  expect(body).toContain('istock_sockets 7');
  expect(body).toContain('istock_exchange_waiting 3');
  expect(body).not.toContain('no-such-thing');
});

test('calls are told apart by name and status, each in the buckets of its time', async () => {
  const own = new Metrics();
  for (const [status, seconds] of [
    [200, 0.001],
    [200, 0.002],
    [200, 9],
    [404, 0.3],
  ])
    own.called('GET /stocks', status, seconds);
  const lines = (await own.text()).split('\n').filter((line) => line.startsWith('istock_call_seconds'));
  const good = (what: string) =>
    lines.filter((line) => line.startsWith(`istock_call_seconds_${what}`) && line.includes('200'));
  // 1 ms is as long as the first bucket, 2 ms no longer than the second; 9 s is longer than all.
  expect(good('bucket').map((line) => line.split(' ').at(-1))).toEqual([...'1222222222223']);
  expect(good('bucket')[0]).toBe('istock_call_seconds_bucket{le="0.001",call="GET /stocks",status="200"} 1');
  expect(good('bucket').at(-1)).toBe('istock_call_seconds_bucket{le="+Inf",call="GET /stocks",status="200"} 3');
  expect(good('sum')).toEqual(['istock_call_seconds_sum{call="GET /stocks",status="200"} 9.003']);
  expect(lines).toContain('istock_call_seconds_count{call="GET /stocks",status="404"} 1');
});

test.each([
  ['another machine', {}, '203.0.113.9', 403],
  ['another machine with a wrong token', { authorization: 'Bearer a token' }, '203.0.113.9', 403],
  ['another machine with the token', { authorization: 'Bearer a token of the operator' }, '203.0.113.9', 200],
  ['somebody behind a proxy on this machine', { 'x-forwarded-for': '203.0.113.9' }, '127.0.0.1', 403],
  ['somebody who says to be this machine', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9', 403],
  ['this machine', {}, '::1', 200],
])('%s', async (_who, headers: Record<string, string>, address, status) => {
  expect((await read(headers, address)).statusCode).toBe(status);
});

/** Of every kind of process. */
async function knownFigures(): Promise<string> {
  const gateway = new Metrics();
  gateway.watchGateway({ hasLine: () => true, underWay: () => 0 });
  return (await read()).body + (await gateway.text());
}

const FIGURE = /\b(istock|process|nodejs)_\w+/g;

test('the ready dashboard, the ready alerts and the guide speak of figures that there are', async () => {
  const textOf = (name: string) => readFile(path.join(PROJECT_ROOT, 'docs', name), 'utf8');
  const { panels } = JSON.parse(await textOf('grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const panelsAsk = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(FIGURE) ?? []));
  const alertsAsk = [...(await textOf('alerts.yaml')).matchAll(/expr: (.*)/g)].flatMap(([, expr]) =>
    expr.match(FIGURE)!,
  );
  const told = (await textOf('operations.md')).match(FIGURE)!;
  expect([panelsAsk, alertsAsk, told].map((asked) => new Set(asked).size >= 8)).toEqual([true, true, true]);
  const known = await knownFigures();
  for (const name of [...panelsAsk, ...alertsAsk, ...told])
    expect(known).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `);
});

test('failures are counted from 0, so that an alert sees the first one; a service that is away is none', async () => {
  const own = new Metrics();
  expect(await own.text()).toContain('istock_failures_total 0');
  for (const status of [200, 404, 503, 500]) own.called('GET /stocks', status, 0.1);
  expect(await own.text()).toContain('istock_failures_total 1');
});

test('the disk is as full as df says, and not a number where nobody knows', async () => {
  const shares = await Promise.all([diskUse(PROJECT_ROOT)(), diskUse(path.join(PROJECT_ROOT, 'no such folder'))()]);
  expect(shares[0]).toBeGreaterThan(0);
  expect(shares[0]).toBeLessThanOrEqual(1);
  expect(shares[1]).toBeNaN();
  expect((await read()).body).toMatch(/^istock_disk_used 0\.\d+$/m);
});
