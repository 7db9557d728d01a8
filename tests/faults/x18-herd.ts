// X18: everybody's page reconnects at once after the server was killed. All are back soon, and orders are accepted meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';

const TRADERS = 30;
const PAGES_EACH = 8;
const BACK_WITHIN_MS = 60_000;

function page(url: string, token: string): Socket {
  return io(url, { auth: { token }, forceNew: true, transports: ['websocket'], reconnectionDelayMax: 5_000 });
}

async function untilAll(pages: readonly Socket[], limitMs: number): Promise<number | null> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < limitMs) {
    if (pages.every(({ connected }) => connected)) return performance.now() - startedAt;
    await sleep(50);
  }
  return null;
}

async function killUnder({ stage, traders, wrong }: Scene): Promise<number> {
  const pages = traders.flatMap(({ token }) => Array.from({ length: PAGES_EACH }, () => page(stage.server.url, token)));
  try {
    if ((await untilAll(pages, BACK_WITHIN_MS)) === null) wrong.push('not all pages could connect before the fault');
    await stage.server.kill();
    const killedAt = performance.now();
    await stage.server.start();
    if ((await untilAll(pages, BACK_WITHIN_MS)) === null) {
      const away = pages.filter(({ connected }) => !connected).length;
      wrong.push(`${away} of ${pages.length} pages are not back after ${BACK_WITHIN_MS} ms`);
    }
    return killedAt;
  } finally {
    for (const each of pages) each.disconnect();
  }
}

export const herd: Fault = {
  id: 'X18',
  what: `${TRADERS * PAGES_EACH} pages connect again at once after kill -9`,
  cycles: { day: 1, night: 10 },
  run: (stage) => underLoad(stage, { traders: TRADERS, hasScreens: false, recoveryMs: 15_000 }, killUnder),
};
