// Notes of the diary whose saving is interrupted: by a lost network, by leaving the page, by another window, by a login that expires.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { newPage, sendLogin } from './browser.ts';
import { browser, server } from './site.ts';

let page: Page;
let token: string;

async function buyOne(): Promise<void> {
  const order = { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 1 };
  expect((await server.call('POST', '/orders', { token, body: order })).status).toBe(200);
}

// The diary has a day to write about once something has been traded on it.
beforeAll(async () => {
  token = await server.newTrader('asha', 100_000);
  await buyOne();
});

async function logIn(on: Page): Promise<void> {
  await sendLogin(on, 'asha@example.com', 'secret-12');
}

async function loggedIn(): Promise<Page> {
  const opened = await newPage(browser);
  await opened.page.goto(`${server.url}/login`);
  await logIn(opened.page);
  await opened.page.waitForURL('**/home');
  return opened.page;
}

// Each test logs in for itself, so that one leaves nothing behind that would help the next.
beforeEach(async () => {
  await page?.context().close();
  page = await loggedIn();
});

const storedDiary = async (): Promise<string> =>
  JSON.stringify((await server.call('GET', '/tradeDiary', { token })).body.data);

/** The note of the latest day, and its status. */
async function openNote(on: Page): Promise<{ note: Locator; saving: Locator }> {
  await on.goto(`${server.url}/tradediary`);
  await on
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const note = on.getByRole('textbox', { name: 'Notes of the day' });
  await note.waitFor();
  return { note, saving: on.getByRole('status').filter({ hasText: /saved|Saved/ }) };
}

/** A reload of the page now brings a warning, and is declined. */
async function expectToBeAsked(): Promise<void> {
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => {});
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
}

test('a note that could not be sent is saved when the network returns', async () => {
  const { note, saving } = await openNote(page);
  await page.context().setOffline(true);
  await note.fill('Waited for the line');
  await expect.poll(() => saving.innerText()).toContain('Not saved:');
  await expectToBeAsked();
  await page.context().setOffline(false);
  await expect.poll(() => saving.innerText(), { timeout: 20_000 }).toBe('All changes are saved');
  await page.reload();
  await expect.poll(() => note.inputValue()).toBe('Waited for the line');
});

test('a note that is left before it could be saved is saved all the same', async () => {
  const { note, saving } = await openNote(page);
  let isCut = true;
  await page.route('**/tradeDiary/note', (route) => (isCut ? route.abort() : route.continue()));
  await note.fill('Went on to the orders');
  await expect.poll(() => saving.innerText()).toContain('Not saved:');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.locator('tr[data-symbol]').first().waitFor();
  await expectToBeAsked();
  isCut = false;
  await expect.poll(storedDiary, { timeout: 20_000 }).toContain('Went on to the orders');
});

test('two windows write the same note: both texts are kept, and both windows come to show them', async () => {
  const phone = await loggedIn();
  const [desk, hand] = [await openNote(page), await openNote(phone)];
  const before = await desk.note.inputValue();
  await desk.note.fill(`${before} and bought.`);
  await expect.poll(() => desk.saving.innerText()).toBe('All changes are saved');
  await hand.note.fill(`${before} and sold.`);
  await expect.poll(() => hand.saving.innerText()).toBe('Saved, with what was written in another window');
  const both = `${before} and bought.\n\nand sold.`;
  await expect.poll(() => hand.note.inputValue()).toBe(both);
  // The list is told of the new trade when an order is filled, and the note comes with it.
  await buyOne();
  await expect.poll(() => desk.note.inputValue(), { timeout: 20_000 }).toBe(both);
  await desk.note.fill(`${both} Well done.`);
  await expect.poll(() => desk.saving.innerText()).toBe('All changes are saved');
  await phone.context().close();
});

test('a note that could not be saved before the login lapsed is there again, and saved', async () => {
  const { note, saving } = await openNote(page);
  const words = 'Held on while the line was down';
  await page.route('**/tradeDiary/note', (route) => route.abort());
  await note.fill(words);
  await expect.poll(() => saving.innerText()).toContain('Not saved:');
  await server.call('POST', '/endOtherLogins', { token });
  await page.getByText('Session expired. Please log in again.').waitFor({ timeout: 20_000 });
  await page.unroute('**/tradeDiary/note');
  expect(await storedDiary()).not.toContain(words);
  await logIn(page);
  await page.waitForURL('**/tradediary*');
  await expect.poll(() => note.inputValue()).toBe(words);
  await expect.poll(storedDiary, { timeout: 20_000 }).toContain(words);
});

test('a note that was left before it could be saved waits for its writer, whose login lapses meanwhile', async () => {
  const { note, saving } = await openNote(page);
  const words = 'Left before the line came back';
  await page.route('**/tradeDiary/note', (route) => route.abort());
  await note.fill(words);
  await expect.poll(() => saving.innerText()).toContain('Not saved:');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
  await page.locator('tr[data-symbol]').first().waitFor();
  await server.call('POST', '/endOtherLogins', { token });
  await page.getByText('Session expired. Please log in again.').waitFor({ timeout: 20_000 });
  await page.unroute('**/tradeDiary/note');
  // Longer than the pause between two attempts.
  await page.waitForTimeout(5_000);
  expect(await storedDiary()).not.toContain(words);
  await logIn(page);
  await page.waitForURL('**/myOrders*');
  await expect.poll(storedDiary, { timeout: 20_000 }).toContain(words);
});

test('on a phone the mark of a day with notes is not behind the date of today', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { note, saving } = await openNote(page);
  await note.fill('Written on a phone');
  await expect.poll(() => saving.innerText()).toBe('All changes are saved');
  const today = page.locator('button[data-day][aria-current=date]');
  const [mark, date] = [today.locator('svg').first(), today.locator('span[aria-hidden]').first()];
  const [of, at] = [(await mark.boundingBox())!, (await date.boundingBox())!];
  expect(of.x >= at.x + at.width || of.y >= at.y + at.height).toBe(true);
});
