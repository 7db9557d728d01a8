// A lesson that gets another topic: those who have bought it under the old one hear of it, once, and before anything else about it.
import { expect, test } from 'vitest';
import { asha, buy, DAY, desk, form, HOUR, iso, lesson, server, told } from '../../tests/scenes/school.ts';

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
});
