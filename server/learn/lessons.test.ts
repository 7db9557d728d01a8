// Two lessons of one instructor at one time, from one hand or from many at once; and who may sit in a lesson's call.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts';
import { admission, lessonTimes } from './admission.ts';
import { addLesson, changeLesson, completeEnded, findLesson, markCanceled } from './lessons.ts';
import type { LessonPlan } from './lessons.ts';

const HOUR = 3_600_000;
const NINE = Date.UTC(2026, 10, 25, 3, 30);

let db: TestDatabase;
let desk: string;
beforeAll(async () => {
  db = await openTestDatabase();
  desk = (await person('desk@example.com', 'admin')).id;
});
afterAll(() => db.close());

async function person(email: string, role: string): Promise<{ id: string; account: number }> {
  const id = randomUUID();
  const { rows } = await db.query<{ account: number }>(
    `insert into users (id, email, name, password_hash, role, referral_code, created_at)
     values ($1::uuid, $2, $2, 'none', $3, $1::text, 0) returning account_no as account`,
    [id, email, role],
  );
  return { id, account: rows[0].account };
}

const plan = (given: Partial<LessonPlan> = {}): LessonPlan => ({
  instructorName: 'Meera Iyer',
  instructorEmail: 'meera@example.com',
  specialization: 'technical',
  topic: '',
  about: '',
  hourlyRate: 500_00,
  startsAt: NINE,
  endsAt: NINE + HOUR,
  ...given,
});

const add = (given: Partial<LessonPlan> = {}) =>
  addLesson(db, { publicId: randomUUID(), plan: plan(given), createdBy: desk, at: 0 });
const teacher = (name: string) => ({ instructorEmail: `${name}@example.com` });

describe('one instructor teaches one lesson at a time', () => {
  const from = (minutes: number, to: number) => ({ startsAt: NINE + minutes * 60_000, endsAt: NINE + to * 60_000 });

  test.each([
    [[-30, 1], true],
    [[59, 90], true],
    [[10, 20], true],
    [[-30, 90], true],
    [[0, 60], true],
    [[-60, 0], false],
    [[60, 120], false],
  ] as const)('9:00 to 10:00 is taken; %j minutes from nine', async ([start, end], isRefused) => {
    const whose = teacher(`t${start}-${end}`);
    await add(whose);
    const second = add({ ...whose, ...from(start, end) });
    if (isRefused) await expect(second).rejects.toMatchObject({ status: 409, code: 'overlap' });
    else await expect(second).resolves.toMatchObject({ status: 'SCHEDULED' });
    await expect(add({ ...teacher(`other${start}-${end}`), ...from(start, end) })).resolves.toBeTruthy();
  });

  test('twenty at once: one is planned', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => add(teacher('many'))));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of tries) if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 409 });
  });

  test('two moved into one hole at once: one gets it', async () => {
    const first = await add({ ...teacher('hole'), ...from(-600, -540) });
    const second = await add({ ...teacher('hole'), ...from(600, 660) });
    const moves = await Promise.allSettled(
      [first, second].map(({ id }) => changeLesson(db, id, plan(teacher('hole')), 1)),
    );
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a canceled lesson leaves its time free, and stays canceled', async () => {
    const lesson = await add(teacher('free'));
    await markCanceled(db, lesson.id, 5);
    await expect(add(teacher('free'))).resolves.toBeTruthy();
    for (const change of [`status = 'SCHEDULED', canceled_at = null`, 'hourly_rate = 0', 'starts_at = starts_at - 1'])
      await expect(db.query(`update lessons set ${change} where id = $1`, [lesson.id])).rejects.toThrow(/cannot go/);
  });

  test('a lesson ended by its host leaves the rest of its time free, and takes it again when it is reopened', async () => {
    const lesson = await add(teacher('early'));
    const end = `update lessons set status = 'COMPLETED', call_ended_at = $2 where id = $1`;
    await db.query(end, [lesson.id, NINE + 20 * 60_000]);
    await expect(add({ ...teacher('early'), ...from(19, 30) })).rejects.toMatchObject({ code: 'overlap' });
    await expect(add({ ...teacher('early'), ...from(20, 40) })).resolves.toBeTruthy();
    await db.query('update lessons set call_ended_at = null where id = $1', [lesson.id]);
    await expect(add({ ...teacher('early'), ...from(45, 60) })).rejects.toMatchObject({ code: 'overlap' });
  });

  test('a lesson may change in its own time', async () => {
    const lesson = await add(teacher('same'));
    await expect(changeLesson(db, lesson.id, plan({ ...teacher('same'), topic: 'Candles' }), 1)).resolves.toMatchObject(
      {
        topic: 'Candles',
      },
    );
  });
});

test('a lesson whose end has passed is over; others are not', async () => {
  const over = await add(teacher('over'));
  const next = await add({ ...teacher('over'), startsAt: NINE + HOUR, endsAt: NINE + 2 * HOUR });
  await completeEnded(db, NINE + HOUR);
  expect((await findLesson(db, over.publicId))?.status).toBe('COMPLETED');
  expect((await findLesson(db, next.publicId))?.status).toBe('SCHEDULED');
});

describe('admission', () => {
  test('its instructor hosts, buyers learn, and nobody else is let in', async () => {
    const lesson = await add({ ...teacher('host'), topic: 'Risk first' });
    const host = await person('host@example.com', 'instructor');
    const other = await person('other@example.com', 'instructor');
    // Chose "user" at sign-up: the same address alone makes nobody an instructor.
    const learner = await person('learner@example.com', 'user');
    const stranger = await person('stranger@example.com', 'user');
    await db.query('insert into enrolments (lesson, account, user_id, enrolled_at) values ($1, $2, $3, 0)', [
      lesson.id,
      learner.account,
      learner.id,
    ]);
    const who = async (account: number) => (await admission(db, lesson.publicId, account))?.part ?? null;
    expect(await Promise.all([host, learner, other, stranger].map(({ account }) => who(account)))).toEqual([
      'host',
      'learner',
      null,
      null,
    ]);
    expect(await lessonTimes(db, lesson.publicId)).toEqual({
      title: 'Risk first',
      startsAt: NINE,
      endsAt: NINE + HOUR,
      status: 'SCHEDULED',
      endedAt: null,
    });
    for (const id of ['7', "' or 1=1 --", randomUUID(), '']) {
      expect([await admission(db, id, host.account), await lessonTimes(db, id)]).toEqual([null, null]);
    }
    await markCanceled(db, lesson.id, 1);
    expect([await who(host.account), await who(learner.account)]).toEqual([null, null]);
  });

  test('an address that is a user of that name does not host', async () => {
    const lesson = await add(teacher('plain'));
    const user = await person('plain@example.com', 'user');
    expect(await admission(db, lesson.publicId, user.account)).toBeNull();
  });
});
