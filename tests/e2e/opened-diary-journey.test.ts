// A learner opens the diary to the instructor of a lesson, in two real browsers: the instructor reads it and pins a comment to a trade, which
// arrives at once; and as soon as the diary is closed there is nothing left to read.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ADMIN } from '../crash/real-server.ts';
import { expectAccessible, logInAt, newPage } from './browser.ts';
import { browser, server } from './site.ts';

const MEERA = { name: 'Meera Iyer', email: 'meera@example.com', password: 'secret-12' };
const COMMENT = 'The stop was too near for this stock.';

let learner: Page;
let teacher: Page;
let asha: string;
const faults: string[][] = [];

async function open(path: string, email: string): Promise<Page> {
  const opened = await newPage(browser);
  faults.push(opened.faults);
  const { page } = opened;
  await logInAt(page, `${server.url}${path}`, { email, password: MEERA.password });
  return page;
}

async function signUpInstructor(): Promise<void> {
  await server.call('POST', '/signup', { body: { ...MEERA, role: 'instructor' } });
  const otp = await server.codeFor(MEERA.email);
  await server.call('POST', '/verifyOtp', { body: { email: MEERA.email, otp } });
}

async function planLesson(): Promise<string> {
  const login = await server.call('POST', '/adminLogin', { body: ADMIN });
  const { token } = login.body.data as { token: string };
  const lesson = {
    instructor_name: MEERA.name,
    instructor_email: MEERA.email,
    topic: 'Stops that hold',
    hourly_rate: 0,
    start_time: new Date(Date.now() + 3_600_000).toISOString(),
    end_time: new Date(Date.now() + 7_200_000).toISOString(),
  };
  const { body } = await server.call('POST', '/createSession', { token, body: lesson });
  return (body.data as { id: string }).id;
}

/** The simulated traders may need a moment before they quote. */
async function trade(side: string): Promise<void> {
  const order = { stock: 'MERIT', type: side, orderType: 'MARKET', quantity: 3 };
  await expect
    .poll(async () => (await server.call('POST', '/orders', { token: asha, body: order })).body.data, {
      timeout: 20_000,
    })
    .toMatchObject({ status: 'COMPLETED' });
}

beforeAll(async () => {
  asha = await server.newTrader('asha', 50_000);
  await signUpInstructor();
  const lesson = await planLesson();
  await server.call('POST', `/enrol/${lesson}`, { token: asha });
  learner = await open('/login', 'asha@example.com');
  teacher = await open('/instructorLogin', MEERA.email);
});

const opener = () => learner.getByRole('button', { name: 'Open to instructor' });
const dialog = () => learner.getByRole('dialog', { name: 'Open your diary to an instructor' });

test('nothing is open until the learner opens it', async () => {
  await trade('BUY');
  await trade('SELL');
  await teacher.goto(`${server.url}/learnerDiaries`);
  await teacher.getByText('No diary is open to you').waitFor();
  await expectAccessible(teacher, 'no open diary');
});

test('from the diary, for a day; the instructor is told and reads along', async () => {
  await learner.goto(`${server.url}/tradediary`);
  await opener().click();
  await dialog().getByText('1 lesson of yours').waitFor();
  await expectAccessible(learner, 'the choice of an instructor');
  await dialog().getByLabel(`For how long to ${MEERA.name}`).selectOption('1');
  await dialog()
    .getByRole('button', { name: `Open the diary to ${MEERA.name}` })
    .click();
  await dialog().getByText(`Your diary is open to ${MEERA.name} until`).waitFor();
  await dialog().getByRole('button', { name: 'Close', exact: true }).click();
  await teacher.getByText('asha has opened the diary to you until').first().waitFor();
  await teacher.getByRole('link', { name: 'Read the diary of asha' }).click();
  await teacher.getByRole('heading', { level: 1, name: 'Diary of asha' }).waitFor();
  await teacher.getByText('Open to you until').waitFor();
  await teacher
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  const details = teacher.getByRole('region', { name: 'Trade Details' });
  await details.getByText('MERIT').first().waitFor();
  expect(await details.getByRole('textbox').count()).toBe(0);
});

test('its analysis, without what the account is worth', async () => {
  await teacher.getByRole('radio', { name: 'Analysis' }).click();
  await teacher.getByRole('heading', { name: 'What stands out' }).waitFor();
  await teacher.getByRole('heading', { name: 'By what came before' }).waitFor();
  expect(await teacher.getByText('Worth of the account').count()).toBe(0);
  await expectAccessible(teacher, 'the analysis of an opened diary');
  await teacher.getByRole('radio', { name: 'Diary' }).click();
  await teacher
    .getByRole('button', { name: /^View / })
    .first()
    .waitFor();
});

test('a comment is pinned to the trade, and the learner is told at once', async () => {
  const details = teacher.getByRole('region', { name: 'Trade Details' });
  await details.getByRole('button', { name: /^Open the trade in MERIT/ }).click();
  await details.getByText('The learner has written no notes on this trade.').waitFor();
  await details.getByRole('button', { name: 'Write comment' }).click();
  await details.getByText('Write a comment.').waitFor();
  await details.getByLabel('Comment for the learner').fill(COMMENT);
  // It is there again after the trade was closed for a moment.
  const trade = details.getByRole('button', { name: /^(Open|Close) the trade in MERIT/ });
  await trade.click();
  await details.getByLabel('Comment for the learner').waitFor({ state: 'detached' });
  await trade.click();
  await expect.poll(() => details.getByLabel('Comment for the learner').inputValue()).toBe(COMMENT);
  await details.getByRole('button', { name: 'Write comment' }).click();
  await details.getByRole('list', { name: 'Comments' }).getByText(COMMENT).waitFor();
  await expectAccessible(teacher, 'a trade with a comment');
  await details.getByRole('link', { name: 'Chart at entry and exit' }).click();
  await teacher.waitForURL('**/tradingview**');
  await learner.getByText(`${MEERA.name} has commented on your trade in MERIT`).first().waitFor();
  await learner.goto(`${server.url}/tradediary`);
  await learner
    .getByRole('button', { name: /^View / })
    .first()
    .click();
  await learner.getByText('1 comment').waitFor();
  await learner.getByRole('button', { name: /^Open the trade in MERIT/ }).click();
  await learner.getByRole('list', { name: 'Comments' }).getByText(COMMENT).waitFor();
  await expectAccessible(learner, 'a comment in the own diary');
});

test('another month that is still on its way moves nothing, and has no figures of this one', async () => {
  await teacher.goto(`${server.url}/learnerDiaries`);
  await teacher.getByRole('link', { name: 'Read the diary of asha' }).click();
  const trades = teacher.getByRole('button', { name: /^View / });
  await trades.first().waitFor();
  const controls = teacher.getByRole('button', { name: 'Previous month' });
  const place = await controls.boundingBox();
  let answer = (): void => {};
  const isDue = new Promise<void>((resolve) => (answer = resolve));
  await teacher.route('**/sharedDiary/*', async (route) => {
    await isDue;
    await route.continue().catch(() => {});
  });
  await controls.click();
  await expect.poll(() => trades.count()).toBe(0);
  expect(await controls.boundingBox()).toEqual(place);
  answer();
  await teacher.unrouteAll({ behavior: 'wait' });
  await teacher.getByText('No trades: ').waitFor();
  expect(await controls.boundingBox()).toEqual(place);
});

test('closed from the lesson page, there is nothing left to read, also on a screen that is open', async () => {
  await teacher.goto(`${server.url}/learnerDiaries`);
  await teacher.getByRole('link', { name: 'Read the diary of asha' }).click();
  await teacher.getByText('Open to you until').waitFor();
  await learner.goto(`${server.url}/courses`);
  await learner
    .getByRole('link', { name: /Stops that hold/i })
    .first()
    .click();
  await learner.getByRole('button', { name: 'Open your diary' }).click();
  await dialog()
    .getByRole('button', { name: `Close now: the diary to ${MEERA.name}` })
    .click();
  await dialog().getByText(`Your diary is closed to ${MEERA.name}.`).waitFor();
  await teacher.getByText('This diary is not open to you').waitFor({ timeout: 20_000 });
  await expect.poll(() => teacher.getByText('MERIT').count()).toBe(0);
  await expectAccessible(teacher, 'a diary that was closed');
});

test('no page has reported an error', () => {
  expect(faults.flat()).toEqual([]);
});
