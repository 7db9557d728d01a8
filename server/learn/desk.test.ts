// The rules of the desk: what it may plan, for whom, and what it may change of a lesson.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  asha,
  buy,
  cancel,
  create,
  DAY,
  desk,
  form,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  pay,
  purchased,
  refundOf,
  server,
  told,
  verify,
} from '../../tests/scenes/school.ts';

test('the end of a lesson that holds its learners moves no further than an hour from now', async () => {
  const id = await lesson({ start_time: iso(HOUR), end_time: iso(2 * HOUR) });
  const begin = server.clock.at;
  const move = async (start: number, end: number) => {
    const at = (ms: number) => new Date(begin + ms).toISOString();
    const wanted = form({ start_time: at(start), end_time: at(end) });
    const { status, body } = await server.call('POST /updateSession/{id}', { id, ...wanted }, { token: desk.token });
    return status === 200 ? 'moved' : [status, body.error!.code, Object.keys(body.error!.fields ?? {})];
  };
  const refused = [409, 'ends-too-late', ['end_time']];
  // The door is open, but nobody has a place yet.
  server.clock.at = begin + 50 * MINUTE;
  expect(await move(HOUR, 9 * HOUR)).toBe('moved');
  expect(await move(HOUR, 2 * HOUR)).toBe('moved');
  await buy(id);
  expect(await move(HOUR, 9 * HOUR)).toEqual(refused);
  // Nor along with a start that leaves the door open.
  expect(await move(HOUR + 4 * MINUTE, 9 * HOUR)).toEqual(refused);
  expect(told(asha)).toHaveLength(1);
  // The class runs over: an hour from now is the most, and what was longer before may stay.
  server.clock.at = begin + 110 * MINUTE;
  expect(await move(HOUR, 170 * MINUTE + 1)).toEqual(refused);
  expect(await move(HOUR, 170 * MINUTE)).toBe('moved');
  expect(await move(HOUR, 168 * MINUTE)).toBe('moved');
  // A start later than the door closes it, so that places can be given back; undoing that brings back the same length.
  server.clock.at = begin + 2 * HOUR;
  expect(await move(DAY, DAY + 2 * HOUR)).toBe('moved');
  expect(await move(HOUR, 4 * HOUR)).toEqual(refused);
  expect(await move(HOUR, 3 * HOUR)).toBe('moved');
});

test('plans, shows, changes and cancels a lesson, and each act is in the log', async () => {
  const id = await lesson({ topic: ' Candles ', about: 'Bring\na chart.' });
  const one = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
  expect(one.body.data).toMatchObject({
    _id: id,
    id,
    instructor_name: 'Meera Iyer',
    instructor_email: meera.email,
    specialization: 'technical',
    topic: 'Candles',
    about: 'Bring\na chart.',
    hourly_rate: 500,
    status: 'SCHEDULED',
    hasInstructor: true,
    enrolled: 0,
    earned: 0,
  });
  const changed = await server.call(
    'POST /updateSession/{id}',
    { id, ...form({ hourly_rate: '649.50', specialization: '' }) },
    { token: desk.token },
  );
  expect([changed.status, changed.body.message]).toEqual([200, 'updated successfully']);
  expect(changed.body.data).toMatchObject({ hourly_rate: 649.5, specialization: null, topic: '' });
  const gone = await cancel(id);
  expect([gone.status, gone.body.message, gone.body.data.status]).toEqual([
    200,
    'Session canceled successfully',
    'CANCELED',
  ]);
  const { rows } = await server.database.query<{ action: string; actor: string; detail: object }>(
    'select action, actor, detail from audit_log where subject = $1 order by id',
    [id],
  );
  expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
    ['create-lesson', desk.id],
    ['update-lesson', desk.id],
    ['cancel-lesson', desk.id],
  ]);
  expect(rows[1].detail).toMatchObject({ hourlyRate: { from: 500_00, to: 649_50 } });
});

test('the log knows a lesson by one id, also where it was asked for in capitals', async () => {
  const id = await lesson();
  const [asked, token] = [id.toUpperCase(), desk.token];
  expect(
    (await server.call('POST /updateSession/{id}', { id: asked, ...form({ topic: 'Stops' }) }, { token })).status,
  ).toBe(200);
  expect((await cancel(asked)).status).toBe(200);
  const { rows } = await server.database.query<{ action: string }>(
    'select action from audit_log where subject = $1 order by id',
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create-lesson', 'update-lesson', 'cancel-lesson']);
});

test.each([
  [{ instructor_name: ' ' }, 'instructor_name', 'Instructor name is required'],
  [{ instructor_name: undefined }, 'instructor_name', 'Instructor name is required'],
  [{ instructor_name: 'x'.repeat(81) }, 'instructor_name', 'Instructor name can be at most 80 characters long'],
  [{ instructor_email: '' }, 'instructor_email', 'Instructor email is required'],
  [{ instructor_email: 'meera' }, 'instructor_email', 'Please enter a valid email address'],
  [{ specialization: 'astrology' }, 'specialization', 'Choose a specialization from the list'],
  [{ topic: 5 }, 'topic', 'Topic must be text'],
  [{ topic: 'x'.repeat(121) }, 'topic', 'Topic can be at most 120 characters long'],
  [{ about: ['x'] }, 'about', 'The description must be text'],
  [{ about: 'x'.repeat(2001) }, 'about', 'The description can be at most 2000 characters long'],
  [{ hourly_rate: -1 }, 'hourly_rate', 'Hourly rate must be 0 or more'],
  [{ hourly_rate: 1.005 }, 'hourly_rate', 'Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00'],
  [{ hourly_rate: 1e9 }, 'hourly_rate', 'Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00'],
  [{ hourly_rate: 'much' }, 'hourly_rate', 'Hourly rate is a sum with at most two decimals, up to ₹10,00,000.00'],
  [{ hourly_rate: undefined }, 'hourly_rate', 'Hourly rate is required'],
  [{ start_time: '' }, 'start_time', 'Start time is required'],
  [{ start_time: null }, 'start_time', 'Start time is required'],
  [
    { start_time: '2026-02-30T10:00:00Z' },
    'start_time',
    'Start time must be a day and a time of day, from 2000 to 2099',
  ],
  [
    { start_time: '0202-11-25T10:00:00Z' },
    'start_time',
    'Start time must be a day and a time of day, from 2000 to 2099',
  ],
  [{ end_time: 'tomorrow' }, 'end_time', 'End time must be a day and a time of day, from 2000 to 2099'],
  [{ end_time: ' ' }, 'end_time', 'End time is required'],
  [{ end_time: undefined }, 'end_time', 'End time is required'],
])('refuses %j', async (given, field, sentence) => {
  const before = await server.stateHash();
  const reply = await create(given);
  expect([reply.status, reply.body.error?.fields?.[field]]).toEqual([400, sentence]);
  expect(await server.stateHash()).toBe(before);
});

test('the end comes after the start, in the future, and within twelve hours', async () => {
  for (const [start, end, sentence] of [
    [2 * DAY, 2 * DAY, 'End time must be after the start time'],
    [2 * DAY, 2 * DAY - HOUR, 'End time must be after the start time'],
    [DAY, DAY + 13 * HOUR, 'A session can last at most 12 hours'],
    [-2 * HOUR, -HOUR, 'End time must be in the future'],
  ] as const) {
    const reply = await create({ start_time: iso(start), end_time: iso(end) });
    expect([reply.status, reply.body.error?.fields?.end_time]).toEqual([400, sentence]);
  }
});

test('null is left out, as programs send it', async () => {
  const { status, body } = await create({ specialization: null, topic: null, about: null });
  expect([status, body.data]).toMatchObject([200, { specialization: null, topic: '', about: '' }]);
});

test('a time without a zone is one of India', async () => {
  const day = new Date(server.clock.at + 3 * DAY).toISOString().slice(0, 10);
  const reply = await create({ start_time: `${day}T10:00`, end_time: `${day}T11:00` });
  expect(reply.body.data.start_time).toBe(`${day}T04:30:00.000Z`);
});

test('two lessons of one instructor at one time are refused, whatever the letters of the address', async () => {
  await lesson();
  const again = await create({
    instructor_email: meera.email.toUpperCase(),
    start_time: iso(2 * DAY + HOUR - MINUTE),
    end_time: iso(2 * DAY + 2 * HOUR),
  });
  expect([again.status, again.body.message]).toEqual([409, 'This instructor already has a session at that time']);
  const other = await lesson({ start_time: iso(3 * DAY), end_time: iso(3 * DAY + HOUR) });
  const moved = await server.call('POST /updateSession/{id}', { id: other, ...form() }, { token: desk.token });
  expect(moved.status).toBe(409);
});

test('lessons that are over or canceled stay as they are', async () => {
  const canceled = await lesson();
  await cancel(canceled);
  const over = await lesson({ start_time: iso(MINUTE), end_time: iso(2 * MINUTE) });
  server.clock.at += 3 * MINUTE;
  const before = await server.stateHash();
  const update = (id: string) => server.call('POST /updateSession/{id}', { id, ...form() }, { token: desk.token });
  for (const [reply, status] of [
    [await update(canceled), 'CANCELED'],
    [await update(over), 'COMPLETED'],
    [await cancel(over), 'COMPLETED'],
  ] as const)
    expect([reply.status, reply.body.message]).toEqual([409, `The session is already ${status}`]);
  // Its first answer may have been lost.
  const again = await cancel(canceled);
  expect([again.status, again.body.message]).toEqual([200, 'Session canceled successfully']);
  expect(again.body.data).toMatchObject({ id: canceled, status: 'CANCELED' });
  expect(await server.stateHash()).toBe(before);
  for (const id of [randomUUID(), '7', "x' or true --"]) {
    const replies = [
      await server.call('GET /getSessionById/{id}', { id }, { token: desk.token }),
      await cancel(id),
      await server.call('GET /getLesson/{id}', { id }, { token: asha.token }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
});

test('the list is searched, filtered and paged with true totals', async () => {
  const name = `Only ${randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (const day of [5, 6, 7])
    ids.push(await lesson({ instructor_name: name, start_time: iso(day * DAY), end_time: iso(day * DAY + HOUR) }));
  await cancel(ids[1]);
  const list = async (given: object) =>
    (await server.call('GET /getSessions', { q: name.toLowerCase(), ...given }, { token: desk.token })).body;
  expect((await list({})).data.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[1], ids[0]]);
  expect(await list({ limit: 2, page: 2 })).toMatchObject({ total: 3, totalPages: 2, data: [{ id: ids[0] }] });
  expect((await list({ status: 'CANCELED' })).data.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
  expect((await list({ q: '%' })).total).toBe(0);
  // By several words, in any order, and by the field as it is shown.
  const [word] = name.split(' ').toReversed();
  const other = await lesson({ instructor_name: name, specialization: 'risk', topic: 'Stops' });
  for (const q of [`stops ${word}`, `${word} only STOPS`, `risk management ${word}`, `${word} manage`])
    expect((await list({ q })).data.map(({ id }: { id: string }) => id)).toEqual([other]);
  expect((await list({ q: `stops ${word} nobody` })).total).toBe(0);
});

test('instructors with an account are offered', async () => {
  const reply = await server.call('GET /instructors', { q: meera.name }, { token: desk.token });
  expect(reply.body.data).toContainEqual({ name: meera.name, email: meera.email });
  expect(JSON.stringify(reply.body.data)).not.toContain(asha.email);
});

test('a lesson is not planned for an address at which somebody else than an instructor has an account', async () => {
  const id = await lesson();
  const before = await server.stateHash();
  const given = { start_time: iso(5 * DAY), end_time: iso(5 * DAY + HOUR) };
  for (const instructor_email of [asha.email, desk.email]) {
    const change = form({ ...given, instructor_email });
    const moved = await server.call('POST /updateSession/{id}', { id, ...change }, { token: desk.token });
    for (const { status, body } of [await create({ ...given, instructor_email }), moved]) {
      expect([status, body.error?.code]).toEqual([400, 'not-an-instructor']);
      expect(body.error?.fields).toEqual({
        instructor_email:
          'This address belongs to an account that is not an instructor\u2019s: it cannot hold the session',
      });
    }
  }
  expect(await server.stateHash()).toBe(before);
});

test('a lesson whose reply was lost is planned once, and the repeat is told of it', async () => {
  const plan = form();
  const again = () =>
    server.call('POST /createSession', plan, { token: desk.token, headers: { 'idempotency-key': 'once' } });
  const first = await again();
  await server.database.query(`delete from idempotency_keys where key = 'once'`);
  const before = await server.stateHash();
  const second = await again();
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(told(meera)).toHaveLength(1);
  await server.database.query(`delete from idempotency_keys where key = 'once'`);
  expect(await server.stateHash()).toBe(before);
  const other = await server.call('POST /createSession', plan, { token: desk.token });
  expect([other.status, other.body.message]).toEqual([409, 'This instructor already has a session at that time']);
  // Nor is it refused as too late when it is asked again only after the lesson.
  server.clock.at += 3 * DAY;
  const late = await again();
  expect([late.status, late.body.data._id]).toEqual([200, first.body.data._id]);
});

test('a lesson is not given to somebody who has a place in it; what is paid for an own lesson goes back', async () => {
  const id = await lesson();
  const kavya = await server.instructor();
  const [place, open] = [await pay(id, kavya), await pay(id, kavya)];
  expect((await verify(place, id, kavya)).body.success).toBe(true);
  const give = () =>
    server.call(
      'POST /updateSession/{id}',
      { id, ...form({ instructor_name: 'Kavya Rao', instructor_email: kavya.email }) },
      { token: desk.token },
    );
  const before = await server.stateHash();
  const { status, body } = await give();
  const sentence =
    'The account with this address has a place in the session, and must give it back before it can hold the session';
  expect([status, body.message, body.error?.code]).toEqual([409, sentence, 'has-a-place']);
  expect(body.error?.fields).toEqual({ instructor_email: sentence });
  expect(await server.stateHash()).toBe(before);
  expect((await server.call('POST /unenrol/{id}', { id }, { token: kavya.token })).status).toBe(200);
  expect((await give()).status).toBe(200);
  expect((await verify(open, id, kavya)).body).toMatchObject({
    success: false,
    message:
      'The payment for “Technical Analysis” arrived, but the course can no longer be sold to you: ₹500.00 goes back to where it came from.',
  });
  await server.refunds.run();
  expect(await refundOf(open)).toMatchObject({
    reason: 'own-lesson',
    provider_refund: expect.stringMatching(/^rfnd_/),
  });
  expect(await purchased(kavya)).toEqual([]);
});

test('a lesson appears for the person who proves its address as an instructor', async () => {
  const address = `later-${randomUUID()}@example.com`;
  const reply = await create({ instructor_email: address });
  expect(reply.body.data).toMatchObject({ hasInstructor: false, isInstructorBlocked: false });
  const { id } = reply.body.data;
  const { token } = await server.instructor(address);
  const assigned = await server.call('GET /getAssigned', {}, { token });
  expect(assigned.body.data).toMatchObject([{ id }]);
  const seen = await server.call('GET /getSessionById/{id}', { id }, { token: desk.token });
  expect(seen.body.data.hasInstructor).toBe(true);
});
