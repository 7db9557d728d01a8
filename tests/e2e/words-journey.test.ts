// Screens checked for the very words of the specification: headings, tabs, buttons and sentences, by a reader who knows nothing else.
import { beforeAll, expect, test } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const PASSWORD = 'secret-12';

let trader: Page;
let desk: Page;
let faults: string[][];

async function logIn(at: string, email: string, password: string): Promise<Page> {
  const opened = await newPage(browser);
  faults.push(opened.faults);
  await logInAt(opened.page, server.url + at, { email, password });
  return opened.page;
}

beforeAll(async () => {
  faults = [];
  await server.newTrader('asha', 100_000);
  trader = await logIn('/login', 'asha@example.com', PASSWORD);
  desk = await logIn('/adminLogin', ADMIN.email, ADMIN.password);
});

async function expectHeads(page: Page, at: string, heads: readonly string[]): Promise<void> {
  await page.goto(server.url + at);
  const shown = async (): Promise<string[]> =>
    (await page.getByRole('columnheader').allInnerTexts()).map((head) => head.trim());
  // A page may have several tables, which need not appear together.
  await expect.poll(shown, { message: at }).toEqual(expect.arrayContaining([...heads]));
}

test('tables show the headings of their columns before they have rows', async () => {
  await expectHeads(trader, '/watchlist', ['Symbol / Name', 'Price', 'Change', '% Change']);
  await trader.getByText('Your watchlist is empty').waitFor();
  await expectAccessible(trader, 'an empty watchlist');
  const holdings = ['Stock', 'Avg Price', 'Qty', 'Current Value', 'Overall Profit', 'Today'];
  await expectHeads(trader, '/portfolio', holdings);
  const orders = ['ID', 'Stock', 'Type', 'Order Type', 'Qty', 'Price (\u20b9)', 'Status', 'Created At'];
  await expectHeads(trader, '/myOrders', orders);
  await expectAccessible(trader, 'no orders');
  await expectHeads(trader, '/transactionhistory', ['Company Name', 'Shares', 'Total', 'Status']);
  const days = ['Trade Day', 'No. of Trades', 'Overall P&L', 'Net P&L', 'Status', 'Transaction'];
  await expectHeads(trader, '/tradediary', days);
  await expectHeads(desk, '/transactions', ['Name', 'Type', 'Discount %', 'Start date', 'End date']);
  await expectHeads(desk, '/sessions', ['Instructor', 'Specialization', 'Hourly Rate ($)', 'Start Time', 'End Time']);
});

test('views and statuses are tabs', async () => {
  await trader.goto(`${server.url}/tradediary`);
  await trader.getByRole('tab', { name: 'Monthly', selected: true }).press('ArrowLeft');
  await trader.waitForURL('**/tradediary?view=daily');
  const daily = trader.getByRole('tab', { name: 'Daily', selected: true });
  expect(await daily.evaluate((tab) => tab === document.activeElement)).toBe(true);
  await expect.poll(() => trader.getByRole('tabpanel').count()).toBe(1);
  await expectAccessible(trader, 'the diary of a day');
  await trader.getByRole('tab', { name: 'Custom' }).click();
  await trader.getByLabel('From day').waitFor();

  await desk.goto(`${server.url}/ordermanagement`);
  await desk.getByRole('tab', { name: 'Pending', selected: true }).waitFor();
  await desk.getByText('No orders found for this status.', { exact: true }).waitFor();
  await desk.getByRole('tab', { name: 'Failed' }).click();
  await desk.waitForURL('**/ordermanagement?status=FAILED');
  await desk.getByRole('tab', { name: 'Failed', selected: true }).waitFor();
  await expectAccessible(desk, 'order management');
});

test('the desk has the buttons, labels and sentences of the specification', async () => {
  await desk.goto(`${server.url}/transactions`);
  await desk.getByRole('button', { name: 'Generate Detailed Report', exact: true }).click();
  await desk.waitForURL('**/transactions/report?from=*');

  await desk.goto(`${server.url}/limit`);
  const save = desk.getByRole('button', { name: 'Save Trading Limits' });
  for (const [label, inline, message] of [
    [
      'Maximum Buy Limit',
      'Please enter a valid positive number for Buy Limit.',
      'Maximum Buy Limit must be greater than 0.',
    ],
    [
      'Maximum Sell Limit',
      'Please enter a valid positive number for Sell Limit.',
      'Maximum Sell Limit must be greater than 0.',
    ],
    [
      'Timeframe (Hours)',
      'Please enter a valid positive number for the timeframe.',
      'Timeframe (Hours) must be greater than 0.',
    ],
  ]) {
    const field = desk.getByLabel(label, { exact: true });
    const before = await field.inputValue();
    await field.fill('0');
    await desk.getByText(inline, { exact: true }).waitFor();
    await desk.getByText(message, { exact: true }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field.fill(before);
  }

  const token = await server.adminToken();
  const { data } = (await server.call('GET', '/userlist', { token })).body;
  const { usersData } = data as { usersData: { _id: string; email: string }[] };
  await desk.goto(`${server.url}/portfolioAdmin/${usersData.find(({ email }) => email === 'asha@example.com')?._id}`);
  await desk.getByText('Registered', { exact: true }).waitFor();
  await desk.getByText("Today's Profit", { exact: true }).waitFor();
  await desk.getByRole('columnheader', { name: "Today's Change" }).waitFor();
});

test('a screen has one title: the text read out after a change of page disappears again', async () => {
  await trader.goto(`${server.url}/home`);
  const said = trader.locator('[aria-live="polite"].sr-only', { hasText: "Trader's Diary - Istock" });
  // Watched from the press on: it is there for a second and a half.
  await Promise.all([said.waitFor(), trader.getByRole('link', { name: 'Diary' }).click()]);
  await said.waitFor({ state: 'detached' });
  expect(await trader.getByText("Trader's Diary").count()).toBe(1);
  await trader.reload();
  await trader.getByRole('heading', { name: "Trader's Diary" }).waitFor();
  expect(await trader.getByText("Trader's Diary").count()).toBe(1);
});

test('fields are found by their labels alone, and have the names that the calls use', async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').waitFor();
  expect([await page.getByLabel('Email').count(), await page.getByLabel('Password').count()]).toEqual([1, 1]);
  await page.goto(`${server.url}/signup`);
  await page.locator('input[name="role"][value="instructor"]').check();
  await page.context().close();
  await trader.goto(`${server.url}/stockdetails/MERIT`);
  await trader.getByRole('button', { name: 'Buy MERIT' }).first().click();
  await trader.locator('input[name="orderType"][value="LIMIT"]').check();
  for (const name of ['quantity', 'price', 'isIntraday']) await trader.locator(`input[name="${name}"]`).waitFor();
  await trader.keyboard.press('Escape');
  await desk.goto(`${server.url}/createSession`);
  for (const name of ['instructor_name', 'instructor_email', 'specialization', 'hourly_rate', 'start_time', 'end_time'])
    await desk.locator(`[name="${name}"]`).waitFor();
  await desk.goto(`${server.url}/limit`);
  for (const name of ['maxBuyLimit', 'maxSellLimit', 'timeframeInHours'])
    await desk.locator(`input[name="${name}"]`).waitFor();
});

test('an order is canceled after the very question', async () => {
  const { token } = (await server.call('POST', '/login', { body: { email: 'asha@example.com', password: PASSWORD } }))
    .body.data as { token: string };
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 290 };
  const placed = await server.call('POST', '/orders', { token, body: order });
  await desk.goto(`${server.url}/limitorders`);
  const row = desk.getByRole('row').filter({ hasText: (placed.body.data as { _id: string })._id });
  await row.getByRole('button', { name: 'Cancel' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Cancel Order' });
  await question.getByText('Are you sure you want to cancel this order?', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Confirm', exact: true }).click();
  await row.getByText('FAILED', { exact: true }).waitFor();
  expect(await row.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
});

const answering = (body: object) => (route: Route) => route.fulfill({ json: body });

test('replies have the sentences of the specification', async () => {
  await trader.goto(`${server.url}/addmoney`);
  await trader.route('**/verify-payment', answering({ success: false }));
  await trader.getByLabel('Amount').fill('100');
  await trader.getByRole('button', { name: 'Continue to payment' }).click();
  await trader.getByRole('button', { name: 'Pay \u20b9100.00' }).click();
  await trader.getByText('Payment verification failed!', { exact: true }).waitFor();
  await trader.getByRole('button', { name: 'OK', exact: true }).click();
  await trader.unroute('**/verify-payment');

  await trader.goto(`${server.url}/ai`);
  const question = trader.getByPlaceholder('Ask about market trends, stock analysis, or trading strategies...');
  const ask = async (answer: object): Promise<void> => {
    await trader.unroute('**/generate');
    await trader.route('**/generate', answering(answer));
    await question.fill('What is a limit order?');
    await trader.getByRole('button', { name: 'Send' }).click();
  };
  await ask({ response: 'It waits for its price.' });
  await trader.getByText('What is a limit order?', { exact: true }).waitFor();
  await trader.getByText('It waits for its price.', { exact: true }).waitFor();
  await ask({ response: '' });
  await trader.getByText('No response received.', { exact: true }).waitFor();
  expect(await trader.locator('[data-bubble="user"]').count()).toBe(2);
});

test('a login without a token says so; and no page has reported an error', async () => {
  const { page } = await newPage(browser);
  await page.goto(`${server.url}/login`);
  await page.route(
    ({ pathname }) => pathname === '/login',
    (route) => (route.request().method() === 'POST' ? route.fulfill({ json: { data: {} } }) : route.continue()),
  );
  await page.getByLabel('Email').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Invalid response from server.', { exact: true }).waitFor();
  await page.context().close();
  expect(faults.flat()).toEqual([]);
});
