// How a balance came about, on real trading parts: every kind of movement, added up to what the books say.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketDay } from '../../core/market/day.ts';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
let admin: Awaited<ReturnType<Trading['admin']>>;
beforeAll(async () => {
  server = await startTrading({ MERIT: 400_00, ZENITH: 100_00, NOVA: 50_00 });
  admin = await server.admin();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<Trading['trader']>>;

/** As the person sees it, and the desk sees the same. */
async function money({ id, token }: Pick<Person, 'id' | 'token'>) {
  const own = (await server.call('GET /statement', {}, { token })).body.data;
  expect((await server.call('GET /userMoney/{id}', { id }, { token: admin.token })).body.data).toEqual(own);
  return own;
}
const place = ({ token }: Person, order: object) =>
  server.call('POST /orders', { stock: 'MERIT', orderType: 'MARKET', ...order }, { token });

test('bought, sold, charged, set aside: the parts are the balance', async () => {
  const asha = await server.trader(10_000_00);
  server.quote('MERIT', 'sell', 400_00, 5);
  await place(asha, { type: 'BUY', quantity: 5 });
  server.clear('MERIT');
  server.quote('MERIT', 'buy', 410_00, 2);
  await place(asha, { type: 'SELL', quantity: 2 });
  server.clear('MERIT');
  await place(asha, { stock: 'ZENITH', type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 90 });
  expect(await money(asha)).toEqual({
    parts: [
      { kind: 'deposit', amount: 10_000 },
      // 5 x 400, 2 x 410; 1 % of each and 5 twice.
      { kind: 'bought', amount: -2000 },
      { kind: 'sold', amount: 820 },
      { kind: 'charges', amount: -38.2 },
    ],
    balance: 8781.8,
    // 2 x 90, 1 % of it and 5.
    heldBalance: 186.8,
    openOrders: 1,
    unexplained: 0,
    movements: [{ kind: 'deposit', at: expect.any(String), amount: 10_000 }],
  });
});

test('loans for intraday shares, and losses that the house has borne, are explained too', async () => {
  const [asha, ravi] = [await server.trader(850_00), await server.trader(1000_00)];
  server.quote('MERIT', 'sell', 400_00, 11);
  await place(asha, { type: 'BUY', orderType: 'LIMIT', price: 400, quantity: 10, isIntraday: true });
  const lent = await money(asha);
  const part = (of: typeof lent, kind: string) => of.parts.find((one: { kind: string }) => one.kind === kind)?.amount;
  // A fifth of 4,000 is her own.
  expect([part(lent, 'margin'), part(lent, 'bought'), lent.unexplained]).toEqual([3200, -4000, 0]);
  // Nobody sells for her at the end of the day, and the next one begins a fifth lower.
  await place(ravi, { type: 'BUY', orderType: 'LIMIT', price: 400, quantity: 1 });
  server.clear('MERIT');
  server.quote('MERIT', 'buy', 320_00, 1);
  await place(ravi, { type: 'SELL', orderType: 'LIMIT', price: 320, quantity: 1 });
  server.clear('MERIT');
  server.clock.at += 86_400_000;
  await server.exchange.submit({ kind: 'start-day', day: marketDay(server.clock.at) });
  server.quote('MERIT', 'buy', 260_00, 10);
  await place(asha, { type: 'SELL', orderType: 'LIMIT', price: 260, quantity: 10, isIntraday: true });
  server.clear('MERIT');
  const after = await money(asha);
  expect([after.balance, after.unexplained, part(after, 'bought'), part(after, 'sold')]).toEqual([0, 0, -4000, 2600]);
  // 850 - 4,000 + 2,600 and her charges: the house has paid back what she could not.
  expect(part(after, 'margin')).toBe(550 - part(after, 'charges'));
});

test('money that the books do not explain is reported, and not passed over', async () => {
  const asha = await server.trader(500_00);
  // A row that no commit has written.
  await server.database.query(
    `insert into transfers (venue, id, at, debit, credit, amount, kind, reference)
     select t.venue, 9000000000, t.at, t.credit, t.debit, 7, 'reward-expiry', 1 from transfers t where t.kind = 'deposit' and t.reference = $1`,
    [1_000_000 + asha.accountNo],
  );
  expect(await money(asha)).toMatchObject({ balance: 500, unexplained: 0.07 });
});

test('movements without a trade are limited to the requested number, the newest first', async () => {
  const asha = await server.trader(1_00);
  for (let n = 1; n < 60; n++)
    await server.exchange.submit({
      kind: 'deposit',
      account: asha.accountNo,
      amount: (n + 1) * 1_00,
      paymentId: 5_000_000 + n,
    });
  const amounts = async (input: object) =>
    (await server.call('GET /statement', input, { token: asha.token })).body.data.movements.map(
      ({ amount }: { amount: number }) => amount,
    );
  const all = Array.from({ length: 60 }, (_, n) => 60 - n);
  expect(await amounts({})).toEqual(all.slice(0, 50));
  expect(await amounts({ movements: 10_000 })).toEqual(all);
  for (const movements of [0, 10_001, 1.5, 'x']) {
    const { status } = await server.call('GET /statement', { movements }, { token: asha.token });
    expect(status).toBe(400);
  }
});

test('what was taken back stands in the list as taken', async () => {
  const { accountNo: account, token } = await server.trader();
  const expiresAt = server.clock.at + 1;
  await server.exchange.submit({ kind: 'grant-reward', account, rewardId: 1, amount: 50_00, expiresAt });
  server.clock.at = expiresAt;
  await server.exchange.submit({ kind: 'expire-reward', account });
  const { movements } = (await server.call('GET /statement', {}, { token })).body.data;
  expect(movements.map(({ amount }: { amount: number }) => amount)).toEqual([-50, 50]);
});

test('a person without any movement has an empty one, and only of oneself', async () => {
  const ravi = await server.trader();
  const asha = await server.trader(100_00);
  expect(await money(ravi)).toMatchObject({ parts: [], balance: 0, movements: [] });
  const { body } = await server.call('GET /statement', { id: asha.id, account: asha.accountNo }, { token: ravi.token });
  expect(body.data).toMatchObject({ balance: 0, movements: [] });
  expect((await server.call('GET /statement', {})).status).toBe(401);
});
