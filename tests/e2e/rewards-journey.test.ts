// Rewards in a real browser: a friend comes by an invitation link, both are paid while their pages are open, and the rules are changed.
import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, newPage } from './browser.ts';
import { browser, server } from './site.ts';

let asha: Page;
let ravi: Page;
const faults: string[][] = [];

async function person(): Promise<Page> {
  const opened = await newPage(browser);
  faults.push(opened.faults);
  return opened.page;
}

beforeAll(async () => {
  [asha, ravi] = [await person(), await person()];
}, 120_000);

async function signUp(page: Page, name: string, address = `${server.url}/signup`): Promise<void> {
  const email = `${name.toLowerCase()}@example.com`;
  await page.goto(address);
  await page.getByLabel('Full Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('secret-12');
  await page.getByLabel('Confirm Password').fill('secret-12');
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/otp?email=*');
  await page.getByLabel('OTP').fill(await server.codeFor(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expectAlert(page, 'OTP verified! You are successfully signed up.');
  await page.waitForURL('**/home');
}

const earned = (page: Page) => page.getByRole('region', { name: 'Earned rewards' });

test('the sign-up bonus is there at once, and does not count as the deposit', async () => {
  await signUp(asha, 'Asha');
  await asha.getByText('\u20b950.00 of your sign-up bonus is in your wallet.').waitFor();
  const steps = asha.getByRole('region', { name: 'First steps' });
  expect(await steps.getByRole('img', { name: 'Done' }).count()).toBe(0);
  await asha.getByRole('link', { name: 'See rewards' }).click();
  await earned(asha).getByText('Sign-up bonus').waitFor();
  await asha.getByText('How rewards work').click();
  await asha.getByText('you get \u20b910.00 and your friend gets \u20b95.00').waitFor();
  await expectAccessible(asha, 'rewards');
});

test('the link brings the code, and both are paid while their pages are open', async () => {
  const link = await asha.getByLabel('Your invitation link').inputValue();
  const code = await asha.getByLabel('Referral Code', { exact: true }).inputValue();
  expect(link).toBe(`${server.url}/signup?ref=${code}`);
  await signUp(ravi, 'Ravi', link);
  await ravi.getByText('Add \u20b9100.00 more and a reward of \u20b95.00 is yours.').waitFor();
  await ravi.goto(`${server.url}/addmoney`);
  await ravi.getByRole('button', { name: '\u20b91,000', exact: true }).click();
  await ravi.getByRole('dialog').getByRole('button', { name: /^Pay/ }).click();
  await expectAlert(ravi, 'Payment successful!');
  await ravi.waitForURL('**/home');
  await ravi.getByRole('region', { name: 'Wallet' }).getByText('\u20b91,055.00').waitFor();
  await ravi.getByRole('region', { name: 'First steps' }).getByRole('img', { name: 'Done' }).waitFor();
  // This page has not been touched meanwhile.
  await earned(asha).getByText('A friend joined').waitFor();
  await asha.getByText('Rewarded so far: 1 of 10 friends.').waitFor();
  await asha.getByText('\u20b960.00').waitFor();
});

test('the statement says where the balance comes from, and every rupee of it', async () => {
  await ravi.goto(`${server.url}/addmoney`);
  const origin = ravi.getByRole('region', { name: 'Where the balance comes from' });
  await origin.getByText('Balance in the books').waitFor();
  const text = (await origin.textContent())!;
  for (const part of ['Added to the wallet', '1,000.00', 'Rewards', '55.00', '\u20b91,055.00'])
    expect(text).toContain(part);
  const moved = ravi.getByRole('region', { name: 'Without a trade' }).locator('tbody tr');
  await expect.poll(() => moved.count()).toBe(3);
  await expectAccessible(ravi, 'the statement');
});

test('an administrator changes the rules: mistakes are marked, Cancel takes back, saving is in force at once', async () => {
  const desk = await person();
  await desk.goto(`${server.url}/adminLogin`);
  await desk.getByLabel('Email').fill(ADMIN.email);
  await desk.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await desk.keyboard.press('Enter');
  await desk.waitForURL('**/adminHome');
  await desk.goto(`${server.url}/promotions?tab=referral`);
  const most = desk.getByLabel('Max Referrals Per User');
  await expect.poll(() => most.inputValue()).toBe('10');
  const save = desk.getByRole('button', { name: 'Save Changes' });
  await most.fill('0');
  await desk.getByText('Enter a whole number of friends from 1 to 1000.').waitFor();
  await expect.poll(() => save.isDisabled()).toBe(true);
  await expectAccessible(desk, 'promotions');
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(async () => [await most.inputValue(), await save.isDisabled()]).toEqual(['10', true]);
  await desk.getByRole('tab', { name: 'Loyalty Rewards' }).click();
  await desk.getByLabel('Reward Amount').fill('75.5');
  await save.click();
  await expectAlert(desk, 'promotion created successfully');
  await desk.reload();
  await expect.poll(() => desk.getByLabel('Reward Amount').inputValue()).toBe('75.5');
  await asha.reload();
  await asha.getByText('\u20b975.50').first().waitFor();
  for (const width of [390, 768]) {
    for (const page of [desk, asha]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0);
    }
  }
});

test('no page has reported an error', () => {
  expect(faults.flat()).toEqual([]);
});
