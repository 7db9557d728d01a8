// The ticket before a sale, without money and on a slow line; keyboards that write no Latin letters, and input methods that put words together.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { logInAt, newPage, paiseOf } from './browser.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';

let page: Page;
let token: string;

beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
  ({ page } = await newPage(browser));
  await logInAt(page, `${server.url}/login`, { email: 'asha@example.com', password: 'secret-12' });
});

const ticket = (): Locator => page.getByRole('dialog');

async function openTicket(side: 'Buy' | 'Sell'): Promise<void> {
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `${side} ${SYMBOL}` })
    .first()
    .click();
  await ticket().waitFor();
}

test('before a sale the ticket says what it earns: what comes in, less what the shares had cost', async () => {
  await server.call('POST', '/orders', { token, body: { stock: SYMBOL, type: 'BUY', quantity: 5 } });
  const { data } = (await server.call('GET', '/portfolio', { token })).body;
  const { averagePrice } = (data as { portfolio: { averagePrice: number }[] }).portfolio[0];
  await openTicket('Sell');
  await ticket().getByRole('button', { name: '100%' }).click();
  // Read at once, because the figures move with the book.
  const difference = async (): Promise<number> => {
    const text = await ticket().locator('dl').first().innerText();
    const [, receive, profit] =
      /You receive\s+(\S+)\s+Profit after charges of the sale\s+(?:\S\s+)?(\S*\d\S*)/.exec(text) ?? [];
    return profit ? paiseOf(receive) - Math.round(averagePrice * 500) - paiseOf(profit) : Number.NaN;
  };
  // The average price is rounded to the paisa, the cost is not.
  await expect.poll(async () => Math.abs(await difference())).toBeLessThanOrEqual(3);
  await page.keyboard.press('Escape');
});

test('Exit offers as much as one order may sell, and the ticket says how much that is', async () => {
  const desk = await server.adminToken();
  const limit = (maxSellLimit: number) =>
    server.call('POST', '/updateLimit', {
      token: desk,
      body: { maxBuyLimit: 1000, maxSellLimit, timeframeInHours: 24 },
    });
  await limit(2);
  const limits = page.waitForResponse((response) => response.url().endsWith('/limit'));
  await page.goto(`${server.url}/portfolio`);
  await (await limits).finished();
  await page.getByRole('button', { name: `Exit ${SYMBOL}` }).click();
  await ticket().getByText('You hold 5; at most 2 in one order.').waitFor();
  expect(await ticket().getByRole('spinbutton', { name: 'Quantity' }).inputValue()).toBe('2');
  await page.keyboard.press('Escape');
  await limit(500);
});

test('where cash is short, the way to more of it is beside the reason', async () => {
  await openTicket('Buy');
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).fill('900');
  await ticket().getByText('Insufficient balance to buy Istock.').waitFor();
  await ticket().getByRole('link', { name: 'Add money' }).click();
  await page.waitForURL('**/addmoney');
  expect(await ticket().count()).toBe(0);
});

test('what a target and a stop loss come to is read out when they are typed, and not at every tick', async () => {
  await openTicket('Buy');
  await ticket().getByLabel('Target and stop loss').check();
  await ticket()
    .getByText(/^At the target you /)
    .waitFor();
  await ticket().getByRole('spinbutton', { name: 'Target' }).fill('1');
  const warning = ticket().getByText(/^The target must be above/);
  await warning.waitFor();
  await ticket().evaluate((dialog) => {
    const hear = (changes: MutationRecord[]): void => {
      for (const { target } of changes) {
        const part = (target instanceof Element ? target : target.parentElement)?.closest('[aria-live]');
        if (part && part.getAttribute('aria-live') !== 'off') document.body.dataset.heard = part.textContent ?? '';
      }
    };
    new MutationObserver(hear).observe(dialog, { subtree: true, childList: true, characterData: true });
  });
  const before = await warning.innerText();
  await expect.poll(() => warning.innerText(), { timeout: 30_000 }).not.toBe(before);
  expect(await page.evaluate(() => document.body.dataset.heard)).toBe(undefined);
  await page.keyboard.press('Escape');
});

/** A key of a Hindi keyboard, pressed while nothing has the focus. */
const press = (key: string, code: string, held: object = {}): Promise<void> =>
  page.locator('body').dispatchEvent('keydown', { key, code, ...held });

test('the shortcuts are on the keys with their Latin letters', async () => {
  await page.goto(`${server.url}/stockdetails/${SYMBOL}`);
  await page
    .getByRole('button', { name: `Buy ${SYMBOL}` })
    .first()
    .waitFor();
  await press('\u0935', 'KeyB');
  await expect.poll(() => ticket().count()).toBe(1);
  await page.keyboard.press('Escape');
  await ticket().waitFor({ state: 'detached' });
  await press('\u0915', 'KeyK', { ctrlKey: true });
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await expect.poll(() => palette.count()).toBe(1);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
});

test('Enter that accepts a word does not send the question, in Safari neither, which reports it after the word', async () => {
  await page.goto(`${server.url}/ai`);
  const question = page.getByLabel('Your question');
  await question.fill('\u0936\u0947\u092f\u0930');
  for (const how of [{ isComposing: true, keyCode: 229 }, { keyCode: 229 }]) {
    await question.dispatchEvent('keydown', { key: 'Enter', ...how });
    expect(await question.inputValue()).toBe('\u0936\u0947\u092f\u0930');
  }
  await question.press('Enter');
  await page.locator('[data-bubble=user]', { hasText: '\u0936\u0947\u092f\u0930' }).waitFor();
  expect(await question.inputValue()).toBe('');
});

test('until cash and holding are known, the ticket does not say that there are none', async () => {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/portfolio', async (route) => {
    await held;
    await route.continue();
  });
  // The live connection would bring it as well.
  await page.routeWebSocket(/./, () => {});
  await page.goto(`${server.url}/stocks`);
  await page
    .getByRole('button', { name: `Sell ${SYMBOL}` })
    .first()
    .click();
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).waitFor();
  expect(await ticket().getByText('You hold none of it.').count()).toBe(0);
  answer();
  await ticket().getByText('You hold 5.').waitFor();
});
