// The list of all stocks: narrowed and ordered, with every choice in the address.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

let page: Page;
let faults: string[];

beforeAll(async () => {
  await server.newTrader('asha', 100);
  ({ page, faults } = await newPage(browser));
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
});

const rows = (): Locator => page.locator('main tr[data-symbol]');

test('search, sector, order and view stand in the address and come back from it', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.getByLabel('Find a stock on this page').fill('bank');
  await page.waitForURL('**/stocks?q=bank');
  await page.getByText('Table', { exact: true }).click();
  await page.waitForURL('**/stocks?q=bank&view=table');
  // The address changes before the page does.
  await rows().first().waitFor();
  await expect.poll(() => rows().count()).toBeLessThan(60);
  const found = await rows().count();
  await page.getByRole('button', { name: 'Price (\u20b9)' }).click();
  await expect
    .poll(() => page.getByRole('columnheader', { name: /Price/ }).getAttribute('aria-sort'))
    .toBe('descending');
  await page.reload();
  await rows().first().waitFor();
  await expect.poll(() => rows().count()).toBe(found);
  await page.goBack();
  await page.waitForURL('**/stocks?q=bank&view=table');
});

test('a price range leaves the stocks that cost so much, also after a reload', async () => {
  const { data } = (await server.call('GET', '/stocks', { token: await server.adminToken() })).body;
  const near = (price: number): boolean => Math.abs(price - 100) < 5 || Math.abs(price - 500) < 25;
  const priced = (data as { symbol: string; price: number }[]).filter(({ price }) => !near(price));
  await page.goto(`${server.url}/stocks?view=table`);
  await page.getByLabel('Price', { exact: true }).selectOption({ label: '\u20b9100\u2013500' });
  await page.waitForURL('**/stocks?price=100-500&view=table');
  await page.reload();
  await rows().first().waitFor();
  await expect.poll(() => rows().count()).toBeLessThan(60);
  const shown = await rows().evaluateAll((all) => all.map((row) => row.getAttribute('data-symbol')));
  // Prices move meanwhile, so those near an end may be on either side of it.
  for (const { symbol, price } of priced)
    expect([symbol, shown.includes(symbol)]).toEqual([symbol, price >= 100 && price < 500]);
  await page.getByLabel('Find a stock on this page').fill('no such stock');
  await page.getByText('No stock matches').waitFor();
  await page.getByRole('button', { name: 'Show all stocks' }).click();
  await page.waitForURL('**/stocks?view=table');
  await expect.poll(() => rows().count()).toBe(60);
  expect(faults).toEqual([]);
});
