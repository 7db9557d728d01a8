// Messages of administrators, in a real browser: to one person and to everybody, as the receivers see them, and the record that stays at the desk.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const TO_ONE = 'Your order of yesterday was not filled: nobody sold below 290. <b>It is free again.</b>';
const TO_ALL = 'The market is halted on Sunday from 10:00 to 11:00.';

let desk: Page;
let asha: Page;
let ravi: Page;
const faults: string[][] = [];

async function open(at: string, email: string, password: string): Promise<Page> {
  const opened = await newPage(browser);
  faults.push(opened.faults);
  const { page } = opened;
  await logInAt(page, `${server.url}${at}`, { email, password });
  await page.locator('html[data-connection="live"]').waitFor();
  return page;
}

beforeAll(async () => {
  const ravis = (await Promise.all(['asha', 'ravi'].map((name) => server.newTrader(name, 100))))[1];
  // Ravi also wants messages of administrators by mail.
  const wishes = { admin: { inApp: true, email: true } };
  await server.call('POST', '/notificationSettings', { token: ravis, body: wishes });
  desk = await open('/adminLogin', ADMIN.email, ADMIN.password);
  asha = await open('/login', 'asha@example.com', 'secret-12');
  ravi = await open('/login', 'ravi@example.com', 'secret-12');
});

const heard = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const sent = () => desk.getByRole('table', { name: 'Sent messages' }).locator('tbody tr');

async function send(text: string): Promise<void> {
  await desk.getByLabel('Message', { exact: true }).fill(text);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  const question = desk.getByRole('alertdialog');
  await question.getByText(text).waitFor();
  await question.getByRole('button', { name: 'Send' }).click();
}

test('to one person, from that person\u2019s page: told at once, word for word, and nobody else', async () => {
  await desk.goto(`${server.url}/userList?q=asha`);
  await desk.getByRole('link', { name: 'View portfolio of asha@example.com' }).click();
  await desk.getByRole('link', { name: 'Write a message' }).click();
  await desk.waitForURL('**/messages?to=*');
  await desk.getByText('asha@example.com \u00b7 Trader').waitFor();
  await expectAccessible(desk, 'a message to one person');
  await Promise.all([heard(asha, TO_ONE).waitFor(), send(TO_ONE)]);
  await desk.getByText('The message has been sent.').waitFor();
  await expect
    .poll(() => sent().first().innerText())
    .toMatch(/asha@example\.com[\s\S]*It is free again[\s\S]*1 person/);

  await asha
    .getByRole('link', { name: /^Notifications/ })
    .first()
    .click();
  await asha.waitForURL('**/notifications');
  await asha.getByRole('listitem').filter({ hasText: TO_ONE }).waitFor();
  await ravi.goto(`${server.url}/notifications`);
  await ravi.getByRole('listitem').first().waitFor();
  expect(await ravi.getByText('order of yesterday').count()).toBe(0);
});

test('one that is left before it is sent is there again, and for the same person', async () => {
  const field = desk.getByLabel('Message', { exact: true });
  const toOne = desk.url();
  await field.fill('Please look at your');
  await desk.getByRole('link', { name: 'Audit log' }).click();
  await desk.waitForURL('**/audit*');
  await desk.getByRole('link', { name: 'Messages' }).click();
  await desk.waitForURL(toOne);
  expect(await field.inputValue()).toBe('Please look at your');
  await desk.getByText('asha@example.com \u00b7 Trader').waitFor();
  // The menu leads to the screen without a person, also while the next one has not come yet.
  await desk.getByRole('link', { name: 'Messages' }).click();
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.getByRole('alertdialog').getByText('asha@example.com').waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Please look at your');
  // Nobody else gets what was meant for her.
  await desk.goto(`${server.url}/messages?to=ravi@example.com`);
  await desk.getByText('ravi@example.com \u00b7 Trader').waitFor();
  expect(await field.inputValue()).toBe('');
});

test('to everybody: asked once with how many they are, and each is told, one by mail too', async () => {
  await desk.getByRole('radio', { name: 'Everybody' }).check();
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.getByText('Write a message.').waitFor();
  await expect.poll(() => desk.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await desk.getByLabel('Message', { exact: true }).fill(TO_ALL);
  await desk.getByRole('button', { name: 'Send', exact: true }).click();
  await desk.getByText('It goes to everybody: 2 people. It cannot be taken back.').waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await sent().count()).toBe(1);
  await send(TO_ALL);
  await desk.getByText('The message is on its way to everybody.').waitFor();
  await expect.poll(() => sent().first().innerText()).toMatch(/Everybody[\s\S]*Sunday[\s\S]*2 people/);
  // The messages to one person are found among all that were sent.
  await desk.getByRole('searchbox', { name: 'Search person or text' }).fill('asha order');
  await desk.waitForURL('**/messages?q=asha+order');
  await expect.poll(() => sent().allInnerTexts()).toEqual([expect.stringContaining('asha@example.com')]);
  await desk.getByRole('searchbox', { name: 'Search person or text' }).fill('asha sunday');
  await desk.getByText('No message matches').waitFor();
  await desk.getByRole('button', { name: 'Show all messages' }).click();
  await expect.poll(() => sent().count()).toBe(2);
  for (const page of [asha, ravi]) await page.getByRole('listitem').filter({ hasText: TO_ALL }).waitFor();
  const mailed = async (name: string) =>
    ((await server.call('GET', `/dev/mailbox?to=${name}@example.com`)).body.data as { text: string }[]).filter(
      ({ text }) => text.includes(TO_ALL),
    ).length;
  await expect.poll(() => mailed('ravi')).toBe(1);
  expect(await mailed('asha')).toBe(0);
});

test('the log says to whom they were sent, and their words as they were typed', async () => {
  await desk.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name: 'Audit log' }).click();
  await desk.waitForURL('**/auditLog');
  await desk.getByRole('table', { name: 'Audit log' }).getByRole('row').filter({ hasText: 'everybody' }).waitFor();
  const log = await desk.getByRole('table', { name: 'Audit log' }).innerText();
  expect(log.match(/Sent a message/g)).toHaveLength(2);
  expect(log).toContain('The market is halted on Sunday from 10:00 to 11:00.');
  expect(log).toContain('asha@example.com');
  expect(log).toContain('<b>It is free again.</b>');
  expect(faults.flat()).toEqual([]);
});
