// An open screen stays true while a person looks at it, and typed text is understood as it was meant.
import { beforeAll, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Page } from 'playwright-core';
import { MOST_SOCKETS } from '../../server/live/screens.ts';
import { expectAccessible, expectAlert, figure, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';
import { takeTool } from './sloped-lines.ts';

const SYMBOL = 'MERIT';
/** Below 250 rupees the tick is one paisa. */
const CHEAP = 'JWALIKA';

let page: Page;
let token: string;

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
  ({ page } = await newPage(browser));
  await logIn(page);
});

async function logIn(on: Page): Promise<void> {
  await logInAt(on, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
}

const goTo = (path: string): Promise<unknown> => page.goto(`${server.url}${path}`);

test('a halt is shown in the open watchlist as long as it lasts', async () => {
  await server.call('POST', '/ensureAndAddStock', { token, body: { stocks: [{ stockId: SYMBOL }] } });
  await goTo('/watchlist');
  const row = page.locator(`main tr[data-symbol="${SYMBOL}"]`);
  await row.waitFor();
  const admin = await server.adminToken();
  const halt = (isHalted: boolean) =>
    server.call('POST', '/haltStock', { token: admin, body: { symbol: SYMBOL, isHalted } });
  const halted = row.getByText('(halted)');
  expect(await halted.count()).toBe(0);
  await halt(true);
  await expect.poll(() => halted.count()).toBe(1);
  await halt(false);
  await expect.poll(() => halted.count()).toBe(0);
});

test('with text twice as large a stock is bought from its card, on a wide screen and on a phone', async () => {
  const { page: large } = await newPage(browser);
  const session = await large.context().newCDPSession(large);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await logIn(large);
  for (const width of [1440, 390]) {
    await large.setViewportSize({ width, height: 900 });
    await large.goto(`${server.url}/stocks`);
    const card = large.locator(`main li[data-symbol="${SYMBOL}"]`);
    // Nothing covers the button, and its card is as high as its content.
    await card.getByRole('button', { name: `Buy ${SYMBOL}` }).click();
    const dialog = large.getByRole('dialog', { name: `Buy ${SYMBOL}` });
    await dialog.waitFor();
    const overflow = await card.evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(overflow, `the card at ${width}`).toBe(0);
    // The heading with its close button ends before the fields begin.
    const bottom = await dialog
      .getByRole('button', { name: 'Close' })
      .evaluate((one) => one.getBoundingClientRect().bottom);
    const top = await dialog.locator('form').evaluate((form) => form.parentElement!.getBoundingClientRect().top);
    expect(bottom, `the heading at ${width}`).toBeLessThanOrEqual(top);
  }
  await large.context().close();
});

test('a stop waits for a price that only the person can name: until it is typed no mistake is shown', async () => {
  await goTo(`/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `Buy ${SYMBOL}` })
    .first()
    .click();
  const ticket = page.getByRole('dialog');
  const asked = page.waitForResponse((answer) => answer.url().includes('orderType=STOP'));
  await ticket.getByText('Stop', { exact: true }).click();
  await (await asked).finished();
  const wrong = ticket.getByText(/^(A buy stop must be above the last price, |The price band is )/);
  await expect(wrong.waitFor({ timeout: 1_000 })).rejects.toThrow();
  await ticket.getByRole('spinbutton', { name: 'Trigger price' }).fill('1');
  await wrong.waitFor();
});

test('an order at a price with single paise is changed to another such price', async () => {
  const { data } = (await server.call('GET', '/stocks', { token })).body;
  const last = (data as { symbol: string; price: number }[]).find(({ symbol }) => symbol === CHEAP)!.price;
  expect(last).toBeLessThan(240);
  const below = Math.floor(last * 0.95);
  const body = { stock: CHEAP, type: 'BUY', orderType: 'LIMIT', quantity: 2, price: below + 0.37 };
  expect((await server.call('POST', '/orders', { token, body })).status).toBe(200);
  await goTo('/myOrders');
  await page.getByRole('button', { name: /^Edit order/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Quantity').fill('3');
  await dialog.getByRole('button', { name: 'Change order' }).click();
  await page.getByText('Order changed.').waitFor();
  await page.getByRole('button', { name: /^Edit order/ }).click();
  // An arrow key goes to the next possible price.
  await dialog.getByLabel('Limit price').press('ArrowUp');
  await expect.poll(() => dialog.getByLabel('Limit price').inputValue()).toBe(`${below}.38`);
  // A wrong number of shares is reported in the form.
  await dialog.getByLabel('Quantity').fill('2.5');
  await dialog.getByRole('button', { name: 'Change order' }).click();
  await expect.poll(() => dialog.getByLabel('Quantity').getAttribute('aria-invalid')).toBe('true');
  await page.keyboard.press('Escape');
});

test('a year that is typed figure by figure is looked for when it is whole', async () => {
  await goTo('/myOrders');
  const asked: string[] = [];
  page.on('request', (request) => {
    const from = new URL(request.url()).searchParams.get('from');
    if (from !== null) asked.push(from);
  });
  const field = page.getByLabel('From day');
  await field.focus();
  await page.keyboard.type('02022025', { delay: 120 });
  await expect.poll(() => asked).toContain('2025-02-02');
  expect(new Set(asked)).toEqual(new Set(['2025-02-02']));
  expect(await field.inputValue()).toBe('2025-02-02');
});

test('on a phone the days of a list are behind a button, and stay in sight while they filter it', async () => {
  const body = { stock: SYMBOL, type: 'BUY', orderType: 'MARKET', quantity: 1 };
  expect((await server.call('POST', '/orders', { token, body })).status).toBe(200);
  const { page: phone } = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await logIn(phone);
  await phone.goto(`${server.url}/myOrders`);
  const field = phone.getByLabel('From day');
  const opener = phone.getByRole('button', { name: 'Choose days' });
  await opener.waitFor();
  expect(await field.isVisible()).toBe(false);
  // The first order is in the upper half of the screen.
  expect((await phone.getByRole('list', { name: 'Orders' }).boundingBox())?.y).toBeLessThan(422);
  await opener.click();
  await field.fill('2025-02-02');
  await phone.waitForURL('**/myOrders?from=2025-02-02');
  await opener.waitFor({ state: 'detached' });
  await phone.reload();
  await field.waitFor();
  expect(await field.inputValue()).toBe('2025-02-02');
  // Emptied to type another day, it keeps its field.
  await field.fill('');
  await opener.waitFor();
  expect(await field.isVisible()).toBe(true);
  await phone.context().close();
});

test('a trade opens below its own row, however many the day has', async () => {
  const trade = (type: string, quantity: number) =>
    server.call('POST', '/orders', { token, body: { stock: SYMBOL, type, orderType: 'MARKET', quantity } });
  for (const [type, quantity] of [
    ['BUY', 3] as const,
    ['SELL', 1] as const,
    ['SELL', 1] as const,
    ['SELL', 1] as const,
  ])
    expect((await trade(type, quantity)).status).toBe(200);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await goTo('/tradediary?view=daily');
    const rows = page.getByRole('button', { name: new RegExp(`^Open the trade in ${SYMBOL}`) });
    await expect.poll(() => rows.count()).toBe(3);
    const first = rows.first();
    const at = async (part: typeof first): Promise<number> => (await part.boundingBox())!.y;
    await first.click();
    const details = page.getByRole('link', { name: 'Chart at entry and exit' });
    await details.waitFor();
    // The others remain: the first of them is now below the details.
    expect(await at(details), `at ${width}`).toBeLessThan(await at(first));
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('while another day of the diary is on its way, the sums under its name are not those of the day before', async () => {
  await goTo('/tradediary?view=daily');
  const trades = () => figure(page.locator('main'), 'Total Trades');
  await expect.poll(trades).toBe('3');
  let send = (): void => {};
  const maySend = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/tradeDiary?*', (route) => maySend.then(() => route.continue()));
  await page.getByRole('button', { name: 'Previous day' }).click();
  await page.waitForURL('**/tradediary?*day=*');
  expect([await trades(), await page.getByText('No trades').count()]).toEqual(['', 0]);
  send();
  await expect.poll(trades).toBe('0');
  await page.unroute('**/tradeDiary?*');
});

test('a payment on a line that is dead without knowing it does not lock the sheet', async () => {
  await goTo('/addmoney');
  await page.route('**/sandbox/checkout', () => {});
  await page.getByRole('button', { name: '\u20b91,000', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  await sheet.getByText('There is no connection to Istock.').waitFor();
  await page.unroute('**/sandbox/checkout');
  await sheet.getByRole('button', { name: /^Pay/ }).click();
  await expectAlert(page, 'Payment successful!');
});

test('a single day of the diary can begin at a time, without the day being chosen first', async () => {
  await goTo('/tradediary?view=daily');
  const time = page.getByLabel('From time');
  await time.waitFor();
  await expect.poll(() => time.isEnabled()).toBe(true);
  await goTo('/tradediary');
  await time.waitFor();
  await expect
    .poll(async () => [await time.isEnabled(), await time.getAttribute('title')])
    .toEqual([false, 'Choose a day first']);
});

test('a chart that is shown again fetches what was traded while another interval was shown', async () => {
  await goTo(`/tradingview?symbol=${SYMBOL}&interval=1m`);
  await page.getByRole('application').locator('canvas').first().waitFor();
  const choose = (interval: string) => page.getByRole('radio', { name: interval, exact: true }).check({ force: true });
  await choose('1D');
  await page.waitForURL((url) => !url.search.includes('interval=1m'));
  const asked = page.waitForResponse((response) => /\/bars\?.*interval=1m/.test(response.url()));
  await choose('1m');
  expect((await asked).ok()).toBe(true);
  // The browser remembers the choice, and charts opened later begin with it.
  await choose('1D');
});

test('a chart over the whole window keeps its width below the ticket', async () => {
  await goTo(`/tradingview?symbol=${SYMBOL}`);
  await page.getByRole('button', { name: 'Full screen' }).click();
  const cover = page.locator('[data-covers]');
  const width = async (): Promise<number | undefined> => (await cover.boundingBox())?.width;
  await expect.poll(width).toBe(1440);
  await cover.getByRole('button', { name: `Buy ${SYMBOL}` }).click();
  await page.getByRole('dialog').waitFor();
  expect(await width()).toBe(1440);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('the ticket stays in its place while its form grows and shrinks', async () => {
  await goTo(`/stockdetails/${SYMBOL}`);
  await page.getByRole('button', { name: `Buy ${SYMBOL}` }).click();
  const ticket = page.getByRole('dialog');
  const top = async (): Promise<number | undefined> => (await ticket.boundingBox())?.y;
  const height = async (): Promise<number> => (await ticket.boundingBox())?.height ?? 0;
  await ticket.getByText('Cash after').waitFor();
  const [before, market] = [await top(), await height()];
  await ticket.getByText('Limit', { exact: true }).click();
  await expect.poll(height).toBeGreaterThan(market);
  expect(await top()).toBe(before);
  await ticket.getByText('Market', { exact: true }).click();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
});

test('a replay shows the chart up to an instant, bar by bar, and nothing of now beside it', async () => {
  type Bars = { bars: { timestamp: number; close: number }[] };
  const { bars } = (await server.call('GET', `/bars?symbol=${SYMBOL}&interval=1D`, { token })).body.data as Bars;
  const [last, next] = bars.slice(-40);
  const close = (bar: { close: number }): string =>
    bar.close.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const day = new Date((next.timestamp + 19_800) * 1000).toISOString().slice(0, 10);
  await goTo(`/tradingview?symbol=${SYMBOL}`);
  const button = page.getByRole('button', { name: 'Replay', exact: true });
  const middleOf = async (each: typeof button): Promise<number> => {
    const { y = 0, height = 0 } = (await each.boundingBox()) ?? {};
    return Math.round(y + height / 2);
  };
  // The toolbar is one row here.
  const stock = page.getByLabel('Stock', { exact: true });
  await expect.poll(async () => (await middleOf(button)) - (await middleOf(stock))).toBe(0);
  await button.press('Enter');
  await page.getByLabel('First day to hide').fill(day);
  await expectAccessible(page, 'where a replay begins');
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  const readout = page.getByTestId('chart-readout');
  await expect.poll(() => readout.innerText()).toContain(close(last));
  await page.getByRole('banner').waitFor({ state: 'hidden' });
  await page.getByText('Order book').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => readout.innerText()).toContain(close(next));
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => readout.innerText()).toContain(close(last));
  await page.keyboard.press('b');
  expect(await page.getByRole('dialog').count()).toBe(0);
  // Minutes reach back a month only.
  await page.getByRole('radio', { name: '1h' }).press('Space');
  await page.getByText('No 1h bars this far back').waitFor();
  await page.getByRole('radio', { name: '1D' }).press('Space');
  await expect.poll(() => readout.innerText()).toContain(close(last));
  await page.getByRole('button', { name: 'Play', exact: true }).press('Enter');
  await expect.poll(() => readout.innerText()).not.toContain(close(last));
  await page.getByRole('button', { name: 'Pause', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  const practice = page.getByRole('group', { name: 'Practice' });
  await practice.getByRole('button', { name: /^Buy .* in practice$/ }).press('Enter');
  const bought = async (): Promise<string | undefined> =>
    /bought 10 at ([\d,.]+)\./.exec(await practice.innerText())?.[1];
  // On a slow machine it has played past the first bar before the pause took effect.
  const later = bars.filter(({ timestamp }) => timestamp >= next.timestamp).map(close);
  await expect.poll(bought).toBeOneOf(later);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page, 'a replay with practice');
  const asksToStay = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await asksToStay()).toBe(true);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(() => practice.innerText()).toContain('is undone');
  expect(await asksToStay()).toBe(false);
  // Back at the moment when the order appears.
  await practice.evaluate((group) => {
    const seen = new MutationObserver(() => {
      if (!group.textContent.includes('bought 10 at')) return;
      seen.disconnect();
      history.back();
      const until = performance.now() + 5;
      while (performance.now() < until);
    });
    seen.observe(group, { subtree: true, childList: true, characterData: true });
  });
  await page.keyboard.press('Shift+B');
  await page.getByRole('dialog', { name: 'The practice ends' }).waitFor();
  await expectAccessible(page, 'the summary of a practice');
  await page.getByRole('button', { name: 'Copy to diary' }).press('Enter');
  await page.getByText('It is in today\u2019s note in your diary.').waitFor();
  const { dayNotes } = (await server.call('GET', '/tradeDiary', { token })).body.data as {
    dayNotes: { notes: string }[];
  };
  expect(dayNotes.map(({ notes }) => notes).join()).toContain(`Practice in a replay of ${SYMBOL}`);
  await page.getByRole('button', { name: 'End and leave' }).press('Enter');
  await page.waitForURL((url) => !url.searchParams.has('replay'));
  await page.getByText('Order book').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('replay');
});

test('a line that is drawn on one device appears on the other, and disappears there when the chart is shown again', async () => {
  const chart = `${server.url}/tradingview?symbol=${SYMBOL}`;
  await page.goto(chart);
  await takeTool(page, 'Horizontal line');
  const saved = page.waitForResponse((each) => each.url().endsWith('/drawnLines') && each.ok());
  await page.getByRole('application').press('Enter');
  const line = (on: Page) => on.getByRole('slider', { name: 'Drawn line' });
  const price = await line(page).getAttribute('aria-valuenow');
  await saved;
  const { page: other } = await newPage(browser);
  await logIn(other);
  await other.goto(chart);
  await line(other).waitFor({ state: 'attached' });
  expect(await line(other).getAttribute('aria-valuenow')).toBe(price);
  const gone = other.waitForResponse((each) => each.url().endsWith('/drawnLines') && each.ok());
  await line(other).focus();
  await other.keyboard.press('Delete');
  await gone;
  await other.context().close();
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await line(page).waitFor({ state: 'detached' });
});

test('the oldest of too many screens comes back without renewing its login', async () => {
  const live = page.locator('html[data-connection="live"]');
  await live.waitFor();
  const asked: string[] = [];
  let sockets = 0;
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', () => sockets++);
  const others = Array.from({ length: MOST_SOCKETS }, (): Socket =>
    io(server.url, { auth: { token }, forceNew: true, reconnection: false, transports: ['websocket'] }),
  );
  await expect.poll(() => sockets).toBe(1);
  await live.waitFor();
  for (const socket of others) socket.disconnect();
  expect(asked.filter((path) => path === '/refresh')).toEqual([]);
});
