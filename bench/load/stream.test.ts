// The generator hides nothing: requests delayed by a stall are timed from when they were due, and every status is counted.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { play } from './stream.ts';

const STALL_MS = 600;
const RATE = 200;

test('a stall of 600 ms is felt by all requests that fall into it, not only by those under way', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    if (asked === RATE) for (const until = performance.now() + STALL_MS; performance.now() < until;);
    response.statusCode = asked % 10 === 0 ? 503 : 200;
    response.end('{"data":{"_id":"7","status":"PENDING"}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const plan = { name: 'all', kind: 'flood', url, tokens: ['t'], stocks: [{ symbol: 'S', restAt: 1 }] } as const;
  const report = await play({ ...plan, rate: RATE, seconds: 2, warmUpSeconds: 0, lines: 4, seed: 1 });
  server.close();
  expect(report).toMatchObject({ offered: 400, answered: 400, unanswered: 0, statuses: { 200: 360, 503: 40 } });
  expect(report.orders).toEqual({ acknowledged: 360, unknown: 40 });
  // 120 of 400 requests were due while it stood still; with as many closed loops as lines, four would have been slow.
  expect(report.longest).toBeGreaterThan(STALL_MS - 50);
  expect(report.p99).toBeGreaterThan(STALL_MS / 2);
});

test('a missing server is reported as such', async () => {
  const plan = { name: 'all', kind: 'reads', url: 'http://127.0.0.1:9', tokens: ['t'], stocks: [] } as const;
  const report = await play({ ...plan, rate: 50, seconds: 1, warmUpSeconds: 0, lines: 2, seed: 1 });
  expect(report).toMatchObject({ offered: 50, answered: 50, statuses: { 0: 50 } });
});
