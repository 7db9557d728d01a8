// The single writer on a real database: what is answered is durable, once, and told in order.
import { expect, test } from 'vitest';
import {
  ASHA,
  AWKWARD,
  batches,
  cashOf,
  course,
  db,
  exchange,
  expectMemoryEqualsDatabase,
  offer,
  onceSent,
  order,
  RAVI,
} from '../../tests/scenes/exchange.ts';
import type { PlaceOrder } from '../../core/command.ts';
import { KeyReused } from './command-keys.ts';

test('an accepted order is in the database when it is answered', async () => {
  offer(100);
  const before = await cashOf(ASHA);
  const decision = await exchange.submit(order(ASHA, 'buy', 4));
  expect(decision).toMatchObject({
    isAccepted: true,
    order: { status: 'filled', filledValue: 14_000_00, brokerage: 140_00, flatFee: 5_00 },
  });
  const { rows } = await db.query<{ status: string }>('select status from orders where id = $1', [decision.sequence]);
  expect(rows).toEqual([{ status: 'filled' }]);
  expect(await cashOf(ASHA)).toBe(before - 14_000_00 - 145_00);
  await expectMemoryEqualsDatabase();
});

test('subscribers hear of each commit, after it, in order', async () => {
  offer(10);
  batches.length = 0;
  const { sequence } = await exchange.submit(order(ASHA, 'buy', 2));
  const batch = batches.find(({ orders }) => orders.some(({ id }) => id === sequence));
  expect(batch?.fills).toMatchObject([
    { orderId: sequence, quantity: 2, price: 3500_00, side: 'buy', counterparty: null },
  ]);
  expect([...(batch?.accounts ?? [])]).toContain(ASHA);
});

test('the database has the next batch before those of the last one are answered', async () => {
  const passing: PlaceOrder = { ...order(ASHA, 'buy', 1, 3400_00), timeInForce: 'ioc' };
  const second = new Promise((resolve) => {
    onceSent(() => resolve(exchange.submit(passing)));
  });
  course.length = 0;
  await exchange.submit(passing);
  await second;
  expect(course).toEqual(['sent', 'sent', 'told', 'told']);
});

test('notifications are stored in the commit, each with the number it is published under', async () => {
  offer(10);
  batches.length = 0;
  await Promise.all([ASHA, RAVI, ASHA].map((account) => exchange.submit(order(account, 'buy', 1))));
  const published = batches.flatMap(({ notices }) => notices);
  const { rows } = await db.query<{ id: number; account: number; message: string }>(
    'select id, account, message from notifications order by id desc limit 3',
  );
  expect(published).toHaveLength(3);
  expect(published.map(({ id, account, message }) => ({ id, account, message }))).toEqual(rows.toReversed());
  expect(rows.every(({ message }) => message.endsWith(AWKWARD))).toBe(true);
});

test('the same key gives the first decision and one effect', async () => {
  offer(50);
  const command = order(RAVI, 'buy', 1);
  const key = { account: RAVI, key: 'buy-once' };
  const before = await cashOf(RAVI);
  const first = await exchange.submit(command, key);
  const again = await exchange.submit(command, key);
  expect(again).toEqual(first);
  expect(await cashOf(RAVI)).toBe(before - 3500_00 - 35_00 - 5_00);
  await expect(exchange.submit({ ...command, quantity: 2 }, key)).rejects.toThrow(KeyReused);
  // Another person's key of the same name is another key.
  const other = await exchange.submit(order(ASHA, 'buy', 1), { account: ASHA, key: 'buy-once' });
  expect(other.sequence).not.toBe(first.sequence);
});

test('a decision that was kept before there were statutory charges is answered with none', async () => {
  offer(50);
  const command = order(RAVI, 'buy', 1);
  const key = { account: RAVI, key: 'before-an-upgrade' };
  const first = await exchange.submit(command, key);
  await db.query(
    `update command_keys set outcome = outcome #- '{order,statutory}' #- '{order,intradayValue}' #- '{order,chargeTerms,statutory}'
     where key = $1`,
    [key.key],
  );
  expect(await exchange.submit(command, key)).toEqual(first);
});

test('twenty at once with one key: one effect, and nobody hears of another', async () => {
  offer(50);
  const key = { account: RAVI, key: 'twenty' };
  const before = await cashOf(RAVI);
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, () => exchange.submit(order(RAVI, 'buy', 1), key)),
  );
  const sequences = new Set(
    answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.sequence] : [])),
  );
  expect(sequences.size).toBe(1);
  expect(await cashOf(RAVI)).toBe(before - 3540_00);
});

test('twenty buys with cash for one: one is accepted', async () => {
  const account = 3;
  await exchange.submit({ kind: 'open-account', account });
  await exchange.submit({ kind: 'deposit', account, amount: 3540_00, paymentId: 3 });
  offer(50);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange.submit(order(account, 'buy', 1))));
  expect(answers.filter(({ isAccepted }) => isAccepted)).toHaveLength(1);
  const refused = answers.find(({ isAccepted }) => !isAccepted);
  expect(refused).toMatchObject({ refusal: { reason: 'insufficient-balance', required: 3540_00 } });
  expect(await cashOf(account)).toBe(0);
});

test('an exit that is dropped, because its shares are sold, is reason enough for a batch', async () => {
  offer(1_000);
  const entry = await exchange.submit({ ...order(ASHA, 'buy', 1), exits: { target: 3700_00, stop: 3300_00 } });
  expect(entry).toMatchObject({ isAccepted: true, order: { status: 'filled' } });
  const isDue = async (): Promise<boolean> =>
    (await db.query('select 1 from exits_due where entry_id = $1', [entry.sequence])).rowCount === 1;
  expect(await isDue()).toBe(true);
  const free = await exchange.read(({ venue }) => {
    const [position] = venue.traders.get(ASHA)!.positions.values();
    return venue.ledger.available(position.shares);
  });
  exchange.turn((engine, at) => void engine.desk('TCS', at).place(-1, 'buy', 3400_00, free));
  await exchange.submit(order(ASHA, 'sell', free, 3400_00));
  expect((await exchange.submit({ kind: 'place-exit', entryId: entry.sequence })).isAccepted).toBe(true);
  expect(await isDue()).toBe(false);
});
