// Clients that never finish a request, or send requests and read no replies, beside those that wait for a slow call or keep a connection for the next one.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { bareHttp } from '../../tests/scenes/bare-http.ts';
import { createHttp } from '../http.ts';

const LIMIT_MS = 150;
const SLOW_MS = 3 * LIMIT_MS;

let database: TestDatabase;
let app: FastifyInstance;
let limitMs: number;

beforeAll(async () => {
  database = await openTestDatabase();
  app = await createHttp(
    bareHttp({
      handlers: {
        'GET /health': async () => {
          await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
          return { data: { status: 'up' } };
        },
      },
      database,
    }),
  );
  limitMs = app.server.timeout;
  app.server.setTimeout(LIMIT_MS);
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

async function asking(path: string, times: number): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  return socket;
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });

test('a client that reads no replies is disconnected', async () => {
  expect(limitMs).toBe(60_000);
  // Far more than the system keeps for a connection.
  const deaf = await asking('/openapi.json', 20);
  deaf.pause();
  await expect.poll(connections).toBe(1);
  await expect.poll(connections, { timeout: 20 * LIMIT_MS }).toBe(0);
  deaf.destroy();
});

test('a client that waits for a slow call, and keeps the connection for another one, is not', async () => {
  const patient = await asking('/health', 1);
  let answer = '';
  patient.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  await expect.poll(() => answer).toContain('"up"');
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  expect(await connections()).toBe(1);
  patient.destroy();
});

test.each([
  ['headers', 'GET /health HTTP/1.1\r\nHost: x\r\n', 'X-More: y\r\n'],
  ['a body', 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{', ' '],
])('a client whose %s drip in is disconnected soon after the limit', async (_what, begin, drop) => {
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([10_000, 30_000]);
  const limits = { headersTimeout: app.server.headersTimeout, requestTimeout: app.server.requestTimeout };
  Object.assign(app.server, { headersTimeout: LIMIT_MS, requestTimeout: LIMIT_MS });
  // Its own side it never closes.
  const slow = connect({
    port: (app.server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  let answer = '';
  slow.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  slow.on('error', () => {});
  slow.write(begin);
  const dripping = setInterval(() => slow.write(drop), LIMIT_MS / 5);
  await expect.poll(() => answer, { timeout: 10_000 }).toContain('HTTP/1.1 408 ');
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  clearInterval(dripping);
  Object.assign(app.server, limits);
});
