// A message to everybody, a copy of everything, and deleting an account, in real browsers: the administrator's message arrives at once, the
// archive is whole, the books stay true, and the address is free again.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { unzip } from '../unzip.ts';
import { expectAccessible, expectAlert, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const PASSWORD = 'secret-12';
const MESSAGE = 'The class on Friday begins at six.';

let desk: { page: Page; faults: string[] };
let asha: { page: Page; faults: string[]; token: string };
let ravi: string;

beforeAll(async () => {
  const token = await server.newTrader('asha', 50_000);
  ravi = await server.newTrader('ravi', 100);
  desk = await newPage(browser);
  asha = { ...(await newPage(browser, { acceptDownloads: true })), token };
  await openDesk();
  await logInAt(asha.page, `${server.url}/login`, { email: 'asha@example.com', password: PASSWORD });
});

async function openDesk(): Promise<void> {
  const { page } = desk;
  await logInAt(page, `${server.url}/adminLogin`, ADMIN);
}

const trade = (side: string, more: object = {}) =>
  server.call('POST', '/orders', {
    token: asha.token,
    body: { stock: 'MERIT', type: side, orderType: 'MARKET', quantity: 4, ...more },
  });

async function expectTrueBooks(): Promise<void> {
  const { body } = await server.call('POST', '/adminLogin', { body: ADMIN });
  const { token } = body.data as { token: string };
  const proof = await server.call('GET', '/ledger/verify', { token });
  expect(proof.body.data).toMatchObject({ ok: true });
}

async function send(text: string): Promise<void> {
  await desk.page.getByRole('textbox', { name: 'Message' }).fill(text);
  await desk.page.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Send', exact: true }).click();
}

test('a message to everybody is on open screens at once, and in the history', async () => {
  const { page } = desk;
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Messages' }).click();
  await page.getByText('Nothing sent yet').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('It goes to everybody: 2 people. It cannot be taken back.').waitFor();
  await expectAccessible(page, 'the question before a message');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await send(MESSAGE);
  await page.getByText('The message is on its way to everybody.').waitFor();
  await asha.page.getByText(MESSAGE).first().waitFor();
  const sent = page.getByRole('table', { name: 'Sent messages' }).getByRole('row', { name: new RegExp(MESSAGE) });
  await sent.getByText('2 people').waitFor();
  await expectAccessible(page, 'the messages');
  await asha.page.goto(`${server.url}/notifications`);
  await asha.page.getByRole('listitem').filter({ hasText: MESSAGE }).first().waitFor();
});

test('a single receiver of a message is found by a part of the name', async () => {
  const { page } = desk;
  await page.getByText('One person').click();
  await page.getByRole('combobox', { name: 'Find the person by name or email' }).fill('rav');
  await page.getByRole('option', { name: /ravi@example.com/ }).click();
  await send('Your question has been answered.');
  await page.getByText('The message has been sent.').waitFor();
  const told = await server.call('GET', '/notifications?limit=100', { token: ravi });
  expect((told.body.data as { message: string }[])[0].message).toBe('Your question has been answered.');
  await expect.poll(() => asha.page.getByText('Your question has been answered.').count()).toBe(0);
});

test('a copy of everything comes as one whole archive', async () => {
  await trade('BUY');
  await trade('SELL', { quantity: 1 });
  const { page } = asha;
  await page.goto(`${server.url}/userProfile`);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a copy' }).click();
  const files = unzip(await readFile(await (await waiting).path()));
  expect(files.get('orders.csv')?.toString()).toContain('"BUY","MERIT","MARKET"');
  expect(files.get('notifications.csv')?.toString()).toContain(MESSAGE);
  const all = [...files.values()].map((bytes) => bytes.toString()).join('\n');
  expect(all).not.toContain('ravi');
});

test('shares must be sold first; the password is required; the tab is logged out', async () => {
  const { page } = asha;
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account' });
  await dialog
    .getByText('The account still holds 3 MERIT. Everything must be sold before it can be deleted.')
    .waitFor();
  await expectAccessible(page, 'what stands in the way of leaving');
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await trade('SELL', { quantity: 3 });
  await trade('BUY', { orderType: 'LIMIT', price: 290 });
  await page.reload();
  // Another tab of the same person, which must be logged out, too.
  const other = await page.context().newPage();
  await other.goto(`${server.url}/home`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await dialog.getByText('The password is not correct.').waitFor();
  await expectAccessible(page, 'leaving');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expectAlert(page, 'The account has been deleted.');
  await page.waitForURL('**/login');
  await other.waitForURL('**/login');
  expect((await server.call('GET', '/portfolio', { token: asha.token })).status).toBe(401);
  expect(
    (await server.call('POST', '/login', { body: { email: 'asha@example.com', password: PASSWORD } })).status,
  ).toBe(401);
  await expectTrueBooks();
});

test('a restart finds the books true and the account without its name; the address is free', async () => {
  await server.kill();
  await server.start();
  await expectTrueBooks();
  const again = await server.newTrader('asha', 500);
  const { body } = await server.call('GET', '/getOrders', { token: again });
  expect(body.data).toMatchObject({ orders: [] });
});

test('an administrator deletes an account after the question', async () => {
  const { page } = desk;
  // The server is another process now, at another port.
  await openDesk();
  await page.goto(`${server.url}/userList?q=ravi`);
  await page.getByRole('link', { name: 'View portfolio of ravi@example.com' }).click();
  await page.getByRole('button', { name: 'Delete ravi@example.com' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expectAlert(page, 'The account has been deleted.');
  await page.waitForURL('**/userList**');
  expect((await server.call('GET', '/portfolio', { token: ravi })).status).toBe(401);
  await page.goto(`${server.url}/messages`);
  await page.getByText('Removed together with the account it was sent to').waitFor();
  await page.goto(`${server.url}/auditLog`);
  await page.getByText('Deleted an account').first().waitFor();
  await expectTrueBooks();
});

test('no page has reported an error', () => {
  const expected = /ERR_CONNECTION_REFUSED|WebSocket connection|Failed to load resource/;
  expect([...desk.faults, ...asha.faults].filter((fault) => !expected.test(fault))).toEqual([]);
});
