// A lesson that gets another topic or rate: whom that concerns hears of it, once, and of a new name before anything else about it.
import { expect, test } from 'vitest';
import { asha, buy, DAY, desk, form, HOUR, iso, lesson, meera, server, told } from '../../tests/scenes/school.ts';

test('another topic is told to those who have bought the lesson under its old one', async () => {
  const id = await lesson();
  await buy(id);
  const update = (topic: string, start = 2 * DAY) =>
    server.call(
      'POST /updateSession/{id}',
      { id, ...form({ topic, about: 'With a chart.', start_time: iso(start), end_time: iso(start + HOUR) }) },
      { token: desk.token },
    );
  await update('');
  await update('Options in an hour', 3 * DAY);
  const news = told(asha).filter((message) => !message.startsWith('You have bought'));
  expect(news.at(-2)).toBe('\u201cTechnical Analysis\u201d is called \u201cOptions in an hour\u201d now.');
  expect(news.at(-1)).toContain('\u201cOptions in an hour\u201d has a new time');
  expect(news.filter((message) => message.includes('is called'))).toHaveLength(1);
  expect(told(meera).slice(-2)).toEqual(news.slice(-2).map((message) => message.replace(/ If you cannot.*/, '')));
});

test('an instructor who takes the lesson over hears of its new topic alone', async () => {
  const id = await lesson();
  const other = await server.instructor();
  const given = { topic: 'Options in an hour', instructor_email: other.email };
  await server.call('POST /updateSession/{id}', { id, ...form(given) }, { token: desk.token });
  expect(told(other)).toEqual([expect.stringMatching(/^You teach \u201cOptions in an hour\u201d on /)]);
  expect(told(meera).at(-1)).toMatch(/^You no longer teach \u201cTechnical Analysis\u201d on /);
});

test('the instructor hears of another rate, and those who have paid the old one do not', async () => {
  const id = await lesson();
  await buy(id);
  const update = (changes: object) =>
    server.call('POST /updateSession/{id}', { id, ...form(changes) }, { token: desk.token });
  await update({ hourly_rate: 650 });
  await update({ hourly_rate: 650 });
  server.clock.at += 1000;
  await update({ hourly_rate: 0 });
  expect(told(meera).filter((message) => message.includes('sold already'))).toEqual([
    'An hour of \u201cTechnical Analysis\u201d costs \u20b9650.00 now. Places that are sold already stay as they are.',
    '\u201cTechnical Analysis\u201d is free now. Places that are sold already stay as they are.',
  ]);
  expect(told(asha).join()).not.toContain('sold already');
});
