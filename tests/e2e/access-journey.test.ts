// The product as it is met with the keyboard alone, with a screen reader, or with text that is set wider: what no checker of one page sees.
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expectAlert, logInAt, newPage, untilShown } from './browser.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';

let token: string;

beforeAll(async () => {
  token = await server.newTrader('kiran', 100_000);
});

async function enter(options: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await newPage(browser, options);
  await logInAt(page, `${server.url}/login`, { email: 'kiran@example.com', password: 'secret-12' });
  return page;
}

/** Presses the key this many times, and returns the names of what had the focus below something that stays at an edge of the window. */
async function hiddenOf(page: Page, key: string, presses: number): Promise<string[]> {
  const hidden: string[] = [];
  for (let count = 0; count < presses; count++) {
    await page.keyboard.press(key);
    const name = await page.evaluate(async () => {
      await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
      const focused = document.activeElement!;
      // After the last of the page the focus is the browser's.
      if (focused === document.body) return null;
      const edge = focused.closest('header, nav');
      const { left, top, width, height } = focused.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, Math.min(top + height / 2, window.innerHeight - 1));
      const isHidden = !edge && !focused.contains(above) && !above?.contains(focused);
      return isHidden ? `${focused.ariaLabel ?? focused.textContent} at ${top}` : null;
    });
    if (name !== null) hidden.push(name);
  }
  return hidden;
}

test.each([
  [390, 740],
  [1280, 800],
])('nothing that takes the focus is below the header or the bar, at %d x %d', async (width, height) => {
  const page = await enter({ viewport: { width, height } });
  await page.goto(`${server.url}/stocks?view=table`);
  await untilShown(page);
  expect(await hiddenOf(page, 'Tab', 70)).toEqual([]);
  expect(await hiddenOf(page, 'Shift+Tab', 45)).toEqual([]);
  await page.context().close();
});

test.each([
  [320, 256],
  [844, 390],
])('in a replay what takes the focus is not below its orders and controls, at %d x %d', async (width, height) => {
  const page = await enter({ viewport: { width, height } });
  const begin = Math.floor(Date.now() / 1000) - 30 * 86_400;
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}&replay=${begin}`);
  await page.getByRole('application', { name: /in replay/ }).waitFor();
  expect(await hiddenOf(page, 'Tab', 24)).toEqual([]);
  await page.context().close();
});

test('magnified four times a chart in full screen can be scrolled to', async () => {
  const page = await enter({ viewport: { width: 320, height: 256 } });
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}`);
  await untilShown(page);
  await page.getByRole('button', { name: 'Full screen' }).press('Enter');
  expect(await hiddenOf(page, 'Tab', 16)).toEqual([]);
  const chart = page.getByRole('application');
  await chart.scrollIntoViewIfNeeded();
  expect((await chart.boundingBox())!.height).toBeGreaterThan(100);
  await page.context().close();
});

test('in the reader’s own dark colours charts are drawn for them, whatever theme was chosen', async () => {
  const page = await enter({ forcedColors: 'active', colorScheme: 'dark' });
  await page.evaluate(() => localStorage.setItem('istock.theme', 'light'));
  await page.reload();
  const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.theme);
  expect(await theme()).toBe('dark');
  await page.emulateMedia({ forcedColors: 'none' });
  await expect.poll(theme).toBe('light');
  await page.context().close();
});

test('in a full storage the theme that was chosen last counts, and not the one that was stored', async () => {
  const page = await enter({ colorScheme: 'light' });
  const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.theme);
  const choose = (name: string) => page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name }).check();
  await page.goto(`${server.url}/userProfile`);
  await choose('Dark');
  expect(await theme()).toBe('dark');
  await page.evaluate(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (value.length > (this.getItem(key) ?? '').length) throw new DOMException('full', 'QuotaExceededError');
      set.call(this, key, value);
    };
  });
  await choose('Light');
  expect(await theme()).toBe('light');
  await choose('Dark');
  expect(await theme()).toBe('dark');
  await page.context().close();
});

test('colours that the system changes are followed on the login screen, and while its scripts are still on their way', async () => {
  const { page } = await newPage(browser, { colorScheme: 'light' });
  let arrive = (): void => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' });
  const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset.theme);
  await expect.poll(theme).toBe('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  arrive();
  await expect.poll(theme).toBe('dark');
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(theme).toBe('light');
  await page.context().close();
});

test('with the spacing that readers may set, the header and the rows of a phone fit into its width', async () => {
  const page = await enter({ viewport: { width: 320, height: 640 }, bypassCSP: true });
  for (const address of ['/home', '/stocks', '/notifications']) {
    await page.goto(`${server.url}${address}`);
    await untilShown(page);
    await page.addStyleTag({
      content: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, address).toBeLessThanOrEqual(0);
  }
  await page.context().close();
});

test('after a suggested question the focus is at the question, with its answer behind it', async () => {
  const page = await enter();
  await page.goto(`${server.url}/ai`);
  const suggested = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button');
  await suggested.first().focus();
  const first = await suggested.first().innerText();
  await page.keyboard.press('Enter');
  const focused = (): Promise<string | undefined> =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText);
  await expect.poll(focused).toMatch(/^You asked:/);
  expect(await focused()).toContain(first);
  await page.getByText('Computed by fixed rules', { exact: true }).waitFor();
  await suggested.first().focus();
  const second = await suggested.first().innerText();
  await page.keyboard.press('Enter');
  await expect.poll(focused).toContain(second);
  await page.context().close();
});

test('a question in Hindi is marked as Hindi, and rows of an answer’s table are named', async () => {
  const page = await enter();
  const body = { stock: SYMBOL, type: 'BUY', orderType: 'MARKET', quantity: 1 };
  expect((await server.call('POST', '/orders', { token, body })).status).toBe(200);
  await page.goto(`${server.url}/ai`);
  await page.getByLabel('Your question').fill('मेरा पोर्टफोलियो कैसा है?');
  await page.keyboard.press('Enter');
  expect(await page.getByText('मेरा पोर्टफोलियो कैसा है?').getAttribute('lang')).toBe('hi');
  await page.getByRole('rowheader', { name: SYMBOL }).first().waitFor();
  await page.context().close();
});

test('the arrow keys go through the drawing tools, and the chosen one says how it is used', async () => {
  const page = await enter();
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}`);
  await untilShown(page);
  await page.getByRole('button', { name: 'Draw' }).press('Enter');
  const menu = page.getByRole('dialog', { name: 'Draw on the chart' });
  await menu.waitFor();
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.textContent ?? undefined);
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toMatch(/^Fibonacci retracement/);
  for (const name of ['Horizontal line', 'Trend line']) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toMatch(new RegExp(`^${name}`));
  }
  await page.keyboard.press('Enter');
  await page.getByText('Trend line: go to a bar with the arrow keys, and press Enter.').waitFor({ state: 'attached' });
  // The table in which the library lays out its canvases is not told.
  expect(await page.getByRole('application').getByRole('table').count()).toBe(0);
  await page.context().close();
});

test('a question before an order is canceled is read out whole, not only its title', async () => {
  const body = { stock: SYMBOL, type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 1 };
  const { data } = (await server.call('GET', '/stocks', { token })).body;
  const last = (data as { symbol: string; price: number }[]).find(({ symbol }) => symbol === SYMBOL)!.price;
  body.price = Math.floor(last * 0.95);
  expect((await server.call('POST', '/orders', { token, body })).status).toBe(200);
  const page = await enter();
  await page.goto(`${server.url}/myOrders`);
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .first()
    .press('Enter');
  const question = page.getByRole('alertdialog');
  const words = await question.evaluate(
    (dialog) => document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent,
  );
  expect(words).toContain('Are you sure you want to cancel this order?');
  // Each button of a notification says which one it belongs to.
  await page.keyboard.press('Escape');
  await page.goto(`${server.url}/notifications`);
  const way = page.getByRole('listitem').getByRole('link', { name: 'See order' }).first();
  const about = await way.evaluate(
    (link) => document.getElementById(link.getAttribute('aria-describedby')!)?.textContent,
  );
  expect(about).toContain(SYMBOL);
  // Of several pieces of news, only the newest is read out when it comes.
  expect(await page.locator('[role=status][aria-label=News]').getAttribute('aria-atomic')).toBe('false');
  await page.context().close();
});

test('what was left out or refused takes the focus', async () => {
  const page = await enter();
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('name'));
  await page.goto(`${server.url}/addmoney`);
  await page.getByRole('button', { name: 'Continue to payment' }).press('Enter');
  await expectAlert(page, 'Please enter a valid amount');
  await expect.poll(focused).toBe('amount');
  await page.goto(`${server.url}/videocall`);
  const join = page.getByRole('button', { name: 'Join Call' });
  await join.press('Enter');
  await expect.poll(focused).toBe('roomCode');
  await page.keyboard.type('ABCDE-12345');
  await join.press('Enter');
  await page.getByText('Room not found').waitFor();
  await expect.poll(focused).toBe('roomCode');
  await page.context().close();
});

test('at the newest contract note the focus is not lost with the button that led there', async () => {
  const page = await enter();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await page.goto(`${server.url}/tradediary/note?day=${day}`);
  const next = page.getByRole('button', { name: 'Next day' });
  await untilShown(page);
  // What looks after the focus comes with the first key.
  const comes = page.waitForResponse(/row-focus/);
  await page.keyboard.press('Tab');
  await comes;
  while (await next.isEnabled()) {
    await next.press('Enter');
    await page.getByRole('article').waitFor();
  }
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.context().close();
});
