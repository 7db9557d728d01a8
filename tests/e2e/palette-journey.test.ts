// The command palette and the quick search in a real browser: by the keyboard to every page, to a stock, to an action, and the focus back where it was.
import { beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, newPage, sendLogin } from './browser.ts';
import { browser, server } from './site.ts';

const NAME = 'searcher';

let page: Page;
let faults: string[];
let token: string;

beforeAll(async () => {
  token = await server.newTrader(NAME, 100_000);
  ({ page, faults } = await newPage(browser));
});

const palette = (on = page): Locator => on.getByRole('dialog', { name: 'Commands' });
const pathOf = (on = page): string => new URL(on.url()).pathname;

async function logIn(on: Page): Promise<void> {
  await on.goto(`${server.url}/login`);
  await sendLogin(on, `${NAME}@example.com`, 'secret-12');
  // Once the frame of the pages is there, its shortcuts work.
  await on.locator('header').getByRole('link', { name: 'Istock, home' }).waitFor();
}

async function open(on = page, keys = 'Control+k'): Promise<void> {
  // A key pressed while a page is being built is lost: press again until the palette opens.
  for (let tries = 1; ; tries++) {
    await on.keyboard.press(keys);
    const isOpen = await palette(on)
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      );
    if (isOpen) return;
    expect(tries).toBeLessThan(3);
  }
}

async function close(on = page): Promise<void> {
  await on.keyboard.press('Escape');
  await palette(on).waitFor({ state: 'detached' });
}

async function run(words: string, label: string): Promise<void> {
  await open();
  await page.keyboard.type(words);
  await expect.poll(() => palette().locator('[aria-selected=true]').innerText()).toMatch(new RegExp(`^${label}\\b`));
  await page.keyboard.press('Enter');
  await palette().waitFor({ state: 'detached' });
}

test('without a login it does not open', async () => {
  for (const path of ['/login', '/signup', '/notifications', '/adminLogin']) {
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading').first().waitFor();
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(300);
    expect([path, await page.locator('dialog').count()]).toEqual([path, 0]);
  }
});

test('Ctrl+K opens it; letters and Enter lead to a page', async () => {
  await logIn(page);
  await open();
  await expectAccessible(page, 'the palette');
  await close();
  await run('diary', 'Diary');
  await page.waitForURL('**/tradediary');
  await run('deposit', 'Add money');
  await page.waitForURL('**/addmoney');
});

test('keys typed before it has been fetched are not lost, and are no shortcuts of the page', async () => {
  const { page: slow, faults: own } = await newPage(browser);
  await logIn(slow);
  await slow.route(/command-palette/, async (route) => {
    await slow.waitForTimeout(700);
    await route.continue();
  });
  await slow.goto(`${server.url}/stockdetails/MERIT`);
  await slow.getByRole('button', { name: 'Buy MERIT' }).first().focus();
  await slow.keyboard.press('Control+k');
  // Each B would otherwise open the ticket of MERIT.
  await slow.keyboard.type('suvbb');
  await slow.keyboard.press('Backspace');
  await palette(slow).waitFor();
  await slow.keyboard.type('ank');
  await expect.poll(() => palette(slow).getByRole('combobox').inputValue()).toBe('suvbank');
  await slow.keyboard.press('Enter');
  await slow.waitForURL('**/stockdetails/SUVBANK');
  expect(await slow.getByRole('dialog').count()).toBe(0);
  expect(own).toEqual([]);
  await slow.context().close();
});

test('to a stock by its symbol or its name, and to its chart', async () => {
  await run('merit', 'MERIT');
  await page.waitForURL('**/stockdetails/MERIT');
  await run('suvarna comm', 'SUVBANK');
  await page.waitForURL('**/stockdetails/SUVBANK');
  await run('chart merit', 'Chart MERIT');
  await page.waitForURL('**/tradingview?symbol=MERIT');
  await page.getByRole('heading', { name: 'Live chart' }).waitFor();
  expect(new URL(page.url()).searchParams.get('symbol')).toBe('MERIT');
});

test('to actions: an order, the other theme', async () => {
  for (const [words, label, title] of [
    ['buy merit', 'Buy MERIT', /Buy.*MERIT/],
    ['sell merit', 'Sell MERIT', /Sell.*MERIT/],
  ] as const) {
    await run(words, label);
    const ticket = page.getByRole('dialog', { name: title });
    await ticket.waitFor();
    // A jump to another page must not lose text that is being typed there.
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(200);
    expect(await palette().count()).toBe(0);
    await page.keyboard.press('Escape');
    await ticket.waitFor({ state: 'detached' });
  }
  const theme = (): Promise<string | null> => page.locator('html').getAttribute('data-theme');
  const before = await theme();
  await run('theme', 'Switch between light and dark');
  await expect.poll(theme).not.toBe(before);
  await open();
  await expectAccessible(page, 'the palette in the other theme');
  await close();
  await run('theme', 'Switch between light and dark');
});

test('arrows go round the ends; what fits nothing says so, and Enter does nothing', async () => {
  await page.goto(`${server.url}/home`);
  await page.getByRole('button', { name: 'Commands' }).waitFor();
  await open();
  const marked = (): Promise<string> => palette().locator('[aria-selected=true] span').first().innerText();
  const first = await marked();
  await page.keyboard.press('ArrowUp');
  await expect.poll(marked).toBe('Log out');
  await page.keyboard.press('ArrowDown');
  await expect.poll(marked).toBe(first);
  await page.keyboard.type('zzqqx');
  await palette().getByText('Nothing fits.').waitFor();
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'the palette with nothing found');
  expect([pathOf(), await palette().count()]).toEqual(['/home', 1]);
  // The same keys close it again.
  await page.keyboard.press('Control+k');
  await palette().waitFor({ state: 'detached' });
});

test('the focus comes back to where it was', async () => {
  const search = page.getByLabel('Search stocks');
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Portfolio' });
  const button = page.getByRole('button', { name: 'Commands' });
  const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
  for (const element of [search, link, button]) {
    await element.focus();
    await open();
    await close();
    await expect.poll(() => isFocused(element)).toBe(true);
  }
  await button.click();
  await palette().waitFor();
  // A click beside the box.
  await page.mouse.click(10, 880);
  await palette().waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(button)).toBe(true);
});

describe('every page it lists', () => {
  /** Opens each page of the empty palette by its own line; returns how many there are. */
  async function visitAll(on: Page): Promise<number> {
    await open(on);
    const listed = await palette(on)
      .getByRole('option')
      .evaluateAll((options) => options.map((each) => (each as HTMLElement).innerText.split('\n')));
    await close(on);
    const pages = listed.filter(([, kind]) => kind.endsWith('Page')).map(([label]) => label);
    const seen = new Set<string>();
    for (const label of pages) {
      await open(on);
      await palette(on)
        .getByRole('option', { name: new RegExp(`^${label}\\b.*Page$`) })
        .first()
        .click();
      await palette(on).waitFor({ state: 'detached' });
      // Each leads to a page of its own.
      await expect.poll(() => seen.has(pathOf(on)), { message: label, timeout: 10_000 }).toBe(false);
      seen.add(pathOf(on));
      await on.locator('main h1').first().waitFor({ state: 'attached' });
      expect([label, await on.getByText(/There is no page at|could not be shown/).count()]).toEqual([label, 0]);
    }
    return pages.length;
  }

  test('of a trader', async () => {
    expect(await visitAll(page)).toBeGreaterThanOrEqual(13);
  });

  test('of an administrator, who also finds people, orders and stocks', async () => {
    const { page: desk, faults: own } = await newPage(browser);
    await desk.goto(`${server.url}/adminLogin`);
    await sendLogin(desk, ADMIN.email, ADMIN.password);
    await desk.getByRole('heading', { name: 'Dashboard' }).waitFor();
    expect(await visitAll(desk)).toBeGreaterThanOrEqual(13);
    await open(desk);
    await desk.keyboard.type(NAME);
    const person = palette(desk).getByRole('option', { name: `${NAME}@example.com` });
    await person.waitFor();
    // Not offered for letters that leave them out, before the server has said so either.
    await desk.keyboard.type('zz');
    expect(await person.count()).toBe(0);
    for (let times = 0; times < 2; times++) await desk.keyboard.press('Backspace');
    await person.waitFor();
    await desk.keyboard.press('Enter');
    await desk.waitForURL('**/portfolioAdmin/*');
    const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2 };
    const placed = await server.call('POST', '/orders', { token, body: order });
    const { _id } = placed.body.data as { _id: string };
    await open(desk);
    await desk.keyboard.type('987654321');
    await palette(desk).getByText('Nothing fits.').waitFor();
    await desk.keyboard.press('Control+a');
    await desk.keyboard.type(_id);
    await palette(desk).getByText(`BUY 2 MERIT, ${NAME}`).waitFor();
    await desk.keyboard.press('Enter');
    await desk.waitForURL(`**/viewdetails/${_id}`);
    await open(desk);
    await desk.keyboard.type('suvb');
    await desk.keyboard.press('Enter');
    await desk.getByRole('dialog', { name: 'SUVBANK' }).waitFor();
    expect(own).toEqual([]);
    await desk.context().close();
  });
});

describe('the sign on its button', () => {
  async function another(options: BrowserContextOptions, platform: string): Promise<Page> {
    const { page: other } = await newPage(browser, options);
    await other.addInitScript((name) => Object.defineProperty(navigator, 'platform', { value: name }), platform);
    await logIn(other);
    return other;
  }

  test('is ⌘K on a Mac, whose keys open it', async () => {
    const mac = await another({}, 'MacIntel');
    await expect
      .poll(() => mac.getByRole('button', { name: 'Commands' }).locator('span[aria-hidden]').innerText())
      .toBe('⌘K');
    await open(mac, 'Meta+k');
    await mac.context().close();
  });

  test('is Ctrl K elsewhere', async () => {
    await expect
      .poll(() => page.getByRole('button', { name: 'Commands' }).locator('span[aria-hidden]').innerText())
      .toBe('Ctrl K');
  });

  test('is no key on a phone, where a touch opens it', async () => {
    const size = { width: 390, height: 844 };
    const phone = await another({ viewport: size, hasTouch: true, isMobile: true }, 'Linux armv81');
    await phone.getByRole('button', { name: 'Search', exact: true }).tap();
    const button = phone.locator('header').getByRole('button', { name: 'Commands' }).and(phone.locator(':visible'));
    await expect.poll(() => button.locator('span[aria-hidden]').isVisible()).toBe(false);
    const box = (await button.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    await button.tap();
    await palette(phone).waitFor();
    await expectAccessible(phone, 'the palette on a phone');
    expect(await palette(phone).getByText('choose').isVisible()).toBe(false);
    await palette(phone).getByRole('option', { name: 'Portfolio' }).tap();
    await phone.waitForURL('**/portfolio');
    await phone.context().close();
  });
});

test('the quick search waits 300 ms, asks once for a text, and is cleared when blank', async () => {
  await page.goto(`${server.url}/home`);
  const search = page.getByRole('combobox', { name: 'Search stocks' });
  /** Types inside the page, whose own clock measures; returns when the last text was entered. */
  const typeAll = (texts: readonly string[]): Promise<number> =>
    search.evaluate(async (field: HTMLInputElement, given) => {
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      field.focus();
      let at = 0;
      for (const text of given) {
        setValue.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        at = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return at;
    }, texts);
  const asked = (): Promise<{ text: string | null; at: number }[]> =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => new URL(name).pathname === '/search')
        .map(({ name, startTime }) => ({ text: new URL(name).searchParams.get('q'), at: startTime })),
    );
  const texts = async (): Promise<(string | null)[]> => (await asked()).map(({ text }) => text);
  const typedAt = await typeAll(['m', 'me', 'mer']);
  const found = page.getByRole('option', { name: 'MERIT' });
  await found.waitFor();
  expect(await texts()).toEqual(['mer']);
  expect((await asked())[0].at - typedAt).toBeGreaterThanOrEqual(290);
  // The text changes and comes back, then gets a space at its end: it is the same text, and not searched again.
  await typeAll(['meri', 'mer', 'mer ']);
  await page.waitForTimeout(800);
  expect([await texts(), await found.isVisible()]).toEqual([['mer'], true]);
  await search.fill('   ');
  await found.waitFor({ state: 'detached' });
  await page.waitForTimeout(800);
  expect(await texts()).toEqual(['mer']);
  await search.fill('suvb');
  await page.getByRole('option', { name: 'SUVBANK' }).waitFor();
  expect(await texts()).toEqual(['mer', 'suvb']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/stockdetails/SUVBANK');
});

test('logging out by it ends in the login, and the next login does not find it open', async () => {
  await run('log out', 'Log out');
  await expectAlert(page, 'You have been logged out. Please contact support if you believe this is a mistake.');
  await page.waitForURL('**/login');
  await logIn(page);
  await page.getByText('Prices are live').waitFor({ state: 'attached' });
  expect(await palette().count()).toBe(0);
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
