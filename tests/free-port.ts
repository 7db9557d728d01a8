// A port that nobody uses over TCP or UDP, below the range from which the system assigns ports.
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

const HOST = '127.0.0.1';

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const tcp = createServer().on('error', () => resolve(false));
    tcp.listen(port, HOST, () => {
      const udp = createSocket('udp4').on('error', () => tcp.close(() => resolve(false)));
      udp.bind(port, HOST, () => udp.close(() => tcp.close(() => resolve(true))));
    });
  });
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}
