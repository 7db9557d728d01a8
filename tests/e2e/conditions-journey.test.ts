// The same product under conditions that are not the developer's: a wrong clock, a sleep, a dead line, a turned phone, the back
// button, a page magnified four times, and a reader's own colours.
import { beforeAll, expect, test } from 'vitest';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { today } from '../../web/trade/diary/calendar.ts';
import { expectAlert, logInAt, newPage, openBrowser, untilShown } from './browser.ts';
import { CAMERA_THAT_IS_NONE } from './call-people.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';
const DAY_MS = 86_400_000;

let token: string;

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
});

async function order(fields: object): Promise<void> {
  const reply = await server.call('POST', '/orders', { token, body: { stock: SYMBOL, ...fields } });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body.message}`);
}

/** The first page that this trader sees, with a clock ahead by this much; `sleep` of the page moves it on. */
async function enter(options: BrowserContextOptions = {}, aheadMs = 0): Promise<Page> {
  const { page } = await newPage(browser, options);
  await page.addInitScript((ahead) => {
    const Real = Date;
    const clock = { ahead };
    const now = (): number => Real.now() + clock.ahead;
    class Shifted extends Real {
      constructor(at: number = now()) {
        super(at);
      }
      static override now = now;
    }
    Object.assign(globalThis, { Date: Shifted, sleep: (ms: number) => (clock.ahead += ms) });
  }, aheadMs);
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
  return page;
}

async function openTicket(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: `Buy ${SYMBOL}` })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
}

test('before the first trade a profit of nothing is neither a gain nor a loss', async () => {
  const page = await enter();
  const profits = page.locator('[data-direction]', { hasText: '₹' });
  await expect.poll(() => profits.allInnerTexts()).toEqual(['₹0.00', '₹0.00']);
  expect(await profits.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.direction))).toEqual([
    'flat',
    'flat',
  ]);
  await page.context().close();
});

test.each([DAY_MS, -DAY_MS])('a clock that is %d ms off neither ages the news nor moves the diary', async (off) => {
  await order({ type: 'BUY', orderType: 'MARKET', quantity: 1 });
  const page = await enter({}, off);
  await page.goto(`${server.url}/notifications`);
  await expect.poll(() => page.locator('main li time').first().innerText()).toMatch(/^(Just now|\dm ago)$/);
  await page.goto(`${server.url}/tradediary`);
  await expect
    .poll(() => page.locator('[data-day][aria-current=date]').getAttribute('data-day'))
    .toBe(today(Date.now()));
  await page.context().close();
});

test('a browser that is set to keep nothing for the site is told so, instead of an empty page', async () => {
  const { page } = await newPage(browser);
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(`${server.url}/login`);
  await expect
    .poll(() => page.getByRole('alert').allInnerTexts())
    .toEqual([expect.stringContaining('Allow cookies and site data for this site, and reload the page.')]);
  await page.context().close();
});

test('after a sleep a page gets a new connection at once', async () => {
  const page = await enter();
  let sockets = 0;
  const connection = (): Promise<string | undefined> =>
    page.evaluate(() => document.documentElement.dataset.connection);
  await expect.poll(connection).toBe('live');
  page.on('websocket', () => sockets++);
  await page.evaluate(() => (globalThis as unknown as { sleep: (ms: number) => void }).sleep(600_000));
  await expect.poll(() => sockets, { timeout: 20_000 }).toBe(1);
  await expect.poll(connection).toBe('live');
  await page.context().close();
});

test('home and portfolio show how much of the value is borrowed', async () => {
  await order({ type: 'BUY', orderType: 'MARKET', quantity: 10, isIntraday: true });
  const page = await enter();
  const words = page.getByText('of it borrowed for intraday');
  await words.waitFor();
  const atHome = await words.innerText();
  await page.goto(`${server.url}/portfolio`);
  await words.waitFor();
  expect(await words.innerText()).toBe(atHome);
  expect(atHome).toMatch(/^₹[\d,]+\.\d\d of it/);
  await page.context().close();
});

test('the back button closes what lies over the page, and the page stays', async () => {
  const page = await enter();
  await page.goto(`${server.url}/stocks`);
  await page.locator(`main li[data-symbol="${SYMBOL}"] h2 a`).click();
  await page.waitForURL(`**/stockdetails/${SYMBOL}`);
  await openTicket(page);
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1001');
  await page.keyboard.press('Enter');
  // A message that waits for OK, then the ticket below it, and the command palette.
  await page.locator('dialog[open]').waitFor();
  await page.goBack();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/stockdetails/${SYMBOL}`);
  await page.goBack();
  await page.waitForURL('**/stocks');
  // A panel that the address opened is closed by going back.
  await order({ type: 'BUY', orderType: 'LIMIT', price: 300, quantity: 1 });
  await page.goto(`${server.url}/myOrders`);
  await page
    .getByRole('button', { name: /^Story/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/myOrders');
  await page.context().close();
});

test('the back button closes a dialog also over the first page of a visit, and leaves the site only after that', async () => {
  const page = await enter();
  for (const path of ['/portfolio', `/stockdetails/${SYMBOL}`]) await page.goto(server.url + path);
  for (const time of ['first', 'second']) {
    await openTicket(page);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname, time).toBe(`/stockdetails/${SYMBOL}`);
  }
  await page.goBack();
  await page.goBack();
  await page.waitForURL('**/portfolio');
  await page.context().close();
});

test('with letters and words spaced as some readers need it, the whole header stays in the window', async () => {
  const page = await enter({ bypassCSP: true });
  const account = page.getByRole('button', { name: 'Account of asha' });
  await account.waitFor();
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }' });
  const past = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(past).toBeLessThanOrEqual(0);
  const box = await account.boundingBox();
  expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
  await page.context().close();
});

test('a question of a row outlives the turning of the phone', async () => {
  await order({ type: 'BUY', orderType: 'MARKET', quantity: 1 });
  await order({ type: 'SELL', orderType: 'LIMIT', price: 360, quantity: 1 });
  const page = await enter();
  await page.goto(`${server.url}/portfolio`);
  await page
    .locator(`tr[data-symbol="${SYMBOL}"]`)
    .getByRole('button', { name: `Exit ${SYMBOL}` })
    .click();
  const question = page.getByRole('alertdialog');
  await question.waitFor();
  await page.setViewportSize({ width: 420, height: 800 });
  await expect.poll(() => page.evaluate(() => matchMedia('(max-width: 767px)').matches)).toBe(true);
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  expect(await question.count()).toBe(1);
  await question.getByRole('button', { name: 'Keep all' }).click();
  await question.waitFor({ state: 'detached' });
  await page.locator(`li[data-symbol="${SYMBOL}"]`).first().waitFor();
  await page.context().close();
});

test('a line that is dead without knowing it does not lock anybody in', async () => {
  await order({ type: 'BUY', orderType: 'LIMIT', price: 300, quantity: 1 });
  const page = await enter();
  await page.goto(`${server.url}/myOrders`);
  // Never answered.
  await page.route('**/cancelOrder/**', () => {});
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expectAlert(page, 'There is no connection to Istock. Check your network and try again.');
  await page.unroute('**/cancelOrder/**');
  await page
    .getByRole('button', { name: /^Cancel order/ })
    .first()
    .click();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Order canceled.').waitFor();
  // The button that was pressed is gone; the keyboard focus goes on in the same row.
  const focused = (): Promise<string | null | undefined> =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toMatch(/^Story of order/);
  await page.context().close();
});

test('magnified four times the ticket and the menu can be reached to their ends', async () => {
  const page = await enter({ viewport: { width: 320, height: 256 } });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'All pages' });
  await menu.getByRole('link').last().click();
  await menu.waitFor({ state: 'detached' });
  // So does the link to the page that is shown, and Esc, which leads back to the button.
  const opener = page.getByRole('button', { name: 'Menu' });
  await opener.click();
  await menu.locator('[aria-current=page]').click();
  await menu.waitFor({ state: 'detached' });
  await opener.click();
  await menu.getByRole('link').first().focus();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await openTicket(page);
  const send = page.getByRole('dialog').locator('button[type=submit]');
  // Nothing with a fixed position covers the fields.
  expect(await page.evaluate(() => document.elementFromPoint(160, 200)?.closest('button[type=submit]'))).toBe(null);
  await send.scrollIntoViewIfNeeded();
  await send.click();
  await expectAlert(page, 'Order placed successfully.');
  await page.context().close();
});

test('in the reader’s own colours a microphone shows that it hears, and a call who speaks', async () => {
  const noisy = await openBrowser(CAMERA_THAT_IS_NONE);
  const { page } = await newPage(noisy, { forcedColors: 'active', permissions: ['camera', 'microphone'] });
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
  await page.goto(`${server.url}/videocall`);
  // All that comes is loud.
  await page.evaluate(() => (RTCRtpReceiver.prototype.getSynchronizationSources = () => [{ audioLevel: 1 } as never]));
  const bars = page.getByRole('meter', { name: 'Microphone level' }).locator('span');
  const coloursOf = (all: Element[]) => new Set(all.map((bar) => getComputedStyle(bar).backgroundColor)).size;
  await expect.poll(() => bars.evaluateAll(coloursOf), { timeout: 10_000 }).toBe(2);
  await page.getByRole('button', { name: 'Start Call' }).click();
  await server.newTrader('ravi', 1_000);
  const { page: guest } = await newPage(noisy, { permissions: ['camera', 'microphone'] });
  await logInAt(guest, `${server.url}/login`, { email: 'ravi@example.com', password: 'secret-12' });
  await guest.goto(`${server.url}/videocall?code=${await page.locator('strong').innerText()}`);
  await guest.getByRole('button', { name: 'Join Call' }).click();
  const edgeOf = (name: string) =>
    page.locator('[data-person]', { hasText: name }).evaluate((tile) => getComputedStyle(tile).borderColor);
  await expect.poll(() => edgeOf('ravi'), { timeout: 15_000 }).not.toBe(await edgeOf('you'));
  await noisy.close();
});

test('in the reader’s own colours the chosen order type and the buttons can be recognised', async () => {
  const page = await enter({ forcedColors: 'active' });
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await openTicket(page);
  const backgroundOf = (name: string): Promise<string> =>
    page
      .getByRole('dialog')
      .locator('label', { hasText: new RegExp(`^${name}$`) })
      .evaluate((label) => getComputedStyle(label).backgroundColor);
  const [market, limit] = [await backgroundOf('Market'), await backgroundOf('Limit')];
  expect(market).not.toBe(limit);
  // Without this the browser puts a plate under the words, in the colour of the words.
  const chosen = page.getByRole('dialog').locator('label:has(:checked)').first();
  expect(await chosen.evaluate((label) => getComputedStyle(label).forcedColorAdjust)).toBe('none');
  await page.getByRole('dialog').getByText('Limit', { exact: true }).click();
  await expect.poll(() => backgroundOf('Limit')).toBe(market);
  expect(await backgroundOf('Market')).toBe(limit);
  const send = page.getByRole('dialog').locator('button[type=submit]');
  expect(await send.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe('1px');
  await page.context().close();
});

/** Sums that are broken into lines. */
const brokenSums = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      if (/^\S?₹/.test(text.nodeValue!) && range.getClientRects().length > 1) broken.push(text.nodeValue!);
    }
    return broken;
  });

/** Names of companies that end in three dots. */
const cutNames = (page: Page): Promise<string[]> =>
  page.locator('main [data-symbol] .truncate').evaluateAll((names) => {
    const whole = document.createRange();
    const isCut = (name: Element): boolean => {
      whole.selectNodeContents(name);
      return whole.getBoundingClientRect().width > name.clientWidth + 1;
    };
    return names.filter(isCut).map((name) => name.innerHTML);
  });

test('sums of crores are not broken on home and in the portfolio, on a tablet neither', async () => {
  for (const _ of Array.from({ length: 26 })) await server.topUp(token, 1_000_000);
  const stocks = (await server.call('GET', '/stocks', { token })).body.data as {
    symbol: string;
    name: string;
    price: number;
  }[];
  const [longest] = stocks.toSorted((one, other) => other.name.length - one.name.length);
  await order({ stock: longest.symbol, type: 'BUY', orderType: 'MARKET', quantity: 1 });
  const [dearest] = stocks.toSorted((one, other) => other.price - one.price);
  const price = Math.round(dearest.price * 1.15);
  const buy = { stock: dearest.symbol, type: 'BUY', orderType: 'LIMIT', price, timeInForce: 'GTC' };
  const page = await enter();
  // At ten lakhs the columns begin to be too wide for a tablet.
  await server.call('POST', '/orders', { token, body: { ...buy, quantity: Math.ceil(1_000_000 / dearest.price) } });
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto(`${server.url}/portfolio`);
  await untilShown(page);
  expect(await page.locator('main [data-scrolls]').count()).toBe(0);
  await server.call('POST', '/orders', { token, body: { ...buy, quantity: 900 } });
  const { data } = (await server.call('GET', '/portfolio', { token })).body;
  const { balance, totalPortfolioValue } = data as { balance: number; totalPortfolioValue: number };
  expect(Math.min(balance, totalPortfolioValue)).toBeGreaterThan(1e7);
  for (const path of ['/home', '/portfolio'])
    for (const width of [1440, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(server.url + path);
      await untilShown(page);
      expect(await brokenSums(page), `${path} at ${width}`).toEqual([]);
      if (path === '/portfolio' && width === 768) expect(await cutNames(page)).toEqual([]);
    }
  await page.context().close();
});

test('the market as a table cuts no name on a tablet', async () => {
  const page = await enter({ viewport: { width: 768, height: 900 } });
  await page.goto(`${server.url}/stocks?view=table`);
  await untilShown(page);
  await page.locator('main tr[data-symbol]').first().waitFor();
  expect(await cutNames(page)).toEqual([]);
  await page.context().close();
});

test('the header of a phone is one line, and leaves room for a scroll bar that takes some', async () => {
  const page = await enter();
  await page.evaluate(() => void (document.body.style.marginRight = '15px'));
  const tooWide: number[] = [];
  for (const width of [360, 374, 376, 381, 386, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const row = page.locator('header > div').first();
    if (await row.evaluate((one) => one.scrollWidth > one.clientWidth || one.clientHeight > 56)) tooWide.push(width);
  }
  expect(tooWide).toEqual([]);
  await page.context().close();
});

test('on a phone, Add money has its place beside the cash, also of a rich trader and while there is none', async () => {
  await server.newTrader('rich', 987_654);
  const { page } = await newPage(browser, { viewport: { width: 390, height: 844 } });
  await logInAt(page, `${server.url}/login`, { email: 'rich@example.com', password: 'secret-12' });
  const wallet = page.getByRole('region', { name: 'Wallet' });
  const topOfButton = async (): Promise<number> =>
    (await wallet.getByRole('button', { name: 'Add money' }).boundingBox())!.y - (await wallet.boundingBox())!.y;
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const held = async (route: Route): Promise<void> => {
      if (route.request().resourceType() === 'fetch') await answered;
      await route.continue();
    };
    await page.route('**/portfolio', held);
    await page.goto(`${server.url}/home`);
    const before = await topOfButton();
    answer();
    // With the bonus of a sign-up.
    await wallet.getByText('9,87,704').waitFor();
    expect(await topOfButton(), `${width}`).toBeCloseTo(before, -1);
    await page.unroute('**/portfolio', held);
  }
  await page.context().close();
});

test('a press is seen before anything has answered it', async () => {
  const page = await enter();
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  const buy = page.getByRole('button', { name: `Buy ${SYMBOL}` }).first();
  const opacity = (): Promise<string> => buy.evaluate((one) => getComputedStyle(one).opacity);
  await buy.hover();
  expect(await opacity()).toBe('1');
  await page.mouse.down();
  expect(Number(await opacity())).toBeLessThan(0.9);
  await page.context().close();
});

test('a choice does not look like a field that cannot be changed', async () => {
  const page = await enter();
  const grounds = (of: string): Promise<string[]> =>
    page
      .locator(`main :is(${of})`)
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  await page.goto(`${server.url}/stocks`);
  await page.getByLabel('Sector').waitFor();
  const [ground, ...others] = await grounds('select, input:not([type=radio])');
  expect(others).toEqual([]);
  await page.goto(`${server.url}/userProfile`);
  await page.getByLabel('Name as per KYC').waitFor();
  expect(await grounds('input[readonly]')).not.toContain(ground);
  await page.context().close();
});

test('a finger hits what is small within 40 pixels', async () => {
  const page = await enter({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${server.url}/stocks`);
  const card = page.locator('main li[data-symbol]').first();
  await card.waitFor();
  const missed = await card.locator('button, a[title]').evaluateAll((all) =>
    all
      .filter((one) => {
        const { top, bottom, left, width } = one.getBoundingClientRect();
        const middle = (top + bottom) / 2;
        return ![-19, 19].every((off) => one === document.elementFromPoint(left + width / 2, middle + off));
      })
      .map((one) => one.getAttribute('title')),
  );
  expect(missed).toEqual([]);
  await page.context().close();
});
