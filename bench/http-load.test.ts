// The generator of the part `http` hides nothing either: what a server that stands still at the end has not answered counts.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Crowd, requestText } from './http-load.ts';

const LINES = 4;
const RATE = 200;
const GOOD_MS = 1_000;
const STALL_MS = 1_500;
const requests = Array.from({ length: LINES }, () => [requestText({ method: 'GET', where: '/' })]);

let server: Server;
const crowd = new Crowd();

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers at once, but for a stall after a second. */
async function stalling(ended: (response: ServerResponse) => void): Promise<string> {
  let firstAt = 0;
  const held: ServerResponse[] = [];
  server = createServer((_request, response) => {
    firstAt ||= performance.now();
    const passedMs = performance.now() - firstAt;
    if (passedMs < GOOD_MS || passedMs > GOOD_MS + STALL_MS) return void response.end('{}');
    if (held.push(response) === 1) setTimeout(() => held.splice(0).forEach(ended), GOOD_MS + STALL_MS - passedMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('answers that come after the end are late', async () => {
  const url = await stalling((response) => response.end('{}'));
  const { refused, latencyMs } = await crowd.fire(url, { requests, seconds: 2, perSecond: RATE });
  expect(refused).toBe(0);
  // Without them no latency could be longer than the second that is left of the time.
  expect(latencyMs.p99).toBeGreaterThan(STALL_MS - 300);
});

test('a broken connection is no answer', async () => {
  const url = await stalling((response) => response.destroy());
  const { refused, refusal } = await crowd.fire(url, { requests, seconds: 2, perSecond: RATE });
  expect(refused).toBeGreaterThan(LINES);
  expect(refusal).toBe('no answer');
}, 30_000);
