// The long lists of the desk in a real browser, under fingers that are quicker than the server.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

let page: Page;
let faults: string[];
/** The newest first. */
const orders: string[] = [];

beforeAll(async () => {
  const asha = await server.newTrader('asha', 50_000);
  for (let n = 0; n < 35; n++) {
    const order = { stock: 'MERIT', type: 'BUY', orderType: 'LIMIT', quantity: 1, price: 290 };
    const placed = await server.call('POST', '/orders', { token: asha, body: order });
    orders.unshift((placed.body.data as { _id: string })._id);
  }
  ({ page, faults } = await newPage(browser));
  await logInAt(page, `${server.url}/adminLogin`, ADMIN);
});

test.each(['limitorders', 'ordermanagement'])(
  'turning pages of %s faster than they come leaves none out',
  async (screen) => {
    await page.goto(`${server.url}/${screen}`);
    const links = page.getByRole('link', { name: /^(View )?Details of order/ });
    const numbers = async (): Promise<string[]> =>
      (await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))).map(
        (href) => href.split('/').at(-1) ?? '',
      );
    await expect.poll(numbers).toEqual(orders.slice(0, 10));
    let answer = (): void => {};
    const isDue = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      ({ searchParams }) => searchParams.get('page') === '2',
      async (route) => {
        await isDue;
        await route.continue().catch(() => {});
      },
    );
    const next = page.getByRole('button', { name: 'Next' });
    await next.click();
    await next.click();
    await page.getByText('Page 3 of 4').waitFor();
    await expect.poll(numbers).toEqual(orders.slice(20, 30));
    await next.click();
    await expect.poll(numbers).toEqual(orders.slice(30));
    const previous = page.getByRole('button', { name: 'Previous' });
    await previous.click();
    await expect.poll(numbers).toEqual(orders.slice(20, 30));
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  },
);

test('a canceled order stays so, whatever an answer from before it says', async () => {
  await page.clock.install();
  await page.goto(`${server.url}/limitorders`);
  const [id] = orders;
  const row = page.getByRole('row').filter({ hasText: id });
  await row.getByText('PENDING').waitFor();
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  let asked = (): void => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  await page.route('**/limitorders?*', async (route) => {
    const response = await route.fetch();
    asked();
    await isDue;
    // Nobody may be waiting for it any more.
    await route.fulfill({ response }).catch(() => {});
  });
  // The screen asks again by itself.
  await page.clock.fastForward(5_100);
  await isAsked;
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await row.getByText('FAILED').waitFor();
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await page.waitForTimeout(300);
  expect(await row.innerText()).toContain('FAILED');
});

test('of more instructors than the form lists, one is known by the address', async () => {
  await server.newTrader('zoya', 0, 'instructor');
  await page.route('**/instructors', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object[] };
    await route.fulfill({ response, json: { ...body, data: [] } });
  });
  await page.goto(`${server.url}/createSession`);
  const email = page.getByLabel('Instructor Email');
  const unknown = page.getByText('Nobody has proven this address as an instructor yet.');
  await email.fill('nobody@example.com');
  await unknown.waitFor();
  await email.fill('zoya@example.com');
  await expect.poll(() => page.getByLabel('Instructor', { exact: true }).inputValue()).toBe('zoya@example.com');
  expect(await unknown.count()).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the days of a longer time are on their way: the sum of the shorter one is not theirs', async () => {
  await page.goto(`${server.url}/adminHome`);
  await page
    .getByText(/ in 30 days: /)
    .first()
    .waitFor();
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/adminDashboard?days=365', async (route) => {
    await isDue;
    await route.continue().catch(() => {});
  });
  await page.getByText('1 year', { exact: true }).click();
  await page.waitForURL('**/adminHome?days=365');
  await page.waitForTimeout(300);
  expect(await page.getByText(/ in 365 days: /).count()).toBe(0);
  // Everything else is of this moment, and stays.
  await page.getByText('35 in all').first().waitFor();
  answer();
  await page.unrouteAll({ behavior: 'wait' });
  await page
    .getByText(/ in 365 days: /)
    .first()
    .waitFor();
});

test('nothing went wrong meanwhile', () => expect(faults).toEqual([]));

/** The call is refused until the returned function is called. */
async function refuse(call: string): Promise<() => Promise<void>> {
  const isCall = (url: URL): boolean => url.pathname === call;
  await page.route(isCall, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({ status: 429, json: { message: 'Ask later.' } }),
  );
  return () => page.unroute(isCall);
}

test.each([
  ['/ordermanagement', '/orders', 'The orders could not be loaded'],
  ['/allTransactions', '/allTransactions', 'The transactions could not be loaded'],
])('the figures above a list that failed do not go on loading: %s', async (screen, call, said) => {
  const allow = await refuse(call);
  await page.goto(`${server.url}${screen}`);
  await page.getByText(said).waitFor();
  expect(await page.locator('.skeleton-fill').count()).toBe(0);
  expect(await page.locator('main').innerText()).toContain('\u2013');
  await allow();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText(said).waitFor({ state: 'detached' });
});

test('where it is not known whether money is credited to nobody, the desk is told so', async () => {
  const allow = await refuse('/strayPayments');
  await page.goto(`${server.url}/payments`);
  const unknown = page.getByText('Payments credited to nobody could not be looked up');
  await unknown.waitFor();
  await allow();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => unknown.count()).toBe(0);
});
