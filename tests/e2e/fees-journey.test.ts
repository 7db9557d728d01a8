// The fees of the desk in a real browser: what is previewed belongs to what is typed. And what was saved or typed, there and on its sister screens, stays.
import { expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

test('a preview that comes late is not shown for fees that were typed since', async () => {
  const { page, faults } = await newPage(browser);
  await logInAt(page, `${server.url}/adminLogin`, ADMIN);
  await page.goto(`${server.url}/transactions`);
  const rate = page.getByLabel('Standard commission rate (%)');
  const preview = page.getByRole('button', { name: 'Preview' });
  const shown = page.getByRole('status').filter({ hasText: 'Fees with this change' });
  await rate.fill('2');
  await preview.click();
  await shown.waitFor();

  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/feePreview', async (route) => {
    await isDue;
    await route.continue();
  });
  await rate.fill('3');
  expect(await shown.count()).toBe(0);
  const answered = page.waitForResponse('**/feePreview');
  await preview.click();
  await rate.fill('4');
  answer();
  await answered;
  await expect.poll(() => preview.getAttribute('aria-busy')).not.toBe('true');
  expect(await shown.count()).toBe(0);
  await preview.click();
  await shown.waitFor();
  expect(faults).toEqual([]);
});

const screens = [
  { screen: 'transactions', read: 'getFees', field: 'Standard commission rate (%)', button: 'Save Changes' },
  { screen: 'limit', read: 'limit', field: 'Maximum Buy Limit', button: 'Save Trading Limits' },
  { screen: 'promotions', read: 'promotions', field: 'Bonus Amount', button: 'Save Changes' },
];

test.each(screens)(
  'what was typed on the screen of $screen when the login lapsed is there again',
  async ({ screen, field, button }) => {
    const { page, faults } = await newPage(browser);
    await logInAt(page, `${server.url}/adminLogin`, ADMIN);
    await page.goto(`${server.url}/${screen}`);
    await page.getByLabel(field).fill('7');
    await server.call('POST', '/endOtherLogins', { token: await server.adminToken() });
    await page.getByText('Session expired. Please log in again.').waitFor({ timeout: 20_000 });
    await logInAt(page, `${server.url}/adminLogin`, ADMIN);
    await page.waitForURL(`**/${screen}`);
    await expect.poll(() => page.getByLabel(field).inputValue()).toBe('7');
    expect(await page.getByRole('button', { name: button }).isEnabled()).toBe(true);
    // Once it has been found again, it is kept no longer.
    await page.reload();
    await page.getByLabel(field).waitFor();
    expect(await page.getByLabel(field).inputValue()).not.toBe('7');
    expect(faults).toEqual([]);
    await page.context().close();
  },
);

test.each(screens)(
  'an answer from before a save does not undo it on the screen of $screen',
  async ({ screen, read, field, button }) => {
    const { page, faults } = await newPage(browser);
    await page.clock.install();
    await logInAt(page, `${server.url}/adminLogin`, ADMIN);
    await page.goto(`${server.url}/${screen}`);
    const typed = page.getByLabel(field);
    await typed.waitFor();
    let answer = (): void => {};
    const isDue = new Promise<void>((resolve) => (answer = resolve));
    let asked = (): void => {};
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    await page.route(`**/${read}`, async (route) => {
      const response = await route.fetch();
      asked();
      await isDue;
      // Nobody may be waiting for it any more.
      await route.fulfill({ response }).catch(() => {});
    });
    // The screen asks again by itself.
    await page.clock.fastForward('00:31');
    await isAsked;
    await typed.fill('2');
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'OK' }).click();
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForTimeout(300);
    expect(await typed.inputValue()).toBe('2');
    expect(faults).toEqual([]);
    await page.context().close();
  },
);
