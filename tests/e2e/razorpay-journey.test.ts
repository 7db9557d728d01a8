// Paying through Razorpay in a real browser: its checkout in a frame of another site, under the page's own policy; closed, failed, blocked, and away at the wrong moment.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, FrameLocator, Locator, Page, Route } from 'playwright-core';
import { ADMIN, RealServer } from '../crash/real-server.ts';
import { KEYS, RazorpayServer } from '../razorpay-server.ts';
import { expectAccessible, expectAlert, logInAt, newPage, openBrowser } from './browser.ts';

const NAME = 'payer';
/** The sign-up bonus, in rupees. */
const BONUS = 50;
const SITES = /^https:\/\/(checkout|api)\.razorpay\.com\//;

let razorpay: RazorpayServer;
let server: RealServer;
let browser: Browser;
let page: Page;
let faults: string[];
let token: string;

/** Razorpay's addresses, answered by the server that plays its part. */
async function asRazorpay(route: Route): Promise<void> {
  const request = route.request();
  const answer = await fetch(request.url().replace(SITES, `${razorpay.url}/`), {
    method: request.method(),
    body: request.postData() ?? undefined,
  });
  const contentType = answer.headers.get('content-type') ?? undefined;
  await route.fulfill({ status: answer.status, contentType, body: await answer.text() });
}

beforeAll(async () => {
  razorpay = await RazorpayServer.start();
  server = await RealServer.create({
    RAZORPAY_KEY_ID: KEYS.keyId,
    RAZORPAY_KEY_SECRET: KEYS.keySecret,
    RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
    RAZORPAY_API_URL: razorpay.url,
  });
  const [opened] = await Promise.all([openBrowser(), server.start()]);
  browser = opened;
  token = await server.newTrader(NAME, 0);
  ({ page, faults } = await newPage(browser));
  await page.context().route(SITES, asRazorpay);
  await logInAt(page, `${server.url}/login`, { email: `${NAME}@example.com`, password: 'secret-12' });
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await razorpay?.close();
});

const checkout = (): FrameLocator => page.frameLocator('iframe[title="Razorpay Checkout"]');
const overlay = (): Locator => page.locator('.razorpay-container');
const balance = async (): Promise<number> =>
  ((await server.call('GET', '/portfolio', { token })).body.data as { balance: number }).balance;

async function beginTopUp(amount: string): Promise<void> {
  await page.goto(`${server.url}/addmoney`);
  await page.getByRole('button', { name: amount }).click();
}

test('from the side panel at home: the checkout takes the keyboard, is paid, and the wallet has the money', async () => {
  await page.getByRole('main').getByRole('button', { name: 'Add money' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '₹2,000' }).click();
  await checkout()
    .getByText(/Istock: Practice money for your wallet, 200000 paise, rzp_test_/)
    .waitFor();
  await checkout().getByText(`${NAME}@example.com`).waitFor();
  await checkout().getByLabel('UPI ID').click();
  // Nothing behind it may take the focus away while a person types.
  await page.keyboard.type('success@razorpay', { delay: 10 });
  await page.keyboard.press('Enter');
  await expectAlert(page, 'Payment successful!');
  await page.waitForURL('**/home');
  expect(await balance()).toBe(2000 + BONUS);
  expect(await overlay().count()).toBe(0);
});

test('closed without paying: nothing is charged, and the page is as before', async () => {
  await beginTopUp('₹1,000');
  await checkout().getByRole('button', { name: 'Close' }).click();
  await overlay().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '₹1,000' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Continue to payment' }).isEnabled()).toBe(true);
  expect(await balance()).toBe(2000 + BONUS);
  await expectAccessible(page, 'add money with Razorpay');
});

test('a try that fails leaves the checkout open for the next one', async () => {
  await beginTopUp('₹1,000');
  await checkout().getByLabel('UPI ID').fill('failure@razorpay');
  await checkout().getByRole('button', { name: 'Pay' }).click();
  await checkout().getByText('Payment failed').waitFor();
  await checkout().getByLabel('UPI ID').fill('success@razorpay');
  await checkout().getByRole('button', { name: 'Pay' }).click();
  await expectAlert(page, 'Payment successful!');
  expect(await balance()).toBe(3000 + BONUS);
});

test('a sum below what Razorpay takes is refused in words', async () => {
  await page.goto(`${server.url}/addmoney`);
  await page.getByLabel('Amount', { exact: true }).fill('0.5');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expectAlert(page, 'The smallest payment is ₹1.00.');
});

test('Razorpay is away at the order: the page says so, nothing is charged, and it works again later', async () => {
  razorpay.fail('down', /orders/);
  await beginTopUp('₹1,000');
  await expectAlert(page, 'The payment provider does not answer. Nothing was charged. Please try again in a minute.');
  razorpay.mend();
  await page.getByRole('button', { name: '₹1,000' }).click();
  await checkout().getByRole('button', { name: 'Close' }).click();
});

test('Razorpay is away after paying: the page says that nothing is lost, and the webhook credits it while the page is open', async () => {
  await beginTopUp('₹5,000');
  razorpay.fail(502, /payments/);
  await checkout().getByLabel('UPI ID').fill('success@razorpay');
  await checkout().getByRole('button', { name: 'Pay' }).click();
  await expectAlert(
    page,
    'The payment provider does not answer. If you have paid, nothing is lost: it is credited as soon as the provider answers.',
  );
  expect(await balance()).toBe(3000 + BONUS);
  const payment = [...razorpay.payments.values()].at(-1)!;
  const { body, signature } = razorpay.news('payment.captured', payment);
  const send = async (): Promise<number> =>
    (
      await fetch(`${server.url}/webhooks/payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature },
        body,
      })
    ).status;
  expect(await send()).toBe(503);
  razorpay.mend();
  expect([await send(), await send()]).toEqual([200, 200]);
  // The browser has reported twice that the provider could not be reached.
  expect(faults.splice(0)).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('503')));
  expect(await balance()).toBe(8000 + BONUS);
  await page.getByText('₹8,050.00').first().waitFor();
});

test('the script is blocked: the page says so, nothing is charged, and the next payment tries again', async () => {
  await page.goto(`${server.url}/addmoney`);
  const blocked = /checkout\.js/;
  await page.context().route(blocked, (route) => route.abort());
  await page.getByRole('button', { name: '₹1,000' }).click();
  await expectAlert(
    page,
    'Razorpay’s page could not be loaded. Nothing was charged. Check your connection, or whether something blocks checkout.razorpay.com, and try again.',
  );
  await page.context().unroute(blocked);
  await page.getByRole('button', { name: '₹1,000' }).click();
  await checkout().getByRole('button', { name: 'Close' }).click();
  expect(await balance()).toBe(8000 + BONUS);
  // The browser's one complaint is caused by this test.
  expect(faults.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')]);
});

test('the page may speak to Razorpay, and to nobody else', async () => {
  const policy = (await fetch(`${server.url}/login`, { headers: { accept: 'text/html' } })).headers.get(
    'content-security-policy',
  )!;
  expect(policy).toContain('https://checkout.razorpay.com');
  expect([...policy.matchAll(/https:\/\/[^ ;]+/g)].filter(([address]) => !address.endsWith('.razorpay.com'))).toEqual(
    [],
  );
  expect(/script-src ([^;]+)/.exec(policy)![1]).not.toContain('unsafe');
});

test('an order is paid once more: the desk is told on its first screen, and notes what was done', async () => {
  const [first] = razorpay.payments.values();
  const { body, signature } = razorpay.news('payment.captured', razorpay.pay(first.order_id, {}));
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature };
  await fetch(`${server.url}/webhooks/payment`, { method: 'POST', headers, body });
  const desk = await newPage(browser);
  await logInAt(desk.page, `${server.url}/adminLogin`, ADMIN);
  await desk.page.getByText('A payment at the provider is credited to nobody.').waitFor();
  await expectAccessible(desk.page, 'the dashboard with money of nobody');
  await desk.page.getByRole('link', { name: 'Look into it' }).click();
  await desk.page.getByText('The order had been paid already.').waitFor();
  await desk.page.getByRole('button', { name: /^Looked into it/ }).click();
  await desk.page.getByLabel('For the log').fill('Paid back');
  await desk.page.getByRole('button', { name: 'Save' }).click();
  await desk.page.getByText('The order had been paid already.').waitFor({ state: 'detached' });
  await desk.page.goto(`${server.url}/adminHome`);
  await desk.page.getByText('Deposits today').waitFor();
  expect(await desk.page.getByText('credited to nobody').count()).toBe(0);
  expect(desk.faults).toEqual([]);
});

test('no page has reported an error', () => {
  expect(faults).toEqual([]);
});
