// A trader as the desk sees them, on real trading parts: the parts of a portfolio, its debt, and whose is not found.
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const place = ({ token }: Person, order: object) =>
  server.call('POST /orders', { stock: 'MERIT', orderType: 'MARKET', ...order }, { token });

test('the parts of a portfolio add up to the whole, whatever they are', async () => {
  const asha = await server.trader(10_000_00);
  for (const [stock, price, quantity] of [
    ['MERIT', 400, 1],
    ['ZENITH', 100, 4],
    ['NOVA', 50, 8],
  ] as const) {
    server.quote(stock, 'sell', price * 100, quantity);
    await place(asha, { stock, type: 'BUY', quantity });
  }
  const { portfolio } = (await server.call('GET /userPortfolio/{id}', { id: asha.id }, { token: admin.token })).body
    .data;
  const parts = portfolio.map(({ allocation }: { allocation: number }) => allocation);
  expect(parts).toEqual([33.34, 33.33, 33.33]);
});

test('the debt for intraday shares is shown beside the worth of a portfolio', async () => {
  const asha = await server.trader(10_000_00);
  server.quote('MERIT', 'sell', 400_00, 10);
  await place(asha, { type: 'BUY', quantity: 10, isIntraday: true });
  const { portfolio, totalPortfolioValue } = (
    await server.call('GET /userPortfolio/{id}', { id: asha.id }, { token: admin.token })
  ).body.data;
  // A fifth of 4,000 is her own.
  expect([totalPortfolioValue, portfolio.length, portfolio[0].loan]).toEqual([4000, 1, 3200]);
});

test('the money of unknown people, administrators and invalid ids is not found', async () => {
  for (const id of ['00000000-0000-4000-8000-000000000000', admin.id, "' or 1=1 --"])
    expect((await server.call('GET /userMoney/{id}', { id }, { token: admin.token })).status).toBe(404);
});
