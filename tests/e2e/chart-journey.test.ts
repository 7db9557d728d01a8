// The chart in a real browser: indicators that agree with the bars, own orders and drawn lines, orders from a price, comparison.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import type { Bar } from '../../contract/market.ts';
import { relativeStrength, simpleMovingAverage } from '../../core/market/indicators/price-indicators.ts';
import { expectAccessible, expectAlert, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';
import { drawSlopedLines, takeTool } from './sloped-lines.ts';

const SYMBOL = 'MERIT';
const INDEX = 'IST60';

let page: Page;
let faults: string[];
let token: string;

async function logIn(on: Page, name: string): Promise<void> {
  await logInAt(on, `${server.url}/login`, { email: `${name}@example.com`, password: 'secret-12' });
}

async function logOut(): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
}

beforeAll(async () => {
  token = await server.newTrader('charter', 100_000);
  await server.newTrader('neighbour', 1000);
  ({ page, faults } = await newPage(browser));
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/bars' && !searchParams.get('symbol')) faults.push('bars of no stock were asked for');
  });
  await logIn(page, 'charter');
});

const chart = (): Locator => page.getByRole('application');
const legend = (id: string): Locator => page.locator(`[data-indicator="${id}"]`);
const tags = (): Locator => page.getByRole('button', { name: /^Edit order:/ });
const drawn = (): Locator => page.getByRole('slider', { name: 'Drawn line' });
const figure = (value: number | null | undefined): string =>
  (value ?? Number.NaN).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The first page of bars that the chart gets of a symbol at an interval. */
async function barsGiven(symbol: string, interval: string, of: Page = page): Promise<Bar[]> {
  const response = await of.waitForResponse((each) => {
    const { pathname, searchParams } = new URL(each.url());
    return pathname === '/bars' && searchParams.get('symbol') === symbol && searchParams.get('interval') === interval;
  });
  return ((await response.json()) as { data: { bars: Bar[] } }).data.bars;
}

/** Opens the chart and returns the bars it was given. */
async function openChart(search: string, of: Page = page): Promise<Bar[]> {
  const interval = new URLSearchParams(search).get('interval') ?? '1D';
  const given = barsGiven(SYMBOL, interval, of);
  await of.goto(`${server.url}/tradingview?symbol=${SYMBOL}${search}`);
  await of.getByRole('application').locator('canvas').first().waitFor();
  return given;
}

/** Selects a bar by keyboard, so many before the newest. */
async function pointAt(before: number): Promise<void> {
  await chart().focus();
  for (let step = 0; step <= before; step++) await page.keyboard.press('ArrowLeft');
}

async function order(wire: Record<string, unknown>): Promise<string> {
  const { status, body } = await server.call('POST', '/orders', { token, body: { stock: SYMBOL, ...wire } });
  expect([status, body.message]).toEqual([status < 300 ? status : 201, body.message]);
  return (body.data as { _id: string })._id;
}

async function lastPrice(): Promise<number> {
  const [stock] = (await server.call('GET', `/search?q=${SYMBOL}`, { token })).body.data as { price: number }[];
  return stock.price;
}

/** Puts the pointer on the candles, some way down, and returns where. */
async function onCandles(down: number): Promise<{ x: number; y: number }> {
  const box = await chart().boundingBox();
  const at = { x: box!.x + box!.width / 3, y: box!.y + down };
  await page.mouse.move(at.x, at.y);
  return at;
}

test('indicators from the menu agree with the bars under the crosshair', async () => {
  const bars = await openChart('');
  expect(bars.length).toBeGreaterThan(100);
  expect((await chart().boundingBox())!.height).toBe(600);
  await page.getByRole('button', { name: 'Indicators', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Indicators' });
  await menu.getByLabel('Find an indicator').fill('simple');
  await menu.getByRole('button', { name: 'Simple moving average' }).click();
  await menu.getByText('SMA 20 has been added.').waitFor();
  await menu.getByLabel('Find an indicator').fill('rsi');
  await menu.getByRole('button', { name: 'Relative strength index' }).click();
  await expectAccessible(page, 'the menu of indicators');
  await page.keyboard.press('Escape');
  await page.waitForURL(`**/tradingview?symbol=${SYMBOL}&lines=sma-20_rsi-14`);
  const closes = bars.map(({ close }) => close);
  for (const before of [1, 40]) {
    await chart().blur();
    await page.reload();
    await legend('rsi-14').waitFor();
    await pointAt(before);
    const at = bars.length - 1 - before;
    await expect.poll(() => legend('sma-20').innerText()).toContain(figure(simpleMovingAverage(closes, 20)[at]));
    await expect.poll(() => legend('rsi-14').innerText()).toContain(figure(relativeStrength(closes, 14)[at]));
    await expect.poll(() => page.getByTestId('chart-readout').innerText()).toContain(figure(closes[at]));
  }
  await expectAccessible(page, 'a chart with indicators');
});

test('periods are changed within their bounds, and the legend follows', async () => {
  await page.getByRole('button', { name: 'Settings of SMA 20' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Length').fill('0');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByText('A whole number from 1 to 500.').waitFor();
  await dialog.getByLabel('Length').fill('50');
  await expectAccessible(page, 'the settings of an indicator');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await legend('sma-50').waitFor();
  await legend('sma-20').waitFor({ state: 'detached' });
  await page.waitForURL(/lines=sma-50_rsi-14/);
});

test('the choice is kept for the next time, for other stocks and in the table', async () => {
  await page.goto(`${server.url}/tradingview?symbol=NAKSOFT`);
  await legend('sma-50').waitFor();
  await openChart('&table=true');
  const first = page
    .getByRole('table', { name: `Bars of ${SYMBOL}` })
    .locator('tbody tr')
    .first();
  await expect.poll(() => first.innerText()).toMatch(/SMA 50\s+[\d,]+\.\d\d\s+RSI 14\s+\d+\.\d\d/);
  await page.getByRole('button', { name: 'Remove RSI 14' }).click();
  await page.getByRole('button', { name: 'Remove SMA 50' }).click();
  await page.goto(`${server.url}/tradingview?symbol=NAKSOFT`);
  await chart().locator('canvas').first().waitFor();
  await expect.poll(() => page.locator('[data-indicator]').count()).toBe(0);
});

test('an open order comes onto the chart as it is placed, and leaves with it', async () => {
  await openChart('');
  await page.getByText('Prices are live').waitFor({ state: 'attached' });
  expect(await tags().count()).toBe(0);
  const price = Math.round((await lastPrice()) * 0.998);
  const kept = await order({ type: 'BUY', orderType: 'LIMIT', quantity: 3, price });
  await page.getByRole('button', { name: `Edit order: Buy 3 limit at ${figure(price)}` }).waitFor();
  // The line moves by key; the order changes only after a confirmation, and Esc gives the change up.
  const grip = page.getByRole('slider', { name: 'Price of the order: Buy 3 limit' });
  await grip.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  const gripAt = async (): Promise<number> => Number(await grip.getAttribute('aria-valuenow'));
  await expect.poll(gripAt).toBe(price);
  await page.keyboard.press('ArrowDown');
  await expect.poll(gripAt).toBeLessThan(price);
  const lower = await gripAt();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await question.getByText('You pay').waitFor();
  await question.getByText('Practice market').waitFor();
  await expectAccessible(page, 'the question before an order moves');
  await question.getByRole('button', { name: `Move to ${figure(lower)}` }).click();
  await page.getByText(`Buy 3 limit: now at ${figure(lower)}.`).waitFor({ state: 'attached' });
  const { data: moved } = (await server.call('GET', `/getOrders?q=${kept}`, { token })).body;
  expect((moved as { orders: { price: number }[] }).orders[0].price).toBe(lower);
  // The same with the mouse, on the line itself; without a confirmation it springs back.
  const box = (await grip.boundingBox())!;
  await page.mouse.move(box.x - 300, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 300, (await chart().boundingBox())!.y + 4, { steps: 4 });
  await page.mouse.up();
  await question.getByRole('button', { name: /^Move to/ }).waitFor();
  await question.getByRole('button', { name: 'Leave it' }).click();
  await expect.poll(gripAt).toBe(lower);
  // In place of the tag: the button that cancels what is on the line.
  const taken = await order({ type: 'BUY', orderType: 'LIMIT', quantity: 4, price: price - 2 });
  await page.getByRole('button', { name: /^Cancel order: Buy 4 limit/ }).click();
  await page.getByRole('button', { name: 'Cancel order', exact: true }).last().click();
  // The line only disappears: for people who do not see it, it is said.
  await page.getByText('Order canceled.').waitFor({ state: 'attached' });
  await expect.poll(() => tags().count()).toBe(1);
  // Its tag, to which the focus would return, is gone: the keys of the chart go on.
  const isChartFocused = () => chart().evaluate((element) => element === document.activeElement);
  await expect.poll(isChartFocused).toBe(true);
  // The same when an order ends while its tag has the focus.
  await page.getByRole('button', { name: /^Cancel order: Buy 3 limit/ }).focus();
  await server.call('POST', `/cancelOrder/${kept}`, { token });
  await expect.poll(() => tags().count()).toBe(0);
  await expect.poll(isChartFocused).toBe(true);
  const { body } = await server.call('GET', `/getOrders?q=${taken}`, { token });
  expect((body.data as { orders: { status: string }[] }).orders[0].status).toBe('FAILED');
});

test('stop-limits and brackets stand at both of their prices', async () => {
  await openChart('');
  const last = await lastPrice();
  const [target, stopLoss] = [Math.round(last * 1.01), Math.round(last * 0.99)];
  await order({ type: 'BUY', quantity: 2, target, stopLoss });
  await expect
    .poll(async () => (await tags().allInnerTexts()).toSorted(), { timeout: 10_000 })
    .toEqual(['Sell 2 stop loss', 'Sell 2 target']);
  const trigger = Math.round(last * 1.005);
  await order({ type: 'BUY', orderType: 'STOP-LIMIT', quantity: 1, stopPrice: trigger, price: trigger + 1 });
  await expect
    .poll(async () => (await tags().allInnerTexts()).toSorted(), { timeout: 10_000 })
    .toEqual(['Buy 1 limit', 'Buy 1 trigger', 'Sell 2 stop loss', 'Sell 2 target']);
  await page.getByRole('button', { name: 'Show the bars as a table' }).click();
  const lines = page.getByRole('table', { name: `Lines on the chart of ${SYMBOL}` });
  await lines.getByRole('row', { name: /^Sell 2 target/ }).waitFor();
  await expect.poll(() => lines.getByRole('button', { name: /^Cancel: / }).count()).toBe(4);
  await expectAccessible(page, 'a chart with orders, and its tables');
  await page.getByRole('button', { name: 'Hide the table of bars' }).click();
  // All shares are in the exit: the ticket says so, and leads to it.
  await page.getByRole('button', { name: `Sell ${SYMBOL}` }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'open sell orders' }).click();
  await page.waitForURL(`**/myOrders?status=PENDING&q=${SYMBOL}`);
  await page.getByRole('row').getByText('BRACKET').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content');
  await page.goBack();
  // The button cancels the exit, which holds the shares, and sells them.
  await page.getByRole('button', { name: `Exit ${SYMBOL}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('You receive').waitFor();
  await question.getByText('Practice market').waitFor();
  await expectAccessible(page, 'the question before an exit');
  await question.getByRole('button', { name: 'Sell 2 at market' }).click();
  await expectAlert(page, 'Sell order placed successfully.');
  await expect
    .poll(async () => (await tags().allInnerTexts()).toSorted(), { timeout: 10_000 })
    .toEqual(['Buy 1 limit', 'Buy 1 trigger']);
});

test('a line is drawn by a press, moved by key and mouse, and is there after a reload, for its owner alone; so are those of two points', async () => {
  await takeTool(page, 'Horizontal line');
  const { x, y } = await onCandles(120);
  await page.mouse.click(x, y);
  await drawn().waitFor();
  const tick = 0.05;
  const drawnAt = async (): Promise<number> => Number(await drawn().getAttribute('aria-valuenow'));
  const before = await drawnAt();
  await drawn().focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(drawnAt).toBeCloseTo(before + tick, 5);
  const box = await drawn().boundingBox();
  await page.mouse.move(x, box!.y + box!.height / 2);
  await page.mouse.down();
  await page.mouse.move(x, box!.y + 60, { steps: 4 });
  await page.mouse.up();
  await expect.poll(drawnAt).toBeLessThan(before);
  const moved = await drawnAt();
  await page.reload();
  await drawn().waitFor({ state: 'attached' });
  await expect.poll(drawnAt).toBe(moved);
  await page.goto(`${server.url}/tradingview?symbol=NAKSOFT`);
  await chart().locator('canvas').first().waitFor();
  expect(await drawn().count()).toBe(0);
  // Another person in the same browser.
  await logOut();
  await logIn(page, 'neighbour');
  await openChart('');
  expect(await drawn().count()).toBe(0);
  await logOut();
  await logIn(page, 'charter');
  await openChart('');
  await drawn().focus();
  await page.keyboard.press('Delete');
  await drawn().waitFor({ state: 'detached' });
  // Its tag, which had the focus, is gone: the keys of the chart go on.
  await expect.poll(() => chart().evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await chart().locator('canvas').first().waitFor();
  expect(await drawn().count()).toBe(0);
  await drawSlopedLines({ page, symbol: SYMBOL, openChart, pointAt, at: await onCandles(150) });
});

test('the second mouse button offers an order at the price, filled into the ticket', async () => {
  const { x, y } = await onCandles(400);
  await page.mouse.click(x, y, { button: 'right' });
  const panel = page.getByRole('dialog', { name: `At a price of ${SYMBOL}` });
  const price = Number(await panel.getByLabel('Price').inputValue());
  expect(price).toBeGreaterThan(0);
  await expectAccessible(page, 'what can be done at a price');
  await panel.getByRole('button', { name: `Buy limit at ${figure(price)}` }).click();
  const ticket = page.getByRole('dialog', { name: new RegExp(`^Buy ${SYMBOL}`) });
  await ticket.waitFor();
  await expect.poll(() => ticket.getByRole('radio', { name: 'Limit', exact: true }).isChecked()).toBe(true);
  await expect.poll(async () => Number(await ticket.getByLabel('Price', { exact: true }).inputValue())).toBe(price);
  await page.keyboard.press('Escape');
  await ticket.waitFor({ state: 'detached' });
});

test('the same by keyboard: an alert at the price of a bar, and the focus comes back', async () => {
  await pointAt(3);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: `At a price of ${SYMBOL}` });
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => chart().evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  const wanted = ((await lastPrice()) * 1.05).toFixed(2);
  await panel.getByLabel('Price').fill(wanted);
  await panel.getByRole('button', { name: /^Alert at/ }).click();
  const alerts = page.getByRole('dialog', { name: `Price alerts for ${SYMBOL}` });
  await alerts.waitFor();
  const field = Number(await alerts.getByLabel('Price', { exact: true }).inputValue());
  expect(Math.abs(field - Number(wanted))).toBeLessThanOrEqual(0.05);
  await alerts.getByRole('button', { name: 'Set alert' }).click();
  await alerts.getByText('You will be told when').waitFor();
  await page.keyboard.press('Escape');
  await alerts.waitFor({ state: 'detached' });
  // The shortcut letters trade the stock of the screen.
  await chart().focus();
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: new RegExp(`^Sell ${SYMBOL}`) }).waitFor();
  await page.keyboard.press('Escape');
});

test('the index beside the stock counts in percent from the first bar in view', async () => {
  // No hour of India, which begins at half past, begins meanwhile: the bars are counted from the newest.
  const left = 3_600_000 - ((Date.now() + 1_800_000) % 3_600_000);
  if (left < 20_000) await page.waitForTimeout(left + 2_000);
  const given = barsGiven(INDEX, '1h');
  const bars = await openChart(`&interval=1h&lines=sma-20&compare=${INDEX}`);
  const index = await given;
  const comparison = page.getByTestId('comparison');
  await comparison.getByText('ISTOCK 60').waitFor();
  await pointAt(2);
  const width = await chart().evaluate((element) => element.clientWidth);
  const at = bars.length - 3;
  const closes = bars.map(({ close }) => close);
  const closesOfIndex = bars.map(({ timestamp }) => index.findLast((bar) => bar.timestamp <= timestamp)!.close);
  const text = (name: string, of: number[], from: number): string => {
    const percent = 100 * (of[at] / of[from] - 1);
    return `${name} ${percent < 0 ? '\u2212' : '+'}${figure(Math.abs(percent))}%`;
  };
  // The view begins where 7.5 pixels per bar put it; the bar at its edge may be half visible, and live bars push it along meanwhile.
  const first = bars.length - Math.round(width / 7.5);
  const possible = [-3, -2, -1, 0, 1, 2, 3]
    .map((later) => first + later)
    .map((from) => [text(SYMBOL, closes, from), text('ISTOCK 60', closesOfIndex, from)].join(' '));
  await expect
    .poll(async () => {
      const shown = (await comparison.innerText()).replaceAll(/\s+/g, ' ');
      return possible.find((each) => shown.startsWith(each)) ?? shown;
    })
    .toSatisfy((shown: string) => possible.includes(shown), `one of ${possible.join(' | ')}`);
  // The labels on the price axis remain in rupees.
  await expect.poll(() => legend('sma-20').innerText()).toContain(figure(simpleMovingAverage(closes, 20)[at]));
  await expect.poll(() => page.getByLabel('Log', { exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('Compare with').selectOption('');
  await comparison.waitFor({ state: 'detached' });
  await page.getByText('Log', { exact: true }).click();
  await page.waitForURL(/scale=log/);
  await page.getByText('Rupees', { exact: true }).click();
  await page.getByRole('button', { name: 'Remove SMA 20' }).click();
});

test('the chart is as high as the width asks, to the pixel (spec 2)', async () => {
  const narrowed = await newPage(browser, { viewport: { width: 769, height: 900 } });
  await logIn(narrowed.page, 'charter');
  await openChart('', narrowed.page);
  for (const [width, high] of [
    [769, 600],
    [768, 400],
    [481, 400],
    [480, 300],
  ]) {
    await narrowed.page.setViewportSize({ width, height: 900 });
    await expect.poll(async () => (await narrowed.page.getByRole('application').boundingBox())!.height).toBe(high);
  }
  // Until it would take the whole window, with nothing below in reach.
  await narrowed.page.getByRole('button', { name: 'Full screen' }).click();
  await expect
    .poll(async () => (await narrowed.page.getByRole('application').boundingBox())!.height, { timeout: 10_000 })
    .toBeGreaterThan(400);
  await narrowed.page.getByRole('banner').waitFor({ state: 'hidden' });
  await expectAccessible(narrowed.page, 'the chart over the whole window');
  await narrowed.page.keyboard.press('Escape');
  await narrowed.page.getByRole('banner').waitFor();
  await narrowed.page.context().close();
});

test('on a phone nothing runs over the edge, and a long press offers what the mouse does', async () => {
  const size = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const phone = await newPage(browser, size);
  await logIn(phone.page, 'charter');
  await openChart('', phone.page);
  await phone.page.getByRole('button', { name: 'Indicators' }).click();
  await phone.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Ichimoku/ })
    .click();
  await phone.page.keyboard.press('Escape');
  const values = phone.page.locator('[data-indicator^="ichi"] > span:nth-child(2)');
  await values.locator(':scope > span').nth(4).waitFor();
  // All of its figures are readable: one that is cut off reads as another.
  expect(await values.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
  // More than two legends would cover the candles: they are folded until they are asked for.
  for (const name of [/^Simple moving/, /^SuperTrend/]) {
    await phone.page.getByRole('button', { name: 'Indicators' }).click();
    await phone.page.getByRole('dialog').getByRole('button', { name }).click();
    await phone.page.keyboard.press('Escape');
  }
  await phone.page.getByRole('button', { name: '3 indicators', expanded: false }).waitFor();
  await values.waitFor({ state: 'hidden' });
  // Nor is there room for them on its side.
  await phone.page.setViewportSize({ width: 844, height: 390 });
  await phone.page.getByRole('button', { name: '3 indicators', expanded: false }).waitFor();
  await values.waitFor({ state: 'hidden' });
  await phone.page.setViewportSize(size.viewport);
  await phone.page.getByRole('button', { name: '3 indicators' }).tap();
  await values.waitFor();
  const box = await phone.page.getByRole('application').boundingBox();
  expect(box!.height).toBe(300);
  await expect.poll(() => phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const devtools = await phone.page.context().newCDPSession(phone.page);
  const point = { x: box!.x + 80, y: box!.y + 120 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await phone.page.getByRole('dialog', { name: `At a price of ${SYMBOL}` }).waitFor();
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expectAccessible(phone.page, 'the chart on a phone');
  expect(phone.faults).toEqual([]);
  await phone.page.context().close();
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
