// Watchlists, a price alert and the notifications in a real browser: added, followed, shown once, and read on every screen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { RealServer } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, logInAt, newPage, openBrowser } from './browser.ts';
import { openMover } from './mover.ts';

const SYMBOL = 'MERIT';
const NAME = 'watcher';

let server: RealServer;
let browser: Browser;
let page: Page;
let faults: string[];
let token: string;

async function logIn(on: Page): Promise<void> {
  await logInAt(on, `${server.url}/login`, { email: `${NAME}@example.com`, password: 'secret-12' });
}

beforeAll(async () => {
  server = await RealServer.create();
  const [opened] = await Promise.all([openBrowser(), server.start()]);
  browser = opened;
  token = await server.newTrader(NAME, 100_000);
  ({ page, faults } = await newPage(browser));
  await logIn(page);
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const goTo = (path: string): Promise<unknown> => page.goto(`${server.url}${path}`);
const row = (symbol: string): Locator => page.locator(`main tr[data-symbol="${symbol}"]`);
const badge = (on: Page): Locator => on.getByTestId('unread-count');
const counts = async (): Promise<{ total: number; unread: number }> =>
  (await server.call('GET', '/notifications', { token })).body as never;
const unread = async (): Promise<number> => (await counts()).unread;
const read = async (): Promise<number> => {
  const { total, unread: left } = await counts();
  return total - left;
};

test('an empty list says what belongs there, and a star on a stock puts it on', async () => {
  await goTo('/watchlist');
  await page.getByText('Your watchlist is empty').waitFor();
  await expectAccessible(page, 'the empty watchlist');
  await page.getByRole('main').getByRole('link', { name: 'Browse stocks' }).click();
  await page.getByRole('button', { name: `Add ${SYMBOL} to your watchlist` }).click();
  await expectAlert(page, `${SYMBOL} has been added to your Istock list.`);
  await page.getByRole('button', { name: `Remove ${SYMBOL} from your watchlist` }).waitFor();
  await expectAccessible(page, 'stocks');
});

test('stocks are added by name, sorted, and taken off', async () => {
  await goTo('/watchlist');
  await row(SYMBOL).waitFor();
  for (const symbol of ['NAKSOFT', 'SUVBANK']) {
    await page.getByLabel('Add a stock').fill(symbol.toLowerCase());
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await row(symbol).waitFor();
  }
  const order = async (): Promise<(string | null)[]> =>
    page.locator('main tbody tr').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-symbol')));
  await expect.poll(order).toEqual([SYMBOL, 'NAKSOFT', 'SUVBANK']);
  await page.getByRole('button', { name: 'Symbol / Name' }).click();
  await page.getByRole('button', { name: 'Symbol / Name' }).click();
  await page.waitForURL('**/watchlist?sort=-symbol');
  await expect.poll(order).toEqual(['SUVBANK', 'NAKSOFT', SYMBOL]);
  await expect.poll(() => page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
  // The part that keeps the focus is loaded after the page, at the first key.
  await page.reload();
  await row('SUVBANK').waitFor();
  await page.keyboard.press('Tab');
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => /row-focus/.test(name)),
    undefined,
    { timeout: 1_500 },
  );
  await row('SUVBANK').getByRole('button', { name: 'Remove SUVBANK from your watchlist' }).press('Enter');
  await page
    .locator('main')
    .getByText('SUVBANK has been removed from your Istock list.')
    .waitFor({ state: 'attached' });
  await row('SUVBANK').waitFor({ state: 'detached' });
  // The focus goes on with the row that has taken its place.
  await expect.poll(() => row('NAKSOFT').evaluate((next) => next === document.activeElement)).toBe(true);
  await page.reload();
  await row(SYMBOL).waitFor();
  await expect.poll(order).toEqual(['NAKSOFT', SYMBOL]);
});

test('a list changed in one window is changed in the person\u2019s other windows', async () => {
  const other = await page.context().newPage();
  await other.goto(`${server.url}/watchlist`);
  await other.locator(`main tr[data-symbol="${SYMBOL}"]`).waitFor();
  await goTo('/stocks');
  await page.getByRole('button', { name: 'Add KVGEN to your watchlist' }).click();
  await expectAlert(page, 'KVGEN has been added to your Istock list.');
  await other.locator('main tr[data-symbol="KVGEN"]').waitFor({ timeout: 5_000 });
  await other.getByRole('button', { name: 'Remove KVGEN from your watchlist' }).click();
  await page.getByRole('button', { name: 'Add KVGEN to your watchlist' }).waitFor({ timeout: 5_000 });
  await other.close();
  await goTo('/watchlist');
});

test('the letters B and S open the ticket of the stock under the pointer, until they are switched off', async () => {
  const ticket = page.getByRole('dialog', { name: /^Buy/ });
  await row('NAKSOFT').hover();
  // The ticket's scripts are loaded after the page.
  const pressed = async (): Promise<number> => page.keyboard.press('b').then(() => ticket.count());
  await expect.poll(pressed, { timeout: 10_000 }).toBe(1);
  await ticket.getByText('NAKSOFT', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
  // Not while a person types.
  await page.getByLabel('Add a stock').press('b');
  expect(await ticket.count()).toBe(0);
  await goTo('/userProfile');
  await page.getByLabel('Trade by key').uncheck();
  await page.getByRole('link', { name: 'Watchlist' }).first().click();
  await row('NAKSOFT').hover();
  await page.keyboard.press('b');
  expect(await ticket.count()).toBe(0);
});

test('each price has two decimals, and the arrow and colour of its change', async () => {
  for (const symbol of [SYMBOL, 'NAKSOFT']) {
    // Read at once: the price may cross yesterday's close between two reads.
    const [price, change, direction] = await row(symbol).evaluate((line) => [
      ...[...line.querySelectorAll('td')].slice(0, 2).map((cell) => cell.innerText),
      line.querySelector<HTMLElement>('td [data-direction]')!.dataset.direction,
    ]);
    const isUp = !change!.startsWith('\u2212');
    expect(price!.replace(/\s/g, '')).toMatch(isUp ? /^\u25B2\u20b9[\d,]+\.\d\d$/ : /^\u25BC\u20b9[\d,]+\.\d\d$/);
    expect(direction).toBe(isUp ? 'up' : 'down');
  }
  await expectAccessible(page, 'the watchlist');
});

test('a price alert is set in its dialog and fires once, when the price gets there', async () => {
  const [stock] = (await server.call('GET', `/search?q=${SYMBOL}`, { token })).body.data as { price: number }[];
  await row(SYMBOL)
    .getByRole('button', { name: /Price alerts for/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page, 'the price alert dialog');
  await dialog.getByLabel('Price', { exact: true }).fill(String(stock.price - 50));
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText('Choose a higher price.').waitFor();
  await dialog.getByLabel('Price', { exact: true }).fill(String(stock.price + 50));
  await dialog.getByRole('button', { name: 'Set alert' }).click();
  await dialog.getByText('You will be told when').waitFor();
  // Whichever way the market goes, it passes one of the two prices; an alert for a price already passed is refused.
  let near = 0;
  while (near === 0) {
    const [{ price }] = (await server.call('GET', `/search?q=${SYMBOL}`, { token })).body.data as { price: number }[];
    for (const [direction, step] of [
      ['below', -0.05],
      ['above', 0.05],
    ] as const) {
      const body = { symbol: SYMBOL, direction, price: Number((price + step).toFixed(2)) };
      const { status } = await server.call('POST', '/priceAlerts', { token, body });
      if (status < 300) near += 1;
    }
  }
  await page.keyboard.press('Escape');
  const news = page.getByRole('status', { name: 'News' }).getByText('Price alert').first();
  const move = await openMover(server, SYMBOL);
  await expect.poll(() => move().then(() => news.isVisible()), { timeout: 60_000, interval: 1_000 }).toBe(true);
  const known = async (): Promise<number> => {
    const told = (await server.call('GET', '/notifications?limit=100', { token })).body.data as { kind: string }[];
    const waiting = (await server.call('GET', '/priceAlerts', { token })).body.data as unknown[];
    return told.filter(({ kind }) => kind === 'price-alert').length + waiting.length;
  };
  // An alert that fires between the two calls is in neither reply.
  await expect.poll(known, { timeout: 10_000 }).toBe(1 + near);
});

test('a fill is shown over another screen, counted in the badge and in the title', async () => {
  await goTo('/stocks');
  await page.getByText('Prices are live').waitFor({ state: 'attached' });
  const before = await unread();
  await server.call('POST', '/orders', { token, body: { stock: 'NAKSOFT', type: 'BUY', quantity: 2 } });
  await page
    .getByRole('status', { name: 'News' })
    .getByText(/^Bought 2 NAKSOFT at/)
    .waitFor();
  await expect.poll(unread).toBeGreaterThan(before);
  // An alert may fire meanwhile.
  await expect.poll(async () => Number(await badge(page).innerText()) - (await unread())).toBe(0);
  const isInTitle = async (): Promise<boolean> => (await page.title()) === `(${await unread()}) Stocks - Istock`;
  await expect.poll(isInTitle).toBe(true);
});

test('marked as read on one screen, it is read on the other', async () => {
  const other = await newPage(browser);
  await logIn(other.page);
  await goTo('/notifications');
  await page.getByText(/^Bought 2 NAKSOFT at/).waitFor();
  await expectAccessible(page, 'notifications');
  // Others may fire meanwhile.
  const before = await read();
  await page.getByRole('button', { name: 'Mark as read' }).first().click();
  await expect.poll(read).toBe(before + 1);
  await expect.poll(async () => Number(await badge(other.page).innerText()) - (await unread())).toBe(0);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await badge(other.page).waitFor({ state: 'detached' });
  await expect.poll(() => other.page.title()).toBe('Home - Istock');
  await expect.poll(unread).toBe(0);
  expect(other.faults).toEqual([]);
  await other.page.context().close();
});

test('a kind that is switched off is not shown; a kind wanted by mail is mailed', async () => {
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Order filled: in Istock').uncheck();
  await panel.getByLabel('Order filled: by email').check();
  await expectAccessible(page, 'notification settings');
  await page.keyboard.press('Escape');
  const settings = async () =>
    (await server.call('GET', '/notificationSettings', { token })).body.data as { fill: object };
  await expect.poll(async () => (await settings()).fill, { timeout: 10_000 }).toEqual({ inApp: false, email: true });
  await server.call('POST', '/orders', { token, body: { stock: 'NAKSOFT', type: 'SELL', quantity: 1 } });
  const mails = async (): Promise<string> =>
    ((await server.call('GET', `/dev/mailbox?to=${NAME}@example.com`)).body.data as { text: string }[])[0].text;
  await expect.poll(mails, { timeout: 30_000 }).toContain('Sold 1 NAKSOFT at');
  const told = (await server.call('GET', '/notifications?limit=100', { token })).body.data as { message: string }[];
  expect(told.filter(({ message }) => message.startsWith('Sold'))).toEqual([]);
});

test('presses of a switch faster than the replies are sent one after another, in order', async () => {
  const sent: string[] = [];
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/notificationSettings', async (route) => {
    if (route.request().method() === 'POST') {
      sent.push(JSON.stringify(route.request().postDataJSON()));
      await held;
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Settings' }).click();
  const reward = page.getByRole('dialog').getByLabel('Reward: by email');
  const before = await reward.isChecked();
  for (const isOn of [!before, before, !before, before]) await reward.setChecked(isOn);
  await expect.poll(() => sent.length).toBe(1);
  release();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toContain(`"email":${before}`);
  await page.unrouteAll({ behavior: 'wait' });
  expect(await reward.isChecked()).toBe(before);
  await page.keyboard.press('Escape');
});

describe('several lists', () => {
  const BANKS = ['MERIT', 'NAKSOFT', 'SUVBANK'];
  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const tab = (name: string): Locator => main().getByRole('tab', { name, exact: true });
  const order = (): Promise<string[]> =>
    page.locator('main tbody tr').evaluateAll((rows) => rows.map((each) => each.getAttribute('data-symbol') ?? ''));
  const listsOf = async () =>
    (await server.call('GET', '/watchlists', { token })).body.data as { name: string; symbols: string[] }[];
  const handle = (symbol: string): Locator => main().getByRole('button', { name: new RegExp(`^Move ${symbol},`) });

  test('a second one is made, filled, and put in order by keys and by hand', async () => {
    await goTo('/watchlist');
    await main().getByRole('button', { name: 'New list' }).click();
    await dialog().getByLabel('New list').fill('Banks');
    await page.keyboard.press('Enter');
    await page.getByText('Banks is empty').waitFor();
    for (const symbol of BANKS) {
      await page.getByLabel('Add a stock').fill(symbol);
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await row(symbol).waitFor();
    }
    await expectAccessible(page, 'two watchlists');
    await handle('MERIT').focus();
    await page.keyboard.press('End');
    await expect.poll(order).toEqual(['NAKSOFT', 'SUVBANK', 'MERIT']);
    await page.keyboard.press('ArrowUp');
    await expect.poll(order).toEqual(['NAKSOFT', 'MERIT', 'SUVBANK']);
    const below = (await row('SUVBANK').boundingBox())!;
    await handle('NAKSOFT').hover();
    await page.mouse.down();
    await page.mouse.move(below.x + 20, below.y + below.height - 4, { steps: 4 });
    await page.mouse.up();
    await expect.poll(order).toEqual(['MERIT', 'SUVBANK', 'NAKSOFT']);
    await expect.poll(async () => (await listsOf())[1].symbols).toEqual(['MERIT', 'SUVBANK', 'NAKSOFT']);
  });

  test('a stock is moved, and put on a list from its page, its ticket and the palette', async () => {
    await row('SUVBANK').getByRole('button', { name: 'Copy or move SUVBANK to another list' }).click();
    await expectAccessible(page, 'the lists of a stock');
    await dialog().getByRole('button', { name: 'Move here: SUVBANK from Banks to My Watchlist' }).click();
    await dialog().getByText('SUVBANK has been moved to My Watchlist.').waitFor();
    await page.keyboard.press('Escape');
    await row('SUVBANK').waitFor({ state: 'detached' });
    await goTo('/stockdetails/SUVBANK');
    await main().getByRole('button', { name: 'On 1 list' }).click();
    await dialog().getByLabel('Banks').check();
    await dialog().getByText('SUVBANK has been added to Banks.').waitFor();
    await page.keyboard.press('Escape');
    await main().getByRole('button', { name: 'Buy SUVBANK' }).click();
    await dialog().getByRole('button', { name: 'Watchlists of SUVBANK, on 2' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.type('watch suvbank');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Watchlists of SUVBANK' }).getByLabel('My Watchlist').uncheck();
    await dialog().getByText('SUVBANK has been removed from your Istock list.').waitFor();
    expect((await listsOf()).map(({ symbols }) => symbols.includes('SUVBANK'))).toEqual([false, true]);
    await page.keyboard.press('Escape');
  });

  test('the last one is remembered; renamed, put in order, removed after a question', async () => {
    await server.call('POST', '/watchlists', { token, body: { name: 'Metals' } });
    await page.getByRole('link', { name: 'Watchlist' }).first().click();
    await expect.poll(() => tab('Banks').getAttribute('aria-selected')).toBe('true');
    await main().getByRole('button', { name: 'Edit lists' }).click();
    await expectAccessible(page, 'the lists');
    await dialog().getByRole('button', { name: 'Rename Banks' }).click();
    await page.keyboard.type('METALS');
    await page.keyboard.press('Enter');
    await dialog().getByText('You have a watchlist named Metals already.').waitFor();
    await dialog().getByLabel('New name of Banks').fill('Lenders');
    await page.keyboard.press('Enter');
    await dialog().getByText('The watchlist is now called Lenders.').waitFor();
    await dialog().getByRole('button', { name: 'Move Metals, 2 of 2' }).press('ArrowUp');
    await expect
      .poll(async () => (await listsOf()).map(({ name }) => name))
      .toEqual(['My Watchlist', 'Metals', 'Lenders']);
    await dialog().getByRole('button', { name: 'Remove the list Metals' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog().getByText('The watchlist Metals has been removed.').waitFor();
    // The focus is still inside, although the pressed button is gone.
    await expect.poll(() => dialog().locator(':focus').count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => main().getByRole('tab').allInnerTexts()).toEqual(['My Watchlist', 'Lenders']);
  });

  test('an order that the server refuses is taken back, with its sentence', async () => {
    const [, lenders] = (await server.call('GET', '/watchlists', { token })).body.data as { _id: string }[];
    await server.call('POST', '/watchlists/remove', { token, body: { id: lenders._id } });
    await handle('MERIT').press('ArrowDown');
    await expectAlert(page, 'You have no such watchlist.');
    await tab('Lenders').waitFor({ state: 'detached' });
    await expect.poll(() => tab('My Watchlist').getAttribute('aria-selected')).toBe('true');
    await expect.poll(order).toEqual(['MERIT', 'NAKSOFT']);
  });
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
