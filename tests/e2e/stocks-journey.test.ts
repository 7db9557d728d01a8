// A day at the stocks desk in a real browser: a new stock trades and is bought, a halt stops it and says why, terms change, an action is planned.
import type { Page } from 'playwright-core';
import { dayText, marketDay } from '../../core/market/day.ts';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, newPage, sendLogin } from './browser.ts';
import { openMover } from './mover.ts';
import { browser, server } from './site.ts';

const ASHA = { email: 'asha@example.com', password: 'secret-12' };

let desk: Page;
let trader: Page;
let asha: string;
const faults: string[][] = [];

beforeAll(async () => {
  asha = await server.newTrader('asha', 50_000);
  const pages = [await newPage(browser), await newPage(browser)];
  [desk, trader] = pages.map(({ page }) => page);
  faults.push(...pages.map((each) => each.faults));
});

async function logIn(page: Page, path: string, { email, password }: typeof ADMIN, home: string): Promise<void> {
  await page.goto(`${server.url}${path}`);
  await sendLogin(page, email, password);
  await page.waitForURL(`**${home}`);
}

const row = (symbol: string) => desk.locator(`tr[data-symbol="${symbol}"]`);

test('the list shows every stock with a live price, found by any part of its name', async () => {
  await logIn(desk, '/adminLogin', ADMIN, '/adminHome');
  await desk
    .getByRole('navigation', { name: 'Admin Panel' })
    .getByRole('link', { name: 'Stocks', exact: true })
    .click();
  await desk.getByText('60 stocks').waitFor();
  await desk.locator('html[data-connection="live"]').waitFor();
  await expectAccessible(desk, 'the stocks desk');
  // One stock may stand still for a while; a page of stocks never does.
  const prices = () => desk.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
  const before = await prices();
  expect(before.length).toBeGreaterThan(5);
  await expect.poll(prices, { timeout: 30_000 }).not.toEqual(before);
  await desk.getByRole('searchbox', { name: 'Search symbol, company or sector' }).fill('merit cap');
  await desk.waitForURL('**/list?q=merit+cap');
  await desk.getByText('1 stock', { exact: true }).waitFor();
});

test('a mistake is shown where it was made, then the stock is listed and trades at once', async () => {
  await desk.getByRole('button', { name: 'List a stock' }).click();
  const form = desk.getByRole('dialog', { name: 'List a stock' });
  await form.getByRole('button', { name: 'List stock' }).click();
  await form.getByText('Symbol is required.').waitFor();
  await expect.poll(() => form.getByLabel('Symbol').evaluate((field) => field === document.activeElement)).toBe(true);
  await expectAccessible(desk, 'the form of a new stock');
  await form.getByLabel('Symbol').fill('merit');
  await form.getByLabel('Company name').fill('Nova Foods');
  await form.getByLabel('First price').fill('312.55');
  await form.getByRole('button', { name: 'List stock' }).click();
  await form.getByText('MERIT is listed already. Choose another symbol.').waitFor();
  await form.getByLabel('Symbol').fill('nova');
  await form.getByRole('button', { name: 'List stock' }).click();
  await expectAlert(desk, 'NOVA is listed and is trading.');
  await desk.waitForURL('**/list?q=NOVA');
  await row('NOVA').getByText('Active').waitFor();
  await logIn(trader, '/login', ASHA, '/home');
  await trader.goto(`${server.url}/stockdetails/NOVA`);
  await trader.getByRole('heading', { name: 'NOVA' }).first().waitFor();
  const bought = await server.call('POST', '/orders', {
    token: asha,
    body: { stock: 'NOVA', type: 'BUY', orderType: 'MARKET', quantity: 4 },
  });
  expect(bought.body.data).toMatchObject({ status: 'COMPLETED', filledQuantity: 4 });
});

test('a halt is in force at once, and the trader reads why on an open screen', async () => {
  await row('NOVA').getByRole('button', { name: 'Halt NOVA' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Halt trading in NOVA' });
  await question.getByLabel('Reason, shown to everybody (optional)').fill('News of a merger is awaited.');
  await expectAccessible(desk, 'the question before a halt');
  await question.getByRole('button', { name: 'Halt trading' }).click();
  await row('NOVA').getByText('Halted').waitFor();
  const notice = trader.getByRole('status').filter({ hasText: 'News of a merger is awaited.' });
  const said = /^Trading in NOVA has been halted since [^.]+, [\d:]{8}( IST)?\. Open orders can be canceled;/;
  await expect.poll(() => notice.textContent()).toMatch(said);
  await expectAccessible(trader, 'a stock that is halted');
  const refused = await server.call('POST', '/orders', {
    token: asha,
    body: { stock: 'NOVA', type: 'BUY', orderType: 'MARKET', quantity: 1 },
  });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'Trading in NOVA is halted. Please try again later. Reason: News of a merger is awaited.',
  ]);
  await row('NOVA').getByRole('button', { name: 'Resume NOVA' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Resume trading' }).click();
  await row('NOVA').getByText('Active').waitFor();
  await trader.getByText('News of a merger is awaited.').waitFor({ state: 'detached' });
});

test('terms change, a bonus is planned, seen by the trader, and canceled again', async () => {
  await row('NOVA').getByRole('button', { name: 'Manage NOVA' }).click();
  const panel = desk.getByRole('dialog', { name: 'NOVA', exact: true });
  await panel.getByLabel('Tick').selectOption('0.5');
  await panel.getByLabel('Price band').selectOption('10');
  await panel.getByRole('button', { name: 'Change terms' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Change terms' }).click();
  await expectAlert(desk, 'NOVA has its new tick and band.');
  await panel.getByText('Today from \u20b9281.50 to \u20b9343.50').waitFor();
  await panel.getByRole('button', { name: 'Plan an action' }).click();
  const plan = desk.getByRole('dialog', { name: 'Corporate action of NOVA' });
  await plan.getByText('Bonus', { exact: true }).click();
  await plan.getByText('Who holds 100 shares then has 150').waitFor();
  await expectAccessible(desk, 'the plan of a corporate action');
  await plan.getByRole('button', { name: 'Plan it' }).click();
  await expectAlert(desk, 'Planned. It is shown on the stock’s page, and those who hold it are told.');
  await panel.getByText('Bonus of 1 share for each 2 shares').waitFor();
  await trader.getByText('for everybody who holds shares when the day begins').waitFor();
  await expectAccessible(desk, 'one stock at the desk');
  await panel.getByRole('button', { name: 'Plan an action' }).click();
  await plan.getByText('planned for that day already: Bonus of 1 share for each 2 shares.').waitFor();
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await desk.keyboard.press('Escape');
  await desk.getByRole('tab', { name: 'Corporate actions' }).click();
  await expectAccessible(desk, 'corporate actions');
  await desk.getByRole('button', { name: 'Cancel Bonus of 1 share for each 2 shares of NOVA' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Cancel the action' }).click();
  await desk.getByRole('row').filter({ hasText: 'NOVA' }).getByText('Canceled').waitFor();
  await trader.getByText('for everybody who holds shares when the day begins').waitFor({ state: 'detached' });
  // What a colleague plans and cancels meanwhile shows on the open screen.
  const token = await server.adminToken();
  const effectiveDate = dayText(marketDay(Date.now()) + 1);
  const body = { symbol: 'NOVA', kind: 'dividend', perShare: 1, effectiveDate };
  const planned = await server.call('POST', '/corporateActions', { token, body });
  const split = { symbol: 'NOVA', kind: 'split', from: 1, to: 2, effectiveDate };
  const other = await server.call('POST', '/corporateActions', { token, body: split });
  const theirs = desk.getByRole('row').filter({ hasText: 'Dividend' });
  await theirs.getByText('Planned').waitFor();
  // A holder is told, and sees what it will bring.
  await trader.getByText('Dividend of \u20b91.00 a share. The shares you hold when that day begins count.').waitFor();
  const notices = trader.getByRole('status').filter({ hasText: 'for everybody who holds shares' });
  await expect.poll(() => notices.count()).toBe(2);
  const { _id: splitId } = other.body.data as { _id: string };
  await server.call('POST', '/corporateActions/cancel', { token, body: { id: splitId } });
  await trader.goto(`${server.url}/portfolio`);
  const brings = trader.getByText(/^\d{2} [A-Z][a-z]{2,3} \d{4}: \u20b94\.00 for 4 shares$/);
  await brings.waitFor();
  await expectAccessible(trader, 'a portfolio with a coming dividend');
  const { _id: id } = planned.body.data as { _id: string };
  await server.call('POST', '/corporateActions/cancel', { token, body: { id } });
  await theirs.getByText('Canceled').waitFor();
  await brings.waitFor({ state: 'detached' });
});

test('after a restart the new stock trades on, on its terms; the log has all of it, and no page has reported an error', async () => {
  await server.stop();
  await server.start();
  // The server has another port now, and the login is stored per address.
  await logIn(desk, '/adminLogin', ADMIN, '/adminHome');
  await desk.goto(`${server.url}/auditLog`);
  for (const act of ['Listed a stock', 'Halted a stock', 'Resumed trading in a stock', 'Planned a corporate action'])
    await desk.getByText(act, { exact: true }).first().waitFor();
  await desk.goto(`${server.url}/list?q=NOVA`);
  await row('NOVA').getByText('Active').waitFor();
  const price = row('NOVA').getByRole('cell').nth(1);
  const before = await price.innerText();
  const move = await openMover(server, 'NOVA');
  const moved = (): Promise<string> => move().then(() => price.innerText());
  await expect.poll(moved, { timeout: 20_000, interval: 1_000 }).not.toBe(before);
  expect(faults.flat().filter((fault) => !/WebSocket|ERR_CONNECTION/.test(fault))).toEqual([]);
});
