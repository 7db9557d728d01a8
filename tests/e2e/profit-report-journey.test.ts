// The profit report in a real browser: from the diary to the lots, other days, files, and paper. Then the statutory charges, once they
// are switched on at the desk: on the ticket, the order and the contract note.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { addMonths, monthOf, today } from '../../web/trade/diary/calendar.ts';
import { expectAccessible, expectAlert, figure, logInAt, newPage, paiseOf } from './browser.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';

let page: Page;
let faults: string[];
let token: string;

beforeAll(async () => {
  token = await server.newTrader('reporter', 100_000);
  ({ page, faults } = await newPage(browser));
  await logInAt(page, `${server.url}/login`, { email: 'reporter@example.com', password: 'secret-12' });
});

const order = async (type: string, quantity: number): Promise<void> => {
  const { status } = await server.call('POST', '/orders', { token, body: { stock: SYMBOL, type, quantity } });
  expect(status).toBe(200);
};

test('before the first sale it says what belongs there', async () => {
  await page.goto(`${server.url}/tradediary`);
  await page.getByRole('link', { name: 'Profit report' }).click();
  await page.waitForURL('**/tradediary/profit');
  await page.getByText('Nothing was sold in these days').waitFor();
  await expectAccessible(page, 'the empty profit report');
});

test('what was bought and sold today is speculative, and its net profit is the one of the analysis', async () => {
  await order('BUY', 10);
  await order('SELL', 6);
  const { data } = (await server.call('GET', '/diaryAnalytics', { token })).body as unknown as {
    data: { netPL: number };
  };
  await page.reload();
  const terms = page.getByRole('table').first();
  const totals = terms.getByRole('row', { name: /^Total/ }).getByRole('cell');
  await expect.poll(async () => paiseOf(await totals.last().innerText())).toBe(Math.round(data.netPL * 100));
  expect(await totals.first().innerText()).toBe('6');
  const speculative = terms.getByRole('row', { name: /Speculative/ }).getByRole('cell');
  expect(await speculative.allInnerTexts()).toEqual(await totals.allInnerTexts());
  expect(await page.locator(`tr[data-symbol="${SYMBOL}"]`).count()).toBe(2);
  await expectAccessible(page, 'the profit report');
});

test('at every width the net profit and every line above a table are in sight', async () => {
  for (const width of [320, 390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    const paper = (await page.getByRole('article').boundingBox())!;
    const tables = page.getByRole('table');
    for (const index of [0, 1]) {
      const head = (await tables.nth(index).getByRole('columnheader', { name: 'Net profit' }).boundingBox())!;
      expect([width, index, head.x + head.width <= paper.x + paper.width]).toEqual([width, index, true]);
    }
    // The lots scroll sideways; the line above them does not.
    const lead = (await page.getByText(/^First in, first out: one line/).boundingBox())!;
    expect([width, lead.x + lead.width <= paper.x + paper.width]).toEqual([width, true]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('other years and days have an address of their own', async () => {
  const days = page.getByLabel('Days of the report').first();
  await days.selectOption({ label: 'All time' });
  await page.waitForURL('**/tradediary/profit?of=all');
  await page.locator(`tr[data-symbol="${SYMBOL}"]`).first().waitFor();
  await days.selectOption({ label: 'Other days' });
  await page.getByLabel('From day').fill('2001-01-01');
  await page.getByLabel('To day').fill('2001-12-31');
  await page.getByText('Nothing was sold in these days').waitFor();
  const { search } = new URL(page.url());
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ of: 'days', from: '2001-01-01', to: '2001-12-31' });
  await page.goto(`${server.url}/tradediary/profit`);
});

test('the lots are a file with the same sums', async () => {
  await page.locator(`tr[data-symbol="${SYMBOL}"]`).first().waitFor();
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Lots as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^istock-profit-lots-\d{4}-04-01-to-\d{4}-03-31\.csv$/);
  const [, line, total] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(line).toMatch(new RegExp(`^"${SYMBOL}","Same day","\\d{4}-\\d\\d-\\d\\d","\\d{4}-\\d\\d-\\d\\d",6,`));
  expect(total.replace('"Total","","","",', '')).toBe(line.split(',').slice(4).join(','));
});

test('the printer is given all of it', async () => {
  await page.evaluate(() => (window.print = () => document.body.setAttribute('data-printed', 'true')));
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  expect(await page.getByRole('button', { name: 'Show all lines' }).count()).toBe(0);
});

test('on paper the buttons are gone', async () => {
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'By lot' }).isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
});

test('the desk switches on the statutory charges, after a question', async () => {
  const desk = await newPage(browser);
  await logInAt(desk.page, `${server.url}/adminLogin`, ADMIN);
  await desk.page.goto(`${server.url}/transactions`);
  await desk.page.getByRole('checkbox', { name: 'Charge them on every order' }).check();
  await expectAccessible(desk.page, 'the fees with their statutory rates');
  await desk.page.getByRole('button', { name: 'Save Changes' }).click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click();
  await expectAlert(desk.page, 'Transaction fees saved.');
  expect(desk.faults).toEqual([]);
  await desk.page.context().close();
});

/** The charges of a delivery buy that are more than half a paisa. */
const ITEMS = ['Securities transaction tax', 'Exchange transaction charge', 'SEBI turnover fee', 'Stamp duty', 'GST'];
/** In paise, from a list of figures with the parts of the charges. */
const sumOf = async (within: Locator, names: readonly string[]): Promise<number> => {
  const sums = await Promise.all(names.map(async (name) => paiseOf(await figure(within, name))));
  return sums.reduce((total, sum) => total + sum, 0);
};

test('ticket, order and contract note itemise it, to one sum', async () => {
  const ordersNow = async () => {
    const { data } = (await server.call('GET', '/getOrders', { token })).body;
    const { orders } = data as { orders: { _id: string; charges: number }[] };
    return orders.map(({ _id, charges }) => ({ id: _id, paid: Math.round(charges * 100) }));
  };
  const before = await ordersNow();
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `Buy ${SYMBOL}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: 'Quantity' }).fill('30');
  for (const name of ITEMS) await dialog.getByRole('button', { name, exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Stamp duty' }).click();
  await dialog.getByText('Only the buyer pays it').waitFor();
  await expectAccessible(page, 'the ticket with statutory charges');
  await page.keyboard.press('Escape');
  await dialog.getByText('Only the buyer pays it').waitFor({ state: 'detached' });
  await dialog.locator('button[type=submit]').click();
  await expectAlert(page, 'Order placed successfully.');

  const [newest, ...others] = await ordersNow();
  expect(others).toEqual(before);
  await page.goto(`${server.url}/myOrders?order=${newest.id}`);
  await dialog.getByText('GST').waitFor();
  const paid = paiseOf(await figure(dialog, 'Charges'));
  expect(paid).toBe(newest.paid);
  expect(await sumOf(dialog, ['Brokerage and transaction fee', ...ITEMS])).toBe(paid);

  await page.goto(`${server.url}/tradediary/note`);
  const note = page.getByRole('article');
  await note.getByRole('columnheader', { name: 'Statutory' }).waitFor();
  const all = await sumOf(note, ['Brokerage', 'Flat fees', ...ITEMS]);
  expect(all).toBe(paiseOf(await figure(note, 'All charges')));
  expect(all).toBe(before.reduce((sum, other) => sum + other.paid, paid));
  await expectAccessible(page, 'the contract note with statutory charges');
});

test.each([
  ['', 'Trade History'],
  ['&show=analysis', 'By stock'],
])('a month without trades leads to the one before, where there are some: %s', async (show, shown) => {
  const month = addMonths(monthOf(today(Date.now())), 1);
  await page.goto(`${server.url}/tradediary?month=${month}${show}`);
  await page.getByText(/^No (closed )?trades: /).waitFor();
  await page.getByRole('button', { name: /^Show / }).click();
  await page.getByText(/^No (closed )?trades: /).waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('month')).toBe(addMonths(month, -1));
  await page.getByRole('heading', { name: shown }).first().waitFor();
  await page.goto(`${server.url}/tradediary?month=${addMonths(month, 1)}${show}`);
  await page.getByRole('link', { name: 'Browse stocks' }).waitFor();
  expect(await page.getByRole('button', { name: /^Show / }).count()).toBe(0);
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
