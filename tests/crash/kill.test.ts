// kill -9 in the middle of a burst of orders: every acknowledged order is there once, and a request without an answer can be repeated.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { serialFaults } from '../serial-order.ts';
import { RealServer } from './real-server.ts';
import type { Reply } from './real-server.ts';

const TRADERS = 6;
const CYCLES = 3;

let server: RealServer;
let tokens: string[] = [];
let lastLimit = 1_000_000;

beforeAll(async () => {
  server = await RealServer.create();
  await server.start();
  tokens = await Promise.all(Array.from({ length: TRADERS }, (_, n) => server.newTrader(`trader-${n}`, 500_000)));
}, 120_000);

afterAll(() => server.remove());

interface Sent {
  readonly trader: number;
  readonly key: string;
  readonly body: Record<string, unknown>;
  readonly sentAt: number;
  answeredAt: number;
  reply: Reply | null;
}

/** Alternates small market buys and resting limit orders. */
function orderBody(n: number): Record<string, unknown> {
  const stock = ['MERIT', 'VAYUSYS', 'DHANVIKA'][n % 3];
  return n % 2 === 0
    ? { stock, type: 'BUY', orderType: 'MARKET', quantity: 1 }
    : { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 270, timeInForce: 'GTC' };
}

const unanswered = () => ({ sentAt: performance.now(), answeredAt: Infinity, reply: null });

/** Each trader sends one order after another until the connection breaks. */
async function burst(cycle: number, sent: Sent[], isOver: () => boolean): Promise<void> {
  const send = async (trader: number): Promise<void> => {
    for (let n = 0; !isOver(); n++) {
      const one: Sent = { trader, key: `${cycle}-${trader}-${n}`, body: orderBody(n), ...unanswered() };
      sent.push(one);
      try {
        one.reply = await server.call('POST', '/orders', { token: tokens[trader], key: one.key, body: one.body });
        one.answeredAt = performance.now();
      } catch {
        return;
      }
    }
  };
  await Promise.all(tokens.map((_, trader) => send(trader)));
}

const setLastLimit = (token: string) =>
  server.call('POST', '/updateLimit', {
    token,
    key: `limit ${lastLimit}`,
    body: { maxBuyLimit: lastLimit, maxSellLimit: 1_000_000, timeframeInHours: 24 },
  });

/** An administrator who keeps changing the limits until the connection breaks. All of them are too high to matter here. */
async function changeLimits(token: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    lastLimit++;
    if ((await setLastLimit(token).catch(() => null)) === null) return;
  }
}

async function limitInForce(): Promise<number> {
  const reply = await server.call('GET', '/limit', { token: tokens[0] });
  return (reply.body.data as { maxBuyLimit: number }).maxBuyLimit;
}

/** The new value in the log's last entry that changed it; a repeat after a crash may have found it changed. */
async function limitLogged(token: string): Promise<number> {
  const log = await server.call('GET', '/auditLog?action=update-limits&limit=2', { token });
  const { entries } = log.body.data as { entries: { changes: { field: string; after: string }[] }[] };
  return Number(entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'maxBuyLimit')!.after);
}

const answered = (sent: readonly Sent[]): Sent[] => sent.filter(({ reply }) => reply?.status === 200);

async function ordersOf(trader: number): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const reply = await server.call('GET', `/getOrders?page=${page}&limit=100`, { token: tokens[trader] });
    const data = reply.body.data as { orders: { _id: string }[]; totalPages: number };
    ids.push(...data.orders.map(({ _id }) => _id));
    if (page >= data.totalPages) return ids;
  }
}

test('nothing acknowledged is lost and nothing happens twice', async () => {
  const known = new Map<number, Set<string>>(tokens.map((_, trader) => [trader, new Set()]));
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    let isOver = false;
    const sent: Sent[] = [];
    const admin = await server.adminToken();
    const bursting = Promise.all([burst(cycle, sent, () => isOver), changeLimits(admin, () => isOver)]);
    await vi.waitFor(() => expect(answered(sent).length).toBeGreaterThan(20 + 40 * cycle), 30_000);
    await server.kill();
    isOver = true;
    await bursting;
    const startMs = await server.start();
    expect(startMs, 'start after kill -9').toBeLessThan(20_000);

    const placed = sent.flatMap(({ sentAt, answeredAt, reply }) => {
      if (reply?.status !== 200) return [];
      const { _id } = reply.body.data as { _id: string };
      return [{ firstSentAt: sentAt, answeredAt, sequence: Number(_id) }];
    });
    expect(placed.length).toBeGreaterThan(1);
    expect(serialFaults(placed)).toEqual([]);

    // Repeated with the same key: the first reply, or one definite outcome if there was none.
    for (const one of sent) {
      const again = await server.call('POST', '/orders', { token: tokens[one.trader], key: one.key, body: one.body });
      if (one.reply !== null && one.reply.status === 200) expect(again.body).toEqual(one.reply.body);
      if (again.status === 200) known.get(one.trader)!.add((again.body.data as { _id: string })._id);
    }
    for (const [trader, ids] of known) expect((await ordersOf(trader)).sort()).toEqual([...ids].sort());
    const again = await server.adminToken();
    // Nobody is working on it any more, so nobody has to wait for it.
    expect((await setLastLimit(again)).body).toMatchObject({ success: true });
    expect(await limitInForce()).toBe(lastLimit);
    // A change that became durable is in the log, whether or not it was answered.
    expect(await limitLogged(again)).toBe(await limitInForce());
    const proof = await server.call('GET', '/ledger/verify', { token: again });
    expect(proof.body.data).toMatchObject({ ok: true });
  }
}, 180_000);

test('SIGTERM ends in order with 0, and a second start is quick', async () => {
  const late = await server.newTrader('late', 5_000);
  expect(await server.stop()).toBe(0);
  expect(await server.start()).toBeLessThan(15_000);
  // The books are filled from the beginning, so a market order can trade.
  const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
  const reply = await server.call('POST', '/orders', { token: late, body });
  expect(reply.body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: 1 });
});
