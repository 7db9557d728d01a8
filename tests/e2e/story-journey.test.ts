// The story of an order stays in its panel while the order leaves the list behind it.
import { expect, test } from 'vitest';
import { logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

test('an order that leaves the pending ones keeps its panel, and the focus in it', async () => {
  const token = await server.newTrader('asha', 100_000);
  const { data } = (await server.call('GET', '/stocks', { token })).body;
  const last = (data as { symbol: string; price: number }[]).find(({ symbol }) => symbol === 'MERIT')!.price;
  const price = Math.floor(last * 0.97);
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price, timeInForce: 'GTC' };
  const placed = await server.call('POST', '/orders', { token, body: order });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  const { _id: id } = placed.body.data as { _id: string };
  const { page, faults } = await newPage(browser);
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
  await page.goto(`${server.url}/myOrders?status=PENDING&order=${id}`);
  const panel = page.getByRole('dialog', { name: 'Buy 1 MERIT' });
  await panel.getByText('At better prices').waitFor();
  await panel.getByRole('button', { name: 'Repeat order' }).focus();

  // By its id it is found only after a while.
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/getOrders?*q=${id}*`, async (route) => {
    await isDue;
    await route.continue();
  });
  const asked = page.waitForRequest(`**/getOrders?*q=${id}*`);
  await server.call('POST', `/cancelOrder/${id}`, { token, body: {} });
  await asked;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect([await panel.count(), await focused()]).toEqual([1, 'Repeat order']);
  answer();
  await panel.getByText('FAILED').waitFor();
  expect(await panel.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  expect([await focused(), faults]).toEqual(['Repeat order', []]);
});
