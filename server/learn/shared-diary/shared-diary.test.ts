// A diary opened to an instructor, and protected from everybody else who would like to read it: others, former readers, and those who only know the id.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DiaryComment } from '../../../contract/user/shared-diary.ts';
import { startTrading } from '../../../tests/trading.ts';
import type { Trading } from '../../../tests/trading.ts';

type Person = Awaited<ReturnType<Trading['trader']>>;

let server: Trading;
beforeAll(async () => {
  server = await startTrading();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
const as = (person: Person, name: Parameters<Trading['call']>[0], input: object = {}, key?: string) =>
  server.call(name, input, { token: person.token, ...(key && { headers: { 'idempotency-key': key } }) });

/** A lesson of this teacher that these learners have. */
async function teach(teacher: Person, learners: readonly Person[], status = 'COMPLETED'): Promise<void> {
  const { rows } = await server.database.query<{ id: number }>(
    `insert into lessons (public_id, instructor_name, instructor_email, hourly_rate, starts_at, ends_at, created_at, updated_at, status, canceled_at)
     values (gen_random_uuid(), $1, $2, 0, $3::bigint, $3::bigint + 1, 0, 0, $4, case when $4 = 'CANCELED' then 1 end) returning id`,
    [teacher.name, teacher.email, server.clock.at, status],
  );
  for (const { accountNo, id } of learners)
    await server.database.query(
      'insert into enrolments (lesson, account, user_id, enrolled_at) values ($1, $2, $3, 0)',
      [rows[0].id, accountNo, id],
    );
}

/** Two round trips: a gain and a loss. */
async function trade(person: Person): Promise<string[]> {
  for (const price of [410_00, 395_00]) {
    server.quote('MERIT', 'sell', 400_00, 2);
    await as(person, 'POST /orders', { stock: 'MERIT', type: 'BUY', orderType: 'MARKET', quantity: 2 });
    server.clear('MERIT');
    server.quote('MERIT', 'buy', price, 2);
    await as(person, 'POST /orders', { stock: 'MERIT', type: 'SELL', orderType: 'MARKET', quantity: 2 });
    server.clear('MERIT');
  }
  const { body } = await as(person, 'GET /tradeDiary');
  return (body.data.trades as { details: { _id: string }[] }[]).flatMap(({ details }) => details.map(({ _id }) => _id));
}

const open = (learner: Person, teacher: Person, days = 7, key?: string) =>
  as(learner, 'POST /openDiary', { instructorId: teacher.id, days }, key);
const close = (learner: Person, teacher: Person) => as(learner, 'POST /closeDiary', { instructorId: teacher.id });
const seen = async (teacher: Person): Promise<{ _id: string; learner: string; comments: number }[]> =>
  (await as(teacher, 'GET /sharedDiaries')).body.data;
const read = (teacher: Person, id: string) => as(teacher, 'GET /sharedDiary/{id}', { id });
const comment = (teacher: Person, id: string, entry: string, message = 'Why so early?', key?: string) =>
  as(teacher, 'POST /commentTrade/{id}', { id, trade: entry, message }, key);
const commentsOf = async (learner: Person): Promise<DiaryComment[]> =>
  (await as(learner, 'GET /diaryComments')).body.data;

async function scene(): Promise<{ asha: Person; teacher: Person; trades: string[]; id: string }> {
  const asha = await server.trader(10_000_00);
  const teacher = await server.instructor();
  await teach(teacher, [asha]);
  const trades = await trade(asha);
  expect((await open(asha, teacher)).status).toBe(200);
  return { asha, teacher, trades, id: (await seen(teacher))[0]._id };
}

describe('open', () => {
  test('not to an instructor who has left meanwhile', async () => {
    const { asha, teacher } = await scene();
    await close(asha, teacher);
    const leaving = await server.database.pool.connect();
    await leaving.query('begin');
    await leaving.query('select 1 from users where id = $1 for update', [teacher.id]);
    const waiting = open(asha, teacher);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leaving.query('update users set deleted_at = 1, is_blocked = true where id = $1', [teacher.id]);
    await leaving.query('commit');
    leaving.release();
    expect((await waiting).status).toBe(404);
    const { rows } = await server.database.query(
      'select 1 from diary_shares where instructor = $1 and closed_at is null',
      [teacher.id],
    );
    expect(rows).toEqual([]);
  });

  test('the instructor reads it as the learner has it, and is told', async () => {
    const { asha, teacher, id } = await scene();
    const own = await as(asha, 'GET /tradeDiary');
    const { status, body } = await read(teacher, id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ _id: id, learner: asha.name, comments: [] });
    expect(body.data.diary).toEqual(own.body.data);
    const told = server.told.filter(({ account }) => account === teacher.accountNo).at(-1);
    expect(told?.notification.message).toContain(`${asha.name} has opened the diary to you until`);
  });

  test('its analysis is that of the closed trades: neither what the account is worth nor what is still held', async () => {
    const { asha, teacher, id } = await scene();
    const { account, equity, openCharges, ...ofTrades } = (await as(asha, 'GET /diaryAnalytics')).body.data;
    const { status, body } = await as(teacher, 'GET /sharedAnalysis/{id}', { id });
    expect(status).toBe(200);
    expect(body.data).toEqual(ofTrades);
    expect(body.data.trades).toBe(2);
    expect([account, equity, openCharges].includes(undefined)).toBe(false);
    const later = await as(teacher, 'GET /sharedAnalysis/{id}', { id, from: '2099-01-01' });
    expect(later.body.data.trades).toBe(0);
    const other = await server.instructor();
    const unopened = await as(other, 'GET /sharedAnalysis/{id}', { id });
    await close(asha, teacher);
    const closed = await as(teacher, 'GET /sharedAnalysis/{id}', { id });
    const unknown = await as(teacher, 'GET /sharedAnalysis/{id}', { id: 'nothing' });
    for (const answer of [unopened, closed, unknown])
      expect([answer.status, answer.body.message]).toEqual([404, 'This diary is no longer open to you.']);
  });

  test('opened and closed again and again, the instructor is told once for each day on which it ends', async () => {
    const { asha, teacher } = await scene();
    for (const days of [7, 1, 7, 1, 1]) {
      await close(asha, teacher);
      server.clock.at += 1_000;
      expect((await open(asha, teacher, days)).status).toBe(200);
    }
    const { rows } = await server.database.query(
      `select message from notifications where account = $1 and message like '% has opened the diary to you until %'`,
      [teacher.accountNo],
    );
    expect(rows).toHaveLength(2);
    expect(await seen(teacher)).toHaveLength(1);
  });

  test('the learner sees to whom and until when, and can change it', async () => {
    const { asha, teacher } = await scene();
    const shares = async () => (await as(asha, 'GET /diaryShares')).body.data;
    const until = (days: number) => new Date(server.clock.at + days * DAY_MS).toISOString();
    expect(await shares()).toEqual([{ instructorId: teacher.id, name: teacher.name, lessons: 1, openUntil: until(7) }]);
    const { body } = await open(asha, teacher, 1);
    expect(body.data).toEqual([{ instructorId: teacher.id, name: teacher.name, lessons: 1, openUntil: until(1) }]);
    expect(await seen(teacher)).toHaveLength(1);
    const closed = await close(asha, teacher);
    expect(closed.body.data).toEqual([{ instructorId: teacher.id, name: teacher.name, lessons: 1, openUntil: null }]);
  });

  test('only to an instructor of a lesson that one has', async () => {
    const asha = await server.trader();
    const [known, stranger, canceled] = [
      await server.instructor(),
      await server.instructor(),
      await server.instructor(),
    ];
    const ravi = await server.trader();
    await teach(known, [asha]);
    await teach(canceled, [asha], 'CANCELED');
    await teach(stranger, [ravi]);
    const blocked = await server.instructor();
    await teach(blocked, [asha]);
    await server.database.query('update users set is_blocked = true where id = $1', [blocked.id]);
    // A lesson was planned for an address before somebody else than an instructor signed up with it.
    const user = await server.trader();
    await teach(user, [asha]);
    const before = await server.stateHash();
    for (const instructorId of [
      stranger.id,
      canceled.id,
      blocked.id,
      user.id,
      ravi.id,
      asha.id,
      randomUUID(),
      'nobody',
      "' or true --",
    ])
      expect((await as(asha, 'POST /openDiary', { instructorId, days: 7 })).status).toBe(404);
    expect((await as(asha, 'POST /closeDiary', { instructorId: known.id })).status).toBe(404);
    expect(await server.stateHash()).toBe(before);
    expect((await as(asha, 'GET /diaryShares')).body.data).toEqual([
      { instructorId: known.id, name: known.name, lessons: 1, openUntil: null },
    ]);
  });

  test.each([0, -1, 2, 365, 1.5, '7', null, [7]])('not for %j days', async (days) => {
    const { asha, teacher } = await scene();
    const before = await server.stateHash();
    const { status, body } = await as(asha, 'POST /openDiary', { instructorId: teacher.id, days });
    expect([status, body.message]).toEqual([400, 'Choose for how long: 1, 3, 7, 14 or 30 days.']);
    expect(await server.stateHash()).toBe(before);
  });

  test('for no longer, once the lesson was given back', async () => {
    const { asha, teacher } = await scene();
    const shares = async () => (await as(asha, 'GET /diaryShares')).body.data;
    await server.database.query('delete from enrolments where account = $1', [asha.accountNo]);
    const before = await shares();
    server.clock.at += DAY_MS;
    expect((await open(asha, teacher, 30)).status).toBe(404);
    expect(await shares()).toEqual(before);
  });

  test('by nobody who has left while the call was under way', async () => {
    const asha = await server.trader();
    const teacher = await server.instructor();
    await teach(teacher, [asha]);
    await server.database.query('update users set deleted_at = 1 where id = $1', [asha.id]);
    expect((await open(asha, teacher)).status).toBe(401);
    expect((await server.database.query('select 1 from diary_shares where learner = $1', [asha.id])).rows).toEqual([]);
  });

  test('twenty at once make one, and each is told of once', async () => {
    const asha = await server.trader();
    const teacher = await server.instructor();
    await teach(teacher, [asha]);
    const replies = await Promise.all(Array.from({ length: 20 }, () => open(asha, teacher, 3)));
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await seen(teacher)).toHaveLength(1);
    const { body } = await as(teacher, 'GET /notifications', { limit: 100 });
    expect((body.data as { message: string }[]).filter(({ message }) => message.includes(asha.name))).toHaveLength(1);
  });
});

describe('nobody reads along', () => {
  test('not another instructor of the same learner, not the learner of another, not by guessing', async () => {
    const { asha, trades, id } = await scene();
    const other = await server.instructor();
    const ravi = await server.trader(10_000_00);
    await teach(other, [asha, ravi]);
    await open(ravi, other);
    const [theirs] = await seen(other);
    expect(theirs.learner).toBe(ravi.name);
    const before = await server.stateHash();
    expect((await read(other, id)).status).toBe(404);
    expect((await comment(other, id, trades[0])).status).toBe(404);
    // A diary that is open does not open the trades of another one.
    expect((await comment(other, theirs._id, trades[0])).status).toBe(404);
    expect((await as(other, 'GET /sharedDiary/{id}', { id: theirs._id })).body.data.diary.trades).toEqual([]);
    for (const guess of [randomUUID(), asha.id, String(asha.accountNo), '1', '../1', "' or true --"])
      expect((await read(other, guess)).status).toBe(404);
    expect(await server.stateHash()).toBe(before);
  });

  test('not once it is closed: at the very next call', async () => {
    const { asha, teacher, trades, id } = await scene();
    expect((await read(teacher, id)).status).toBe(200);
    await close(asha, teacher);
    const before = await server.stateHash();
    const refused = await read(teacher, id);
    expect([refused.status, refused.body.message]).toEqual([404, 'This diary is no longer open to you.']);
    expect((await comment(teacher, id, trades[0])).status).toBe(404);
    expect(await seen(teacher)).toEqual([]);
    expect(await server.stateHash()).toBe(before);
  });

  test('not past its end, whatever the screen still shows', async () => {
    const { asha, teacher, trades, id } = await scene();
    await open(asha, teacher, 1);
    server.clock.at += DAY_MS - 1;
    expect((await read(teacher, id)).status).toBe(200);
    server.clock.at += 1;
    expect((await read(teacher, id)).status).toBe(404);
    expect((await comment(teacher, id, trades[0])).status).toBe(404);
    expect(await seen(teacher)).toEqual([]);
    expect((await as(asha, 'GET /diaryShares')).body.data[0].openUntil).toBeNull();
    // Opened again it is open again, from then on; for longer, it stays open since then.
    const openedAt = new Date(server.clock.at).toISOString();
    await open(asha, teacher, 1);
    expect(await seen(teacher)).toMatchObject([{ openedAt }]);
    server.clock.at += 1000;
    await open(asha, teacher, 7);
    expect(await seen(teacher)).toMatchObject([{ openedAt }]);
  });

  test('not learners, administrators, or nobody', async () => {
    const { asha, trades, id } = await scene();
    const ravi = await server.trader();
    const admin = await server.admin();
    const before = await server.stateHash();
    for (const person of [asha, ravi, admin]) {
      expect((await read(person, id)).status).toBe(403);
      expect((await as(person, 'GET /sharedDiaries')).status).toBe(403);
      expect((await comment(person, id, trades[0])).status).toBe(403);
    }
    for (const [name, input] of [
      ['POST /openDiary', { instructorId: id, days: 7 }],
      ['POST /closeDiary', { instructorId: id }],
      ['GET /diaryShares', {}],
      ['GET /diaryComments', {}],
    ] as const)
      expect((await as(admin, name, input)).status).toBe(403);
    expect((await server.call('GET /sharedDiary/{id}', { id }, { token: 'nobody' })).status).toBe(401);
    expect(await server.stateHash()).toBe(before);
  });

  test('an instructor who learns from another is a learner there', async () => {
    const [teacher, pupil] = [await server.instructor(), await server.instructor()];
    await teach(teacher, [pupil]);
    expect((await open(pupil, teacher)).status).toBe(200);
    expect(await seen(pupil)).toEqual([]);
    expect(await seen(teacher)).toMatchObject([{ learner: pupil.name }]);
  });
});

describe('comments', () => {
  test('stand beside their trade for the learner, who is told, and stay when the diary is closed', async () => {
    const { asha, teacher, trades, id } = await scene();
    const { status, body } = await comment(teacher, id, trades[1], '  The stop was\r\ntoo near.  ');
    expect([status, body.data]).toMatchObject([
      200,
      { trade: trades[1], author: teacher.name, isOwn: true, message: 'The stop was\ntoo near.' },
    ]);
    const expected = [{ ...body.data, isOwn: false }];
    expect(await commentsOf(asha)).toEqual(expected);
    expect(server.told.at(-1)).toMatchObject({
      account: asha.accountNo,
      notification: {
        type: 'Diary',
        message: expect.stringContaining(`${teacher.name} has commented on your trade in MERIT`),
      },
    });
    expect((await read(teacher, id)).body.data.comments).toEqual([body.data]);
    expect((await seen(teacher))[0].comments).toBe(1);
    await close(asha, teacher);
    expect(await commentsOf(asha)).toEqual(expected);
  });

  test('the button pressed twice, also after the reply was lost, writes once', async () => {
    const { asha, teacher, trades, id } = await scene();
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => comment(teacher, id, trades[0], 'Once.', key)));
    await server.database.query('delete from idempotency_keys where key = $1', [key]);
    expect((await comment(teacher, id, trades[0], 'Once.', key)).status).toBe(200);
    expect(await commentsOf(asha)).toHaveLength(1);
    // However late, the key is not that of another comment.
    await server.database.query('delete from idempotency_keys where key = $1', [key]);
    expect((await comment(teacher, id, trades[0], 'Another.', key)).body.error?.code).toBe('idempotency-key-reused');
    expect(await commentsOf(asha)).toHaveLength(1);
  });

  test.each([
    [{ message: '' }, 400, 'Write a comment.'],
    [{ message: '  \n ' }, 400, 'Write a comment.'],
    [{ message: 'x'.repeat(1001) }, 400, 'A comment can have at most 1,000 characters.'],
    [{ message: 'a\u0000b' }, 400, 'A comment can contain only text: letters, figures and line breaks.'],
    [{ message: 7 }, 400, 'Write a comment.'],
    [{ trade: '' }, 400, 'Choose a trade.'],
    [{ trade: '999999-2026-01-05' }, 404, 'Not found'],
    [{ trade: '1-2026-99-99' }, 404, 'Not found'],
    [{ trade: '__proto__' }, 404, 'Not found'],
    [{ trade: '2026-01-05' }, 404, 'Not found'],
  ])('%j is refused, and nothing changes', async (wrong, status, sentence) => {
    const { teacher, trades, id } = await scene();
    const before = await server.stateHash();
    const refused = await as(teacher, 'POST /commentTrade/{id}', { id, trade: trades[0], message: 'x', ...wrong });
    expect([refused.status, refused.body.message]).toEqual([status, sentence]);
    expect(await server.stateHash()).toBe(before);
  });

  test('can be removed by their writer and by the owner of the diary, and by nobody else', async () => {
    const { asha, teacher, trades, id } = await scene();
    const other = await server.instructor();
    await teach(other, [asha]);
    await open(asha, other);
    const [first, second] = [await comment(teacher, id, trades[0]), await comment(teacher, id, trades[1])];
    const remove = async (person: Person, comment: string) =>
      (await as(person, 'POST /removeComment/{id}', { id: comment })).status;
    const before = await server.stateHash();
    for (const person of [other, await server.trader()]) expect(await remove(person, first.body.data._id)).toBe(404);
    expect(await remove(await server.admin(), first.body.data._id)).toBe(403);
    expect(await remove(teacher, 'nothing')).toBe(404);
    expect(await commentsOf(asha)).toHaveLength(2);
    expect(before).not.toBe('');
    expect(await remove(teacher, first.body.data._id)).toBe(200);
    expect(await remove(asha, second.body.data._id)).toBe(200);
    expect(await remove(asha, second.body.data._id)).toBe(404);
    expect(await commentsOf(asha)).toEqual([]);
  });

  test('are at most fifty beside a trade', async () => {
    const { asha, teacher, trades, id } = await scene();
    await server.database.query(
      `insert into diary_comments (public_id, account, entry, author, message, written_at)
       select gen_random_uuid(), $1, $2, $3, 'x', 0 from generate_series(1, 50)`,
      [asha.accountNo, trades[0], teacher.id],
    );
    const { status, body } = await comment(teacher, id, trades[0]);
    expect([status, body.message]).toEqual([409, 'This trade already has 50 comments.']);
    expect((await comment(teacher, id, trades[1])).status).toBe(200);
  });

  test('are fifty, too, when many come at once; and the last one sent again is that one', async () => {
    const { asha, teacher, trades, id } = await scene();
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, place) => comment(teacher, id, trades[0], `${place}`, `${key}-${place}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(await commentsOf(asha)).toHaveLength(50);
    const place = replies.findIndex(({ status }) => status === 200);
    await server.database.query(`delete from idempotency_keys where key like $1 || '%'`, [key]);
    const again = await comment(teacher, id, trades[0], `${place}`, `${key}-${place}`);
    expect([again.status, again.body.data]).toEqual([200, replies[place].body.data]);
  });

  test('of an instructor who is leaving keep nobody waiting in a circle, and are not kept', async () => {
    const { asha, teacher, trades, id } = await scene();
    const leaving = await server.database.pool.connect();
    await leaving.query('begin');
    await leaving.query('select 1 from users where id = $1 for update', [teacher.id]);
    const waiting = comment(teacher, id, trades[0]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leaving.query('delete from diary_shares where instructor = $1', [teacher.id]);
    await leaving.query('update users set deleted_at = 1, is_blocked = true where id = $1', [teacher.id]);
    await leaving.query('commit');
    leaving.release();
    expect((await waiting).status).toBe(401);
    expect(await commentsOf(asha)).toEqual([]);
  });

  test('are not kept in the diary of somebody who has left meanwhile', async () => {
    const { asha, teacher, trades, id } = await scene();
    const leaving = await server.database.pool.connect();
    await leaving.query('begin');
    await leaving.query('select 1 from users where id = $1 for update', [asha.id]);
    const waiting = comment(teacher, id, trades[0]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await leaving.query('update users set deleted_at = 1 where id = $1', [asha.id]);
    await leaving.query('commit');
    leaving.release();
    expect((await waiting).status).toBe(404);
    const { rows } = await server.database.query('select 1 from diary_comments where account = $1', [asha.accountNo]);
    expect(rows).toEqual([]);
  });
});
