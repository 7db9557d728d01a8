// Live classes in real browsers with fake cameras: a lesson of two, a class of four, a shared screen, lost connections, and people who are kept out.
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { RealServer } from '../crash/real-server.ts';
import { expectAccessible, openBrowser } from './browser.ts';
import { CallPeople, CAMERA_THAT_IS_NONE, expectReception, receptions } from './call-people.ts';
import { CuttableLine } from './cuttable-line.ts';
import { MediaLine } from './media-line.ts';

/** Twelve moving pictures in four windows take long to draw without a graphics card. */
const SMALL = { width: 640, height: 480 };
const MINUTE = 60_000;

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

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('a lesson of two: bought, entered, seen and heard, written, ended; who came is written down', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, '/dashboard');
  await teacher.goto(`${line.url}/instructorhome`);
  await teacher.getByRole('button', { name: 'Start Session' }).click();
  await teacher.getByRole('heading', { name: 'Stops that hold' }).waitFor();
  await expectAccessible(teacher, 'the device check');
  await people.join(teacher, 'Start Session');
  await teacher.getByText(/^Share this code: [0-9A-Z]{5}-[0-9A-Z]{5}$/).waitFor();
  const learner = await people.open(asha, `/videocall?session=${id}`);
  await people.join(learner);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  await expectAccessible(teacher, 'a call of two');

  await press(learner, 'Mute');
  await tile(teacher, 'Asha Rao').getByLabel('Muted').waitFor();
  await press(learner, 'Unmute');
  await tile(teacher, 'Asha Rao').getByLabel('Muted').waitFor({ state: 'detached' });
  await press(learner, 'Camera off');
  await teacher.locator('video[aria-label="Asha Rao"]').waitFor({ state: 'detached' });
  await press(learner, 'Camera on');
  await teacher.locator('video[aria-label="Asha Rao"]').waitFor();
  // A camera that is unplugged ends its track.
  await learner
    .locator('video[aria-label$="(you)"]')
    .evaluate((video: HTMLVideoElement) =>
      (video.srcObject as MediaStream).getVideoTracks()[0].dispatchEvent(new Event('ended')),
    );
  await learner.getByRole('status').filter({ hasText: 'Your camera has stopped.' }).waitFor();
  await teacher.locator('video[aria-label="Asha Rao"]').waitFor({ state: 'detached' });
  await press(learner, 'Camera on');
  await teacher.locator('video[aria-label="Asha Rao"]').waitFor();
  await press(learner, 'Raise hand');
  await tile(teacher, 'Asha Rao').getByLabel('Hand raised').waitFor();
  await press(learner, /^Chat/);
  // Esc that drops a word of another script is not meant for the panel; and what has been written outlives the panel.
  const message = learner.getByLabel('Message');
  await message.fill('Can you hear me?');
  await message.dispatchEvent('keydown', { key: 'Escape', keyCode: 229, isComposing: true });
  await press(learner, 'People');
  await press(learner, /^Chat/);
  await expect.poll(() => message.inputValue()).toBe('Can you hear me?');
  await message.press('Enter');
  await press(teacher, 'Chat (1 new)');
  await teacher.getByText('Can you hear me?').waitFor();
  await press(teacher, 'Report the message of Asha Rao');
  await teacher.getByLabel('Reason').selectOption('Something else');
  await expectAccessible(teacher, 'a report');
  await teacher.getByRole('button', { name: 'Report', exact: true }).click();
  await press(teacher, 'OK');
  await press(learner, 'Delete your message');
  await learner.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  for (const page of [teacher, learner]) await page.getByText('Message deleted').waitFor();
  await expectAccessible(teacher, 'the chat');
  const token = await server.adminToken();
  const reported = await server.call('GET', '/reports', { token });
  expect(reported.body.data).toMatchObject({ reports: [{ message: { text: 'Can you hear me?' } }] });
  const desk = await people.open({ name: 'Administrator', email: '', role: 'admin', token }, '/reports');
  await press(desk, 'Review the report of Asha Rao');
  await desk.getByRole('dialog').getByText('Can you hear me?').waitFor();
  await desk.getByLabel('What is to be done').selectOption('Warn the person');
  await expectAccessible(desk, 'a report at the desk');
  await press(desk, 'Close the report');
  await desk.getByRole('dialog').getByText('Person warned').waitFor();
  const told = await server.call('GET', '/notifications', { token: asha.token });
  expect(JSON.stringify(told.body.data)).toContain('How you behaved in a call (Stops that hold) was reported');
  await desk.context().close();

  await press(teacher, 'End Call');
  await press(teacher, 'End for everyone');
  await learner.getByText('The host has ended the call.').waitFor();
  await Promise.all([teacher.waitForURL('**/dashboard'), learner.waitForURL('**/home')]);
  const attended = await server.call('GET', `/attendance/${id}`, { token: meera.token });
  expect(attended.body.data).toMatchObject([
    { name: 'Meera Iyer', part: 'host', isPresent: false, visits: 1 },
    { name: 'Asha Rao', part: 'learner', isPresent: false, visits: 1 },
  ]);
  // Before the camera is asked for.
  await learner.goto(`${line.url}/videocall?session=${id}`);
  await learner.getByText('Its host has ended it.').waitFor();
  await learner.goto(`${line.url}/lesson/${id}`);
  await learner.getByRole('link', { name: 'Report something from a call' }).click();
  await learner.getByText('Nobody wrote anything.').waitFor();
  await expectAccessible(learner, 'what can be reported afterwards');
  await press(learner, 'Report Meera Iyer');
  await learner.getByLabel('Reason').selectOption('Insults somebody');
  await learner.getByLabel('What happened (optional)').fill('Laughed at me.\nTwice.');
  await learner.getByRole('button', { name: 'Report', exact: true }).last().click();
  await press(learner, 'OK');
  expect(await learner.getByRole('button', { name: 'You have reported Meera Iyer' }).isDisabled()).toBe(true);
  const afterwards = await server.call('GET', '/reports?status=OPEN', { token });
  expect(afterwards.body.data).toMatchObject({
    reports: [{ message: null, words: 'Laughed at me.\nTwice.', session: id }],
  });
  await teacher.goto(`${line.url}/instructorhome?show=past`);
  await press(teacher, /^Attendance/);
  const list = teacher.getByRole('dialog');
  await list.getByText('1 of 1 learner came.').waitFor();
  await list.getByRole('row', { name: /Meera Iyer\s+Instructor/ }).waitFor();
  await expectAccessible(teacher, 'attendance');
  const [file] = await Promise.all([
    teacher.waitForEvent('download'),
    list.getByRole('button', { name: 'CSV' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/"Asha Rao","Learner","\d\d \w+ \d{4}, /);
  const held = await server.call('GET', `/getLesson/${id}`, { token: asha.token });
  expect(held.body.data).toMatchObject({ status: 'COMPLETED' });
});

test('a call by code of four: everybody sees everybody; the host mutes and removes; a shared screen is seen', async () => {
  const host = await people.open(await people.signUp('Hari'), '/videocall', { viewport: SMALL });
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await press(host, 'Start Call');
  const code = await host.locator('strong').innerText();
  expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  const guests: Page[] = [];
  for (const name of ['Asha', 'Ravi', 'Tara']) {
    const guest = await people.open(await people.signUp(name), '/videocall', { viewport: SMALL });
    await guest.getByLabel('Room code').fill(code.toLowerCase().replace('-', ' '));
    await people.join(guest);
    guests.push(guest);
  }
  await Promise.all([host, ...guests].map((page) => expectReception(page, 3)));
  await expectAccessible(host, 'a call of four');

  const [asha, ravi, tara] = guests;
  // With her camera off, Asha's only moving picture is her screen.
  await press(asha, 'Camera off');
  for (const page of [host, ravi, tara]) await tile(page, 'Asha').locator('video').waitFor({ state: 'detached' });
  await press(asha, 'Share Screen');
  for (const page of [host, ravi, tara]) {
    await page.getByRole('list', { name: 'Shared screen' }).getByText("Asha's screen").waitFor();
    await expectReception(page, 3);
  }
  await press(asha, 'Stop Share');
  await host.getByRole('list', { name: 'Shared screen' }).waitFor({ state: 'detached' });
  await press(asha, 'Camera on');

  await press(host, /^People/);
  await press(host, 'Mute Ravi');
  await ravi.getByText('The host has muted you.').waitFor();
  await ravi.getByRole('button', { name: 'Unmute' }).waitFor();
  await press(host, 'Remove Tara');
  await host.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await tara.getByText('The host has removed you from this call.').waitFor();
  await asha.getByRole('status').filter({ hasText: 'has been removed.' }).waitFor();
  // Nothing is sent to her any more, and she cannot come back.
  await expect.poll(async () => (await receptions(tara)).length).toBe(0);
  await Promise.all([host, asha, ravi].map((page) => expectReception(page, 2)));
  // One person's leaving does not end the call.
  await press(ravi, 'Leave Call');
  await ravi.waitForURL('**/home');
  await expectReception(host, 1);
}, 240_000);

test('a phone with text twice as large: nobody lies under the controls; the chat has the room of the heading, and stays where it is read', async () => {
  const enlarge = async (page: Page): Promise<unknown> => {
    const session = await page.context().newCDPSession(page);
    return session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  };
  const phone = { viewport: { width: 390, height: 844 }, prepare: enlarge };
  const host = await people.open(await people.signUp('Hari'), '/videocall', phone);
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await press(host, 'Start Call');
  const code = await host.locator('strong').innerText();
  const guest = await people.open(await people.signUp('Asha'), `/videocall?code=${code}`, { viewport: SMALL });
  await people.join(guest);
  await expectReception(host, 1);
  const box = (of: Locator) => of.boundingBox().then((found) => found ?? { x: 0, y: 0, width: 0, height: 0 });
  const controls = await box(host.getByRole('toolbar', { name: 'Call controls' }));
  const everybody = await box(host.getByRole('list', { name: 'People in the call' }));
  expect(everybody.height).toBeGreaterThan(100);
  expect(everybody.y + everybody.height).toBeLessThanOrEqual(controls.y);
  await press(host, 'Chat');
  const chat = await box(host.getByRole('complementary', { name: 'Chat' }));
  expect(chat.y).toBe(0);
  expect(chat.y + chat.height).toBeLessThanOrEqual(controls.y);

  // What happens is told over the chat, beside the button that closes it.
  await press(guest, 'Raise hand');
  const notice = host.getByRole('status').filter({ hasText: 'has raised a hand.' });
  await notice.evaluate((element: HTMLElement) => (element.style.pointerEvents = 'auto'));
  const isOnTop = (element: Element): boolean => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await notice.locator('span').evaluate(isOnTop)).toBe(true);

  // Somebody who reads what was written earlier is not taken away from it, unless by their own words.
  await press(guest, 'Chat');
  const write = async (page: Page, text: string): Promise<void> => {
    await page.getByPlaceholder('Write to everybody').fill(text);
    await page.getByPlaceholder('Write to everybody').press('Enter');
    for (const each of [host, guest]) await each.getByText(text).waitFor();
  };
  const said = host.getByRole('list', { name: 'Chat so far' });
  const fromTop = () => said.evaluate(({ scrollTop }) => scrollTop);
  for (let n = 1; n < 10; n++) await write(guest, `Number ${n} of the list`);
  await expect.poll(fromTop).toBeGreaterThan(200);
  await said.evaluate((list) => list.scrollTo(0, 100));
  await write(guest, 'Meanwhile.');
  expect(await fromTop()).toBe(100);
  await write(host, 'I see.');
  await expect.poll(fromTop).toBeGreaterThan(200);
}, 120_000);

test('the line is cut: sound and picture go on, the seat is kept, and everything works again once it is repaired', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, `/videocall?session=${id}`);
  await people.join(teacher, 'Start Session');
  const learner = await people.open(asha, `/videocall?session=${id}`);
  await people.join(learner);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  // Raised while the line is dead, before the page notices.
  line.freeze(true);
  await press(learner, 'Raise hand');
  line.cut();
  line.freeze(false);
  await learner.getByText('The connection was lost. Reconnecting.').waitFor();
  await expectReception(learner, 1);
  // The request has not arrived: the class is not over, and does not look so.
  await press(teacher, 'End Call');
  await press(teacher, 'End for everyone');
  await teacher.getByText('The service is not available right now. Please try again in a moment.').waitFor();
  await press(teacher, 'OK');
  await teacher.keyboard.press('Escape');
  line.mend();
  await learner.getByText('The connection was lost. Reconnecting.').waitFor({ state: 'detached' });
  await tile(teacher, 'Asha Rao').getByLabel('Hand raised').waitFor();
  await expect
    .poll(() => learner.getByRole('list', { name: 'People in the call' }).getByRole('listitem').count())
    .toBe(2);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);

  // A reloaded page comes back to its seat as a new client: a new connection is made.
  await learner.reload();
  await tile(teacher, 'Asha Rao').getByText('Reconnecting').waitFor();
  await people.join(learner);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  await expect
    .poll(() => teacher.getByRole('list', { name: 'People in the call' }).getByRole('listitem').count())
    .toBe(2);
});

test('the host ends the lesson while a learner is cut off: the learner is told, and let in once it is opened again', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, '/dashboard');
  const start = async (): Promise<void> => {
    // Not over the line.
    await teacher.goto(`${server.url}/videocall?session=${id}`);
    await people.join(teacher, 'Start Session');
  };
  await start();
  const learner = await people.open(asha, `/videocall?session=${id}`);
  await people.join(learner);
  line.cut();
  await learner.getByText('The connection was lost. Reconnecting.').waitFor();
  await press(teacher, 'End Call');
  await press(teacher, 'End for everyone');
  await teacher.getByText('You have ended the call.').waitFor();
  line.mend();
  await learner.getByText('Its host has ended it.').waitFor();
  await start();
  await learner.getByRole('button', { name: 'Join Call' }).waitFor();
  expect(await learner.getByText('This lesson is over.').count()).toBe(0);
  await people.join(learner);
});

test('the path of sound and picture breaks: another one is found', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, `/videocall?session=${id}`);
  const learner = await people.open(asha, `/videocall?session=${id}`);
  const media = new MediaLine();
  await media.lay(teacher, learner);
  await people.join(teacher, 'Start Session');
  await people.join(learner);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  const before = await receptions(teacher);
  media.cut();
  await tile(teacher, 'Asha Rao').getByText('Connecting').waitFor({ timeout: 30_000 });
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  // The same connection over another path, not a new one, whose counters would begin at zero.
  expect((await receptions(teacher))[0].frames).toBeGreaterThan(before[0].frames);
  media.close();
});

test('the server dies in the middle of a lesson: when it is back, so is everybody', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const before = server.url;
  const teacher = await people.open(meera, `/videocall?session=${id}`);
  await people.join(teacher, 'Start Session');
  const learner = await people.open(asha, `/videocall?session=${id}`);
  await people.join(learner);
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  await press(learner, 'Raise hand');
  await tile(teacher, 'Asha Rao').getByLabel('Hand raised').waitFor();
  await server.kill();
  await server.start();
  expect(server.url).not.toBe(before);
  const reconnecting = [teacher, learner].map((page) => page.getByText('The connection was lost. Reconnecting.'));
  await Promise.all(reconnecting.map((notice) => notice.waitFor()));
  line.redirect(server.url);
  await Promise.all(reconnecting.map((notice) => notice.waitFor({ state: 'detached' })));
  await Promise.all([expectReception(teacher, 1), expectReception(learner, 1)]);
  await tile(teacher, 'Asha Rao').getByLabel('Hand raised').waitFor();
  const attended = await server.call('GET', `/attendance/${id}`, { token: meera.token });
  expect(attended.body.data).toMatchObject([
    { isPresent: true, visits: 2 },
    { isPresent: true, visits: 2 },
  ]);
});

test('the server dies in the middle of a call by code: its people are told that it is gone, and begin another', async () => {
  const host = await people.open(await people.signUp('Hari'), '/videocall');
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await press(host, 'Start Call');
  const code = await host.locator('strong').innerText();
  const guest = await people.open(await people.signUp('Asha'), `/videocall?code=${code}`);
  await people.join(guest);
  await expectReception(guest, 1);
  await server.kill();
  await server.start();
  line.redirect(server.url);
  for (const page of [host, guest]) await page.getByText('This call no longer exists.').waitFor();
  await expectAccessible(guest, 'a call that is gone');
  await host.getByRole('link', { name: 'Start a new call' }).click();
  await host.getByRole('meter', { name: 'Microphone level' }).waitFor();
  await press(host, 'Start Call');
  const another = await host.locator('strong').innerText();
  expect(another).not.toBe(code);
  await guest.getByRole('link', { name: 'Enter another code' }).click();
  await expect.poll(() => guest.getByLabel('Room code').inputValue()).toBe('');
  await guest.getByLabel('Room code').fill(another);
  await people.join(guest);
  await Promise.all([expectReception(host, 1), expectReception(guest, 1)]);
});

test('doors: strangers, too early, no code, a wrong code', async () => {
  const [meera, asha, ravi] = [
    await people.signUp('Meera Iyer', 'instructor'),
    await people.signUp('Asha Rao'),
    await people.signUp('Ravi'),
  ];
  const id = await people.lesson(meera, [asha], Date.now() + 60 * MINUTE);
  const stranger = await people.open(ravi, `/videocall?session=${id}`);
  await stranger.getByText('You have no place in this lesson').waitFor();
  await expectAccessible(stranger, 'a closed door');
  const early = await people.open(asha, `/videocall?session=${id}`);
  await early.getByText('This lesson is not open yet').waitFor();
  await stranger.goto(`${line.url}/videocall`);
  await press(stranger, 'Join Call');
  await stranger.getByText('Enter the room code.').waitFor();
  await stranger.getByLabel('Room code').fill('ABCDE-12345');
  await press(stranger, 'Join Call');
  await stranger.getByText('Room not found').waitFor();
  await expect.poll(() => stranger.getByLabel('Room code').inputValue()).toBe('ABCDE-12345');
  await stranger.getByLabel('Room code').fill('abcde 12346');
  await stranger.getByText('Room not found').waitFor({ state: 'detached' });
  await press(stranger, 'Join Call');
  await stranger.getByText('Room not found').waitFor();
  await expectAccessible(stranger, 'the lobby');
  // On a phone held sideways the way in is beside the picture, not two screens below it.
  await stranger.setViewportSize({ width: 844, height: 390 });
  const bottom = async (): Promise<number> => {
    const way = (await stranger.getByRole('button', { name: 'Join Call' }).boundingBox())!;
    return way.y + way.height;
  };
  await expect.poll(bottom).toBeLessThan(390);
});

test('a person who was removed from a lesson cannot come back, and is not asked for a camera', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha]);
  const teacher = await people.open(meera, `/videocall?session=${id}`);
  await people.join(teacher, 'Start Session');
  const learner = await people.open(asha, `/videocall?session=${id}`);
  await people.join(learner);
  await tile(teacher, 'Asha Rao').waitFor();
  await press(teacher, /^People/);
  await press(teacher, 'Remove Asha Rao');
  await teacher.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await learner.getByText('The host has removed you from this call.').waitFor();
  await learner.getByRole('link', { name: 'Report something from a call' }).waitFor();
  await learner.reload();
  await learner.getByText('The host has removed you from this call.').waitFor();
  await learner.getByRole('link', { name: 'See the lesson' }).waitFor();
  expect(await learner.getByRole('meter', { name: 'Microphone level' }).count()).toBe(0);
  expect(await learner.getByRole('button', { name: 'Join Call' }).count()).toBe(0);
  await expectAccessible(learner, 'the door of somebody who was removed');
  // Once she is let in again, the call opens by itself.
  await press(teacher, 'Let in again: Asha Rao');
  await teacher.getByText('Asha Rao can come in again.').waitFor();
  await expectAccessible(teacher, 'people, and who was removed');
  await people.join(learner);
  await teacher.getByRole('list', { name: 'People in the call' }).getByText('Asha Rao', { exact: true }).waitFor();
});

test('no page has reported an error', () => {
  // The browser's complaints about a cut line are the test's own doing.
  expect(people.faults.flat().filter((fault) => !/ERR_(CONNECTION|EMPTY|SOCKET)|WebSocket/.test(fault))).toEqual([]);
  expect(people.faults.length).toBeGreaterThan(0);
});
