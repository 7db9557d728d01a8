// Calls of trading and money on markets that stand still and are open: refused calls change nothing, and the books still add up.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { methodOf } from '../../contract/routes.ts';
import type { DataOf, RouteName } from '../../contract/routes.ts';
import { rewardsRoutes } from '../../contract/routes/rewards.ts';
import { tradeRoutes } from '../../contract/routes/trade.ts';
import { walletRoutes } from '../../contract/routes/wallet.ts';
import { verifyBooks } from '../../server/exchange/proof/verify.ts';
import { hostileInput } from './hostile-input.ts';
import { startTrading, VENUE } from '../trading.ts';
import type { Trading } from '../trading.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 1);

const calls = Object.keys({ ...tradeRoutes, ...walletRoutes, ...rewardsRoutes }) as RouteName[];

/** Calls that were granted. */
const granted = new Set<RouteName>();
let server: Trading;
let tokens: string[];
let desk: string;

beforeAll(async () => {
  server = await startTrading();
  tokens = [(await server.trader(1_000_000_00)).token, (await server.trader(5_000_00)).token];
  desk = (await server.admin()).token;
  server.quote('MERIT', 'buy', 399_00, 500);
  server.quote('MERIT', 'sell', 401_00, 500);
});
afterAll(() => server.close());

const market = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2 };
const topUp = { amount: 500 };
/** Inputs that are granted as long as there is money and an order on the other side. */
const examples: Partial<Record<RouteName, readonly object[]>> = {
  'POST /orders': [
    market,
    { ...market, type: 'SELL', quantity: 1 },
    { ...market, orderType: 'LIMIT', price: 390 },
    { ...market, orderType: 'STOP', stopPrice: 410 },
    { ...market, orderType: 'STOP-LIMIT', stopPrice: 410, price: 411 },
    { ...market, isIntraday: true },
    { ...market, target: 420, stopLoss: 380 },
    { ...market, type: 'SELL', orderType: 'BRACKET', quantity: 1, target: 420, stopLoss: 380, timeInForce: 'GTC' },
  ],
  'GET /charges': [{ symbol: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2 }],
  'POST /create-order': [topUp],
};

const known = {
  stock: ['MERIT'],
  symbol: ['MERIT'],
  quantity: [1, 5],
  price: [400, 398],
  id: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
};

/** Calls about orders, trades and payments that must be there first; their owner has neither spent the cash nor used the limits up. */
async function madeFor(name: RouteName): Promise<readonly object[] | undefined> {
  if (!/\{id\}|note$|checkout$/.test(name)) return examples[name];
  tokens[0] = (await server.trader(1_000_000_00)).token;
  const ask = async <R extends RouteName>(call: R, input: object) =>
    (await server.call(call, input, { token: tokens[0] })).body.data;
  if (name === 'POST /sandbox/checkout') {
    const orders = await Promise.all([0, 1, 2].map(() => ask('POST /create-order', topUp)));
    return orders.map(({ id }) => ({ order_id: id, method: 'upi', vpa: 'success@upi' }));
  }
  if (name === 'POST /tradeDiary/note') {
    for (const type of ['BUY', 'SELL']) await ask('POST /orders', { ...market, type });
    const diary: DataOf<'GET /tradeDiary'> = await ask('GET /tradeDiary', {});
    const closed = diary.trades.flatMap(({ details }) => details);
    return closed.map(({ _id: id }) => ({ id, notes: 'Patient', tags: ['plan'] }));
  }
  const resting = { ...market, orderType: 'LIMIT', price: 390 };
  const ids: string[] = [];
  for (let count = 0; count < 4; count++) ids.push((await ask('POST /orders', resting))._id);
  const change = /modify|charges/.test(name) ? { quantity: 3, price: 391 } : {};
  return ids.map((id) => ({ id, ...change }));
}

async function throwAt(name: RouteName, input: unknown, who: number): Promise<void> {
  const token = name === 'POST /createPromotions' ? desk : tokens[who];
  const given = methodOf(name) === 'GET' ? inQuery(input) : input;
  for (let tries = 0; ; tries++) {
    const before = await server.stateHash();
    const { status, body } = await server.call(name, given, { token });
    if (status < 400) return void granted.add(name);
    const after = await server.stateHash();
    if (before === after) return;
    // Effects of an earlier call may end just now; the repeated call must leave everything as it is.
    expect(tries, `changed by what was refused: ${status} ${body.message}`).toBeLessThan(3);
  }
}

/** A query can only carry text. */
function inQuery(input: unknown): object {
  const fields = typeof input === 'object' && input !== null ? input : { q: input };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      Buffer.from(typeof value === 'string' ? value : String(JSON.stringify(value))).toString(),
    ]),
  );
}

test.each(calls)('%s', { timeout: 3_600_000 }, async (name) => {
  const fitting = await madeFor(name);
  const property = fc.asyncProperty(hostileInput(name, known, fitting), fc.nat(1), (input, who) =>
    throwAt(name, input, who),
  );
  const first = (fitting ?? []).map((input): [unknown, number] => [input, 0]);
  const asked = fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true, examples: first });
  await expect(asked).resolves.toBeUndefined();
});

test('each call was granted now and then, and not only refused', () => {
  expect(calls.filter((name) => !granted.has(name))).toEqual([]);
});

test('orders were taken and filled, and the books add up', async () => {
  const { rows } = await server.database.query<{ orders: number; fills: number }>(
    'select (select count(*) from orders) as orders, (select count(*) from fills) as fills',
  );
  expect(Number(rows[0].orders)).toBeGreaterThan(0);
  expect(Number(rows[0].fills)).toBeGreaterThan(0);
  const { checks } = await verifyBooks(server.database, VENUE);
  expect(checks.filter(({ ok }) => !ok)).toEqual([]);
});
