// The figures of orders and holdings that the wire makes of several of the exchange's own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTrading } from '../../tests/trading.ts';
import type { Trading } from '../../tests/trading.ts';

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

test('a stop has the price of its trigger until it has filled, and then that of its fills', async () => {
  const asha = await server.trader(10_000_00);
  const stop = { stock: 'MERIT', type: 'BUY', orderType: 'STOP', quantity: 2, stopPrice: 402 };
  const placed = (await server.call('POST /orders', stop, { token: asha.token })).body.data;
  expect([placed.price, placed.stopPrice, placed.averagePrice]).toEqual([402, 402, null]);
  server.quote('MERIT', 'sell', 403_00, 10);
  server.mark('MERIT', 402_50);
  const [filled] = (await server.call('GET /getOrders', {}, { token: asha.token })).body.data.orders;
  expect([filled.price, filled.stopPrice, filled.averagePrice]).toEqual([403, 402, 403]);
});

test('a holding says how far its stock has moved since the last close, in rupees and in percent', async () => {
  const asha = await server.trader(10_000_00);
  server.clear('MERIT');
  server.quote('MERIT', 'sell', 404_00, 2);
  await server.call('POST /orders', { stock: 'MERIT', type: 'BUY', quantity: 2 }, { token: asha.token });
  server.mark('MERIT', 409_00);
  const [holding] = (await server.call('GET /portfolio', {}, { token: asha.token })).body.data.portfolio;
  // From 400 to 409; bought today at 404.
  expect(holding).toMatchObject({ change: 9, changePercent: 2.25, overallProfit: 10, todaysProfit: 10 });
});
