// Many requests sent at once on one connection, by clients that read every answer, and by clients that read none.
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { bareHttp } from '../../tests/scenes/bare-http.ts';
import { createHttp } from '../http.ts';

let webRoot: string;
let database: TestDatabase;
let app: FastifyInstance;
let underway = 0;
let most = 0;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'istock-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>Istock</title>');
  await writeFile(path.join(webRoot, 'assets', 'chart-abc123.js'), 'x'.repeat(1_000_000));
  database = await openTestDatabase();
  app = await createHttp(
    bareHttp({
      handlers: {
        'GET /health': async () => {
          most = Math.max(most, ++underway);
          await new Promise((resolve) => setTimeout(resolve, 5));
          underway--;
          return { data: { status: 'up' } };
        },
      },
      database,
      webRoot,
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
  await rm(webRoot, { recursive: true });
});

async function asking(asked: string, times: number): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(`GET ${asked} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  return socket;
}

/** How many files of the pages this process has open. */
async function openFiles(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return (await Promise.all(links)).filter((file) => file.startsWith(webRoot)).length;
}

test('they are carried out one after the other, and answered in their order', async () => {
  most = 0;
  const socket = await asking('/health', 15);
  socket.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => said.match(/HTTP\/1\.1 \d+/g)?.length).toBe(16);
  expect(said.match(/HTTP\/1\.1 \d+/g)).toEqual([...Array<string>(15).fill('HTTP/1.1 200'), 'HTTP/1.1 404']);
  expect(most).toBe(1);
  socket.destroy();
});

test('a connection with more of them than anybody needs is cut off', async () => {
  const socket = await asking('/health', 500);
  await once(socket, 'close');
  await expect.poll(() => underway).toBe(0);
});

// Needs Linux: nowhere else can the open files of a real server be seen.
test.skipIf(process.platform !== 'linux')(
  'a client that asks for a file many times over and leaves, leaves none open',
  async () => {
    expect(await openFiles()).toBe(0);
    const deaf = await Promise.all(Array.from({ length: 5 }, () => asking('/assets/chart-abc123.js', 20)));
    for (const socket of deaf) socket.pause();
    // Each ends up with one that it takes nothing of, once the system's own room for what was sent is full.
    const twice = async () => [await openFiles(), await sleep(200).then(openFiles)];
    await expect.poll(twice).toEqual([5, 5]);
    for (const socket of deaf) socket.destroy();
    await expect.poll(openFiles).toBe(0);
  },
);
