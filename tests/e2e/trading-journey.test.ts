// A new trader's first day in a real browser: sign up, top up, buy, limit order, cancel, sell, diary, with prices moving.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible, expectAlert, figure, newPage, paiseOf, untilShown } from './browser.ts';
import { openMover } from './mover.ts';
import { browser, server } from './site.ts';

const SYMBOL = 'MERIT';
const EMAIL = 'asha@example.com';

let page: Page;
let faults: string[];

beforeAll(async () => {
  ({ page, faults } = await newPage(browser));
});

const goTo = (path: string): Promise<unknown> => page.goto(`${server.url}${path}`);

/** The reply of a call with the login of the page. */
async function ask<Data>(path: string): Promise<Data> {
  const token = (await page.evaluate(() => sessionStorage.getItem('token'))) ?? undefined;
  return (await server.call('GET', path, { token })).body.data;
}

interface Portfolio {
  balance: number;
  portfolio: { symbol: string; quantity: number; averagePrice: number }[];
}

const inPaise = (rupees: number): number => Math.round(rupees * 100);
const balance = async (): Promise<number> => inPaise((await ask<Portfolio>('/portfolio')).balance);
const orderCount = async (): Promise<number> => (await ask<{ totalOrders: number }>('/getOrders')).totalOrders;
const stock = (symbol: string): Locator => page.locator(`main [data-symbol="${symbol}"]`).first();
const ticket = (): Locator => page.getByRole('dialog');
const sendButton = (): Locator => ticket().locator('button[type=submit]');

async function openTicket(side: 'Buy' | 'Sell'): Promise<void> {
  await page
    .getByRole('button', { name: `${side} ${SYMBOL}` })
    .first()
    .click();
  await ticket().waitFor();
}

test('signing up with the code from the mailbox opens home', async () => {
  await goTo('/signup');
  await page.getByLabel('Full Name').fill('Asha Rao');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('secret-12');
  await page.getByLabel('Confirm Password').fill('secret-12');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/otp?email=*');
  await page.getByLabel('OTP').fill(await server.codeFor(EMAIL));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectAlert(page, 'OTP verified! You are successfully signed up.');
  await page.waitForURL('**/home');
});

test('one tap tops the wallet up', async () => {
  await goTo('/addmoney');
  const before = await balance();
  await page.getByRole('button', { name: '\u20b910,000' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();
  await expectAlert(page, 'Payment successful!');
  await page.waitForURL('**/home');
  // The pressed button is gone: the focus goes on at the cash.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cash to trade');
  // The sign-up bonus of 50 was there before.
  expect([before, (await balance()) - before]).toEqual([50_00, 10_000_00]);
});

test('every stock has its card, and prices move without the cards moving', async () => {
  await goTo('/stocks');
  await stock(SYMBOL).waitFor();
  const cards = page.locator('main li[data-symbol]');
  await expect.poll(() => cards.count()).toBe(60);
  const texts = () =>
    cards.evaluateAll((all) => all.map((card) => [card.getAttribute('data-symbol'), card.textContent ?? '']));
  const before = await texts();
  await expect
    .poll(async () => (await texts()).filter(([, text], at) => text !== before[at][1]).length, { timeout: 20_000 })
    .toBeGreaterThan(5);
  expect((await texts()).map(([symbol]) => symbol)).toEqual(before.map(([symbol]) => symbol));
  await expectAccessible(page, 'the stocks screen');
});

test('spec 5: an impossible buy is refused word for word, and no order is made', async () => {
  await stock(SYMBOL).waitFor();
  await openTicket('Buy');
  const quantity = ticket().getByRole('spinbutton', { name: 'Quantity' });
  await expect.poll(() => quantity.inputValue()).toBe('1');
  await expect.poll(() => quantity.getAttribute('min')).toBe('1');
  // A rupee is far below the day's band: the form says so before it is sent.
  await ticket().getByText('Limit', { exact: true }).click();
  await ticket().getByRole('spinbutton', { name: 'Price' }).fill('1');
  await ticket()
    .getByText(/^The price band is /)
    .waitFor();
  await ticket().getByText('Market', { exact: true }).click();
  await quantity.fill('1001');
  await sendButton().click();
  await expectAlert(page, 'You cannot buy more than 1000 units at a time.');
  await quantity.fill('900');
  await sendButton().click();
  await expectAlert(page, 'Insufficient balance to buy Istock.');
  await quantity.fill('0');
  await sendButton().click();
  await ticket().getByText('Quantity must be a whole number of at least 1.').waitFor();
  await quantity.fill('900');
  await ticket().getByText('Intraday', { exact: true }).click();
  await sendButton().click();
  const alert = page.locator('dialog[open] p');
  await alert.waitFor();
  await expect
    .poll(() => alert.innerText())
    .toMatch(/^Insufficient margin\. Required: \u20b9[\d,]+\.\d\d, Available: \u20b9[\d,]+\.\d\d$/);
  await page.keyboard.press('Escape');
  await alert.waitFor({ state: 'detached' });
  // A button that is disabled by its own press loses the focus to the page: Esc closes all the same.
  await expect
    .poll(() =>
      // Again each time: the alert gives the focus back late, and new figures may enable the button before the browser has looked.
      sendButton().evaluate((button: HTMLButtonElement) => {
        const { activeElement: focused, body } = document;
        if (focused === body) return 'the page';
        button.disabled = false;
        button.focus();
        button.disabled = true;
        return focused?.outerHTML.slice(0, 200);
      }),
    )
    .toBe('the page');
  await page.keyboard.press('Escape');
  await ticket().waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe(`Buy ${SYMBOL}`);
  expect(await orderCount()).toBe(0);
});

test('the ticket opens at once, says what it costs, and Enter buys exactly that', async () => {
  const cash = await balance();
  await openTicket('Buy');
  await ticket().getByRole('list', { name: 'Offers, best first' }).getByRole('button').first().waitFor();
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).fill('5');
  await expect.poll(() => sendButton().innerText()).toBe(`Buy 5 ${SYMBOL} at market`);
  await expectAccessible(page, 'the order ticket');
  await ticket().getByRole('spinbutton', { name: 'Quantity' }).press('Enter');
  await expectAlert(page, 'Order placed successfully.');
  await ticket().waitFor({ state: 'detached' });
  expect(await orderCount()).toBe(1);
  const [order] = (await ask<{ orders: { status: string; averagePrice: number; charges: number }[] }>('/getOrders'))
    .orders;
  expect(order.status).toBe('COMPLETED');
  // 1 % of the value and 5 rupees.
  const value = inPaise(order.averagePrice) * 5;
  expect(Math.abs(inPaise(order.charges) - Math.round(value / 100) - 5_00)).toBeLessThanOrEqual(1);
  const spent = cash - (await balance());
  // The mean price is rounded to the paisa, the value is not.
  expect(Math.abs(spent - value - inPaise(order.charges))).toBeLessThanOrEqual(3);
});

test('all of the book is shown on demand, and one of its far levels becomes the price', async () => {
  await openTicket('Buy');
  const offers = ticket().getByRole('list', { name: 'Offers, best first' }).getByRole('listitem');
  await expect.poll(() => offers.count()).toBe(5);
  // Read out without its headings, a level names its figures.
  await offers
    .first()
    .getByRole('button', { name: /^Offer \u20b9[\d,]+\.\d\d, [\d,]+ shares?, [\d,]+ orders?$/ })
    .waitFor();
  await ticket().getByRole('button', { name: 'Show 20 levels' }).click();
  await offers.nth(9).getByRole('button').click();
  await expect.poll(() => offers.count()).toBe(20);
  await expect.poll(() => ticket().getByLabel('Price', { exact: true }).inputValue()).not.toBe('');
  await expectAccessible(page, 'the order ticket with the whole book');
  // On the narrowest phone the two sides are next to each other, not one over the other.
  await page.setViewportSize({ width: 320, height: 844 });
  const edges = (name: string, edge: 'left' | 'right'): Promise<number[]> =>
    ticket()
      .getByRole('list', { name })
      .locator('li button > span[aria-hidden] > span:last-child')
      .evaluateAll((prices, side) => prices.map((price) => price.getBoundingClientRect()[side]), edge);
  const isApart = async (): Promise<boolean> =>
    Math.max(...(await edges('Bids, best first', 'right'))) < Math.min(...(await edges('Offers, best first', 'left')));
  await expect.poll(isApart).toBe(true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await ticket().getByRole('button', { name: 'Show 5 levels' }).click();
  await page.keyboard.press('Escape');
});

test('the portfolio shows the shares, and its figures agree with each other while they move', async () => {
  await goTo('/portfolio');
  const row = page.locator(`tr[data-symbol=${SYMBOL}]`);
  await row.waitFor();
  const cells = await row.locator('th, td').allInnerTexts();
  expect(cells[2].trim()).toBe('5');
  const [value, at] = cells[3].split('\n');
  expect(paiseOf(value)).toBe(5 * paiseOf(at));
  const profit = paiseOf(cells[4]);
  const average = inPaise((await ask<Portfolio>('/portfolio')).portfolio[0].averagePrice);
  expect(Math.abs(paiseOf(value) - 5 * average - profit)).toBeLessThanOrEqual(3);
  await expect
    .poll(() => page.getByRole('term').allInnerTexts())
    .toEqual(expect.arrayContaining(['Portfolio Value', 'Current Value', 'Overall Profit', "Today's Profit"]));
  await expectAccessible(page, 'the portfolio');
});

test('a limit order waits, tells its story, and is canceled after one question', async () => {
  await goTo(`/stockdetails/${SYMBOL}`);
  await page.getByText('Price Overview').waitFor();
  await expectAccessible(page, 'the stock page');
  await openTicket('Buy');
  await ticket().getByText('Limit', { exact: true }).click();
  const price = ticket().getByRole('spinbutton', { name: 'Price' });
  // A click on a level of the book takes its price: the best bid, less 3 %.
  await ticket().getByRole('list', { name: 'Bids, best first' }).getByRole('button').first().click();
  await expect.poll(() => price.inputValue()).not.toBe('');
  const low = Math.floor(Number(await price.inputValue()) * 0.97);
  // Read out with its unit; and the name of the ticket does not change with every tick.
  const unit = await price.evaluate((field) => field.getAttribute('aria-describedby')!.split(' ')[0]);
  expect(await page.locator(`[id="${unit}"]`).textContent()).toBe('\u20b9');
  expect(await page.getByRole('dialog', { name: /\u20b9/ }).count()).toBe(0);
  // A price may begin with 0: the typed text stays.
  await price.fill('0');
  expect(await price.inputValue()).toBe('0');
  await price.fill(String(low));
  await ticket().getByText('The whole order would wait in the book for this price.').waitFor();
  await expect.poll(() => sendButton().innerText()).toBe(`Buy 1 ${SYMBOL} at \u20b9${low}.00`);
  const cash = await balance();
  // Twice as fast as a finger: one order.
  await sendButton().dblclick();
  await expectAlert(page, 'Order placed successfully.');
  expect(await orderCount()).toBe(2);
  expect(cash - (await balance())).toBeGreaterThan(low * 100);

  await goTo('/myOrders');
  const row = page.locator('tr[data-symbol]').first();
  await row.getByText('PENDING').waitFor();
  await row.getByRole('button', { name: /^Story/ }).click();
  await page.waitForURL('**/myOrders?order=*');
  await page.getByText(/Joined the queue at/).waitFor();
  // At the lowest price of the day, far below all others.
  await page.getByText('Nobody: first in line').waitFor();
  await expectAccessible(page, 'the story of an order');
  await page.keyboard.press('Escape');
  await page.waitForURL('**/myOrders');
  await row.getByRole('button', { name: /^Edit/ }).click();
  await ticket().getByText('Practice market').waitFor();
  await expectAccessible(page, 'an order that is edited');
  await page.keyboard.press('Escape');
  await ticket().waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('alertdialog').getByText('Are you sure you want to cancel this order?').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
  await row.getByText('FAILED').waitFor();
  expect(await balance()).toBe(cash);

  // The same once more, and then all that is pending at once.
  await row.getByRole('button', { name: /^Story/ }).click();
  await page.getByRole('button', { name: 'Repeat order' }).click();
  await expect.poll(() => sendButton().innerText()).toBe(`Buy 1 ${SYMBOL} at \u20b9${low}.00`);
  await sendButton().click();
  // Enter answers it, and does nothing else.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('OK');
  await page.keyboard.press('Enter');
  await row.getByText('PENDING').waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await row.getByText('PENDING').isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Cancel all pending' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  // Text that has just been typed counts, however soon the button is pressed.
  const asked = page.waitForRequest((request) => /\/getOrders\?.*status=PENDING/.test(request.url()));
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(SYMBOL);
  await page.getByRole('button', { name: 'Cancel all pending' }).click({ delay: 80 });
  expect(new URL((await asked).url()).searchParams.get('q')).toBe(SYMBOL);
  await page.getByRole('alertdialog').getByText(`Pending: 1 to buy, in ${SYMBOL}.`).waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel them' }).click();
  await page.getByRole('status').getByText('1 order canceled.').waitFor();
  await row.getByText('FAILED').waitFor();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('');
  expect([await orderCount(), await balance()]).toEqual([3, cash]);
  await expectAccessible(page, 'my orders');
});

test('the search box finds orders by status, type, symbol and id', async () => {
  const rows = page.locator('tr[data-symbol]');
  const search = page.getByRole('searchbox', { name: 'Search', exact: true });
  for (const [text, count] of [
    ['failed', 2],
    ['completed', 1],
    ['limit', 2],
    [SYMBOL.toLowerCase(), 3],
    ['sell', 0],
    ['', 3],
  ] as const) {
    await search.fill(text);
    await expect.poll(() => rows.count(), { message: `orders for '${text}'` }).toBe(count);
  }
});

test('the chart shows candles, the own fill and the position, and grows with the market', async () => {
  await goTo(`/tradingview?symbol=${SYMBOL}&interval=1m`);
  const chart = page.getByRole('application');
  await chart.locator('canvas').first().waitFor();
  // Spec 2: 600 px high.
  expect((await chart.boundingBox())!.height).toBe(600);
  const readout = page.getByTestId('chart-readout');
  const before = await readout.innerText();
  const move = await openMover(server, SYMBOL);
  await expect
    .poll(() => move().then(() => readout.innerText()), { timeout: 60_000, interval: 1_000 })
    .not.toBe(before);
  await chart.focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  const pointed = await readout.innerText();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readout.innerText()).not.toBe(pointed);
  await page.getByText('1D', { exact: true }).click();
  await page.waitForURL(`**/tradingview?symbol=${SYMBOL}`);
  await page.getByRole('button', { name: 'Indicators' }).click();
  await page.getByRole('button', { name: 'Exponential moving average' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/tradingview?symbol=${SYMBOL}&lines=ema-20`);
  await page.getByRole('button', { name: 'Show the bars as a table' }).click();
  await page.getByRole('table', { name: `Bars of ${SYMBOL}` }).waitFor();
  await expectAccessible(page, 'the live chart');
});

test('nobody sells more than they hold; the sale closes the ticket and empties the portfolio', async () => {
  await goTo('/portfolio');
  await openTicket('Sell');
  const quantity = ticket().getByRole('spinbutton', { name: 'Quantity' });
  await expect.poll(() => quantity.getAttribute('max')).toBe('5');
  expect(await ticket().getByText('Intraday').count()).toBe(0);
  await quantity.fill('6');
  await sendButton().click();
  await expectAlert(page, 'Not enough Istock to sell');
  await ticket().getByRole('button', { name: '100%' }).click();
  await expect.poll(() => quantity.inputValue()).toBe('5');
  await page.keyboard.press('Escape');
  await ticket().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Exit ${SYMBOL}` }).click();
  await expect.poll(() => quantity.inputValue()).toBe('5');
  await sendButton().click();
  await expectAlert(page, 'Sell order placed successfully.');
  await page.getByText('You hold no stocks').waitFor();
});

test('the diary has filled itself, and cash is what the diary says it must be', async () => {
  await goTo('/tradediary');
  await page.getByRole('button', { name: /1 trade$/ }).click();
  await page.getByRole('region', { name: 'Trade Details' }).getByText(SYMBOL).waitFor();
  const overall = page.getByRole('region', { name: 'Overall Trade Summary' });
  await expect.poll(() => figure(overall, 'Total Trades')).toBe('1');
  const [gross, net, charges] = await Promise.all(
    ['Overall P&L', 'Net P&L', 'Charges'].map(async (name) => paiseOf(await figure(overall, name))),
  );
  expect(gross - charges).toBe(net);
  await expect.poll(() => figure(overall, 'Gross win rate')).toMatch(/ of 1 trade$/);
  // 10,000 paid in, and the sign-up bonus of 50.
  expect((await balance()) - net).toBe(10_050_00);
  await expectAccessible(page, 'the diary');
  await page.getByRole('button', { name: 'Close trade details' }).click();
  await page.getByRole('region', { name: 'Trade Details' }).waitFor({ state: 'detached' });
  // It was the last of the first steps: their list is finished.
  const arePutAway = () => page.evaluate(() => Object.keys(localStorage).some((key) => key.includes('first-steps')));
  expect(await arePutAway()).toBe(false);
  await goTo('/home');
  await expect.poll(arePutAway).toBe(true);
  expect(await page.getByRole('region', { name: 'First steps' }).count()).toBe(0);
});

test('both fills stand in the transaction history, with the chosen columns', async () => {
  await goTo('/transactionhistory');
  const rows = page.locator('tr[data-symbol]');
  await rows.first().waitFor();
  const ids = page.getByRole('columnheader', { name: 'ID', exact: true });
  expect(await ids.count()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'ID' }).check();
  await ids.waitFor();
  const shares = (await rows.allInnerTexts()).map((text) => (text.includes('SELL') ? -1 : 1));
  expect(shares).toContain(1);
  expect(shares).toContain(-1);
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'the transaction history');
});

test('without a connection prices say that they are old, and catch up by themselves', async () => {
  await goTo('/stocks');
  const connection = () => page.evaluate(() => document.documentElement.dataset.connection);
  await expect.poll(connection).toBe('live');
  await page.context().setOffline(true);
  await expect.poll(connection, { timeout: 30_000 }).toMatch(/delayed|offline/);
  expect(
    await stock(SYMBOL)
      .locator('.live-number')
      .first()
      .evaluate((element) => getComputedStyle(element).textDecorationStyle),
  ).toBe('dotted');
  await page.context().setOffline(false);
  await expect.poll(connection, { timeout: 30_000 }).toBe('live');
});

const tooWide = (): Promise<number> =>
  page.evaluate(async () => {
    // A wide table adapts to a new width at the next frame.
    await new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });

test.each([390, 768])('at %i pixels no trading screen scrolls sideways, and buying works', async (width) => {
  await page.setViewportSize({ width, height: 844 });
  const paths = [
    '/stocks',
    '/stocks?view=table',
    `/stockdetails/${SYMBOL}`,
    `/tradingview?symbol=${SYMBOL}`,
    '/portfolio',
  ];
  for (const path of [...paths, '/myOrders', '/transactionhistory', '/tradediary']) {
    await goTo(path);
    await untilShown(page);
    expect(await tooWide(), `${path} at ${width}`).toBe(0);
    if (width > 390) continue;
    // Smaller phones, and the header with text twice as large.
    for (const narrow of [375, 365, 360]) {
      await page.setViewportSize({ width: narrow, height: 844 });
      expect(await tooWide(), `${path} at ${narrow}`).toBe(0);
    }
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const ends = await page.evaluate(() =>
      [...document.querySelectorAll('header *')].map((part) => part.getBoundingClientRect().right),
    );
    expect(Math.max(...ends), `the header of ${path} in large text`).toBeLessThanOrEqual(width);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  }
  await goTo(`/stockdetails/${SYMBOL}`);
  await openTicket('Buy');
  await sendButton().click();
  await expectAlert(page, 'Order placed successfully.');
});

test('no page has reported an error', () => {
  expect(faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|WebSocket connection/.test(fault))).toEqual([]);
});
