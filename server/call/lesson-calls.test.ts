// Calls of lessons over real sockets: the door, attendance, the end, and what a crash leaves.
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import {
  asha,
  ask,
  attendance,
  calls,
  connect,
  desk,
  enter,
  HOUR,
  iso,
  lesson,
  meera,
  MINUTE,
  next,
  people,
  ravi,
  server,
  settle,
  statusOf,
  visits,
} from '../../tests/scenes/calls.ts';
import { Visits } from '../learn/visits.ts';

test('the door of a lesson: not yet, only for its people, and not by an overheard code', async () => {
  const id = await lesson(60);
  const [host, guest, stranger] = [await connect(meera), await connect(asha), await connect(ravi)];
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'early' });
  expect(await ask(stranger, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
  for (const session of ['nonsense', '00000000-0000-4000-8000-000000000000'])
    expect(await ask(guest, 'join-room', { session })).toMatchObject({ reason: 'stranger' });
  const { roomCode, state } = await enter(host, { session: id });
  expect(state).toMatchObject({ session: id, title: 'Candles', people: [{ isHost: true }] });
  expect(await ask(guest, 'join-room', roomCode)).toMatchObject({ reason: 'early' });
  expect(await ask(stranger, 'join-room', roomCode)).toMatchObject({ reason: 'stranger' });
  server.clock.at += 45 * MINUTE;
  const setBlocked = (isBlocked: boolean) =>
    server.database.query('update users set is_blocked = $2 where id = $1', [asha.id, isBlocked]);
  await setBlocked(true);
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
  await setBlocked(false);
  expect((await enter(guest, { session: id })).roomCode).toBe(roomCode);
  server.clock.at -= 45 * MINUTE;
});

test('a lesson is held: who came and how long, and COMPLETED when the host ends it', async () => {
  const id = await lesson(0);
  const startedAt = server.clock.at;
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  server.clock.at += 5 * MINUTE;
  await enter(guest, { session: id, page: 'one' });
  server.clock.at += 20 * MINUTE;
  expect(await attendance(id, meera)).toEqual([
    {
      name: meera.name,
      part: 'host',
      isPresent: true,
      joinedAt: iso(-25 * MINUTE),
      leftAt: null,
      minutes: 25,
      visits: 1,
    },
    {
      name: asha.name,
      part: 'learner',
      isPresent: true,
      joinedAt: iso(-20 * MINUTE),
      leftAt: null,
      minutes: 20,
      visits: 1,
    },
  ]);
  await settle(host);
  const away = next(host, 'call-state');
  guest.disconnect();
  await away;
  server.clock.at += MINUTE;
  const again = await connect(asha);
  await enter(again, { session: id, page: 'one' });
  server.clock.at += 10 * MINUTE;
  const ended = next(again, 'call-ended');
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  await ended;
  expect(await attendance(id, desk)).toMatchObject([
    { minutes: 36, visits: 1, isPresent: false },
    {
      minutes: 30,
      visits: 2,
      isPresent: false,
      joinedAt: new Date(startedAt + 5 * MINUTE).toISOString(),
      leftAt: iso(0),
    },
  ]);
  expect(await statusOf(id)).toBe('COMPLETED');
  // Over for learners, until the host opens it anew.
  expect(await ask(again, 'join-room', { session: id })).toMatchObject({ reason: 'over' });
  await enter(host, { session: id });
  await enter(again, { session: id });
  // A process that is started now knows nothing of that room, and lets the learner back into the class.
  const times = await server.learn.lessonTimes(id);
  expect(times).toMatchObject({ status: 'COMPLETED', endedAt: null });
  for (const who of [asha, ravi])
    expect((await server.call('GET /attendance/{id}', { id }, { token: who.token })).status).toBe(404);
});

test('a lesson has one room, however its id is written', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { roomCode } = await enter(guest, { session: id.toUpperCase() });
  expect(await enter(host, { session: id })).toMatchObject({ roomCode, state: { session: id } });
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  expect(await ask(guest, 'call-door', { session: id.toUpperCase() })).toMatchObject({ reason: 'over' });
});

test('ended by the host, it is over at once, although that is stored a moment later', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  await enter(guest, { session: id });
  const ending = await server.database.transaction(async (transaction) => {
    await transaction.query('select 1 from lessons where public_id = $1 for no key update', [id]);
    const ended = next(guest, 'call-ended');
    const answer = ask(host, 'call-ended');
    await ended;
    expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'over' });
    return { answer };
  });
  expect(await ending.answer).toEqual({ ok: true });
  expect(await server.learn.lessonTimes(id)).toMatchObject({ status: 'COMPLETED', endedAt: server.clock.at });
});

test('ended before its start it can still be held; the clock ends it half an hour after its end', async () => {
  const id = await lesson(30, 30);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  expect(await ask(host, 'call-ended')).toEqual({ ok: true });
  await visits.save();
  expect(await statusOf(id)).toBe('SCHEDULED');
  server.clock.at += 20 * MINUTE;
  await enter(guest, { session: id });
  server.clock.at += 40 * MINUTE;
  expect(await statusOf(id)).toBe('COMPLETED');
  // The class runs over, and a disconnected person comes back.
  expect(await ask(guest, 'leave-room')).toEqual({ ok: true });
  await enter(guest, { session: id });
  const ended = next(guest, 'call-ended');
  server.clock.at += 30 * MINUTE;
  calls.tick();
  expect(await ended).toMatchObject({ reason: 'time' });
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'over' });
});

test('a canceled lesson ends while it is held', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  await enter(host, { session: id });
  const ended = next(host, 'call-ended');
  await server.call('POST /cancelSession/{id}', { id, status: 'CANCELED' }, { token: desk.token });
  expect(await ended).toMatchObject({ reason: 'canceled' });
  expect(await ask(host, 'join-room', { session: id })).toMatchObject({ reason: 'canceled' });
});

test('a lesson that is given to another instructor while it is held has that one for its host', async () => {
  const id = await lesson(0);
  const other = await server.instructor();
  people.set(other.token, other);
  const [host, guest, newHost] = [await connect(meera), await connect(asha), await connect(other)];
  await enter(host, { session: id });
  await enter(guest, { session: id });
  const given = { instructor_name: 'Leela Menon', instructor_email: other.email, hourly_rate: 0 };
  const times = { start_time: iso(0), end_time: iso(HOUR) };
  const ended = next(host, 'call-ended');
  await server.call('POST /updateSession/{id}', { id, ...given, ...times }, { token: desk.token });
  expect(await ended).toMatchObject({ reason: 'unassigned' });
  expect(await ask(host, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
  const { state } = await enter(newHost, { session: id });
  expect(state.people.map(({ name, isHost }) => [name, isHost])).toEqual([
    [asha.name, false],
    [other.name, true],
  ]);
  expect(await ask(newHost, 'call-host', { act: 'mute-all' })).toEqual({ ok: true });
});

test('a former host who has a place in the lesson comes back as a learner, and no more', async () => {
  const id = await lesson(0);
  const other = await server.instructor();
  await server.database.query(
    `insert into enrolments (lesson, account, user_id, enrolled_at) select id, $2, $3, $4 from lessons where public_id = $1`,
    [id, meera.accountNo, meera.id, server.clock.at],
  );
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id, page: 'one' });
  await enter(guest, { session: id });
  const given = { instructor_name: 'Leela Menon', instructor_email: other.email, hourly_rate: 0 };
  const times = { start_time: iso(0), end_time: iso(HOUR) };
  const ended = next(host, 'call-ended');
  await server.call('POST /updateSession/{id}', { id, ...given, ...times }, { token: desk.token });
  expect(await ended).toMatchObject({ reason: 'unassigned' });
  const { state } = await enter(host, { session: id, page: 'one' });
  expect(state.people.map(({ isHost }) => isHost)).toEqual([false, false]);
  expect(await ask(host, 'call-host', { act: 'mute-all' })).toMatchObject({ ok: false, reason: 'not-host' });
  await calls.lookAtLessons();
  expect(await ask(host, 'call-me', {})).toEqual({ ok: true });
});

test('a lesson moved to another day keeps nobody in its call longer than before, and puts nobody out who loses the line', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  const { state } = await enter(host, { session: id });
  await enter(guest, { session: id, page: 'one' });
  const given = { instructor_name: 'Meera Iyer', instructor_email: meera.email, topic: 'Candles', hourly_rate: 0 };
  const move = (days: number, minutes: number) => {
    const start = days * 24 * HOUR - 10 * MINUTE;
    const times = { start_time: iso(start), end_time: iso(start + minutes * MINUTE) };
    return server.call('POST /updateSession/{id}', { id, ...given, ...times }, { token: desk.token });
  };
  server.clock.at += 10 * MINUTE;
  expect((await move(1, 60)).status).toBe(200);
  await calls.lookAtLessons();
  const away = next(host, 'call-state');
  guest.disconnect();
  await away;
  const again = await connect(asha);
  const back = await enter(again, { session: id, page: 'one' });
  expect(back.state).toMatchObject({ people: [{}, {}], closesAt: state.closesAt });
  // Nobody else comes in before the other day.
  expect(await ask(again, 'leave-room')).toEqual({ ok: true });
  expect(await ask(again, 'join-room', { session: id })).toMatchObject({ reason: 'early' });
  // Moved back, it may run as long as it is planned.
  const told = next<typeof state>(host, 'call-state');
  expect((await move(0, 65)).status).toBe(200);
  expect(Date.parse((await told).closesAt) - Date.parse(state.closesAt)).toBe(5 * MINUTE);
});

test('attendance outlives a crash: who was there left when last seen', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  await enter(host, { session: id });
  server.clock.at += 10 * MINUTE;
  await visits.beat();
  server.clock.at += 20 * MINUTE;
  // What another process finds at its start.
  await new Visits({ db: server.database, log: pino({ level: 'silent' }), now: () => server.clock.at }).recover();
  expect(await server.call('GET /attendance/{id}', { id }, { token: meera.token })).toMatchObject({
    body: {
      data: [
        { part: 'host', isPresent: false, minutes: 10 },
        { part: 'learner', joinedAt: null, minutes: 0 },
      ],
    },
  });
});

test('a page whose line is replaced stays in its visit, and a longer absence ends it', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  await enter(host, { session: id });
  let guest = await connect(asha);
  await enter(guest, { session: id, page: 'one' });
  const awayFor = async (seconds: number): Promise<void> => {
    await settle(host);
    const away = next(host, 'call-state');
    guest.disconnect();
    await away;
    server.clock.at += seconds * 1000;
    guest = await connect(asha);
    await enter(guest, { session: id, page: 'one' });
  };
  await awayFor(2);
  // Stored in between, as it may be.
  await visits.save();
  await awayFor(2);
  expect(await attendance(id, meera)).toMatchObject([{}, { isPresent: true, leftAt: null, visits: 1 }]);
  await awayFor(20);
  expect(await attendance(id, meera)).toMatchObject([{}, { isPresent: true, visits: 2 }]);
});

test('attendance waits while the database is away, and is stored when it is back', async () => {
  const id = await lesson(0);
  let isAway = true;
  const query: typeof server.database.query = (...asked) =>
    isAway ? Promise.reject(new Error('away')) : server.database.query(...asked);
  const waiting = new Visits({ db: { query }, log: pino({ level: 'silent' }), now: () => server.clock.at });
  waiting.came(id, asha.accountNo, server.clock.at);
  server.clock.at += 7 * MINUTE;
  waiting.went(id, asha.accountNo, server.clock.at);
  waiting.ended(id, server.clock.at);
  await waiting.save();
  expect(await statusOf(id)).toBe('SCHEDULED');
  isAway = false;
  await waiting.beat();
  expect(await attendance(id, meera)).toMatchObject([{ minutes: 0 }, { minutes: 7, visits: 1, isPresent: false }]);
  expect(await statusOf(id)).toBe('COMPLETED');
});

test('the door says who was sent away before anybody enters, and lets nobody in', async () => {
  const id = await lesson(0);
  const [host, guest, stranger] = [await connect(meera), await connect(asha), await connect(ravi)];
  const rooms = calls.count;
  const door = (socket: typeof host) => ask(socket, 'call-door', { session: id });
  expect([await door(host), await door(guest)]).toEqual([{ ok: true }, { ok: true }]);
  expect(await door(stranger)).toMatchObject({ reason: 'stranger' });
  // Nothing was opened by looking.
  expect(calls.count).toBe(rooms);
  await enter(host, { session: id });
  const { me } = await enter(guest, { session: id });
  expect(await door(guest)).toEqual({ ok: true });
  expect(await ask(host, 'call-host', { act: 'remove', person: me })).toEqual({ ok: true });
  const message =
    'The host has removed you from this class. You can come in when the host or an administrator lets you in again.';
  const refused = { ok: false, message, reason: 'removed-from-class' };
  expect([await door(guest), await ask(guest, 'join-room', { session: id })]).toEqual([refused, refused]);
  // The reported person is found in the log, with the reporter and the lesson; the words are not in it.
  const asked = { action: 'remove-from-call', q: asha.email };
  const log = async () => (await server.call('GET /auditLog', asked, { token: desk.token })).body.data.entries;
  await expect.poll(log).toMatchObject([
    {
      actor: { email: meera.email },
      text: 'Removed somebody from a call',
      subject: asha.email,
      changes: [{ field: 'call', before: null, after: 'Candles' }],
    },
  ]);
  expect(await ask(host, 'call-door', { session: '\u0000' })).toMatchObject({ ok: false });
});

test('a learner whose payment went back while the lesson is held does not stay in its call', async () => {
  const id = await lesson(0);
  const [host, guest] = [await connect(meera), await connect(asha)];
  await enter(host, { session: id });
  await enter(guest, { session: id });
  await calls.lookAtLessons();
  expect(await ask(guest, 'call-chat', { text: 'Still here.' })).toEqual({ ok: true });
  // As the wallet does when the provider has sent the money back.
  await server.database.query('delete from enrolments where account = $1', [asha.accountNo]);
  const ended = next(guest, 'call-ended');
  await calls.lookAtLessons();
  expect(await ended).toMatchObject({ reason: 'no-place' });
  expect(await ask(guest, 'call-chat', { text: 'And now?' })).toMatchObject({ reason: 'not-in-call' });
  expect(await ask(guest, 'join-room', { session: id })).toMatchObject({ reason: 'stranger' });
});

test('the end of a lesson is acknowledged when it is stored, and not before', async () => {
  const id = await lesson(0);
  const host = await connect(meera);
  const { roomCode } = await enter(host, { session: id });
  await visits.save();
  let store = (): void => {};
  const save = visits.save.bind(visits);
  const held = new Promise<void>((resolve) => (store = resolve));
  const spy = vi.spyOn(visits, 'save').mockImplementation(() => held.then(save));
  let isAcknowledged = false;
  const answer = ask(host, 'call-ended', { roomCode }).then((given) => {
    isAcknowledged = true;
    return given;
  });
  // What another connection asks afterwards is answered: the end was heard, and waits.
  await settle(await connect(asha));
  expect([isAcknowledged, await statusOf(id)]).toEqual([false, 'SCHEDULED']);
  store();
  expect(await answer).toEqual({ ok: true });
  expect(await statusOf(id)).toBe('COMPLETED');
  spy.mockRestore();
});
