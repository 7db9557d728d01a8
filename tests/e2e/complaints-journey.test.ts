// Complaints of people, and how an administrator finds the answers in a browser: an order that was not filled, a double payment, a balance that seems wrong.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, logInAt, newPage, paiseOf } from './browser.ts';
import { browser, server } from './site.ts';

let desk: Page;
let faults: string[];
let asha: string;
let limit: string;

const place = async (order: object): Promise<string> => {
  const placed = await server.call('POST', '/orders', { token: asha, body: { stock: 'MERIT', ...order } });
  return (placed.body.data as { _id: string })._id;
};

async function topUp(amount: number): Promise<string> {
  const made = await server.call('POST', '/create-order', { token: asha, body: { amount } });
  const { id } = made.body.data as { id: string };
  const paid = await server.call('POST', '/sandbox/checkout', {
    token: asha,
    body: { order_id: id, method: 'upi', vpa: 'success@upi' },
  });
  const receipt = paid.body.data as { payment_id: string };
  await server.call('POST', '/verify-payment', { token: asha, body: receipt });
  return receipt.payment_id;
}

beforeAll(async () => {
  asha = await server.newTrader('asha', 50_000);
  await server.newTrader('ravi', 100);
  limit = await place({ type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 290 });
  await place({ type: 'BUY', orderType: 'MARKET', quantity: 3 });
  await server.call('POST', `/cancelOrder/${limit}`, { token: asha });
  await place({ type: 'BUY', orderType: 'LIMIT', quantity: 2, price: 291 });
  ({ page: desk, faults } = await newPage(browser));
  await logInAt(desk, `${server.url}/adminLogin`, ADMIN);
  await desk.locator('html[data-connection="live"]').waitFor();
});

const rows = (table: string) => desk.getByRole('table', { name: table }).locator('tbody tr');

async function findAsha(): Promise<void> {
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox', { name: 'Page, user, stock or order number' }).fill('asha');
  await desk.getByRole('option', { name: 'asha@example.com' }).click();
  await desk.waitForURL('**/portfolioAdmin/*');
}

test('"my order was not filled": the person, the order, its story', async () => {
  await findAsha();
  await desk.getByRole('tab', { name: 'Orders' }).click();
  await expect.poll(() => rows('Orders').count()).toBe(3);
  await expectAccessible(desk, 'the orders of one person');
  await desk.getByText('Failed', { exact: true }).click();
  await desk.waitForURL('**?tab=orders&status=FAILED');
  await expect.poll(() => rows('Orders').allInnerTexts()).toEqual([expect.stringContaining(limit)]);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"asha@example.com","MERIT","BUY","LIMIT"');
  await desk.getByRole('link', { name: `Details of order ${limit}` }).click();
  await desk.getByRole('heading', { name: 'What happened' }).waitFor();
  await desk.goBack();
  await desk.waitForURL('**?tab=orders&status=FAILED');
});

test('every list of orders is saved as a file, of all pages', async () => {
  for (const [at, count] of [
    ['/ordermanagement?status=COMPLETED', 1],
    ['/limitorders', 2],
    ['/marketorders', 1],
  ] as const) {
    await desk.goto(server.url + at);
    const download = desk.waitForEvent('download');
    await desk.getByRole('button', { name: 'CSV' }).click();
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
    expect([at, lines.length - 1]).toEqual([at, count]);
  }
});

test('order management shows prices on an upright tablet, too, beside the quantity', async () => {
  const size = desk.viewportSize()!;
  await desk.setViewportSize({ width: 768, height: 1024 });
  await desk.goto(`${server.url}/ordermanagement?status=COMPLETED`);
  await expect.poll(() => rows('Orders').allInnerTexts()).toEqual([expect.stringMatching(/\d at [\d,]+\.\d\d/)]);
  await desk.setViewportSize(size);
});

test('an address beyond the last page leads to it, and filters that were typed but not applied can be cleared', async () => {
  await desk.goto(`${server.url}/marketorders?page=9`);
  await desk.waitForURL('**/marketorders');
  await expect.poll(() => rows('Manage Market Orders').count()).toBe(1);
  await desk.goto(`${server.url}/allTransactions?page=9`);
  await desk.waitForURL('**/allTransactions');
  await expect.poll(() => rows('Transactions').count()).toBe(1);
  await desk.getByRole('button', { name: 'Filters' }).click();
  await desk.getByRole('searchbox', { name: 'User name' }).fill('nobody');
  await desk.getByLabel('From', { exact: true }).fill('2020-01-01');
  await desk.getByRole('button', { name: 'Clear' }).click();
  await expect.poll(() => desk.getByRole('searchbox', { name: 'User name' }).inputValue()).toBe('');
  // From that day on, not only that day.
  await desk.getByLabel('From', { exact: true }).fill('2020-01-01');
  await desk.getByRole('button', { name: 'Apply Filters' }).click();
  await desk.waitForURL('**/allTransactions?from=2020-01-01');
  await expect.poll(() => rows('Transactions').count()).toBe(1);
});

/** By its name, or by its kind. The part that looks after the focus is fetched after the screen has been shown. */
const focused = async (): Promise<string> => {
  await desk.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /row-focus/.test(name)));
  return desk.evaluate(
    () => document.activeElement!.ariaLabel ?? (document.activeElement!.id || document.activeElement!.tagName),
  );
};

test('people who filter by keyboard keep their place, also when the button they pressed has gone', async () => {
  const filter = async (shown: string): Promise<void> => {
    const name = desk.getByRole('searchbox', { name: 'User name' });
    await name.fill('<ravi>');
    await name.press('Enter');
    await desk.waitForURL('**user=ravi*');
    await desk.getByText(shown).waitFor();
    await expect.poll(() => name.inputValue()).toBe('ravi');
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
  };
  await filter('No transaction matches');
  await focused();
  // The button that clears an empty list disappears with it.
  await desk.getByRole('button', { name: 'Show all' }).press('Enter');
  await expect.poll(() => rows('Transactions').count()).toBe(1);
  await expect.poll(focused).toBe('content');
  // Going back restores the filter, and the fields show it.
  await desk.goBack();
  await expect.poll(() => desk.getByRole('searchbox', { name: 'User name' }).inputValue()).toBe('ravi');

  await desk.getByRole('link', { name: 'Order Management', exact: true }).click();
  // The focus of a new page is settled when its title is read out, a moment after it appears: nobody is faster than that.
  await Promise.all([
    desk.locator('[aria-live="polite"].sr-only', { hasText: 'Market Orders' }).waitFor(),
    desk.getByRole('link', { name: /^Market Orders/ }).click(),
  ]);
  await filter('No order matches');
  await desk.getByRole('button', { name: 'Clear' }).press('Enter');
  await expect.poll(() => rows('Manage Market Orders').count()).toBe(1);
  await expect.poll(focused).toBe('FORM');
});

test('"a wrong fee": an impossible span of days is reported, and nothing waits for it', async () => {
  await desk.goto(`${server.url}/transactions`);
  const card = desk.getByRole('region', { name: 'Fee collection summary' });
  const first = card.getByLabel('Period start');
  await expect.poll(() => first.inputValue()).not.toBe('');
  const was = await first.inputValue();
  await first.fill('2999-01-01');
  await card.getByText('Choose a first and a last day, in this order.').waitFor();
  await first.fill(was);
  await card.getByText('Total fees collected').waitFor();
  await card.getByText('Choose a first').waitFor({ state: 'detached' });
  // A period has an address. Typed digit by digit, no digit is lost on the way.
  const from = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
  const [year, month, day] = from.split('-');
  await first.focus();
  await desk.keyboard.type(`${month}${day}${year}`);
  await desk.waitForURL(`**/transactions?from=${from}&to=*`);
  await desk.reload();
  await card.getByText('Total fees collected').waitFor();
  await expect.poll(() => first.inputValue()).toBe(from);
  // On the smallest phone a whole sum fits in its field.
  await desk.setViewportSize({ width: 320, height: 640 });
  await desk.getByRole('button', { name: 'Add volume discount' }).click();
  for (const name of ['Min volume', 'Max volume', 'Discount rate'])
    await expect.poll(() => desk.getByLabel(name).evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  await desk.setViewportSize({ width: 1440, height: 900 });
});

test('"I paid twice": found by the number on the receipt, and by the person', async () => {
  const numbers = [await topUp(700), await topUp(700)];
  await desk.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Payments' }).click();
  await desk.getByRole('searchbox', { name: 'Search payments' }).fill(numbers[0]);
  await expect.poll(() => rows('Payments').allInnerTexts()).toEqual([expect.stringContaining(numbers[0])]);
  await desk.getByRole('searchbox', { name: 'Search payments' }).fill('asha');
  await expect.poll(() => rows('Payments').count()).toBe(3);
  const arrived = async () =>
    (await rows('Payments').allInnerTexts()).filter((text) => /700\.00[\s\S]*Arrived/.test(text));
  await expect.poll(arrived).toHaveLength(2);
  await desk.getByText('3 payments, \u20b951,400.00 arrived').waitFor();
  await expectAccessible(desk, 'the payments');
  await rows('Payments').first().getByRole('link', { name: 'asha', exact: true }).click();
  await desk.waitForURL('**?tab=money');
});

test('"my balance is wrong": every part of it, and the part held by open orders', async () => {
  await desk.getByText('together they are the balance').waitFor();
  const card = desk.getByRole('region', { name: 'Where the balance comes from' });
  const sum = async (name: string) =>
    paiseOf(
      await card
        .locator('dl > div', { has: desk.locator(`dt:text-is("${name}")`) })
        .locator('dd')
        .innerText(),
    );
  const parts = await Promise.all(['Added to the wallet', 'Rewards', 'Shares bought', 'Charges'].map(sum));
  expect(parts[0]).toBe(51_400_00);
  expect(parts.reduce((one, other) => one + other, 0)).toBe(await sum('Balance in the books'));
  expect((await sum('Balance in the books')) + (await sum('Set aside for 1 open order'))).toBe(
    await sum('Cash to trade'),
  );
  await expectAccessible(desk, 'the money of one person');
});

/** The other administrator, who is faster. */
let token: string | undefined;
async function other(method: 'GET' | 'POST', path: string, body?: object) {
  const login = async () => (await server.call('POST', '/adminLogin', { body: ADMIN })).body.data as { token: string };
  token ??= (await login()).token;
  return server.call(method, path, { token, ...(body && { body }) });
}

test('"stop everything": a question stays what it was, also when another administrator was quicker', async () => {
  await desk.goto(`${server.url}/adminHome`);
  await desk.getByRole('button', { name: 'Halt all trading' }).click();
  const dialog = desk.getByRole('alertdialog', { name: 'Halt all trading' });
  await dialog.waitFor();
  await other('POST', '/haltMarket', { isHalted: true, reason: 'Prices look wrong' });
  await desk.getByText('Reason: Prices look wrong').waitFor();
  await dialog.getByRole('button', { name: 'Halt all trading' }).click();
  await expectAlert(desk, 'All trading is halted already.');
  expect((await other('GET', '/marketState')).body.data).toMatchObject({ isHalted: true });
  await other('POST', '/haltMarket', { isHalted: false });
});

test('a file holds no row twice, even if rows are added while it is read', async () => {
  const limits = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };
  for (let more = 1; more <= 100; more++) await other('POST', '/updateLimit', { ...limits, maxBuyLimit: 1000 + more });
  await desk.route(
    ({ pathname, searchParams }) => pathname === '/auditLog' && searchParams.get('page') === '2',
    async (route) => {
      await other('POST', '/updateLimit', limits);
      await route.continue();
    },
  );
  await desk.goto(`${server.url}/auditLog`);
  // Until the list has come, an invisible number keeps the space of the real one.
  const count = await desk.getByText(/^\d{3,} entries$/).innerText();
  const total = Number.parseInt(count, 10);
  expect(total).toBeGreaterThan(100);
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  expect(lines.length - 1).toBe(total);
  await desk.unrouteAll({ behavior: 'wait' });
  // On the first page Previous is switched off; the focus stays beside it.
  await focused();
  await desk.getByRole('button', { name: 'Next' }).press('Enter');
  await desk.getByText(/^Page 2 of/).waitFor();
  await desk.getByRole('button', { name: 'Previous' }).press('Enter');
  await desk.getByText(/^Page 1 of/).waitFor();
  await expect.poll(focused).toMatch(/: pages$/);
});

test('text typed while limits are being saved stays, and is marked as not saved', async () => {
  await desk.goto(`${server.url}/limit`);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await desk.route('**/updateLimit', async (route) => {
    await held;
    await route.continue();
  });
  const [buy, hours] = [desk.getByLabel('Maximum Buy Limit'), desk.getByLabel('Timeframe (Hours)')];
  await buy.fill('900');
  await desk.getByRole('button', { name: 'Save Trading Limits' }).click();
  await hours.fill('48');
  release();
  await desk.getByRole('alertdialog').getByText('Trading limits saved.').waitFor();
  await desk.getByRole('button', { name: 'OK' }).click();
  expect([await buy.inputValue(), await hours.inputValue()]).toEqual(['900', '48']);
  await desk.getByText('Not saved yet.').waitFor();
});

test('"a cheater": disabled by two at once, the account stays disabled', async () => {
  await findAsha();
  const { pathname } = new URL(desk.url());
  const id = pathname.split('/').at(-1)!;
  await desk.getByRole('button', { name: 'Disable asha@example.com' }).click();
  const dialog = desk.getByRole('alertdialog', { name: 'Disable this user' });
  await dialog.waitFor();
  await other('POST', `/disableUser/${id}`, { blocked: true });
  // The account has meanwhile been changed by the other administrator, behind the question.
  await desk.getByText('Blocked', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await expectAlert(desk, 'User disabled successfully');
  expect((await other('GET', `/userPortfolio/${id}`)).body.data).toMatchObject({ user: { is_Blocked: true } });
  expect(faults).toEqual([]);
});
