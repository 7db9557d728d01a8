// Many commands of the server at once: in order, in few commits, and no error is lost.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Command } from '../../core/command.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';
import { ExchangeUnavailable } from './unavailable.ts';
import { submitAll } from './submit-all.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading({ ZENITH: 100_00 });
});
afterAll(() => server.close());

test('hundreds are decided in their order, and share their commits', async () => {
  const { accountNo: account } = await server.trader(1000_00);
  const before = server.batches.length;
  const amounts = Array.from({ length: 250 }, (_, n) => n + 1);
  const deposits = amounts.map((amount): Command => ({ kind: 'deposit', account, amount, paymentId: amount }));
  await submitAll(server.exchange, deposits);
  const { rows } = await server.database.query<{ amount: number }>(
    `select amount from transfers where kind = 'deposit' and amount <= 250 order by id`,
  );
  expect(rows.map(({ amount }) => amount)).toEqual(amounts);
  expect(server.batches.length - before).toBeLessThan(10);
});

test('a refused one is reported, and none after its hundred is tried', async () => {
  const asked: Command[] = [];
  const submit = (command: Command) => {
    asked.push(command);
    return Promise.reject(new ExchangeUnavailable('it recovers'));
  };
  const commands = Array.from({ length: 250 }, (): Command => ({ kind: 'open-market' }));
  await expect(submitAll({ submit }, commands)).rejects.toThrow('it recovers');
  expect(asked).toHaveLength(100);
});
