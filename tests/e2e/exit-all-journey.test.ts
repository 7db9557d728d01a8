// All holdings sold by one question: those that orders hold are freed first, what is refused is said, and nothing is sold twice.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectAlert, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const STOCKS = ['GODHULI', 'MERIT', 'DHANVIKA'];

let page: Page;
let token: string;
let faults: string[];

const place = async (order: object): Promise<void> => {
  const { status, body } = await server.call('POST', '/orders', { token, body: order });
  expect(status, JSON.stringify(body)).toBe(200);
};
const held = async (): Promise<Record<string, number>> => {
  const { data } = (await server.call('GET', '/portfolio', { token })).body;
  const { portfolio } = data as { portfolio: { symbol: string; quantity: number }[] };
  return Object.fromEntries(portfolio.map(({ symbol, quantity }) => [symbol, quantity]));
};
const question = (): Locator => page.getByRole('alertdialog', { name: 'Exit all' });

async function ask(): Promise<void> {
  await page.goto(`${server.url}/portfolio`);
  await page.getByRole('button', { name: 'Exit all' }).click();
  await question().waitFor();
}

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
  for (const stock of STOCKS) await place({ stock, type: 'BUY', quantity: 4 });
  await place({ stock: 'MERIT', type: 'SELL', orderType: 'LIMIT', quantity: 3, price: 390, timeInForce: 'GTC' });
  ({ page, faults } = await newPage(browser));
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
});

test('the question names what is sold, and keeping it sells nothing', async () => {
  await ask();
  await question()
    .getByText(/shares of 3 stocks at the market: .*3 of the shares wait in open orders/)
    .waitFor();
  await expectAccessible(page, 'the question before all holdings are sold');
  await question().getByRole('button', { name: 'Keep all' }).click();
  await question().waitFor({ state: 'detached' });
  expect(await held()).toEqual(Object.fromEntries(STOCKS.map((stock) => [stock, 4])));
});

test('a stock that is halted stays with its order, and the others are sold', async () => {
  const desk = await server.adminToken();
  const halt = (isHalted: boolean) =>
    server.call('POST', '/haltStock', { token: desk, body: { symbol: 'MERIT', isHalted, reason: 'News' } });
  expect((await halt(true)).status).toBe(200);
  await ask();
  await question().getByRole('button', { name: 'Sell them' }).click();
  await expectAlert(
    page,
    'The sales of 2 of 3 stocks have been placed. MERIT: Trading is halted: no new order is taken now.',
  );
  await expect.poll(held).toEqual({ MERIT: 4 });
  const { data } = (await server.call('GET', '/getOrders?status=PENDING', { token })).body;
  expect((data as { orders: object[] }).orders).toHaveLength(1);
  expect((await halt(false)).status).toBe(200);
});

test('a sale without an answer is the last one, and the ticket sends it again', async () => {
  await place({ stock: 'GODHULI', type: 'BUY', quantity: 2 });
  await ask();
  await page.route('**/orders', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await question().getByRole('button', { name: 'Sell them' }).click();
  await expectAlert(
    page,
    'The sales of 0 of 2 stocks have been placed. No answer came to the sale of GODHULI: nothing was sent after it.',
  );
  await page.unroute('**/orders');
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expectAlert(page, 'Sell order placed successfully.');
  await expect
    .poll(async () => Object.values(await held()).toSorted())
    .toSatisfy((left: number[]) => left.length === 1);
  expect(faults.filter((fault) => !fault.includes('net::ERR'))).toEqual([]);
});
