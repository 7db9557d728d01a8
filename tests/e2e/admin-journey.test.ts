// A new administrator's first day in a real browser: made at the terminal, a second factor, figures, a user disabled and enabled, limits, a halt, the log.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, expectAlert, logInAt, newPage, sendLogin, untilShown } from './browser.ts';
import { browser, server } from './site.ts';

const TOOL = path.resolve(import.meta.dirname, '../../server/admins.ts');
const DESK = { email: 'nandini@example.com', password: 'the-desk-is-mine' };
const ASHA = { email: 'asha@example.com', password: 'secret-12' };

let page: Page;
let faults: string[];
let asha: string;
let secret: string;

beforeAll(async () => {
  ({ page, faults } = await newPage(browser));
  asha = await server.newTrader('asha', 50_000);
  await server.newTrader('ravi', 100);
});

const place = (order: object) => server.call('POST', '/orders', { token: asha, body: order });

function atTerminal(args: readonly string[], input = ''): { code: number | null; said: string } {
  const env = { ...process.env, DATA_DIR: server.dataDir, LOG_LEVEL: 'error' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...args], { env, input, encoding: 'utf8' });
  return { code: status, said: stdout + stderr };
}

async function logIn(where: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await where.goto(`${server.url}/adminLogin`);
  await sendLogin(where, email, password);
}

const goTo = async (name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name, exact: true }).click();
};
const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

test('an administrator made at the terminal while the server runs logs in to the dashboard', async () => {
  expect(atTerminal(['add', DESK.email, 'Nandini', 'Rao'], `${DESK.password}\n`)).toEqual({
    code: 0,
    said: `${DESK.email} is an administrator now.\n`,
  });
  expect(atTerminal(['add', DESK.email], `${DESK.password}\n`)).toMatchObject({ code: 1 });
  expect(atTerminal(['add', ASHA.email], `${DESK.password}\n`).said).toContain('is the address of a trader');
  expect(atTerminal(['password', 'nobody@example.com'], 'long-enough\n').said).toContain('There is no administrator');
  expect(atTerminal(['list']).said).toContain(`${DESK.email}  Nandini Rao`);
  await logIn(page, DESK);
  await page.waitForURL('**/adminHome');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await expect
    .poll(() => page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link').allInnerTexts())
    .toEqual([
      'Dashboard',
      'Users',
      'Stocks',
      'Order Management',
      'Transactions',
      'Transaction Fees',
      'Set Limits',
      'Set Promotions',
      'Create Session',
      'Session',
      'Payments',
      'Surveillance',
      'Reports',
      'Messages',
      'Audit log',
    ]);
});

test('the dashboard shows what is done while it is done', async () => {
  const figure = (name: string) =>
    page
      .locator('dl > div', { has: page.locator(`dt:text-is("${name}")`) })
      .locator('dd')
      .first();
  // Two have signed up; the administrators are the one made at the start and the one added above.
  await expect.poll(() => figure('Users').innerText()).toBe('4');
  await page.getByText('And 2 administrators').waitFor();
  await expect.poll(() => figure('Deposits today').innerText()).toBe('\u20b950,100.00');
  const before = Number(await figure('Placed today').innerText());
  await place({ stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 3 });
  await place({ stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 290 });
  await expect.poll(() => figure('Placed today').innerText(), { timeout: 10_000 }).toBe(String(before + 2));
  await page.getByRole('button', { name: 'Prove now' }).click();
  await page.getByText('Every asset sums to zero over all accounts.').waitFor();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  await expect
    .poll(() => page.getByRole('table', { name: 'Day by day, newest first' }).getByRole('row').count())
    .toBe(31);
  await expectAccessible(page, 'the dashboard');
});

test('a user is found from anywhere, and the portfolio shows what is held', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Page, user, stock or order number' }).fill('asha@');
  await page.getByRole('option', { name: 'asha@example.com' }).click();
  await page.waitForURL('**/portfolioAdmin/*');
  await page.getByRole('heading', { name: 'asha', exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'MERIT' });
  await expect.poll(() => row.getByRole('cell').nth(1).innerText()).toBe('3');
  await expect.poll(() => row.innerText()).toContain('100.00%');
  await expectAccessible(page, 'holdings');
  await page.getByRole('tab', { name: 'Transactions' }).click();
  await page.getByRole('row').filter({ hasText: 'BUY' }).first().waitFor();
  await page.getByRole('tab', { name: 'Performance' }).click();
  await page.getByRole('heading', { name: 'Closed trades' }).waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('tab') === 'transactions');
});

test('disabling throws the user out within a second and cancels what is open; enabling lets in again', async () => {
  const theirs = await newPage(browser);
  await logInAt(theirs.page, `${server.url}/login`, ASHA);
  await theirs.page.locator('html[data-connection="live"]').waitFor();

  await goTo('Users');
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('asha');
  await page.waitForURL('**/userList?q=asha');
  await page.getByRole('button', { name: `Disable ${ASHA.email}` }).click();
  await expectAccessible(page, 'the question before disabling');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  const disabledAt = Date.now();
  await expectAlert(theirs.page, 'You have been logged out because your account is blocked.');
  expect(Date.now() - disabledAt).toBeLessThan(10_000);
  await expectAlert(page, 'User disabled successfully');
  // After the question and the confirmation, the focus goes on where it was.
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Enable ${ASHA.email}`);
  const row = page.getByRole('row').filter({ hasText: ASHA.email });
  await expect.poll(() => row.getByText('Blocked', { exact: true }).count()).toBe(1);
  const refused = await place({ stock: 'MERIT', type: 'BUY', quantity: 1 });
  expect([refused.status, refused.body.message]).toEqual([403, 'User is blocked. Logged out']);

  await page.getByRole('button', { name: `Enable ${ASHA.email}` }).click();
  await expectAlert(page, 'User enabled successfully');
  await row.getByText('Active', { exact: true }).waitFor();
  await expectAccessible(page, 'users');
  const login = await server.call('POST', '/login', { body: ASHA });
  asha = (login.body.data as { token: string }).token;
  const orders = await server.call('GET', '/getOrders', { token: asha });
  const [limit] = (orders.body.data as { orders: { orderType: string; status: string }[] }).orders;
  expect([limit.orderType, limit.status]).toEqual(['LIMIT', 'FAILED']);
  expect(theirs.faults).toEqual([]);
  await theirs.page.context().close();
});

test('the list as a file: all rows of the search, and no formula', async () => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^istock-users-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"asha@example.com","asha","Trader"');
});

test('limits: the rules of the form, saved, in force', async () => {
  await goTo('Set Limits');
  const buy = page.getByLabel('Maximum Buy Limit');
  const save = page.getByRole('button', { name: 'Save Trading Limits' });
  await expect.poll(async () => [await buy.inputValue(), await save.isDisabled()]).toEqual(['1000', true]);
  await buy.fill('0');
  await page.getByText('Maximum Buy Limit must be greater than 0.').waitFor();
  await buy.fill('');
  await page.getByText('Please enter a valid positive number for Buy Limit.').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await buy.fill('2');
  await expectAccessible(page, 'limits');
  await save.click();
  await page.getByRole('alertdialog').getByText('Trading limits saved.').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => save.isDisabled()).toBe(true);
  const refused = await place({ stock: 'MERIT', type: 'BUY', quantity: 3 });
  expect(refused.body.message).toBe('You cannot buy more than 2 units at a time.');
  await buy.fill('1000');
  await save.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
});

test('what another administrator saves meanwhile is not undone, and what was typed stays', async () => {
  const buy = page.getByLabel('Maximum Buy Limit');
  const sell = page.getByLabel('Maximum Sell Limit');
  const login = await server.call('POST', '/adminLogin', { body: DESK });
  const { token } = login.body.data as { token: string };
  await sell.fill('70');
  const theirs = { maxBuyLimit: 500, maxSellLimit: 1000, timeframeInHours: 24 };
  expect((await server.call('POST', '/updateLimit', { token, body: theirs })).status).toBe(200);
  await page.getByRole('button', { name: 'Save Trading Limits' }).click();
  const dialog = page.getByRole('alertdialog');
  // Had the change been shown before the click, there would be nothing to refuse.
  await dialog.getByText(/Another administrator has changed this in the meantime|Trading limits saved/).waitFor();
  const isRefused = (await dialog.innerText()).includes('Another administrator');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect.poll(async () => [await buy.inputValue(), await sell.inputValue()]).toEqual(['500', '70']);
  if (isRefused) {
    await page.getByRole('button', { name: 'Save Trading Limits' }).click();
    await dialog.getByText('Trading limits saved.').waitFor();
    await dialog.getByRole('button', { name: 'OK' }).click();
  }
  const { data } = (await server.call('GET', '/limit', { token })).body;
  expect(data).toEqual({ ...theirs, maxSellLimit: 70 });
  await server.call('POST', '/updateLimit', { token, body: { ...theirs, maxBuyLimit: 1000 } });
});

test('a halt: every trader sees it and why, no order is taken, and it ends', async () => {
  const theirs = await newPage(browser);
  await logInAt(theirs.page, `${server.url}/login`, ASHA);
  await theirs.page.locator('html[data-connection="live"]').waitFor();
  await goTo('Dashboard');
  await page.getByRole('button', { name: 'Halt all trading' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Reason').fill('Prices look wrong');
  await dialog.getByRole('button', { name: 'Halt all trading' }).click();
  await theirs.page.getByText('Reason: Prices look wrong').waitFor();
  await page.getByText('Reason: Prices look wrong').waitFor();
  await expectAccessible(theirs.page, 'the banner');
  await theirs.page.goto(`${server.url}/stockdetails/MERIT`);
  await theirs.page.getByRole('button', { name: 'Buy MERIT' }).first().click();
  const said = theirs.page.getByText('Trading is halted: no new order is taken now.');
  await said.waitFor();
  const refused = await place({ stock: 'MERIT', type: 'BUY', quantity: 1 });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'All trading is halted for now. Open orders can be canceled.',
  ]);
  await page.getByRole('button', { name: 'Resume trading' }).click();
  await dialog.getByRole('button', { name: 'Resume trading' }).click();
  await theirs.page.getByText('Reason: Prices look wrong').waitFor({ state: 'detached' });
  await said.waitFor({ state: 'detached' });
  expect((await place({ stock: 'MERIT', type: 'BUY', quantity: 1 })).status).toBe(200);
  expect(theirs.faults).toEqual([]);
  await theirs.page.context().close();
});

test('the second factor: on, required at the next login, and a recovery code in place of it', async () => {
  await page.getByRole('button', { name: 'Account of Nandini Rao' }).click();
  await page.getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Turn on' }).click();
  const card = page.getByRole('region', { name: 'Second factor' });
  await card.getByLabel('Password', { exact: true }).fill('not-the-one');
  await card.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The password is not correct.').waitFor();
  await card.getByLabel('Password', { exact: true }).fill(DESK.password);
  await card.getByRole('button', { name: 'Continue' }).click();
  secret = (await page.getByTestId('factor-secret').innerText()).replaceAll(' ', '');
  await card.getByRole('img', { name: 'The setup key as a picture' }).waitFor();
  await card.getByLabel('Code').fill(codeNow());
  await expectAccessible(page, 'security');
  await card.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' });
  await shown.waitFor();
  const codes = await shown.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('10 recovery codes are left').waitFor();

  await page.getByRole('button', { name: 'Account of Nandini Rao' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectAlert(page, 'You have been logged out. Please contact support if you believe this is a mistake.');
  await logIn(page, DESK);
  await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
  await expectAccessible(page, 'the code at login');
  await page.getByLabel('Code').fill('000000');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('This code is not correct.').waitFor();
  await page.getByLabel('Code').fill(codes[0]);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/adminHome');
  expect(atTerminal(['reset-factor', DESK.email])).toMatchObject({ code: 0 });
});

test('the log has every act, with before and after, and is searched by actor, act and target', async () => {
  await goTo('Audit log');
  const rows = page.getByRole('row');
  await rows.filter({ hasText: 'Used a recovery code' }).waitFor();
  const whole = await page.getByRole('table').innerText();
  for (const act of [
    'Disabled a user',
    'Enabled a user',
    'Halted all trading',
    'Resumed trading',
    'Added an administrator',
  ])
    expect(whole).toContain(act);
  await page.getByRole('searchbox').fill('limits');
  await page.waitForURL('**/auditLog?q=limits');
  await expect.poll(() => rows.count()).toBe(6);
  await expect.poll(() => rows.nth(5).innerText()).toMatch(/Max buy limit: 1000 \u2192 2/);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('What was done').selectOption({ label: 'Disabled a user' });
  await page.getByRole('button', { name: 'Apply Filters' }).click();
  await page.waitForURL('**/auditLog?action=disable-user');
  await expect.poll(() => rows.count()).toBe(2);
  await expect.poll(() => rows.nth(1).innerText()).toContain(ASHA.email);
  await expectAccessible(page, 'the audit log');
  expect(faults).toEqual([]);
});

test('loading is announced to people who do not see the grey bars', async () => {
  const { data } = (await server.call('GET', '/getOrders', { token: asha })).body;
  const [{ _id: order }] = (data as { orders: { _id: string }[] }).orders;
  for (const [address, call, what] of [
    ['/transactions', '/getFees', 'fees'],
    ['/transactions/report', '/feeReport', 'the report'],
    [`/viewdetails/${order}`, `/orderDetails/${order}`, 'the order'],
  ]) {
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      ({ pathname }) => pathname === call,
      (route) => answered.then(() => route.continue()),
    );
    await page.goto(server.url + address);
    const note = page.getByText(`Loading ${what}`, { exact: true });
    await note.waitFor({ state: 'attached' });
    answer();
    await expect.poll(() => note.count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test('on a phone every desk is in the menu, and nothing runs off the side', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [address, title] of [
    ['/adminHome', 'Dashboard'],
    ['/userList', 'Users'],
    ['/limit', 'Trading Limits Configuration'],
    ['/auditLog', 'Audit log'],
    ['/adminSecurity', 'Security'],
  ] as const) {
    await page.goto(server.url + address);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await untilShown(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([address, over]).toEqual([address, 0]);
  }
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect.poll(() => page.getByRole('navigation', { name: 'All pages' }).getByRole('link').count()).toBe(15);
});
