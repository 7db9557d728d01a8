// Interruptions between a press and its answer: a lost network, a page that is reloaded, a script that comes late, a login that expires.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectAlert, newPage, sendLogin } from './browser.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';
const PASSWORD = 'secret-12';
const UNKNOWN = 'It is not known whether this order was placed. Send it again to find out: it is placed once at most.';
const NO_CONNECTION = 'There is no connection to Istock. Check your network and try again.';
/** Kilobytes a second and milliseconds there and back. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

let page: Page;
let token: string;

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
});

async function logIn(): Promise<void> {
  await sendLogin(page, 'asha@example.com', PASSWORD);
}

// Each test logs in for itself, so that one leaves nothing behind that would help the next.
beforeEach(async () => {
  await page?.context().close();
  ({ page } = await newPage(browser));
  await page.goto(`${server.url}/login`);
  await logIn();
  await page.waitForURL('**/home');
});

const orderCount = async (): Promise<number> =>
  ((await server.call('GET', '/getOrders', { token })).body.data as { totalOrders: number }).totalOrders;
const ticket = (): Locator => page.getByRole('dialog');
const send = (): Locator => ticket().locator('button[type=submit]');
const notice = (): Locator => ticket().getByRole('alert');

async function openTicket(): Promise<void> {
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `Buy ${SYMBOL}` })
    .first()
    .click();
  await ticket().getByRole('list', { name: 'Offers, best first' }).getByRole('button').first().waitFor();
}

async function sendAgain(answer = 'Order placed successfully.'): Promise<void> {
  await expect.poll(() => notice().innerText()).toContain(UNKNOWN);
  await expect.poll(() => send().innerText()).toBe('Send again');
  await send().click();
  await expectAlert(page, answer);
  await ticket().waitFor({ state: 'detached' });
}

test('cut before the server had the order: the page says so, and pressing again makes one order', async () => {
  const before = await orderCount();
  await openTicket();
  await page.context().setOffline(true);
  await send().click();
  await expectAlert(page, NO_CONNECTION);
  await notice().waitFor();
  await expectAccessible(page, 'a ticket without an answer');
  // A request that was sent cannot be turned into another order meanwhile.
  await expect.poll(() => ticket().getByRole('spinbutton', { name: 'Quantity' }).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  await sendAgain();
  expect(await orderCount()).toBe(before + 1);
});

test('cut after the server had the order: pressing again still leaves one order', async () => {
  const before = await orderCount();
  await openTicket();
  const keys: (string | undefined)[] = [];
  await page.route('**/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.fetch();
    await route.abort('connectionreset');
  });
  await send().click();
  await expectAlert(page, NO_CONNECTION);
  expect(await orderCount()).toBe(before + 1);
  await page.unroute('**/orders');
  page.on('request', (request) => {
    if (request.url().endsWith('/orders')) keys.push(request.headers()['idempotency-key']);
  });
  await sendAgain();
  expect(await orderCount()).toBe(before + 1);
  expect(keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
});

test('reloaded while the order is on its way: the ticket comes back, and there is one order', async () => {
  const before = await orderCount();
  await openTicket();
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).fill('3');
  const arrived = new Promise<void>((resolve) => {
    // The server receives it; the answer never arrives.
    void page.route('**/orders', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await send().click();
  await arrived;
  // A ticket that is opened while the page still loads is not replaced by the earlier one, which is restored later.
  let load = (): void => {};
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/assets/ticket-host-*', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto(`${server.url}/stockdetails/DHANVIKA`);
  await page.getByRole('button', { name: 'Buy DHANVIKA' }).first().click();
  load();
  await ticket().getByRole('heading', { name: 'Buy DHANVIKA' }).waitFor();
  await expect.poll(() => send().isEnabled()).toBe(true);
  expect(await notice().count()).toBe(0);
  await page.keyboard.press('Escape');
  await notice().waitFor();
  await page.reload();
  await notice().waitFor();
  await page.unroute('**/orders');
  await expect.poll(() => ticket().getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('3');
  await sendAgain();
  expect(await orderCount()).toBe(before + 1);
  await page.goto(`${server.url}/myOrders`);
  await page.locator('tr[data-symbol]').first().waitFor();
  // Once it is answered, it does not come back a second time.
  await page.reload();
  await page.locator('tr[data-symbol]').first().waitFor();
  expect(await ticket().count()).toBe(0);
});

test('on a slow network the button answers at once, and many presses make one order', async () => {
  const before = await orderCount();
  await openTicket();
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', SLOW);
  await send().click();
  await expect.poll(() => send().getAttribute('aria-disabled')).toBe('true');
  for (let press = 0; press < 3; press++) await send().click({ force: true });
  await page.keyboard.press('Escape');
  await expect.poll(() => ticket().count()).toBe(1);
  await expectAlert(page, 'Order placed successfully.');
  expect(await orderCount()).toBe(before + 1);
});

test('an exit that was not answered is sent again from the ticket, and sells once', async () => {
  const place = (order: object) => server.call('POST', '/orders', { token, body: { stock: SYMBOL, ...order } });
  expect((await place({ type: 'BUY', orderType: 'MARKET', quantity: 2 })).status).toBe(200);
  expect((await place({ type: 'SELL', orderType: 'LIMIT', quantity: 1, price: 350 })).status).toBe(200);
  const before = await orderCount();
  await page.goto(`${server.url}/portfolio`);
  await page.getByRole('button', { name: `Exit ${SYMBOL}` }).click();
  await page.route('**/orders', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Sell / })
    .click();
  await expectAlert(page, 'Error placing sell order.');
  await page.unroute('**/orders');
  await sendAgain('Sell order placed successfully.');
  expect(await orderCount()).toBe(before + 1);
});

test('shares that the page does not know of yet can be sold: the server knows them', async () => {
  const order = { stock: SYMBOL, type: 'BUY', orderType: 'MARKET', quantity: 1 };
  expect((await server.call('POST', '/orders', { token, body: order })).status).toBeLessThan(300);
  await page.route(/\/portfolio$/, (route) => route.abort());
  await page.route('**/socket.io/**', (route) => route.abort());
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `Sell ${SYMBOL}` })
    .first()
    .click();
  await send().click();
  await expectAlert(page, 'Sell order placed successfully.');
});

test('results that could not be loaded are not drawn as none', async () => {
  await page.route('**/diaryAnalytics?*', (route) => route.fulfill({ status: 429, json: { message: 'Ask later.' } }));
  await page.reload();
  await page.getByText('Your results could not be loaded.').waitFor();
  expect(await page.getByText('Made so far').count()).toBe(0);
  await expectAccessible(page, 'home without its line');
  await page.unroute('**/diaryAnalytics?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText(/^(Made so far|Your first trade draws a line here)/).waitFor();
});

test('a screen whose parts could not be loaded says so, and comes when the network is back', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.locator('main li[data-symbol]').first().waitFor();
  await page.context().setOffline(true);
  await page.getByText('Prices are old.').first().waitFor({ state: 'attached', timeout: 30_000 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Portfolio' }).click();
  const failure = page.getByText('This page could not be shown');
  await failure.waitFor();
  await page.getByText('There is no connection to Istock. This page comes by itself as soon as there is.').waitFor();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('There is still no connection to Istock.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
  // Prices catch up by themselves.
  await page.goto(`${server.url}/stocks`);
  const prices = () => page.locator('main li[data-symbol] .live-number').allInnerTexts();
  const connection = () => page.evaluate(() => document.documentElement.dataset.connection);
  await expect.poll(connection).toBe('live');
  await page.context().setOffline(true);
  await expect.poll(connection, { timeout: 30_000 }).toMatch(/delayed|offline/);
  const old = await prices();
  await page.context().setOffline(false);
  await expect.poll(connection, { timeout: 30_000 }).toBe('live');
  await expect.poll(prices, { timeout: 20_000 }).not.toEqual(old);
});

test('behind a proxy that answers for a server that is away, the page stays and the screen comes when the server is back', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.locator('main li[data-symbol]').first().waitFor();
  const away = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
  await page.route('**/*', (route) => route.fulfill(away));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Portfolio' }).click();
  await page.getByText('There is no connection to Istock. This page comes by itself as soon as there is.').waitFor();
  await page.unroute('**/*');
  await page.getByRole('heading', { name: 'Portfolio', level: 1 }).waitFor();
  // The same for the first script of a page that comes from somewhere nearer.
  await page.route('**/*', (route) => (route.request().isNavigationRequest() ? route.continue() : route.fulfill(away)));
  await page.goto(`${server.url}/stocks`);
  await page.getByRole('alert').getByText('This page comes by itself as soon as there is.').waitFor();
  await page.unroute('**/*');
  await page.locator('main li[data-symbol]').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/stocks');
});

test('a line that broke before the script of the socket had come: the chart fades, and has its colours when the line is back', async () => {
  await page.route('**/assets/live-socket-*', (route) => route.abort());
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}`);
  await page.getByRole('application').locator('canvas').first().waitFor();
  const filter = () => page.locator('.live-picture').evaluate((chart) => getComputedStyle(chart).filter);
  await expect.poll(filter).toBe('grayscale(0.8)');
  await page.unroute('**/assets/live-socket-*');
  // Fetched under another address: under its own this browser would not ask again.
  await page.getByText('Prices are live').waitFor({ state: 'attached' });
  expect(await filter()).toBe('none');
  expect(await page.getByText('A part of this page could not be loaded.').count()).toBe(0);
});

test('a page whose first script does not come says so, comes when the server is back, and does not begin anew for ever', async () => {
  let begun = 0;
  page.on('domcontentloaded', () => begun++);
  await page.route('**/assets/base-*', (route) => route.abort());
  const isAway = (url: URL) => url.pathname === '/';
  await page.route(isAway, (route) => route.abort());
  await page.goto(`${server.url}/stocks`);
  await page.getByRole('alert').getByText('This page comes by itself as soon as there is.').waitFor();
  await page.unroute(isAway);
  await page.getByText('This page could not be loaded. Please reload it in a moment.').waitFor();
  // Long enough for several more.
  await page.waitForTimeout(4_000);
  expect(begun).toBe(2);
  await page.unroute('**/assets/base-*');
  await page.reload();
  await page.locator('main li[data-symbol]').first().waitFor();
});

test('a part that can no longer be loaded is left out, and the rest of the page stays', async () => {
  await page.route('**/assets/ticket-host-*', (route) => route.abort());
  await page.goto(`${server.url}/stocks`);
  await page.locator('main li[data-symbol]').first().waitFor();
  await page.getByRole('button', { name: 'Reload' }).waitFor();
  await page.getByText('A part of this page could not be loaded.').waitFor();
  expect(await page.locator('main li[data-symbol]').count()).toBeGreaterThan(0);
  await page.unroute('**/assets/ticket-host-*');
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('button', { name: 'Reload' }).waitFor({ state: 'detached' });
  await page.locator('main li[data-symbol]').first().hover();
  await page.keyboard.press('b');
  await ticket().locator('button[type=submit]').waitFor();
});

test('a dialog whose script is still on its way says so at the press, and opens when it has come', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/indicator-dialogs-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${server.url}/tradingview?symbol=${SYMBOL}`);
  await page.getByRole('button', { name: 'Indicators', exact: true }).click();
  const coming = page.getByText('Still loading. It opens as soon as Istock can be reached.');
  await coming.waitFor();
  release();
  await page.getByRole('dialog', { name: 'Indicators' }).waitFor();
  expect(await coming.count()).toBe(0);
});

test('a link whose screen is still loading shows at once that it was pressed', async () => {
  await page.goto(`${server.url}/stocks`);
  await page.locator('main li[data-symbol]').first().waitFor();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/trade-diary-screen-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Diary' }).click();
  const sign = page.locator('.arriving');
  await expect.poll(async () => (await sign.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  expect(await page.getByRole('heading', { name: 'Stock Market Overview' }).count()).toBe(1);
  await expectAccessible(page, 'a page that waits for the next');
  release();
  await page.getByRole('heading', { name: "Trader's Diary" }).waitFor();
  expect(await sign.count()).toBe(0);
});

test('a dialog that was open when the login lapsed is not there after the next', async () => {
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page.getByRole('button', { name: 'Set alert' }).click();
  await page.getByRole('dialog').waitFor();
  await server.call('POST', '/endOtherLogins', { token });
  await page.getByText('Session expired. Please log in again.').waitFor({ timeout: 20_000 });
  await logIn();
  await page.waitForURL(`**/stockdetails/${SYMBOL}`);
  await page.getByText('Prices are live').waitFor({ state: 'attached' });
  // The dialogs of a page come a second after it.
  await page.waitForTimeout(1_500);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('after logging out the back button shows nothing of the person', async () => {
  const order = { stock: SYMBOL, type: 'BUY', orderType: 'MARKET', quantity: 1 };
  expect((await server.call('POST', '/orders', { token, body: order })).status).toBe(200);
  await page.goto(`${server.url}/portfolio`);
  await page.getByText(SYMBOL).first().waitFor();
  await page.goto(`${server.url}/myOrders`);
  await page.locator('tr[data-symbol]').first().waitFor();
  await page.getByRole('button', { name: /Account|asha/i }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expectAlert(page, 'You have been logged out. Please contact support if you believe this is a mistake.');
  for (let back = 0; back < 2; back++) {
    await page.goBack();
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByText(SYMBOL).count()).toBe(0);
  }
});

test('a login that lapses in the middle of a ticket brings the ticket back as it was', async () => {
  const before = await orderCount();
  await openTicket();
  await ticket().getByText('Limit', { exact: true }).click();
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).fill('7');
  await ticket().getByRole('spinbutton', { name: 'Price' }).fill('101.50');
  // Ended from another place, as the list of logins does.
  await server.call('POST', '/endOtherLogins', { token });
  await page.getByText('Session expired. Please log in again.').waitFor({ timeout: 20_000 });
  await expect.poll(() => page.getByText(SYMBOL).count()).toBe(0);
  await logIn();
  await page.waitForURL(`**/stockdetails/${SYMBOL}`);
  await ticket().waitFor();
  await expect.poll(() => ticket().getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('7');
  await expect.poll(() => ticket().getByRole('spinbutton', { name: 'Price' }).inputValue()).toBe('101.50');
  expect(await notice().count()).toBe(0);
  expect(await orderCount()).toBe(before);
  await page.keyboard.press('Escape');
  await ticket().waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Price Overview').waitFor();
  expect(await ticket().count()).toBe(0);
});
