// The story of an order stays in its panel while the order leaves the list behind it; and what the list says while another is on its way.
import { beforeAll, expect, test } from 'vitest';
import { logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

let token: string;

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
});

/** A purchase that waits. */
async function placeOrder(): Promise<string> {
  const { data } = (await server.call('GET', '/stocks', { token })).body;
  const last = (data as { symbol: string; price: number }[]).find(({ symbol }) => symbol === 'MERIT')!.price;
  const price = Math.floor(last * 0.97);
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price, timeInForce: 'GTC' };
  const placed = await server.call('POST', '/orders', { token, body: order });
  expect(placed.status, JSON.stringify(placed.body)).toBe(200);
  return (placed.body.data as { _id: string })._id;
}

async function enter(): ReturnType<typeof newPage> {
  const opened = await newPage(browser);
  await logInAt(opened.page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
  return opened;
}

test('an order that leaves the pending ones keeps its panel, and the focus in it', async () => {
  const id = await placeOrder();
  const { page, faults } = await enter();
  await page.goto(`${server.url}/myOrders?status=PENDING&order=${id}`);
  const panel = page.getByRole('dialog', { name: 'Buy 1 MERIT' });
  await panel.getByText('At better prices').waitFor();
  await panel.getByRole('button', { name: 'Repeat order' }).focus();

  // By its number it is found only after a while.
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route(`**/getOrders?after=${Number(id) + 1}&*`, async (route) => {
    await isDue;
    await route.continue();
  });
  const asked = page.waitForRequest(`**/getOrders?after=${Number(id) + 1}&*`);
  await server.call('POST', `/cancelOrder/${id}`, { token, body: {} });
  await asked;
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect([await panel.count(), await focused()]).toEqual([1, 'Repeat order']);
  answer();
  await panel.getByText('FAILED').waitFor();
  expect(await panel.getByRole('button', { name: 'Cancel order' }).count()).toBe(0);
  expect([await focused(), faults]).toEqual(['Repeat order', []]);
});

test('an order canceled from its panel takes the button with it, and the focus stays in the panel', async () => {
  const id = await placeOrder();
  const { page } = await enter();
  await page.goto(`${server.url}/myOrders?status=PENDING&order=${id}`);
  const panel = page.getByRole('dialog', { name: 'Buy 1 MERIT' });
  await panel.getByRole('button', { name: 'Cancel order' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).press('Enter');
  await panel.getByText('FAILED').waitFor();
  // When the question has closed, and the button is gone.
  await page.waitForTimeout(1_500);
  expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
});

test('an order that leaves the list when it is canceled hands the focus to the row beside it', async () => {
  const ids = [await placeOrder(), await placeOrder(), await placeOrder()];
  const { page } = await enter();
  await page.goto(`${server.url}/myOrders?status=PENDING`);
  const cancel = (id: string) => page.getByRole('button', { name: `Cancel order ${id}` });
  for (const [canceled, next] of [
    [ids[1], ids[0]],
    [ids[0], ids[2]],
  ]) {
    await cancel(canceled).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).press('Enter');
    await cancel(canceled).waitFor({ state: 'detached' });
    await page.waitForTimeout(1_500);
    const row = page.getByRole('row').filter({ has: cancel(next) });
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

test('an empty list says nothing of the one that is on its way, and does not decide which of its pages is shown', async () => {
  for (let count = 0; count < 12; count++) await placeOrder();
  const { page } = await enter();
  await page.goto(`${server.url}/myOrders?page=2`);
  await page.getByText('Page 2 of 2').waitFor();
  await page.getByText('Completed', { exact: true }).last().click();
  await page.getByText('No order matches').waitFor();
  // The other list is no longer known when the page goes back to it.
  await page.reload();
  await page.getByText('No order matches').waitFor();
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/getOrders?*', (route) => isDue.then(() => route.continue()));
  const asked = page.waitForRequest('**/getOrders?*');
  await page.goBack();
  await asked;
  const seen = [await page.getByText('No orders yet').count(), new URL(page.url()).search];
  expect(seen).toEqual([0, '?page=2']);
  answer();
  await page.getByText('Page 2 of 2').waitFor();
});
