// Controls the load generator, which is a process of its own, so that its cost is not mistaken for the server's.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { PlayerOrder, PlayerReport } from './player.ts';
import type { Stock } from './asker.ts';
import type { Site } from './site.ts';
import type { StreamPlan, StreamReport } from './stream.ts';

/** Plays streams at the same time; resolves when the last one is over. */
export async function playAll(streams: readonly StreamPlan[]): Promise<readonly StreamReport[]> {
  const player = fork(path.join(import.meta.dirname, 'player.ts'));
  try {
    player.send({ streams } satisfies PlayerOrder);
    const [report] = (await once(player, 'message')) as [PlayerReport];
    return report.reports;
  } finally {
    player.kill();
  }
}

/** How far below the last price buys rest: within the price band, and too low to trade. */
const REST_AT = 0.88;
const TICKS_A_RUPEE = 20;

/** The stocks that can be traded now. */
export async function stocksOf({ server }: Pick<Site, 'server'>, count: number): Promise<Stock[]> {
  const { body } = await server.call('GET', '/stocks', { token: await server.adminToken() });
  const all = body.data as { symbol: string; price: number }[];
  return all.slice(0, count).map(({ symbol, price }) => ({
    symbol,
    restAt: Math.floor(price * REST_AT * TICKS_A_RUPEE) / TICKS_A_RUPEE,
  }));
}
