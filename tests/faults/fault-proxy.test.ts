// The proxy itself: what it delays or cuts into slices arrives whole and in order, also when it heals meanwhile; what it breaks off does not.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';
import type { Moment, Weather } from './fault-proxy.ts';

test.each<Weather>([{ latencyMs: 200 }, { bytesPerSecond: 20_000, sliceBytes: 500 }, { sliceBytes: 11 }])(
  'what is sent after healing does not overtake what is on its way: %j',
  async (weather) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'istock-proxy-'));
    const socket = path.join(folder, 'echo');
    const echo = createServer((line) => void line.pipe(line));
    echo.listen(socket);
    await once(echo, 'listening');
    const proxy = await FaultProxy.open(socket);
    try {
      const client = connect(proxy.port, '127.0.0.1').setNoDelay(true);
      let heard = '';
      client.setEncoding('latin1').on('data', (text: string) => (heard += text));
      await once(client, 'connect');
      proxy.weather = weather;
      const [first, second] = ['a'.repeat(4_000), 'b'.repeat(4_000)];
      client.write(first);
      await sleep(30);
      proxy.heal();
      client.write(second);
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(8_000);
      expect(heard).toBe(first + second);
      client.destroy();
    } finally {
      await proxy.close();
      echo.close();
      await rm(folder, { recursive: true });
    }
  },
);

test.each<[Moment, received: string, answered: string]>([
  ['sent', 'hello ', 'hello '],
  ['handed-over', 'hello commit', 'hello '],
  ['answered', 'hello commit', 'hello '],
  ['delivered', 'hello commit', 'hello commit'],
])('a connection that is cut when a statement is %s: the database gets "%s"', async (moment, received, answered) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'istock-proxy-'));
  const socket = path.join(folder, 'database');
  let [reached, heard] = ['', ''];
  // It answers as PostgreSQL does, with ReadyForQuery at the end.
  const database = createServer((line) => {
    line.on('error', () => {});
    line.on('data', (chunk) => {
      reached += String(chunk);
      line.write(Buffer.concat([chunk, Buffer.from([0x5a, 0, 0, 0, 5, 0x49])]));
    });
  });
  database.listen(socket);
  await once(database, 'listening');
  const proxy = await FaultProxy.open(socket);
  try {
    const client = connect(proxy.port, '127.0.0.1').on('error', () => {});
    client.on('data', (chunk) => (heard += chunk.subarray(0, -6).toString()));
    await once(client, 'connect');
    client.write('hello ');
    await expect.poll(() => heard).toBe('hello ');
    const halted = proxy.halt(moment, 'commit');
    client.write('commit');
    const caught = await halted;
    if (moment === 'delivered') await expect.poll(() => heard).toBe(answered);
    // It may end with an error, which `once` would take for one of the test.
    const closed = new Promise((resolve) => client.once('close', resolve));
    caught.cut();
    await closed;
    await expect.poll(() => reached).toBe(received);
    // Whatever was still on its way has arrived by then.
    await sleep(100);
    expect([reached, heard]).toEqual([received, answered]);
  } finally {
    await proxy.close();
    database.close();
    await rm(folder, { recursive: true });
  }
});
