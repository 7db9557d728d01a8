// A company acts while its stock is halted: waiting orders end or stay, nothing remains held, people are told, and a restart restores it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeSnapshot } from '../../core/snapshot.ts';
import { dayStartAt, dayText, marketDay } from '../../core/market/day.ts';
import { startTrading, VENUE } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { dueActions } from './corporate-actions.ts';
import { loadSnapshot } from './load.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
let asha: Awaited<ReturnType<Trading['trader']>>;
/** The bracketed buy whose exit could not be placed before the halt. */
let due: string;

beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00 });
  [admin, asha] = [await server.admin(), await server.trader(100_000_00)];
  server.quote('MERIT', 'sell', 400_00, 20);
  await order({ orderType: 'LIMIT', quantity: 10, price: 400 });
  await order({ orderType: 'LIMIT', quantity: 4, price: 400, target: 430, stopLoss: 380 });
  await server.beat();
  await order({ type: 'SELL', orderType: 'LIMIT', quantity: 2, price: 420 });
  await order({ type: 'SELL', orderType: 'STOP', quantity: 3, stopPrice: 390 });
  await order({ type: 'SELL', orderType: 'BRACKET', quantity: 1, target: 425, stopLoss: 385 });
  await order({ orderType: 'LIMIT', quantity: 5, price: 350 });
  await order({ stock: 'ZENITH', orderType: 'LIMIT', quantity: 1, price: 95 });
  // Its shares come, and trading is halted before the next beat could place their exit.
  due = await order({ orderType: 'LIMIT', quantity: 6, price: 400, target: 440, stopLoss: 370 });
  await halt('MERIT', true);
  await server.beat();
});
afterAll(() => server.close());

async function order(more: object): Promise<string> {
  const asked = { stock: 'MERIT', type: 'BUY', timeInForce: 'GTC', ...more };
  const { status, body } = await server.call('POST /orders', asked, { token: asha.token });
  expect([asked, status]).toEqual([asked, 200]);
  return body.data._id;
}

const halt = (symbol: string, isHalted: boolean) => server.exchange.submit({ kind: 'set-halted', symbol, isHalted });
const read = async (name: Parameters<Trading['call']>[0], input: object = {}) =>
  (await server.call(name, input, { token: asha.token })).body.data;
const pending = async () => {
  const { orders } = await read('GET /getOrders', { status: 'PENDING', limit: 100 });
  return (orders as { stock: { symbol: string }; orderType: string; quantity: number }[])
    .map(({ stock, orderType, quantity }) => `${stock.symbol} ${orderType} ${quantity}`)
    .sort();
};

/** The night passes, as in the market's loop. */
async function nextDayWith(action: object): Promise<void> {
  const effectiveDate = dayText(marketDay(server.clock.at) + 1);
  const planned = await server.call('POST /corporateActions', { ...action, effectiveDate }, { token: admin.token });
  expect(planned.status).toBe(201);
  server.clock.at = dayStartAt(marketDay(server.clock.at) + 1) + 500;
  const day = marketDay(server.clock.at);
  await server.exchange.submit({ kind: 'start-day', day, actions: await dueActions(server.database, VENUE, day) });
  await server.beat();
}

async function expectProven(): Promise<void> {
  const { body } = await server.call('GET /ledger/verify', {}, { token: admin.token });
  expect(body.data.checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  const plain = (snapshot: unknown) => ({ ...JSON.parse(JSON.stringify(snapshot)), lastPriority: 0 });
  const held = plain(await server.exchange.read((engine) => takeSnapshot(engine)));
  const stored = plain(await loadSnapshot(server.database, VENUE, server.clock.at));
  for (const part of ['orders', 'exitsDue', 'accounts', 'lastTradeId'] as const)
    expect(stored[part]).toEqual(held[part]);
}

const WAITING = [
  'MERIT BRACKET 1',
  'MERIT BRACKET 4',
  'MERIT LIMIT 2',
  'MERIT LIMIT 5',
  'MERIT STOP 3',
  'ZENITH LIMIT 1',
];

test('a dividend is paid for offered shares too, and leaves every order and the exit that is due', async () => {
  expect(await pending()).toEqual(WAITING);
  const { balance } = await read('GET /Userprofile');
  await nextDayWith({ symbol: 'MERIT', kind: 'dividend', perShare: 1.25 });
  expect((await read('GET /Userprofile')).balance).toBe(balance + 20 * 1.25);
  expect(await pending()).toEqual(WAITING);
  const { exitsDue } = await loadSnapshot(server.database, VENUE, server.clock.at);
  expect(exitsDue).toMatchObject([{ entryId: Number(due), quantity: 6 }]);
  await expectProven();
});

test('a split ends them, sets everything free, and says so, of the exit that never stood as well', async () => {
  await nextDayWith({ symbol: 'MERIT', kind: 'split', from: 1, to: 2 });
  expect(await pending()).toEqual(['ZENITH LIMIT 1']);
  const { portfolio, heldBalance } = await read('GET /portfolio');
  expect(portfolio).toMatchObject([{ symbol: 'MERIT', quantity: 40, availableQuantity: 40, currentValue: 8000 }]);
  // 95, and 0.95 + 5 of charges.
  expect(heldBalance).toBe(100.95);
  const told = server.told.map(({ notification }) => notification).filter(({ message }) => /split/.test(message));
  expect(told.filter(({ message }) => message.startsWith('Your order to'))).toHaveLength(5);
  expect(told.filter(({ message }) => !message.startsWith('Your order to'))).toMatchObject([
    {
      kind: 'corporate-action',
      message: 'MERIT was split: you now have 40 shares instead of 20. Their total cost has not changed.',
    },
    {
      kind: 'order-end',
      orderId: due,
      message:
        'The target and stop loss of your order to buy MERIT had not been placed yet when a split or bonus changed the shares. Your shares are without them: set them again at the new price.',
    },
  ]);
  await expectProven();
});

test('trading goes on with the new shares, all of which can be sold', async () => {
  const early = { stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 1, price: 200 };
  expect((await server.call('POST /orders', early, { token: asha.token })).status).toBe(422);
  await halt('MERIT', false);
  await server.beat();
  expect(await pending()).toEqual(['ZENITH LIMIT 1']);
  server.quote('MERIT', 'buy', 199_00, 40);
  await order({ type: 'SELL', orderType: 'LIMIT', quantity: 40, price: 199, timeInForce: 'IOC' });
  expect((await read('GET /portfolio')).portfolio).toEqual([]);
  // 20 x 400 less 40 x 199.
  expect((await read('GET /tradeDiary')).overallPL).toBe(-40);
  expect((await read('GET /profitReport')).total).toMatchObject({
    quantity: 40,
    cost: 8000,
    proceeds: 7960,
    profit: -40,
  });
  await expectProven();
});
