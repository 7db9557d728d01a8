// A request that is refused before its body has come, on a connection that is closed afterwards: the answer must arrive.
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { bareHttp } from '../../tests/scenes/bare-http.ts';
import type { Handlers } from '../handler.ts';
import { createHttp } from '../http.ts';

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await openTestDatabase();
  app = await createHttp(
    bareHttp({
      handlers: {
        'POST /login': async () => ({ data: null }),
        'POST /orders': async () => ({ data: null }),
      } as unknown as Handlers,
      database,
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** As a proxy does: sends the head, then the whole body, and reads the answer only when all of it is sent. */
async function answerTo(path: string, head: string, body: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
  await pause(50);
  // Without the whole body being taken, this is refused by the system, and so is the reading that follows.
  const failed = once(socket, 'error').then(([error]) => String(error));
  const half = Math.floor(body.length / 2);
  socket.write(body.slice(0, half));
  await pause(50);
  socket.write(body.slice(half));
  await pause(50);
  let said = '';
  socket.on('data', (bytes) => (said += String(bytes))).resume();
  return Promise.race([failed, once(socket, 'close').then(() => said.split('\r\n', 1)[0])]);
}

const LONG = 'x'.repeat(90_000);
const TOO_LONG = 'x'.repeat(2_000_000);
const CLOSE = 'Connection: close';

test.each([
  ['a call without its token', '/orders', `Content-Length: ${LONG.length}\r\n${CLOSE}`, LONG, 401],
  ['a body that is too long', '/login', `Content-Length: ${TOO_LONG.length}\r\n${CLOSE}`, TOO_LONG, 413],
  ['one too long on a connection that would stay', '/login', `Content-Length: ${TOO_LONG.length}`, TOO_LONG, 413],
  [
    'one that does not say how long it is',
    '/login',
    `Transfer-Encoding: chunked\r\n${CLOSE}`,
    `1e8480\r\n${TOO_LONG}\r\n0\r\n\r\n`,
    413,
  ],
])('%s', async (_what, path, head, body, status) => {
  expect(await answerTo(path, head, body)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a client that sends no body has its answer at once, and is cut off soon', async () => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const begun = performance.now();
  socket.write(`POST /orders HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n${CLOSE}\r\n\r\n`);
  const [said] = await once(socket, 'data');
  expect(String(said)).toMatch(/^HTTP\/1.1 401 .*\r\n\r\n\{.*\}$/s);
  expect(performance.now() - begun).toBeLessThan(1_000);
  await once(socket, 'close');
  expect(performance.now() - begun).toBeLessThan(10_000);
});
