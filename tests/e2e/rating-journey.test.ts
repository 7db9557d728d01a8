// What a lesson's end brings to open pages: to the learner, on a phone, a rating that is given, changed, read by the instructor and taken back.
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible, figure } from './browser.ts';
import { CallPeople } from './call-people.ts';
import { browser, server } from './site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const LESSON_MS = 60 * 60_000;

let people: CallPeople;

beforeAll(() => {
  people = new CallPeople(server, browser, () => server.url);
});

test('a lesson is rated once it is over, without looking for the form, and the instructor reads what was said last', async () => {
  const [meera, asha] = [await people.signUp('Meera Iyer', 'instructor'), await people.signUp('Asha Rao')];
  const id = await people.lesson(meera, [asha], Date.now() + 15_000 - LESSON_MS);
  // Both pages are open when the lesson ends, and nothing tells them.
  const body = { lesson: { inApp: false, email: false } };
  await server.call('POST', '/notificationSettings', { token: asha.token, body });
  const [learner, page] = await Promise.all([
    people.open(asha, '/courses?show=mine', PHONE),
    people.open(asha, `/lesson/${id}`),
  ]);
  await page.getByText('COMPLETED').waitFor();
  await page.getByText('Rate this lesson').waitFor();
  await learner.getByRole('link', { name: 'Rate this lesson: Stops that hold' }).click();
  const stars = learner.getByRole('radio', { name: '4 stars: Very good' });
  const { y = 0, height = 0 } = (await stars.boundingBox()) ?? {};
  // Above the bar at the bottom.
  expect(y + height).toBeLessThan(PHONE.viewport.height - 64);
  const send = (name: string) => learner.getByRole('button', { name, exact: true }).tap();
  await send('Rate');
  await learner.getByText('Choose one to five stars.').waitFor();
  await stars.tap();
  await learner.getByLabel('In a few words (optional)').fill('Clear.');
  // Both are there again after a look at another screen.
  await learner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).tap();
  // The address changes before the screen does.
  await learner.getByLabel('In a few words (optional)').waitFor({ state: 'detached' });
  await learner.goBack();
  await learner.getByText('This is as you left it, and not saved yet.').waitFor();
  await expect.poll(() => learner.getByLabel('In a few words (optional)').inputValue()).toBe('Clear.');
  expect(await stars.isChecked()).toBe(true);
  await send('Rate');
  await learner.getByText('Your rating is saved.').waitFor();
  await learner.getByRole('radio', { name: '5 stars: Excellent' }).tap();
  await send('Change rating');
  await learner.getByText('5.0 of 5, only 1 rating yet').waitFor();
  await expectAccessible(learner, 'a rating');

  const teacher = await people.open(meera, '/instructorhome?show=past');
  await teacher.getByText('5.0 of 5, only 1 rating yet').waitFor();
  await teacher.getByRole('link', { name: 'Lesson and materials' }).click();
  await teacher.getByRole('listitem').filter({ hasText: 'Asha Rao' }).getByText('Clear.').waitFor();
  // The host need not wait for somebody else to do so.
  await teacher.getByText('This lesson is over. You can open its call again.').waitFor();

  await send('Take it back');
  await learner.getByText('Your rating has been taken back.').waitFor();
  await learner.getByText('No ratings yet').waitFor();
  const seen = await server.call('GET', `/getLesson/${id}`, { token: asha.token });
  expect(seen.body.data).toMatchObject({ status: 'COMPLETED', canRate: true, ownRating: null });
  await people.closeAll();
  expect(people.faults.flat()).toEqual([]);
});

test('pages that an instructor has left open follow when lessons end and begin', async () => {
  const kiran = await people.signUp('Kiran Das', 'instructor');
  const body = { lesson: { inApp: false, email: false } };
  await server.call('POST', '/notificationSettings', { token: kiran.token, body });
  const endsAt = Date.now() + 20_000;
  await people.lesson(kiran, [], endsAt - LESSON_MS);
  await people.lesson(kiran, [], endsAt + 5_000);
  const [sessions, dashboard] = await Promise.all([
    people.open(kiran, '/instructorhome'),
    people.open(kiran, '/dashboard'),
  ]);
  const figures = (): Promise<string[]> =>
    Promise.all(['Completed', 'Upcoming'].map((name) => figure(dashboard.locator('main'), name)));
  await sessions.getByText('Active Classes: 2').waitFor();
  await expect.poll(figures).toEqual(['0', '1']);
  await sessions.getByText('Active Classes: 1').waitFor();
  await expect.poll(figures, { timeout: 30_000 }).toEqual(['1', '0']);
  await people.closeAll();
  expect(people.faults.flat()).toEqual([]);
});
