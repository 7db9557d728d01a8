// Lessons from the plan to the end: reminders, lessons that move, and what instructors see.
import { describe, expect, test } from 'vitest';
import {
  asha,
  buy,
  type Caller,
  cancel,
  DAY,
  desk,
  form,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  order,
  pay,
  purchased,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';

describe('time passes', () => {
  test('those who take part are reminded the day before and when the door opens, once; then the lesson is over', async () => {
    const id = await lesson();
    await buy(id);
    const late = await server.trader();
    const learner = () => told(asha).slice(1);
    await server.learn.passTime();
    expect(learner()).toEqual([]);
    server.clock.at += DAY + MINUTE;
    await server.learn.passTime();
    await server.learn.passTime();
    expect(learner()).toEqual([expect.stringMatching(/^“Technical Analysis” starts within a day: /)]);
    await buy(id, late);
    server.clock.at += DAY - 15 * MINUTE;
    await server.learn.passTime();
    await server.learn.passTime();
    expect(learner()).toHaveLength(2);
    expect(learner()[1]).toMatch(/^“Technical Analysis” starts soon: .* You can enter now\.$/);
    expect(told(late)).toHaveLength(2);
    expect(told(meera).filter((message) => message.includes(' starts '))).toHaveLength(2);
    server.clock.at += 3 * HOUR;
    await server.learn.passTime();
    const { rows } = await server.database.query('select status from lessons where public_id = $1::uuid', [id]);
    expect(rows).toEqual([{ status: 'COMPLETED' }]);
    expect(await purchased()).toMatchObject([{ id, status: 'COMPLETED', refund: null }]);
  });

  test('a lesson that somebody has a place in is not brought forward from under them', async () => {
    const id = await lesson({ start_time: iso(2 * DAY), end_time: iso(2 * DAY + HOUR) });
    const move = (start: number) =>
      server.call(
        'POST /updateSession/{id}',
        { id, ...form({ start_time: iso(start), end_time: iso(start + HOUR) }) },
        { token: desk.token },
      );
    // Nobody has bought it yet.
    expect((await move(10 * MINUTE)).status).toBe(200);
    expect((await move(2 * DAY)).status).toBe(200);
    await buy(id);
    server.clock.at += 15 * MINUTE;
    const before = await server.stateHash();
    for (const start of [10 * MINUTE, 2 * HOUR, DAY - 1000]) {
      const { status, body } = await move(start);
      expect([status, body.error?.code, Object.keys(body.error?.fields ?? {})]).toEqual([
        409,
        'too-soon',
        ['start_time'],
      ]);
    }
    expect(await server.stateHash()).toBe(before);
    expect((await move(DAY)).status).toBe(200);
    // Later is always possible, as when the instructor comes late.
    server.clock.at += DAY - MINUTE;
    expect((await move(16 * MINUTE)).status).toBe(200);
  });

  test('a slip in the time is put right while every place is new, with two hours to give it back; its learners hear of it', async () => {
    const id = await lesson({ start_time: iso(DAY), end_time: iso(DAY + HOUR) });
    const move = (start: number) =>
      server.call(
        'POST /updateSession/{id}',
        { id, ...form({ start_time: iso(start), end_time: iso(start + HOUR) }) },
        { token: desk.token },
      );
    await buy(id);
    server.clock.at += 14 * MINUTE;
    const early = await move(2 * HOUR - 1000);
    expect([early.status, early.body.message]).toEqual([
      409,
      'Somebody has just taken a place: the session can be brought forward only to a start that is at least 2 hours away. Or cancel it, which pays everybody back, and plan a new one',
    ]);
    expect((await move(3 * HOUR)).status).toBe(200);
    expect(told(asha).at(-1)).toContain('has a new time');
    // One place that is older is enough: its owner may have planned the day around it.
    server.clock.at += 2 * MINUTE;
    await buy(id, await server.trader());
    expect((await move(2 * HOUR)).body.message).toMatch(/^Somebody has had a place for more than 15 minutes: /);
  });

  test('a running lesson that was moved later by mistake is moved back, but not under who took a place since', async () => {
    const id = await lesson({ start_time: iso(DAY), end_time: iso(DAY + HOUR) });
    await buy(id);
    server.clock.at += DAY + MINUTE;
    const begun = server.clock.at - MINUTE;
    const moveTo = (start: number) => {
      const times = { start_time: new Date(start).toISOString(), end_time: new Date(start + HOUR).toISOString() };
      return server.call('POST /updateSession/{id}', { id, ...form(times) }, { token: desk.token });
    };
    expect((await moveTo(begun + 5 * HOUR)).status).toBe(200);
    expect((await moveTo(begun + 6 * HOUR)).status).toBe(200);
    server.clock.at += 5 * MINUTE;
    // Not to a start that it never had.
    expect((await moveTo(begun - MINUTE)).body.error?.code).toBe('too-soon');
    const back = await moveTo(begun);
    expect([back.status, back.body.data.start_time]).toEqual([200, new Date(begun).toISOString()]);
    expect(told(asha).at(-1)).toContain('has a new time');
    // Fifteen minutes after the move its learners have planned around it.
    expect((await moveTo(begun + 5 * HOUR)).status).toBe(200);
    server.clock.at += 11 * MINUTE;
    expect((await moveTo(begun)).body.error?.code).toBe('too-soon');
    // Who has bought the later start has not bought the earlier one.
    expect((await moveTo(begun + 6 * HOUR)).status).toBe(200);
    await buy(id, await server.trader());
    expect((await moveTo(begun + 5 * HOUR)).body.error?.code).toBe('too-soon');
  });

  test('a lesson that moves tells its learners, and reminds them anew', async () => {
    const id = await lesson();
    await buy(id);
    server.clock.at += DAY;
    await server.learn.passTime();
    await server.call(
      'POST /updateSession/{id}',
      { id, ...form({ start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) }) },
      { token: desk.token },
    );
    server.clock.at += 2 * DAY;
    await server.learn.passTime();
    expect(told(asha).slice(1)).toEqual([
      expect.stringContaining('starts within a day'),
      expect.stringContaining('has a new time'),
      expect.stringContaining('starts within a day'),
    ]);
  });

  test('a lesson that only lasts longer says until when, and its learners how long they can give back their place', async () => {
    const year = new Date(server.clock.at).getUTCFullYear() + 1;
    const id = await lesson({ start_time: `${year}-01-10T10:00:00Z`, end_time: `${year}-01-10T11:00:00Z` });
    await buy(id);
    const until = async (end_time: string) => {
      const times = { start_time: `${year}-01-10T10:00:00Z`, end_time };
      const { status } = await server.call('POST /updateSession/{id}', { id, ...form(times) }, { token: desk.token });
      expect(status).toBe(200);
    };
    await until(`${year}-01-10T12:30:00Z`);
    const news = `\u201cTechnical Analysis\u201d has a new time: 10 Jan ${year}, 15:30 to 18:00 IST.`;
    const hint = ' If you cannot come then, you can give back your place until 15 minutes before the start.';
    expect([told(asha).at(-1), told(meera).at(-1)]).toEqual([news + hint, news]);
    server.clock.at += MINUTE;
    await until(`${year}-01-10T18:30:00Z`);
    expect(told(meera).at(-1)).toContain(`: 10 Jan ${year}, 15:30 to 11 Jan ${year}, 00:00 IST.`);
    // The door is open: nobody can give back a place.
    server.clock.at = Date.parse(`${year}-01-10T09:50:00Z`);
    await until(`${year}-01-10T12:00:00Z`);
    expect(told(asha).at(-1)).toMatch(/15:30 to 17:30 IST\.$/);
  });

  test('another instructor is named to the learners; a name that is only put right is not', async () => {
    const id = await lesson();
    await buy(id);
    const kavya = await server.instructor();
    const update = (given: object) =>
      server.call('POST /updateSession/{id}', { id, ...form(given) }, { token: desk.token });
    await update({ instructor_name: 'Meera S. Iyer' });
    expect(told(asha).slice(1)).toEqual([]);
    await update({ instructor_name: 'Kavya Rao', instructor_email: kavya.email });
    expect(told(asha).slice(1)).toEqual([
      expect.stringMatching(/^Kavya Rao teaches “Technical Analysis” on .* now\.$/),
    ]);
    expect(told(kavya)).toEqual([expect.stringMatching(/^You teach “Technical Analysis” on /)]);
  });

  test('a reminder that nobody could send for hours is left out', async () => {
    const id = await lesson();
    await buy(id);
    server.clock.at += DAY + 3 * HOUR;
    await server.learn.passTime();
    expect(told(asha)).toHaveLength(1);
  });
});

describe('the instructor', () => {
  test('sees the own lessons, learners and earnings, and nobody else\u2019s', async () => {
    const first = await lesson();
    const second = await lesson({ hourly_rate: 1000, start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) });
    const gone = await lesson({ start_time: iso(4 * DAY), end_time: iso(4 * DAY + HOUR) });
    await buy(first);
    await buy(gone);
    await cancel(gone);
    const assigned = async (who: Caller, given: object = {}) =>
      (await server.call('GET /getAssigned', given, { token: who.token })).body;
    const own = await assigned(meera);
    expect(own.data.map(({ id }: { id: string }) => id)).toEqual([first, second, gone]);
    expect(own.data[0]).toMatchObject({ enrolled: 1, earned: 500, learners: [{ name: asha.name }] });
    // (500 + 1000) / 2: the canceled one does not count.
    expect(own.summary).toEqual({
      rating: { tenths: null, count: 0 },
      total: 3,
      completed: 0,
      upcoming: 2,
      averageRate: 750,
      earned: 500,
      learners: 1,
    });
    expect(JSON.stringify(own)).not.toContain(asha.email);
    expect((await assigned(meera, { isPast: true })).data.map(({ id }: { id: string }) => id)).toEqual([gone]);
    server.clock.at += 2 * DAY + 2 * HOUR;
    expect((await assigned(meera)).summary).toMatchObject({ total: 3, completed: 1, upcoming: 1 });
    const other = await server.instructor();
    expect(await assigned(other)).toMatchObject({
      data: [],
      total: 0,
      summary: { total: 0, averageRate: 0, earned: 0 },
    });
    expect((await server.call('GET /getAssigned', {}, { token: asha.token })).status).toBe(403);
  });

  test('the desk sees that the account of who is to hold a lesson is disabled', async () => {
    const id = await lesson();
    await server.call('POST /disableUser/{id}', { id: meera.id, blocked: true }, { token: desk.token });
    const one = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
    expect(one.body.data).toMatchObject({ hasInstructor: true, isInstructorBlocked: true });
  });

  test('a lesson whose instructor is disabled is neither offered nor sold, until the account is enabled again', async () => {
    const id = await lesson();
    const free = await lesson({ hourly_rate: 0, start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) });
    const ordered = await pay(id);
    const offered = async () =>
      (await server.call('GET /activeSessions', {}, { token: asha.token })).body.data.map(
        (card: { id: string }) => card.id,
      );
    const disable = (blocked: boolean) =>
      server.call('POST /disableUser/{id}', { id: meera.id, blocked }, { token: desk.token });
    await disable(true);
    expect(await offered()).not.toContain(id);
    const late = await server.trader();
    const refused = 'This lesson cannot be bought at the moment.';
    expect((await order(id, late)).body).toMatchObject({ success: false, message: refused });
    const enrolled = await server.call('POST /enrol/{id}', { id: free }, { token: late.token });
    expect([enrolled.status, enrolled.body.message]).toEqual([409, refused]);
    const seen = await server.call('GET /getLesson/{id}', { id }, { token: late.token });
    expect(seen.body.data).toMatchObject({ notForSale: refused });
    // Learners who have paid already have the place, and can give it back.
    expect((await verify(ordered, id)).body.success).toBe(true);
    await disable(false);
    expect(await offered()).toContain(id);
    await buy(id, late);
  });
});
