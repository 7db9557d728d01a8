// A lesson in a real browser: planned by the desk, bought by a learner, given its files by the instructor, and canceled, also over a power cut.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, expectAlert, figure, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const MEERA = { name: 'Meera Iyer', email: 'meera@example.com', password: 'secret-12' };
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

let desk: Page;
let learner: Page;
let teacher: Page;
const faults: string[][] = [];

async function open(path: string, email: string, password: string): Promise<Page> {
  const opened = await newPage(browser, { timezoneId: 'Europe/London', acceptDownloads: true });
  faults.push(opened.faults);
  const { page } = opened;
  await logInAt(page, `${server.url}${path}`, { email, password });
  return page;
}

async function signUpInstructor(): Promise<void> {
  await server.call('POST', '/signup', { body: { ...MEERA, role: 'instructor' } });
  const otp = await server.codeFor(MEERA.email);
  await server.call('POST', '/verifyOtp', { body: { email: MEERA.email, otp } });
}

beforeAll(async () => {
  await Promise.all([server.newTrader('asha', 100), signUpInstructor()]);
  desk = await open('/adminLogin', ADMIN.email, ADMIN.password);
  learner = await open('/login', 'asha@example.com', 'secret-12');
  teacher = await open('/instructorLogin', MEERA.email, MEERA.password);
});

/** The minute may change between two looks at a clock. */
const BEGUN_AT = Date.now();

/** The value of a date and time field: London's wall clock, so many minutes from the beginning. */
function wallClock(minutes: number): string {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'short' });
  return parts.format(BEGUN_AT + minutes * 60_000).replace(' ', 'T');
}

async function fillSession(topic: string, startMinutes: number): Promise<void> {
  await desk.goto(`${server.url}/createSession`);
  await expect.poll(() => desk.getByLabel('Instructor', { exact: true }).locator('option').count()).toBe(2);
  await desk.getByLabel('Instructor', { exact: true }).selectOption(MEERA.email);
  await desk.getByLabel('Specialization').selectOption('risk');
  await desk.getByLabel('Topic').fill(topic);
  await desk.getByLabel('Start Time').fill(wallClock(startMinutes));
}

const submit = () => desk.locator('button[type=submit]');
const card = (page: Page, title: string) => page.locator('article', { hasText: new RegExp(title, 'i') });

test('the desk plans a lesson; each mistake is shown beside its field', async () => {
  await fillSession('Stops that hold', 10);
  await expect.poll(() => desk.getByLabel('Instructor Name').inputValue()).toBe(MEERA.name);
  // Filled in by itself: an hour after the start.
  await expect.poll(() => desk.getByLabel('End Time').inputValue()).toBe(wallClock(70));
  // Typed over, the start is empty for a moment: the length stays.
  await desk.getByLabel('End Time').fill(wallClock(130));
  await desk.getByLabel('Start Time').fill('');
  await desk.getByLabel('Start Time').fill(wallClock(20));
  await expect.poll(() => desk.getByLabel('End Time').inputValue()).toBe(wallClock(140));
  await desk.getByLabel('Start Time').fill(wallClock(10));
  await desk.getByLabel('End Time').fill(wallClock(5));
  await desk.getByText('End time must be after the start time').waitFor();
  await expect.poll(() => submit().isDisabled()).toBe(true);
  await desk.getByLabel('End Time').fill(wallClock(70));
  await desk.getByLabel('Hourly Rate ($)').fill('-1');
  await desk.getByText('Hourly rate must be 0 or more').waitFor();
  await desk.getByLabel('Hourly Rate ($)').fill('850');
  // 850 / 85
  await desk.getByText('In rupees, about $10.00: what a learner pays in all.').waitFor();
  await expectAccessible(desk, 'the session form');
  await submit().click();
  await expectAlert(desk, 'created successfully');
  await desk.waitForURL('**/sessions');
  const row = desk.locator('tbody tr', { hasText: 'Stops that hold' });
  await expect.poll(() => row.innerText()).toMatch(/Risk Management[\s\S]*₹850\.00\s+\$10\.00[\s\S]*SCHEDULED/);
  await expectAccessible(desk, 'the sessions');
});

test('a second lesson of the instructor at that time is refused; Cancel empties the form', async () => {
  await fillSession('Another', 40);
  await submit().click();
  await desk.getByText('This instructor already has a session at that time').waitFor();
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => desk.getByLabel('Instructor Name').inputValue()).toBe('');
  await expect.poll(() => submit().isDisabled()).toBe(true);
});

const panel = (name: string) =>
  desk.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link', { name, exact: true });
const topic = () => desk.getByLabel('Topic').inputValue();
const KEPT = 'This is as you left it, and not saved yet. Cancel undoes it.';

test('a plan that is left is there again, however it was left, until it is canceled', async () => {
  await fillSession('Half a plan', 3000);
  await panel('Session').click();
  await desk.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  await desk.goBack();
  await desk.getByText(KEPT).waitFor();
  expect(await topic()).toBe('Half a plan');
  await desk.reload();
  await expect.poll(topic).toBe('Half a plan');
  await expect.poll(() => desk.getByLabel('Start Time').inputValue()).toBe(wallClock(3000));
  await desk.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(topic).toBe('');
  await panel('Session').click();
  await panel('Create Session').click();
  await expect.poll(topic).toBe('');
  expect(await desk.getByText(KEPT).count()).toBe(0);
});

test('what is missing or is no number is said where it is left', async () => {
  await desk.getByLabel('Hourly Rate ($)').fill('');
  await desk.getByLabel('Hourly Rate ($)').pressSequentially('1e');
  await desk.getByLabel('Start Time').focus();
  await desk.getByText('Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00').waitFor();
  await desk.getByLabel('Topic').focus();
  await desk.getByText('Start time is required').waitFor();
  expect(await desk.getByText('Hourly rate is required').count()).toBe(0);
  // An address that cannot be right is not called one that may sign up.
  await desk.getByLabel('Instructor Email').fill('meera@example');
  await desk.getByText('Nobody has proven this address').waitFor();
  await desk.getByLabel('Topic').focus();
  await desk.getByText('Please enter a valid email address').waitFor();
  expect(await desk.getByText('Nobody has proven this address').count()).toBe(0);
  await desk.getByRole('button', { name: 'Cancel' }).click();
});

test('a change that is left is laid over what a colleague has saved meanwhile', async () => {
  await desk.goto(`${server.url}/sessions`);
  await desk.getByRole('link', { name: /^Edit/ }).click();
  await desk.getByLabel('Description').fill('Bring a chart');
  await panel('Session').click();
  await desk.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  const token = await server.adminToken();
  const [lesson] = (await server.call('GET', '/getSessions', { token })).body.data as { id: string }[];
  await server.call('POST', `/updateSession/${lesson.id}`, { token, body: { ...lesson, hourly_rate: 900 } });
  await desk.goto(`${server.url}/editSession/${lesson.id}`);
  await expect.poll(() => desk.getByLabel('Hourly Rate ($)').inputValue()).toBe('900');
  expect(await desk.getByLabel('Description').inputValue()).toBe('Bring a chart');
  await desk.getByLabel('Hourly Rate ($)').fill('850');
  await submit().click();
  await expectAlert(desk, 'updated successfully');
  // Saved, it is not kept any more.
  await desk.getByRole('link', { name: /^Edit/ }).click();
  await expect.poll(() => desk.getByLabel('Description').inputValue()).toBe('Bring a chart');
  expect(await desk.getByText(KEPT).count()).toBe(0);
});

test('courses that stay on the screen follow the desk', async () => {
  const watcher = await learner.context().newPage();
  await watcher.clock.install();
  await watcher.goto(`${server.url}/courses`);
  await card(watcher, 'Stops that hold').getByText('₹850.00').waitFor();
  const token = await server.adminToken();
  const [lesson] = (await server.call('GET', '/getSessions', { token })).body.data as { id: string }[];
  const charge = (hourly_rate: number) =>
    server.call('POST', `/updateSession/${lesson.id}`, { token, body: { ...lesson, hourly_rate } });
  await charge(860);
  await watcher.clock.fastForward(61_000);
  await expect.poll(() => card(watcher, 'Stops that hold').getByText('₹860.00').count()).toBe(1);
  await charge(850);
  await watcher.close();
});

test('a learner buys it in the checkout, and its door is open', async () => {
  await teacher.goto(`${server.url}/dashboard`);
  const sold = () => Promise.all(['Places taken', 'Earned'].map((name) => figure(teacher.getByRole('main'), name)));
  await expect.poll(sold).toEqual(['0', '₹0.00']);
  await learner.goto(`${server.url}/courses`);
  await learner.getByText('1 course', { exact: true }).waitFor();
  await expectAccessible(learner, 'the courses');
  await card(learner, 'Stops that hold')
    .getByRole('button', { name: /^Buy Now/ })
    .click();
  await learner.getByRole('dialog').getByText('Lesson: Stops that hold', { exact: true }).waitFor();
  await learner.getByRole('button', { name: 'Pay ₹850.00' }).click();
  await expectAlert(learner, 'Payment successful for course: Stops that hold');
  // The button that was pressed is gone: the focus stays in its card.
  const isInCard = () => learner.evaluate(() => document.activeElement?.closest('article') !== null);
  await expect.poll(isInCard).toBe(true);
  // The instructor's dashboard, open all the while, shows the sale by itself.
  await expect.poll(sold).toEqual(['1', '₹850.00']);
  const way = card(learner, 'Stops that hold').getByRole('link', { name: 'Start Call: Stops that hold' });
  await way.waitFor();
  await card(learner, 'Stops that hold').getByText('1 hour · ₹850.00').waitFor();
  await expect.poll(() => way.getAttribute('href')).toMatch(/^\/videocall\?session=/);
  await learner.getByText('My lessons').click();
  await card(learner, 'Stops that hold').waitFor();
});

test('the instructor sees the learner and the money, and gives the lesson its notes', async () => {
  await teacher.getByRole('heading', { name: 'Welcome back, Meera Iyer' }).waitFor();
  const tiles = teacher.getByRole('main');
  await expect.poll(() => figure(tiles, 'Total Sessions')).toBe('1');
  const told = () => Promise.all(['Upcoming', 'Completed', 'Earned'].map((name) => figure(tiles, name)));
  await expect.poll(told).toEqual(['1', '0', '₹850.00']);
  await expectAccessible(teacher, 'the dashboard');
  // In the instructor's list, an own course has a button to hold it, not to buy it.
  await teacher.goto(`${server.url}/courses`);
  await card(teacher, 'Stops that hold').getByRole('button', { name: 'Start Session: Stops that hold' }).waitFor();
  expect(await card(teacher, 'Stops that hold').getByText('Buy Now').count()).toBe(0);
  await teacher.goto(`${server.url}/instructorhome`);
  await teacher.getByText('See the learner').click();
  await card(teacher, 'Stops that hold').getByRole('listitem').getByText('asha').waitFor();
  await expectAccessible(teacher, 'assigned sessions');
  await card(teacher, 'Stops that hold').getByRole('link', { name: 'Lesson and materials: Stops that hold' }).click();
  const chooser = teacher.locator('input[type=file]');
  // A file that is refused keeps the next one from nothing.
  await chooser.setInputFiles([
    { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>') },
    { name: 'Week 1.pdf', mimeType: 'application/pdf', buffer: PDF },
  ]);
  await teacher.getByText(/page\.pdf.*: This file is not what its name says/).waitFor();
  await teacher.getByRole('button', { name: 'Week 1.pdf', exact: true }).waitFor();
  // A name that is too long keeps its end, and no half of an emoji.
  const long = `${'\u{1f4c8}'.repeat(130)}.pdf`;
  await chooser.setInputFiles({ name: long, mimeType: 'application/pdf', buffer: PDF });
  await teacher.getByRole('button', { name: `${'\u{1f4c8}'.repeat(116)}.pdf`, exact: true }).waitFor();
  await expectAccessible(teacher, 'the lesson');
  // Cut off when the server had it: it is not said to have failed, or it would be sent a second time.
  await teacher.route(/\/materials\//, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await chooser.setInputFiles({ name: 'Week 2.pdf', mimeType: 'application/pdf', buffer: PDF });
  await teacher.getByText('The file has been added.').waitFor();
  await teacher.getByRole('button', { name: 'Week 2.pdf', exact: true }).waitFor();
  await teacher.unroute(/\/materials\//);
});

test('the learner reads the notes and keeps the date', async () => {
  await card(learner, 'Stops that hold')
    .getByRole('link', { name: /^stops that hold/i })
    .click();
  const [notes] = await Promise.all([
    learner.waitForEvent('download'),
    learner.getByRole('button', { name: 'Week 1.pdf' }).click(),
  ]);
  expect(notes.suggestedFilename()).toBe('Week 1.pdf');
  expect((await readFile(await notes.path())).equals(PDF)).toBe(true);
  const [calendar] = await Promise.all([
    learner.waitForEvent('download'),
    learner.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(await readFile(await calendar.path(), 'utf8')).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Stops that hold\r\n/,
  );
});

test('canceled, and the power fails at once: the money goes back all the same', async () => {
  await desk.goto(`${server.url}/sessions`);
  await desk.getByRole('button', { name: /^Delete/ }).click();
  await desk.getByText('1 learner is told, and ₹850.00 goes back to where it came from.').waitFor();
  await learner.context().setOffline(true);
  await desk.getByRole('button', { name: 'Cancel session' }).click();
  await expectAlert(desk, 'Session canceled successfully');
  await server.kill();
  server.port = Number(new URL(server.url).port);
  await server.start();
  await learner.context().setOffline(false);
  // The learner's page of the lesson, open all the while, hears of it.
  await learner.getByText('Canceled. \u20b9850.00 has been sent back to you.').waitFor();
  const login = await server.call('POST', '/login', { body: { email: 'asha@example.com', password: 'secret-12' } });
  const { token } = login.body.data as { token: string };
  const lessons = async () =>
    (await server.call('GET', '/getPurchased', { token })).body.data as { status: string; refund: string }[];
  await expect.poll(async () => (await lessons())[0].refund).toBe('done');
  expect((await lessons())[0].status).toBe('CANCELED');
  const told = (await server.call('GET', '/notifications', { token })).body.data as { message: string }[];
  expect(told.filter(({ message }) => message.includes('has been sent back'))).toHaveLength(1);
  expect(faults.flat().filter((fault) => !fault.includes('ERR_CONNECTION') && !fault.includes('WebSocket'))).toEqual(
    [],
  );
});
