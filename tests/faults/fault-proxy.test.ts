// The proxy itself: what it delays or cuts into slices arrives whole and in order, also when it heals meanwhile.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FaultProxy } from './fault-proxy.ts';
import type { Weather } from './fault-proxy.ts';

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
