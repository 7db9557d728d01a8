// Connections on which nobody asks to be let in, or that were refused: many of them, and then somebody who is let in.
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { guardEntrances } from './entry.ts';

const MOST_IDLE = 10;

let http: HttpServer;
let server: Server;
let address: string;

beforeEach(async () => {
  http = createServer();
  server = new Server(http);
  const door = guardEntrances(server.engine, true, MOST_IDLE);
  server.use((socket, next) => {
    if (socket.handshake.auth.token === 'good') return next();
    next(new Error('Unauthorized'));
    door.refused(socket.conn);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

/** Begins a connection by polling, and says no more. */
async function handshake(): Promise<void> {
  const { status } = await fetch(`${address}/socket.io/?EIO=4&transport=polling`);
  expect(status).toBe(200);
}

const client = (token: string) =>
  io(address, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });

test('of those who only begin, the newest stay, and a person who is let in stays anyway', async () => {
  const inside = client('good');
  await new Promise<void>((resolve) => inside.on('connect', resolve));
  for (let n = 0; n < 5 * MOST_IDLE; n++) await handshake();
  expect(server.engine.clientsCount).toBe(MOST_IDLE + 1);
  const late = client('good');
  await new Promise<void>((resolve) => late.on('connect', resolve));
  expect([inside.connected, server.engine.clientsCount]).toEqual([true, MOST_IDLE + 1]);
  inside.disconnect();
  late.disconnect();
});

test('a client that is refused learns it, and counts among them', async () => {
  const refused = Array.from({ length: MOST_IDLE }, () => client('bad'));
  const reasons = await Promise.all(
    refused.map((each) => new Promise((resolve) => each.on('connect_error', ({ message }) => resolve(message)))),
  );
  expect(new Set(reasons)).toEqual(new Set(['Unauthorized']));
  for (let n = 0; n < MOST_IDLE; n++) await handshake();
  await expect.poll(() => server.engine.clientsCount).toBe(MOST_IDLE);
  for (const each of refused) each.disconnect();
});
