// Ratings of lessons: who may give one and when, one row for each learner, what they come to, and what an administrator hides.
import { describe, expect, test } from 'vitest';
import {
  asha,
  buy,
  type Caller,
  cancel,
  DAY,
  desk,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  pay,
  purchased,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';

const rate = (id: string, stars: number, who: Caller = asha, words?: string) =>
  server.call('POST /rateLesson/{id}', { id, stars, ...(words !== undefined && { words }) }, { token: who.token });
const unrate = (id: string, who = asha) => server.call('POST /unrateLesson/{id}', { id }, { token: who.token });
const hide = (id: string, given: object = { reason: 'Insults somebody' }) =>
  server.call('POST /hideRating/{id}', { id, ...given }, { token: desk.token });
const read = (id: string, who: Caller = asha, given: object = {}) =>
  server.call('GET /lessonRatings/{id}', { id, ...given }, { token: who.token });
const page = async (id: string, who: Caller = asha) =>
  (await server.call('GET /getLesson/{id}', { id }, { token: who.token })).body.data;

/** Bought by these, and over. */
async function held(...learners: Caller[]): Promise<string> {
  const id = await lesson();
  for (const learner of learners) await buy(id, learner);
  server.clock.at += 3 * DAY;
  return id;
}

describe('who is asked', () => {
  const asked = (who: Caller) => told(who).filter((message) => message.includes(' is over. You can rate it'));

  test('its learners, once, when the lesson is over and its call is empty; nobody who has rated it or was paid back', async () => {
    const [ravi, tara] = [await server.trader(), await server.trader()];
    const id = await lesson();
    const payment = await pay(id, tara);
    await verify(payment, id, tara);
    for (const learner of [asha, ravi]) await buy(id, learner);
    server.clock.at += 2 * DAY + 50 * MINUTE;
    server.learn.visits.came(id, asha.accountNo, server.clock.at);
    await server.learn.visits.save();
    server.clock.at += 20 * MINUTE;
    await server.learn.passTime();
    // The class runs over.
    expect(asked(asha)).toEqual([]);
    await rate(id, 5, ravi);
    await server.database.query(
      `insert into refunds (payment, reason, due_at) select id, 'not-held', 0 from payments where provider_order = $1`,
      [payment.order_id],
    );
    server.learn.visits.went(id, asha.accountNo, server.clock.at);
    await server.learn.visits.save();
    await server.learn.passTime();
    await server.learn.passTime();
    expect(asked(asha)).toEqual(['\u201cTechnical Analysis\u201d is over. You can rate it on its page.']);
    for (const other of [ravi, tara, meera]) expect(asked(other)).toEqual([]);
  });

  test('at once when the host ends the call, and not while it is open again', async () => {
    const id = await lesson();
    await buy(id);
    server.clock.at += 2 * DAY + 10 * MINUTE;
    server.learn.visits.ended(id, server.clock.at);
    await server.learn.visits.reopened(id);
    await server.learn.passTime();
    expect(asked(asha)).toEqual([]);
    server.learn.visits.ended(id, server.clock.at);
    await server.learn.visits.save();
    await server.learn.passTime();
    expect(asked(asha)).toHaveLength(1);
  });

  test('not about a lesson that was canceled, and not days later', async () => {
    const [canceled, old] = [await lesson(), await lesson({ start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) })];
    for (const id of [canceled, old]) await buy(id);
    await cancel(canceled);
    server.clock.at += 4 * DAY;
    await server.learn.passTime();
    expect(asked(asha)).toEqual([]);
  });
});

describe('who', () => {
  test('given and taken back at once, it is never said to be hidden', async () => {
    const id = await held(asha);
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? rate(id, 5) : unrate(id))));
      const said = answers.map(({ body }) => body.error?.code ?? 'done');
      expect(said.filter((code) => code !== 'done' && code !== 'no-rating')).toEqual([]);
    }
  });

  test('a learner, when the lesson is over; changed and taken back by the same; one row', async () => {
    const id = await lesson();
    await buy(id);
    const early = await rate(id, 5);
    expect([early.status, early.body.message]).toEqual([409, 'A lesson can be rated when it is over.']);
    expect(await page(id)).toMatchObject({ canRate: false, ownRating: null });
    server.clock.at += 3 * DAY;
    expect((await page(id)).canRate).toBe(true);
    expect((await purchased())[0]).toMatchObject({ canRate: true, stars: null });
    const given = await rate(id, 2, asha, '  Too fast.\r\nBut honest. ');
    expect([given.status, given.body.message, given.body.data]).toEqual([
      200,
      'Your rating is saved.',
      { stars: 2, words: 'Too fast.\nBut honest.', hidden: null },
    ]);
    server.clock.at += HOUR;
    await rate(id, 4);
    expect((await page(id)).ownRating).toEqual({ stars: 4, words: '', hidden: null });
    expect((await purchased())[0].stars).toBe(4);
    const ravi = await server.trader();
    const seen = await read(id, ravi);
    expect(seen.body.data).toEqual([
      {
        _id: expect.any(String),
        stars: 4,
        words: '',
        hidden: null,
        name: asha.name,
        isOwn: false,
        ratedAt: new Date(server.clock.at).toISOString(),
        lesson: id,
        title: 'Technical Analysis',
      },
    ]);
    expect((await read(id)).body.data[0].isOwn).toBe(true);
    expect((await unrate(id)).body.message).toBe('Your rating has been taken back.');
    const again = await unrate(id);
    expect([again.status, again.body.message]).toEqual([409, 'You have not rated this lesson.']);
    expect((await read(id)).body.rating).toEqual({ tenths: null, count: 0 });
  });

  test('also from the end of the call on, when the host ends it early; a free lesson as well', async () => {
    const id = await lesson({ hourly_rate: 0 });
    await server.call('POST /enrol/{id}', { id }, { token: asha.token });
    server.clock.at += 2 * DAY + 20 * MINUTE;
    expect((await rate(id, 5)).status).toBe(409);
    server.learn.visits.ended(id, server.clock.at);
    await server.learn.visits.save();
    expect((await rate(id, 5)).status).toBe(200);
  });

  test('nobody without a place, not the instructor, not the desk; and nothing changes', async () => {
    const id = await held(asha);
    const ravi = await server.trader();
    const before = await server.stateHash();
    const refused = async (who: Caller) => {
      const { status, body } = await rate(id, 1, who);
      return [status, body.message];
    };
    expect(await refused(ravi)).toEqual([409, 'Only those who had a place in this lesson can rate it.']);
    expect(await refused(meera)).toEqual([409, 'You taught this lesson yourself: its learners rate it.']);
    expect((await refused(desk))[0]).toBe(403);
    expect((await unrate(id, ravi)).status).toBe(409);
    for (const none of ['nobody', '00000000-0000-4000-8000-000000000000', "' or 1=1 --"])
      expect([(await rate(none, 5)).status, (await read(none)).status, (await unrate(none)).status]).toEqual([
        404, 404, 404,
      ]);
    expect(await server.stateHash()).toBe(before);
  });

  test('its present instructor cannot rate it with a place bought before', async () => {
    const tara = await server.instructor();
    const id = await lesson();
    await buy(id, tara);
    await server.database.query('update lessons set instructor_email = $2 where public_id = $1', [id, tara.email]);
    server.clock.at += 3 * DAY;
    expect((await rate(id, 5, tara)).body.message).toBe('You taught this lesson yourself: its learners rate it.');
  });

  test('a canceled lesson has no ratings, and to strangers it is not there', async () => {
    const id = await lesson();
    await buy(id);
    await cancel(id);
    server.clock.at += 3 * DAY;
    expect((await rate(id, 1)).body.message).toBe('A lesson can be rated when it is over.');
    const ravi = await server.trader();
    expect([(await read(id, ravi)).status, (await rate(id, 1, ravi)).status, (await read(id)).status]).toEqual([
      404, 404, 200,
    ]);
  });

  test('paid back afterwards, what was said neither counts nor shows, and nothing new can be said', async () => {
    const [id, ravi] = [await lesson(), await server.trader()];
    await verify(await pay(id), id);
    await buy(id, ravi);
    server.clock.at += 3 * DAY;
    await rate(id, 1);
    await rate(id, 5, ravi);
    expect((await read(id)).body.rating).toEqual({ tenths: 30, count: 2 });
    await server.database.query(
      `insert into refunds (payment, reason, due_at) select payment, 'returned', 0 from enrolments where account = $1`,
      [asha.accountNo],
    );
    expect((await read(id)).body.rating).toEqual({ tenths: 50, count: 1 });
    expect((await read(id)).body.data.map((each: { name: string }) => each.name)).toEqual([ravi.name]);
    expect((await rate(id, 1)).body.message).toBe('This lesson was paid back to you, so it can no longer be rated.');
    expect((await purchased())[0].canRate).toBe(false);
  });
});

describe('what is given', () => {
  test.each([
    [{ stars: 0 }, 'Choose one to five stars.'],
    [{ stars: 6 }, 'Choose one to five stars.'],
    [{ stars: 4.5 }, 'Choose one to five stars.'],
    [{ stars: '5' }, 'Choose one to five stars.'],
    [{ stars: Number.MAX_VALUE }, 'Choose one to five stars.'],
    [{}, 'Choose one to five stars.'],
    [{ stars: 5, words: 'x'.repeat(501) }, 'Your words can be at most 500 characters long.'],
    [{ stars: 5, words: 'a\u0000b' }, 'Your words can be at most 500 characters long.'],
    [{ stars: 5, words: ['x'] }, 'Your words can be at most 500 characters long.'],
  ])('%j is refused', async (given, sentence) => {
    const id = await held(asha);
    const before = await server.stateHash();
    const reply = await server.call('POST /rateLesson/{id}', { id, ...given }, { token: asha.token });
    expect([reply.status, reply.body.message]).toEqual([400, sentence]);
    expect(await server.stateHash()).toBe(before);
  });

  test('text stays text: what turns letters round goes, what is code is a word, and 500 of the widest letters fit', async () => {
    const id = await held(asha);
    await rate(id, 3, asha, '\u202e<script>alert(1)</script>');
    expect((await read(id)).body.data[0].words).toBe('<script>alert(1)</script>');
    expect((await rate(id, 3, asha, '\u{1f600}'.repeat(250))).status).toBe(200);
    expect((await rate(id, 3, asha, '\u0915'.repeat(500))).status).toBe(200);
  });

  test('twenty at once are one row, and the last word is one of theirs', async () => {
    const id = await held(asha);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => rate(id, (index % 5) + 1, asha, `Number ${index}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const kept = await read(id);
    expect(kept.body).toMatchObject({ total: 1, rating: { count: 1 } });
    const [{ stars, words }] = kept.body.data;
    const [, index] = /^Number (\d+)$/.exec(words)!;
    expect(stars).toBe((Number(index) % 5) + 1);
  });

  test('given at the moment its author leaves, nothing is left of the words', async () => {
    const id = await held(asha);
    const reply = await server.database.transaction(async (leaving) => {
      await leaving.query('update users set deleted_at = 1 where id = $1', [asha.id]);
      const asked = rate(id, 1, asha, 'Still here');
      await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 300))]);
      return { asked };
    });
    expect((await reply.asked).status).toBe(401);
    expect((await read(id, meera)).body.total).toBe(0);
  });
});

describe('what they come to', () => {
  test('the average of all lessons of one instructor, in whole tenths, on every card; of one lesson for its instructor', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => server.trader()));
    const [first, second] = [await held(...people), await held(people[0])];
    const ahead = await lesson({ start_time: iso(20 * DAY), end_time: iso(20 * DAY + HOUR) });
    const card = async () => {
      const { body } = await server.call('GET /activeSessions', {}, { token: asha.token });
      return body.data.find((each: { id: string }) => each.id === ahead)?.instructorRating;
    };
    expect(await card()).toEqual({ tenths: null, count: 0 });
    // 5 + 5 + 4 + 4 + 4 = 22 of 5 is 4.4; with the 1 of the other lesson 23 of 6 is 3.83.
    for (const [index, stars] of [5, 5, 4, 4, 4].entries()) await rate(first, stars, people[index]);
    await rate(second, 1, people[0]);
    expect(await card()).toEqual({ tenths: 38, count: 6 });
    expect((await page(first)).instructorRating).toEqual({ tenths: 38, count: 6 });
    const { body } = await server.call('GET /getAssigned', {}, { token: meera.token });
    const rating = (id: string) => body.data.find((each: { id: string }) => each.id === id)?.rating;
    expect([rating(first), rating(second), rating(ahead)]).toEqual([
      { tenths: 44, count: 5 },
      { tenths: 10, count: 1 },
      { tenths: null, count: 0 },
    ]);
    expect(body).toMatchObject({ summary: { rating: { tenths: 38, count: 6 } } });
    const alone = await read(first, meera, { scope: 'lesson' });
    expect(alone.body).toMatchObject({ total: 5, rating: { tenths: 44, count: 5 } });
    // 1 + 5 + 5 + 5 = 16 of 4 is 4.0; 4.25 goes up to 4.3.
    const third = await held(...people.slice(0, 4));
    for (const [index, stars] of [4, 4, 4, 5].entries()) await rate(third, stars, people[index]);
    expect((await read(third, asha, { scope: 'lesson' })).body.rating).toEqual({ tenths: 43, count: 4 });
  });

  test('are read in pages, the newest first, each with its lesson', async () => {
    const people = await Promise.all(Array.from({ length: 3 }, () => server.trader()));
    const [first, second] = [await held(...people), await held(people[0])];
    for (const [index, person] of people.entries()) {
      server.clock.at += MINUTE;
      await rate(first, index + 1, person);
    }
    server.clock.at += MINUTE;
    await rate(second, 5, people[0]);
    const pages = await Promise.all([1, 2, 3].map((number) => read(first, asha, { page: number, limit: 2 })));
    expect(pages.map(({ body }) => body.data.map((each: { stars: number }) => each.stars))).toEqual([
      [5, 3],
      [2, 1],
      [],
    ]);
    expect(pages[0].body).toMatchObject({ total: 4, totalPages: 2 });
    expect(pages[0].body.data.map((each: { lesson: string }) => each.lesson)).toEqual([second, first]);
    expect((await read(first, asha, { scope: 'all' })).status).toBe(400);
  });
});

describe('hidden by an administrator', () => {
  test('it neither shows nor counts, its author is told why and cannot change it, and the log says who', async () => {
    const id = await held(asha);
    await rate(id, 1, asha, 'Rude words');
    const [{ _id }] = (await read(id, desk)).body.data;
    const bare = await hide(_id, {});
    expect([bare.status, bare.body.message]).toEqual([400, 'Say why the rating is hidden: its author is told.']);
    const replies = await Promise.all([hide(_id), hide(_id)]);
    expect(replies.map(({ body }) => body.message)).toEqual(['The rating is hidden.', 'The rating is hidden.']);
    expect([(await read(id)).body.data, (await read(id)).body.rating.count]).toEqual([[], 0]);
    expect((await read(id, desk)).body.data).toMatchObject([{ words: 'Rude words', hidden: 'Insults somebody' }]);
    expect((await page(id)).ownRating).toEqual({ stars: 1, words: 'Rude words', hidden: 'Insults somebody' });
    for (const reply of [await rate(id, 5), await unrate(id)])
      expect([reply.status, reply.body.message]).toEqual([
        409,
        'An administrator has hidden your rating, so it cannot be changed.',
      ]);
    const sentence = 'An administrator has hidden your rating of “Technical Analysis”: Insults somebody';
    expect(told(asha).filter((text) => text === sentence)).toHaveLength(1);
    const { rows } = await server.database.query<object>(
      `select actor, action, detail from audit_log where subject = $1 order by id`,
      [asha.id],
    );
    const hiding = {
      actor: desk.id,
      action: 'hide-rating',
      detail: { lesson: 'Technical Analysis', stars: 1, reason: 'Insults somebody' },
    };
    expect(rows).toEqual([hiding]);
    const { body } = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(body.data.ratings).toBe(1);
    await hide(_id, { isHidden: false });
    expect((await page(id)).ownRating?.hidden).toBe(null);
    expect((await rate(id, 5)).status).toBe(200);
    expect(told(asha)).toContain('Your rating of “Technical Analysis” is shown again.');
  });

  test('only by an administrator, and only what is there', async () => {
    const id = await held(asha);
    await rate(id, 1);
    const [{ _id }] = (await read(id)).body.data;
    const before = await server.stateHash();
    for (const { token } of [asha, meera])
      expect((await server.call('POST /hideRating/{id}', { id: _id, reason: 'x' }, { token })).status).toBe(403);
    for (const none of ['0', '999999999', 'nobody', '1 or 1=1']) expect((await hide(none)).status).toBe(404);
    expect(await server.stateHash()).toBe(before);
  });
});
