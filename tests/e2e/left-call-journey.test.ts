// A call that is left before it was entered, or that cannot be entered again: nobody stays in it, and no camera stays on.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { openBrowser } from './browser.ts';
import { CallPeople, CAMERA_THAT_IS_NONE } from './call-people.ts';
import { CuttableLine } from './cuttable-line.ts';

let server: RealServer;
let line: CuttableLine;
let browser: Browser;
let people: CallPeople;

beforeAll(async () => {
  server = await RealServer.create({ ICE_SERVERS: '[]' });
  const [opened] = await Promise.all([openBrowser(CAMERA_THAT_IS_NONE), server.start()]);
  browser = opened;
  line = await CuttableLine.to(server.url);
  people = new CallPeople(server, browser, () => line.url);
});

afterEach(async () => {
  line.mend();
  await people.closeAll();
});

afterAll(async () => {
  await browser?.close();
  await line?.close();
  await server?.remove();
});

/** Of every camera and microphone that the page has been given, those that are still on. */
function keepDevices(): void {
  const tracks: MediaStreamTrack[] = [];
  const { mediaDevices } = navigator;
  if (mediaDevices === undefined) return;
  const ask = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await ask(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
  Object.assign(window, { tracks });
}

const devicesOn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { tracks } = window as unknown as { tracks: MediaStreamTrack[] };
    return tracks.filter(({ readyState }) => readyState === 'live').length;
  });

test('who leaves the page has left the call: nobody waits for them to come back', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, '/dashboard');
  // Not over the line.
  await teacher.goto(`${server.url}/videocall?session=${id}`);
  await people.join(teacher, 'Start Session');
  const seats = teacher.getByRole('list', { name: 'People in the call' }).getByRole('listitem');
  const learner = await people.open(asha, `/lesson/${id}`);
  await learner.getByRole('link', { name: 'Start Call' }).click();
  await people.join(learner);
  await expect.poll(() => seats.count()).toBe(2);
  await learner.goBack();
  await teacher.getByRole('status').filter({ hasText: 'Asha Rao has left.' }).waitFor();
  expect(await seats.count()).toBe(1);
});

test('canceled while a learner is cut off: the learner reads it, and camera and microphone are off', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const learner = await people.open(asha, `/videocall?session=${id}`, {
    prepare: (page) => page.addInitScript(keepDevices),
  });
  await people.join(learner);
  expect(await devicesOn(learner)).toBe(2);
  line.cut();
  await learner.getByText('The connection was lost. Reconnecting.').waitFor();
  const token = await server.adminToken();
  await server.call('POST', `/cancelSession/${id}`, { token, body: { status: 'CANCELED' } });
  line.mend();
  await learner.getByText('Everybody who has paid gets the money back.').waitFor();
  await expect.poll(() => devicesOn(learner)).toBe(0);
});

test('continued on another device while this one was cut off: back again, it says so, and takes nothing back', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const phone = await people.open(asha, `/videocall?session=${id}`, {
    prepare: (page) => page.addInitScript(keepDevices),
  });
  await people.join(phone);
  const laptop = await people.open(asha, '/home');
  line.cut();
  await phone.getByText('The connection was lost. Reconnecting.').waitFor();
  // Not over the line.
  await laptop.goto(`${server.url}/videocall?session=${id}`);
  await people.join(laptop);
  line.mend();
  // Read aloud: nobody has pressed anything here.
  await phone.getByRole('alert').getByText('You have joined this call in another window.').waitFor();
  await expect.poll(() => devicesOn(phone)).toBe(0);
  await laptop.getByText('You are the only one here.').waitFor();
  expect(await laptop.getByRole('toolbar', { name: 'Call controls' }).count()).toBe(1);
});

test('entering while there is no connection: the page says so, and enters once it is back', async () => {
  const host = await people.open(await people.signUp('Hari'), '/videocall');
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  line.cut();
  await host.getByRole('button', { name: 'Start Call' }).click();
  await host.getByText('There is no connection to Istock. You enter the call as soon as it is back.').waitFor();
  line.mend();
  await host.getByText('You are the only one here.').waitFor();
  expect(await host.getByRole('toolbar', { name: 'Call controls' }).count()).toBe(1);
});

test('a message that fails after its chat was closed: its writer is told, and finds it there', async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  const host = await people.open(await people.signUp('Hari'), '/videocall', phone);
  const press = (name: string) => host.getByRole('button', { name, exact: true }).click();
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await press('Start Call');
  const field = host.getByPlaceholder('Write to everybody');
  await press('Chat');
  line.freeze(true);
  await field.fill('One moment');
  await field.press('Enter');
  await press('Close');
  // Opened again before it fails, as if nothing had been written.
  await press('Chat');
  await press('Close');
  line.cut();
  line.freeze(false);
  line.mend();
  const notice = host.getByText('Your message could not be sent. Open the chat to send it again.');
  await notice.waitFor();
  await press('Chat');
  await expect.poll(() => field.inputValue()).toBe('One moment');
  await host.getByText('The service is not available right now.').waitFor();
  expect(await notice.count()).toBe(0);
  await expect.poll(() => host.getByRole('button', { name: 'Raise hand' }).isEnabled()).toBe(true);
  await field.press('Enter');
  await host.getByRole('list', { name: 'Chat so far' }).getByText('One moment').waitFor();
  await press('Close');
  expect(await notice.count()).toBe(0);
});
