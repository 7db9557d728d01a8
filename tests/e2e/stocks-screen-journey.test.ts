// The list of all stocks, narrowed and ordered, with every choice in the address; its map, and the newest trades of one.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

let page: Page;
let faults: string[];

beforeAll(async () => {
  await server.newTrader('asha', 10_000);
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

test('the map has each stock once, in its sector, coloured by its change, and leads to its page', async () => {
  const { data } = (await server.call('GET', '/stocks', { token: await server.adminToken() })).body;
  const stocks = data as { symbol: string; sector: string }[];
  await page.goto(`${server.url}/stocks`);
  await page.getByText('Map', { exact: true }).click();
  await page.waitForURL('**/stocks?view=map');
  const tiles = page.locator('main section li[data-symbol]');
  await expect.poll(() => tiles.count()).toBe(stocks.length);
  const shown = await page
    .locator('main section')
    .evaluateAll((all) =>
      all.flatMap((section) =>
        [...section.querySelectorAll('li[data-symbol]')].map(
          (tile) =>
            [tile.getAttribute('data-symbol'), section.querySelector('ul')?.getAttribute('aria-label')] as const,
        ),
      ),
    );
  const bySymbol = ([one]: readonly unknown[], [other]: readonly unknown[]): number =>
    String(one) < String(other) ? -1 : 1;
  expect(shown.toSorted(bySymbol)).toEqual(stocks.map(({ symbol, sector }) => [symbol, sector]).toSorted(bySymbol));
  // Red is mixed into what has fallen, green into what has risen.
  const colours = await tiles.evaluateAll((all) =>
    all.map((tile) => ({
      direction: tile.querySelector('[data-direction]')!.getAttribute('data-direction'),
      background: (tile.querySelector('a') as HTMLElement).style.background,
    })),
  );
  for (const { direction, background } of colours)
    expect(background).toContain(direction === 'down' ? 'var(--down) ' : 'var(--up) ');
  // Changes of zero have no arrow, and are as high as the others: rows stay where they are.
  const heights = await tiles
    .locator('[data-direction]')
    .evaluateAll((all) => all.map((change) => change.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([20]));
  await page.getByLabel('Sector').selectOption({ label: 'Financials' });
  await expect.poll(() => tiles.count()).toBe(stocks.filter(({ sector }) => sector === 'Financials').length);
  const [first] = stocks
    .filter(({ sector }) => sector === 'Financials')
    .map(({ symbol }) => symbol)
    .sort();
  await tiles.first().click();
  await page.waitForURL(`**/stockdetails/${first}`);
  expect(faults).toEqual([]);
});

test('beside the order book stand the newest trades, one of one\u2019s own among them', async () => {
  const { data } = (await server.call('POST', '/login', { body: { email: 'asha@example.com', password: 'secret-12' } }))
    .body;
  const { token } = data as { token: string };
  await page.goto(`${server.url}/stockdetails/MERIT`);
  await page.getByRole('heading', { name: 'Order book' }).waitFor();
  await page.getByText('Trades', { exact: true }).click();
  await page.getByRole('heading', { name: 'Newest trades' }).waitFor();
  const body = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
  const { averagePrice } = (await server.call('POST', '/orders', { token, body })).body.data as {
    averagePrice: number;
  };
  const rows = page.getByRole('table', { name: 'Newest trades of MERIT' }).getByRole('row');
  await rows
    .filter({ hasText: `${averagePrice.toFixed(2)}, a buyer took the offer` })
    .first()
    .waitFor();
  await expectAccessible(page, 'the newest trades');
  await page.getByText('Book', { exact: true }).click();
  await page.getByRole('heading', { name: 'Order book' }).waitFor();
  expect(faults).toEqual([]);
});
