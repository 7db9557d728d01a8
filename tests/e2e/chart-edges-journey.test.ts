// The chart where something goes another way than usual: a refused page of bars, a gesture given up, a full chart, the way back, a second window.
import { inflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAlert, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';
import { takeTool } from './sloped-lines.ts';

const SYMBOL = 'MERIT';

let page: Page;
let faults: string[];
let token: string;

beforeAll(async () => {
  token = await server.newTrader('edgy', 1000);
  ({ page, faults } = await newPage(browser));
  await logInAt(page, `${server.url}/login`, { email: 'edgy@example.com', password: 'secret-12' });
});

const chart = (): Locator => page.getByRole('application');
const drawn = (): Locator => page.getByRole('slider', { name: 'Drawn line' });

const isChosen = (on: Page, name: string) => on.getByRole('radio', { name, exact: true }).isChecked();

async function openChart(search = ''): Promise<void> {
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}${search}`);
  await chart().locator('canvas').first().waitFor();
}

test('a refused page of older bars is asked for again after a while, not at once', async () => {
  const askedAt: number[] = [];
  await page.route('**/bars?*', async (route) => {
    if (!new URL(route.request().url()).searchParams.has('to')) {
      // So few that the chart wants more by itself.
      const response = await route.fetch();
      const body = (await response.json()) as { data: { bars: unknown[] } };
      body.data.bars.splice(0, body.data.bars.length - 20);
      return route.fulfill({ response, json: body });
    }
    askedAt.push(Date.now());
    const refusal = { success: false, message: 'Too many requests.', data: null, error: { code: 'too-many' } };
    return askedAt.length === 1 ? route.fulfill({ status: 429, json: refusal }) : route.continue();
  });
  await openChart('&interval=1m');
  await expect.poll(() => askedAt.length, { timeout: 20_000 }).toBeGreaterThan(1);
  expect(askedAt[1] - askedAt[0]).toBeGreaterThan(2000);
  await page.unroute('**/bars?*');
});

/** How many pixels of this colour the pictures of a PDF have. */
function pixelsOf(pdf: Buffer, colour: string): number {
  const pixel = Buffer.from(colour.slice(1), 'hex');
  let count = 0;
  for (const { index } of pdf.toString('latin1').matchAll(/\/Subtype \/Image/g)) {
    const [start, end] = [pdf.indexOf('stream', index) + 'stream\n'.length, pdf.indexOf('endstream', index)];
    const picture = inflateSync(pdf.subarray(start, end));
    for (let at = 0; at + 2 < picture.length; at += 3) if (picture.subarray(at, at + 3).equals(pixel)) count++;
  }
  return count;
}

test('a dark chart is printed in the colours of paper', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openChart();
  const lineColour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--line').trim());
  const onScreen = await lineColour();
  await expect.poll(() => page.getByTestId('chart-readout').innerText()).not.toBe('');
  const pdf = await page.pdf();
  await page.emulateMedia({ media: 'print' });
  const onPaper = await lineColour();
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  expect(onPaper).not.toBe(onScreen);
  expect(pixelsOf(pdf, onScreen)).toBe(0);
  expect(pixelsOf(pdf, onPaper)).toBeGreaterThan(100);
});

test('the bar that is read by key stays the one that is read, whatever moves the view', async () => {
  await openChart('&interval=1m');
  const readout = async (): Promise<string> => (await page.getByTestId('chart-readout').innerText()).slice(0, 18);
  await chart().focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('PageUp');
  const read = await readout();
  await page.keyboard.press('+');
  await page.waitForTimeout(300);
  expect(await readout()).toBe(read);
  // The labels of the axis become wider, and the bars move aside.
  await page.getByText('%', { exact: true }).click();
  await page.waitForURL('**scale=percent**');
  await page.waitForTimeout(300);
  expect(await readout()).toBe(read);
  // Each minute brings a bar, which pushes the others along.
  const next = page.waitForFunction(
    (before) => Math.floor(Date.now() / 60_000) > before,
    Math.floor(Date.now() / 60_000),
    {
      timeout: 90_000,
      polling: 1000,
    },
  );
  await next;
  await page.waitForTimeout(5000);
  expect(await readout()).toBe(read);
  await chart().focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.getByText('1h', { exact: true }).first().click();
  await page.waitForURL('**interval=1h**');
  // Of the hours none has been read yet: the first key reads the newest.
  await page.waitForTimeout(1000);
  const newest = await readout();
  await chart().focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(readout).toBe(newest);
});

test('a stock without bars can be ordered at a price all the same, and no longer interval is offered than there is', async () => {
  const { page: quiet } = await newPage(browser);
  await quiet.route('**/socket.io/**', (route) => route.abort());
  await quiet.routeWebSocket('**/socket.io/**', () => {});
  await quiet.route('**/bars?*', (route) =>
    route.fulfill({ json: { success: true, message: '', data: { bars: [] }, error: null } }),
  );
  await logInAt(quiet, `${server.url}/login`, { email: 'edgy@example.com', password: 'secret-12' });
  await quiet.goto(`${server.url}/tradingview?symbol=${SYMBOL}&interval=1W`);
  await quiet.getByText('The chart begins with the first trade of the stock.').waitFor();
  await quiet.getByRole('button', { name: 'At a price' }).click();
  await quiet
    .getByRole('dialog', { name: `At a price of ${SYMBOL}` })
    .getByRole('button', { name: /^Buy limit/ })
    .click();
  await quiet
    .getByRole('dialog', { name: new RegExp(SYMBOL) })
    .getByText('Limit', { exact: true })
    .waitFor();
  expect(await quiet.getByText('Choose a longer interval').count()).toBe(0);
  await quiet.context().close();
});

test('a horizontal line that is being dragged goes back with Esc', async () => {
  await openChart();
  await takeTool(page, 'Horizontal line');
  await chart().press('Enter');
  const { x, y } = (await drawn().boundingBox())!;
  const price = await drawn().getAttribute('aria-valuetext');
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.move(x + 5, y + 60, { steps: 4 });
  expect(await drawn().getAttribute('aria-valuetext')).not.toBe(price);
  await page.keyboard.press('Escape');
  expect(await drawn().getAttribute('aria-valuetext')).toBe(price);
  await page.mouse.move(x + 5, y + 90);
  await page.mouse.up();
  expect(await drawn().getAttribute('aria-valuetext')).toBe(price);
});

test('a chart that is full of lines says so to people who see it, too', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({ kind: 'horizontal', price: 100 + index }));
  const body = { symbol: 'LOHITYA', version: 0, split: '', lines };
  expect((await server.call('POST', '/drawnLines', { token, body })).status).toBe(200);
  await page.goto(`${server.url}/tradingview?symbol=LOHITYA`);
  await expect.poll(() => page.locator('[data-line]').count()).toBe(30);
  await takeTool(page, 'Horizontal line');
  await chart().press('Enter');
  await expectAlert(page, 'A chart can have no more lines than these. Remove one first.');
});

test('going back leaves the replay on the page of a stock, and the page stays', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.getByRole('link', { name: SYMBOL, exact: true }).click();
  await page.getByText('Candles', { exact: true }).click();
  await chart().locator('canvas').first().waitFor();
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('button', { name: 'Random start' }).click();
  const practice = page.getByRole('group', { name: 'Practice' });
  await practice.waitFor();
  await page.goBack();
  await practice.waitFor({ state: 'detached' });
  expect(await isChosen(page, 'Candles')).toBe(true);
});

test('going back from a chart leads to the page before it, however often its interval has changed', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.getByRole('link', { name: `Chart of ${SYMBOL}` }).click();
  for (const interval of ['5m', '1h']) {
    await page.getByRole('radio', { name: interval, exact: true }).press('Space');
    await page.waitForURL((url) => url.searchParams.get('interval') === interval);
  }
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/stocks');
});

test('what two windows have chosen for charts is kept together', async () => {
  await openChart('&interval=1D');
  const other = await page.context().newPage();
  await other.goto(`${server.url}/tradingview?symbol=${SYMBOL}&interval=1D`);
  await other.getByRole('radio', { name: '15m', exact: true }).press('Space');
  await other.waitForURL((url) => url.searchParams.get('interval') === '15m');
  await page.getByRole('radio', { name: 'Log', exact: true }).press('Space');
  await page.waitForURL((url) => url.searchParams.get('scale') === 'log');
  await other.goto(`${server.url}/tradingview?symbol=${SYMBOL}`);
  await expect.poll(() => isChosen(other, '15m')).toBe(true);
  expect(await isChosen(other, 'Log')).toBe(true);
  await other.close();
});

test('an order that ends while it is being edited on the chart leaves the dialog and what was typed in it', async () => {
  const { data } = (await server.call('GET', '/stocks', { token })).body;
  const last = (data as { symbol: string; price: number }[]).find(({ symbol }) => symbol === SYMBOL)!.price;
  const body = { stock: SYMBOL, type: 'BUY', orderType: 'LIMIT', quantity: 1, price: Math.floor(last * 0.97) };
  const placed = (await server.call('POST', '/orders', { token, body })).body.data as { _id: string };
  await openChart('&interval=1D');
  const line = page.getByRole('button', { name: /^Edit order: Buy 1 limit/ });
  await line.press('Enter');
  const quantity = page.getByRole('dialog', { name: `Edit: buy ${SYMBOL}` }).getByLabel('Quantity');
  await quantity.fill('2');
  await server.call('POST', `/cancelOrder/${placed._id}`, { token, body: {} });
  await line.waitFor({ state: 'detached' });
  expect(await quantity.inputValue()).toBe('2');
  await quantity.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
