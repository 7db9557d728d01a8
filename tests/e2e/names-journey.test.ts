// Names as long as they may be, and names from right to left: they wrap or are cut, and disturb nothing beside them.
import { beforeAll, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { CallPeople } from './call-people.ts';
import type { Person } from './call-people.ts';
import { untilShown } from './browser.ts';
import { browser, server } from './site.ts';

const HOUR_MS = 3_600_000;
const LONG = 'W'.repeat(80);
const FROM_RIGHT = `דוד ${'ש'.repeat(76)}`;

let people: CallPeople;
let learner: Person;
let lesson: string;

beforeAll(async () => {
  people = new CallPeople(server, browser, () => server.url);
  learner = await people.signUp(FROM_RIGHT);
  const teacher = await people.signUp(LONG, 'instructor');
  const startsAt = Date.now() + 48 * HOUR_MS;
  const body = {
    instructor_name: LONG,
    instructor_email: teacher.email,
    topic: 'W'.repeat(120),
    hourly_rate: 0,
    start_time: new Date(startsAt).toISOString(),
    end_time: new Date(startsAt + HOUR_MS).toISOString(),
  };
  const planned = await server.call('POST', '/createSession', { token: await server.adminToken(), body });
  ({ id: lesson } = planned.body.data as { id: string });
});

const open = (path: string, width: number): Promise<Page> =>
  people.open(learner, path, { viewport: { width, height: 900 } });

/** No part of the text is outside of its card. */
async function expectInside(text: Locator): Promise<void> {
  const beyond = await text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().right - element.closest('section')!.getBoundingClientRect().right;
  });
  expect(beyond).toBeLessThan(1);
}

test.each([390, 1440])('the page of a lesson is no wider than a window of %i', async (width) => {
  const page = await open(`/lesson/${lesson}`, width);
  await expectInside(page.getByRole('heading', { name: /^What learners say of/ }));
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(width);
  await page.context().close();
});

test('a name that is cut is read from its beginning', async () => {
  const page = await open('/home', 390);
  await page.getByRole('button', { name: /^Account of/ }).click();
  const name = page.locator('p > .truncate').first();
  await expect.poll(() => name.textContent()).toBe(FROM_RIGHT);
  const isSeen = await name.evaluate((element) => {
    const range = document.createRange();
    range.setStart(element.firstChild!, 0);
    range.setEnd(element.firstChild!, 3);
    const [letters, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return letters.left >= box.left && letters.right <= box.right + 1;
  });
  expect(isSeen).toBe(true);
  // The marks above and below the line in Burmese are painted as well, in a box as high as a line of Latin.
  const around = await name.evaluate((element) => parseFloat(getComputedStyle(element).overflowClipMargin));
  expect(around).toBeGreaterThan(4);
  await page.context().close();
});

test('the count behind a list from right to left stays behind it', async () => {
  await server.call('POST', '/watchlists', { token: learner.token, body: { name: 'קניות' } });
  const page = await open('/watchlist', 1440);
  await page.getByRole('button', { name: 'Edit lists' }).click();
  const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'קניות' });
  const gap = await row.getByText('0 stocks').evaluate((count) => {
    const range = document.createRange();
    range.selectNodeContents(count.previousSibling!);
    return count.getBoundingClientRect().left - range.getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(-1);
  await page.context().close();
});

test('a company and a sector from right to left stand one after the other, as any two do', async () => {
  const [name, sector] = ['מפעל', 'טקסטיל'];
  const body = { symbol: 'MIFAL', name, sector, tickSize: 0.05, priceBand: 20, price: 100 };
  const listed = await server.call('POST', '/listStock', { token: await server.adminToken(), body });
  expect(listed.status).toBe(201);
  const page = await open('/stockdetails/MIFAL', 1440);
  const line = page.getByText(sector).first();
  await line.waitFor();
  const [nameLeft, sectorLeft] = await line.evaluate(
    (element, words) =>
      words.map((word) => {
        const text = element.firstChild!;
        const at = text.textContent!.indexOf(word);
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + word.length);
        return range.getBoundingClientRect().left;
      }),
    [name, sector],
  );
  expect(nameLeft).toBeLessThan(sectorLeft);
  await page.context().close();
});

test('a stock with the longest symbol and sector: no page of its owner is too wide, and nothing covers what it is worth', async () => {
  const symbol = 'W'.repeat(20);
  const stock = { symbol, name: LONG, sector: 'W'.repeat(40), tickSize: 0.05, priceBand: 20, price: 100 };
  const listed = await server.call('POST', '/listStock', { token: await server.adminToken(), body: stock });
  expect(listed.status).toBe(201);
  await server.topUp(learner.token, 10_000);
  // It has just been listed, and is offered a moment later.
  const order = { stock: symbol, type: 'BUY', orderType: 'LIMIT', price: 105, quantity: 2 };
  await server.call('POST', '/orders', { token: learner.token, body: order });
  const held = async () => (await server.call('GET', '/portfolio', { token: learner.token })).body.data as object;
  await expect.poll(held).toMatchObject({ portfolio: [{ symbol, quantity: 2 }] });
  const page = await open('/home', 320);
  for (const path of ['/home', '/myOrders', '/portfolio']) {
    await page.goto(server.url + path);
    await untilShown(page);
    await page.getByText(symbol).or(page.getByText(stock.sector)).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  }
  const row = page.locator('main li[data-symbol]');
  const [name, worth] = [row.getByText(symbol, { exact: true }).first(), row.getByText(/^\u20b9/).first()];
  const [left, right] = [(await name.boundingBox())!, (await worth.boundingBox())!];
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  // The button of a ticket says all that will happen.
  await row.getByRole('button', { name: `Buy ${symbol}` }).click();
  await page.getByRole('radio', { name: 'Stop-limit' }).check({ force: true });
  const send = page.getByRole('dialog').locator('button[type=submit]');
  await expect.poll(() => send.innerText()).toContain('up to');
  const beyond = await send.evaluate((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return range.getBoundingClientRect().height - button.getBoundingClientRect().height;
  });
  expect(beyond).toBeLessThanOrEqual(0);
  await page.context().close();
});
