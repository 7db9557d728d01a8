// What people complain of, and how an administrator finds out in a browser: an order that was not filled, paid twice, a balance that seems wrong.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, newPage, paiseOf } from './browser.ts';
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
  await desk.goto(`${server.url}/adminLogin`);
  await desk.getByLabel('Email').fill(ADMIN.email);
  await desk.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await desk.locator('button[type=submit]').click();
  await desk.waitForURL('**/adminHome');
  await desk.locator('html[data-connection="live"]').waitFor();
});

const rows = (table: string) => desk.getByRole('table', { name: table }).locator('tbody tr');

async function findAsha(): Promise<void> {
  await desk.keyboard.press('Control+k');
  await desk.getByRole('combobox', { name: 'Page, user or order number' }).fill('asha');
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

test('"I paid twice": found by the number on the receipt, and by the person', async () => {
  const numbers = [await topUp(700), await topUp(700)];
  await desk.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Payments' }).click();
  await desk.getByRole('searchbox', { name: 'Search payments' }).fill(numbers[0]);
  await expect.poll(() => rows('Payments').allInnerTexts()).toEqual([expect.stringContaining(numbers[0])]);
  await desk.getByRole('searchbox', { name: 'Search payments' }).fill('asha');
  await expect.poll(() => rows('Payments').count()).toBe(3);
  expect((await rows('Payments').allInnerTexts()).filter((text) => /700\.00[\s\S]*Arrived/.test(text))).toHaveLength(2);
  await desk.getByText('3 payments, \u20b951,400.00 arrived').waitFor();
  await expectAccessible(desk, 'the payments');
  await rows('Payments').first().getByRole('link', { name: 'asha', exact: true }).click();
  await desk.waitForURL('**?tab=money');
});

test('"my balance is wrong": every part of it, and what waits in open orders', async () => {
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
  expect(faults).toEqual([]);
});
