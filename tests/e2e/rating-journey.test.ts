// A rating in a real browser, on a phone: possible as soon as the lesson is over, given, changed, read by the instructor, and taken back.
import { expect, test } from 'vitest';
import { expectAccessible } from './browser.ts';
import { CallPeople } from './call-people.ts';
import { browser, server } from './site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', hasTouch: true } as const;
const LESSON_MS = 60 * 60_000;

test('a lesson is rated once it is over, without looking for the form, and the instructor reads what was said last', async () => {
  const people = new CallPeople(server, browser, () => server.url);
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
