// Screens looked at by the very words of the specification: heads, tabs, buttons and sentences, as somebody would who has read nothing else.
import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const PASSWORD = 'secret-12';

let trader: Page;
let desk: Page;
let faults: string[][];

async function logIn(at: string, email: string, password: string): Promise<Page> {
  const opened = await newPage(browser);
  faults.push(opened.faults);
  await opened.page.goto(server.url + at);
  await opened.page.getByLabel('Email').fill(email);
  await opened.page.getByLabel('Password', { exact: true }).fill(password);
  await opened.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await opened.page.waitForURL((url) => url.pathname !== at);
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
  await page.locator('thead').first().waitFor();
  const shown = await page.getByRole('columnheader').allInnerTexts();
  expect([at, shown.map((head) => head.trim())]).toEqual([at, expect.arrayContaining([...heads])]);
}

test('tables say by their heads what will stand in them, before anything does', async () => {
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
