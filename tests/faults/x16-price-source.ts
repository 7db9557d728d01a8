// X16: what the simulated traders go by is silent, stands still, or is nonsense. Nobody trades outside the band, and the market comes back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bandHigh, bandLow } from '../../core/market/instrument.ts';
import { underLoad } from './fault.ts';
import type { Fault, Scene } from './fault.ts';
import { Stage } from './stage.ts';
import { makeTraders } from './traders.ts';
import type { Trader } from './traders.ts';

/** As `spoiled-prices.ts` reads them. The last two drive the price to an end of its band, where only one side is quoted. */
const WAYS = ['silent', 'still', 'no number', 'a hundredfold', 'negative'] as const;
const FOR_MS = 3_000;
/** The price is driven through its whole band meanwhile, which takes a busy machine longer. */
const SEEN_WITHIN_MS = 15_000;
const QUOTED_WITHIN_MS = 5_000;
const LEVELS_SHOWN = 5;
/** A stock that only the simulated traders trade here; they move their quotes several times a second. */
const UNTRADED = 'NAKSOFT';
const UNCHANGED_MS = 2_000;
const FAR_AWAY = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' };
const AT_MARKET = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };

let folder: string;
const file = (): string => path.join(folder, 'prices');

interface Placed {
  readonly httpStatus: number;
  readonly _id: string;
  /** Of the order. */
  readonly status: string;
}

interface Depth {
  readonly bids: readonly object[];
  readonly asks: readonly object[];
}

async function place({ server }: Stage, { token }: Trader, body: object): Promise<Placed> {
  const reply = await server.call('POST', '/orders', { token, body, key: crypto.randomUUID() });
  return { ...(reply.body.data as object as Placed), httpStatus: reply.status };
}

const depthOf = async ({ server }: Stage, { token }: Trader, symbol: string): Promise<Depth> =>
  (await server.call('GET', `/depth?symbol=${symbol}`, { token })).body.data as Depth;

/** What can be seen of a way in the books, so that it is known to have happened; that prices stand still cannot. */
async function isSeen(stage: Stage, trader: Trader, way: (typeof WAYS)[number]): Promise<boolean> {
  const depth = (): Promise<Depth> => depthOf(stage, trader, way === 'silent' ? UNTRADED : 'MERIT');
  const before = await depth();
  if (way === 'a hundredfold') return before.asks.length === 0;
  if (way === 'negative') return before.bids.length === 0;
  if (way !== 'silent') return true;
  await sleep(UNCHANGED_MS);
  return JSON.stringify(before) === JSON.stringify(await depth());
}

/** The simulated traders quote as deep as ever, on one side at least. */
async function isQuoted(stage: Stage, trader: Trader): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < QUOTED_WITHIN_MS; await sleep(100)) {
    const { bids, asks } = await depthOf(stage, trader, 'MERIT');
    if (Math.max(bids.length, asks.length) === LEVELS_SHOWN) return true;
  }
  return false;
}

/** Trades of people at prices that the stock's band does not allow. */
async function outsideBand({ database }: Stage): Promise<string[]> {
  const { rows } = await (
    await database.direct()
  ).query<{ symbol: string; price: number; tickSize: number; priceBand: number; previousClose: number }>(
    `select distinct symbol, price, tick_size as "tickSize", price_band as "priceBand", previous_close as "previousClose"
     from fills f join instruments i on i.venue = f.venue and i.id = f.instrument`,
  );
  return rows
    .filter((row) => !(row.price >= bandLow(row) && row.price <= bandHigh(row)))
    .map(({ symbol, price }) => `${symbol} was traded at ${price} paise, outside its band`);
}

async function spoil({ stage, wrong }: Scene, way: (typeof WAYS)[number]): Promise<number> {
  // Not one of those who trade all the time: the proof knows all orders of these.
  const [trader] = await makeTraders(stage.server, 1);
  const resting = await place(stage, trader, FAR_AWAY);
  writeFileSync(file(), way);
  await sleep(FOR_MS);
  let hasBeenSeen = false;
  for (
    const lookedAt = performance.now();
    !hasBeenSeen && performance.now() - lookedAt < SEEN_WITHIN_MS;
    await sleep(100)
  )
    hasBeenSeen = await isSeen(stage, trader, way);
  if (!hasBeenSeen) wrong.push(`prices are ${way}, and nobody sees it`);
  const { httpStatus, status } = await place(stage, trader, AT_MARKET);
  if (httpStatus >= 500) wrong.push(`a market order was answered ${httpStatus} while the prices were ${way}`);
  if (way === 'no number' && status === 'COMPLETED')
    wrong.push('a market order was filled though nobody knows a price');
  writeFileSync(file(), 'right');
  const healedAt = performance.now();
  if (!(await isQuoted(stage, trader))) wrong.push(`nobody quotes ${QUOTED_WITHIN_MS} ms after the prices were ${way}`);
  const { rows } = await (
    await stage.database.direct()
  ).query(`select 1 from orders where id = $1 and coalesce(end_reason, 'filled') = 'filled'`, [resting._id]);
  if (rows.length === 0) wrong.push('a resting order did not stay');
  wrong.push(...(await outsideBand(stage)));
  return healedAt;
}

export const priceSource: Fault = {
  id: 'X16',
  what: 'what prices follow from is silent, stands still, is no number, negative, or a hundredfold',
  cycles: { day: WAYS.length, night: 10 * WAYS.length },
  open: () => {
    folder = mkdtempSync(path.join(tmpdir(), 'istock-prices-'));
    writeFileSync(file(), 'right');
    const preload = path.join(import.meta.dirname, 'spoiled-prices.ts');
    return Stage.open({ PRICES_FILE: file(), NODE_OPTIONS: `--import=${preload}` });
  },
  close: async () => rmSync(folder, { recursive: true, force: true }),
  run: (stage, cycle) =>
    underLoad(stage, { recoveryMs: 2_000, longestMs: 4_000 }, (scene) => spoil(scene, WAYS[cycle % WAYS.length])),
};
