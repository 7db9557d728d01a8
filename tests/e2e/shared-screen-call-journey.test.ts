// A shared screen in a real browser: its viewers can have it fill theirs, where news still reaches them, until they or its owner end it.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { expectAccessible, openBrowser } from './browser.ts';
import { CallPeople, CAMERA_THAT_IS_NONE } from './call-people.ts';

/** The chat is beside the pictures, not over them. */
const SMALL = { width: 800, height: 480 };

let server: RealServer;
let browser: Browser;
let people: CallPeople;

beforeAll(async () => {
  server = await RealServer.create({ ICE_SERVERS: '[]' });
  [browser] = await Promise.all([openBrowser(CAMERA_THAT_IS_NONE), server.start()]);
  people = new CallPeople(server, browser, () => server.url);
});

afterAll(async () => {
  await people?.closeAll();
  await browser?.close();
  await server?.remove();
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const screenOf = (page: Page) => page.getByRole('list', { name: 'Shared screen' });
const isFull = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

test('a shared screen fills the window and the screen, until Esc, the button, or its owner ends it', async () => {
  const [meera, asha] = [await people.signUp('Meera', 'instructor'), await people.signUp('Asha')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, `/videocall?session=${id}`, { viewport: SMALL });
  await people.join(teacher, 'Start Session');
  const learner = await people.open(asha, `/videocall?session=${id}`, { viewport: SMALL });
  await people.join(learner);
  await press(teacher, 'Share Screen');
  await screenOf(teacher).getByText('Your screen').waitFor();
  // One's own would only show itself.
  expect(await teacher.getByRole('button', { name: 'Full screen' }).count()).toBe(0);

  await press(learner, 'Chat');
  await press(learner, 'Full screen');
  await expect.poll(() => screenOf(learner).boundingBox()).toMatchObject({ x: 0, y: 0, ...learner.viewportSize() });
  expect(await isFull(learner)).toBe(true);
  await expectAccessible(learner, 'a shared screen that fills the window');
  // Nothing below it is found by key or by screen reader, and what happens is told over it.
  expect(await learner.getByRole('button').allInnerTexts()).toHaveLength(1);
  await press(teacher, 'Chat');
  await teacher.getByLabel('Message').fill('Look at the volume.');
  await teacher.getByLabel('Message').press('Enter');
  await learner.getByRole('status').filter({ hasText: 'Look at the volume.' }).waitFor();
  await learner.keyboard.press('Escape');
  await learner.getByRole('button', { name: 'Leave Call' }).waitFor();
  await expect.poll(() => isFull(learner)).toBe(false);

  await press(learner, 'Full screen');
  await press(learner, 'Leave full screen');
  await learner.getByRole('button', { name: 'Leave Call' }).waitFor();

  // Where the learner shares as well, that screen has the stage next: it does not fill the window of its owner.
  await press(learner, 'Share Screen');
  await press(learner, 'Full screen');
  await press(teacher, 'Stop Share');
  await learner.getByRole('button', { name: 'Stop Share' }).waitFor();
  await expect.poll(() => isFull(learner)).toBe(false);
  await press(teacher, 'Share Screen');
  await press(learner, 'Stop Share');

  await press(learner, 'Full screen');
  await press(teacher, 'Stop Share');
  await learner.getByRole('button', { name: 'Leave Call' }).waitFor();
  await expect.poll(() => isFull(learner)).toBe(false);
  expect(people.faults.flat()).toEqual([]);
});
