// Files that come over a slow line, beside the limit of time for requests, which they may exceed.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { bareHttp } from '../../tests/scenes/bare-http.ts';
import { createHttp } from '../http.ts';

const LIMIT_MS = 150;
/** Requests that are late are looked for every two seconds. */
const PAST_LIMIT_MS = 3_000;
const PART = 'abcdefghij';

let database: TestDatabase;
let app: FastifyInstance;
let received: string[];

beforeEach(async () => {
  database = await openTestDatabase();
  received = [];
  const receive = async (_key: string, _type: string, bytes: Buffer) => void received.push(`${bytes}`);
  const materials = { check: () => {}, receive, read: async () => null };
  app = await createHttp({ ...bareHttp({ handlers: {}, database }), materials });
  Object.assign(app.server, { headersTimeout: LIMIT_MS, requestTimeout: LIMIT_MS });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await app.close();
  await database.close();
});

interface Client {
  readonly socket: Socket;
  readonly answer: () => string;
}

/** Sends all of a file but its last part. */
async function beginUpload(): Promise<Client> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => {});
  socket.write(
    `PUT /materials/one?type=text/plain HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${2 * PART.length}\r\n\r\n${PART}`,
  );
  return { socket, answer: () => answer };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a file that takes longer than a request may take arrives, and the next request of the connection has the limit again', async () => {
  const { socket, answer } = await beginUpload();
  await pause(PAST_LIMIT_MS);
  expect(answer()).toBe('');
  socket.write(PART);
  await expect.poll(answer).toContain('HTTP/1.1 200 ');
  expect(received).toEqual([PART + PART]);
  socket.write('POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{');
  await expect.poll(answer, { timeout: 10_000 }).toContain('HTTP/1.1 408 ');
  socket.destroy();
});

test('a file that never comes to its end is cut off after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket } = await beginUpload();
  const ended = once(socket, 'close');
  // Until the request has been seen, no time is measured; each look takes 50 ms of the clock.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0));
  await vi.advanceTimersByTimeAsync(5 * 60_000 - 5_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await ended;
  vi.useRealTimers();
  expect(received).toEqual([]);
});
