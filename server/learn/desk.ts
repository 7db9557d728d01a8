// The administrator's side of lessons: planned, listed, changed and canceled, each change logged and told to everybody concerned.
import { DAY_MS, MINUTE_MS } from '../../core/market/day.ts';
import { adminMessages } from '../../contract/messages/admin.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { doorOf, lessonTitle } from '../../contract/learn.ts';
import { writeAudit } from '../audit.ts';
import type { AuditEntry } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Handlers } from '../handler.ts';
import { HttpError, notFound } from '../http-error.ts';
import type { Notice } from '../notices/notices.ts';
import { requestId } from '../request-id.ts';
import { isSavedBefore } from '../stale.ts';
import type { LearnContext } from './context.ts';
import { countLessons, deskLesson, knownInstructors, listLessons } from './desk-rows.ts';
import { addLesson, changeLesson, keepInstructor, lockLesson, markCanceled, statusAt } from './lessons.ts';
import type { Lesson, LessonPlan } from './lessons.ts';
import { discardAwaited } from './material-rows.ts';
import { keepMove, placesTakenAt, recentMove } from './moves.ts';
import {
  canceledNotices,
  instructorAccounts,
  instructorNotices,
  learnerAccounts,
  movedNotices,
  rateNotices,
  renamedNotices,
  timedNotices,
} from './news.ts';
import { planOf, presentRow } from './present.ts';
import type { DeskLesson } from './present.ts';

type DeskCalls =
  | 'POST /createSession'
  | 'GET /getSessions'
  | 'GET /getSessionById/{id}'
  | 'POST /updateSession/{id}'
  | 'POST /cancelSession/{id}'
  | 'GET /instructors';

type By = Pick<AuditEntry, 'actor' | 'ip'> & { actor: string };

/** `onChange`: a lesson whose call may be under way has been changed or canceled. */
export function deskHandlers(context: LearnContext, onChange: () => void): Pick<Handlers, DeskCalls> {
  const { db, now, seats } = context;
  const shown = (row: DeskLesson) => presentRow(row, now(), seats);
  return {
    async 'POST /createSession'({ input, user, ip, idempotencyKey }) {
      const publicId = requestId({ call: 'POST /createSession', userId: user.id, key: idempotencyKey, input });
      const lesson = await plan(context, { publicId, wanted: planOf(input), by: { actor: user.id, ip } });
      return { message: adminMessages.lessonCreated, data: shown(await deskLesson(db, lesson.publicId)) };
    },

    async 'GET /getSessions'({ input: { page, limit, status, q } }) {
      const sought = { status, q, now: now() };
      const [total, rows] = await Promise.all([countLessons(db, sought), listLessons(db, sought, { page, limit })]);
      const top = { total, totalPages: pagesOf(total, limit), page };
      return { data: rows.map(shown), top };
    },

    async 'GET /getSessionById/{id}'({ input }) {
      return { data: shown(await deskLesson(db, input.id)) };
    },

    async 'POST /updateSession/{id}'({ input: { id, seen, ...form }, user, ip }) {
      const plans = { wanted: planOf(form), seen: seen && planOf(seen) };
      await change(context, id, plans, { actor: user.id, ip });
      onChange();
      return { message: adminMessages.lessonUpdated, data: shown(await deskLesson(db, id)) };
    },

    async 'POST /cancelSession/{id}'({ input, user, ip }) {
      await cancel(context, input.id, { actor: user.id, ip });
      onChange();
      return { message: adminMessages.lessonCanceled, data: shown(await deskLesson(db, input.id)) };
    },

    async 'GET /instructors'({ input }) {
      return { data: await knownInstructors(db, input.q) };
    },
  };
}

interface Planned {
  readonly publicId: string;
  readonly wanted: LessonPlan;
  readonly by: By;
}

async function plan(context: LearnContext, { publicId, wanted, by }: Planned): Promise<Lesson> {
  const { db, now, notices } = context;
  const at = now();
  const [lesson, show] = await db.transaction(async (transaction) => {
    const known = await lockLesson(transaction, publicId);
    // It was planned by this very request, whose reply was lost.
    if (known !== null) return [known, () => {}] as const;
    refusePast(wanted, at);
    await refuseOtherPeople(transaction, wanted);
    const made = await addLesson(transaction, { publicId, plan: wanted, createdBy: by.actor, at });
    const detail = await plannedBy(transaction, wanted);
    await writeAudit(transaction, { at, action: 'create-lesson', subject: made.publicId, detail, ...by });
    const accounts = await instructorAccounts(transaction, wanted.instructorEmail);
    return [
      made,
      await notices.store(transaction, timedNotices('assigned', { lesson: made, accounts, at }, at)),
    ] as const;
  });
  show();
  return lesson;
}

interface Plans {
  readonly wanted: LessonPlan;
  readonly seen: LessonPlan | undefined;
}

async function change(context: LearnContext, id: string, { wanted, seen }: Plans, by: By): Promise<void> {
  const { db, now, notices } = context;
  const at = now();
  const show = await db.transaction(async (transaction) => {
    const before = await lockKnown(transaction, id);
    requireScheduled(before, at);
    if (isSavedBefore({ seen: seen && formOf(seen), inForce: formOf(before), wanted: formOf(wanted) })) return () => {};
    refusePast(wanted, at);
    if (before.instructorEmail !== wanted.instructorEmail) {
      await refuseOtherPeople(transaction, wanted);
      await refuseLearner(transaction, before.id, wanted);
    }
    const places = await placesTakenAt(transaction, before.id);
    const move = await recentMove(transaction, before.id, at - SLIP_MS);
    const isUndone = move !== null && wanted.startsAt >= move.from && (places === null || places.last < move.at);
    if (places !== null && !isUndone) refuseSurprise(before, wanted, { at, placesSince: places.first });
    if (places !== null) refuseLateEnd(before, wanted, at);
    const lesson = await changeLesson(transaction, before.id, wanted, at);
    if (wanted.startsAt > before.startsAt && move === null) await keepMove(transaction, before, at);
    if (before.instructorEmail !== lesson.instructorEmail) {
      await keepInstructor(transaction, before, at);
      await discardAwaited(transaction, lesson.id);
    }
    await writeAudit(transaction, {
      at,
      action: 'update-lesson',
      subject: before.publicId,
      detail: await changesOf(transaction, before, wanted),
      ...by,
    });
    return notices.store(transaction, await newsOfChange(transaction, { before, lesson, at }));
  });
  show();
}

/** Canceling again changes nothing and is no error: the first answer may have been lost. */
async function cancel(context: LearnContext, id: string, by: By): Promise<void> {
  const { db, now, notices, refunds } = context;
  const at = now();
  const show = await db.transaction(async (transaction) => {
    const lesson = await lockKnown(transaction, id);
    if (lesson.status === 'CANCELED') return null;
    requireScheduled(lesson, at);
    await markCanceled(transaction, lesson.id, at);
    await refunds.oweAll(transaction, lesson.id, 'canceled');
    const learners = await buyersOf(transaction, lesson.id);
    const detail = { learners: learners.length, refund: learners.reduce((sum, { refund }) => sum + (refund ?? 0), 0) };
    await writeAudit(transaction, { at, action: 'cancel-lesson', subject: lesson.publicId, detail, ...by });
    const teachers = await instructorAccounts(transaction, lesson.instructorEmail);
    const people = [...teachers.map((account) => ({ account, refund: null })), ...learners];
    return notices.store(transaction, canceledNotices({ lesson, at }, people));
  });
  show?.();
  refunds.runSoon();
}

/** Locks the lesson: nobody sells, changes or cancels it meanwhile. @throws HttpError 404 */
export async function lockKnown(transaction: Queryable, id: string): Promise<Lesson> {
  const lesson = await lockLesson(transaction, id);
  if (lesson === null) throw notFound();
  return lesson;
}

/** @throws HttpError 409 when it is over or canceled. */
function requireScheduled(lesson: Lesson, at: number): void {
  const status = statusAt(lesson, at);
  if (status !== 'SCHEDULED') throw new HttpError(409, lessonMessages.alreadyOver(status), { code: 'not-scheduled' });
}

function refusePast({ endsAt }: LessonPlan, at: number): void {
  if (endsAt <= at)
    throw new HttpError(400, lessonMessages.ended, { code: 'in-the-past', fields: { end_time: lessonMessages.ended } });
}

/** A wrong time is noticed once it is in the list. So soon nobody has planned around it, and recent buyers are told of the new one. */
const SLIP_MS = 15 * MINUTE_MS;
const SLIP_NOTICE_MS = 120 * MINUTE_MS;

/**
 * A learner who bought another time needs a while to give the place back, which is possible until the door opens. Moving the start later
 * leaves that while anyway. A typing error may be corrected as long as every place was taken within the last few minutes; a move to a later
 * start may be undone for as long (decision 076).
 * @throws HttpError 409
 */
function refuseSurprise(
  before: LessonPlan,
  wanted: LessonPlan,
  { at, placesSince }: { at: number; placesSince: number },
): void {
  const isSlip = placesSince > at - SLIP_MS;
  if (wanted.startsAt >= before.startsAt || wanted.startsAt >= at + (isSlip ? SLIP_NOTICE_MS : DAY_MS)) return;
  const message = lessonMessages.tooSoon(isSlip);
  throw new HttpError(409, message, { code: 'too-soon', fields: { start_time: message } });
}

/** Enough for a class that runs over. */
const MORE_TIME_MS = 60 * MINUTE_MS;

/**
 * Once the door is open, learners cannot give their places back. So nothing much longer is made of what they have bought: it ends when it was
 * to end, or an hour from now. While a start to come keeps the door closed, they can still leave; if the door was closed until now (decision
 * 076), the length counts.
 * @throws HttpError 409
 */
function refuseLateEnd(before: Lesson, wanted: LessonPlan, at: number): void {
  if (doorOf({ ...before, startsAt: wanted.startsAt }, at) === 'early') return;
  const wasClosed = doorOf(before, at) === 'early';
  const sold = wasClosed ? wanted.startsAt + before.endsAt - before.startsAt : before.endsAt;
  if (wanted.endsAt <= Math.max(sold, at + MORE_TIME_MS)) return;
  throw new HttpError(409, lessonMessages.endsTooLate, {
    code: 'ends-too-late',
    fields: { end_time: lessonMessages.endsTooLate },
  });
}

/** Accounts keep their role: if the address belongs to a learner or an administrator, nobody would ever come to teach. */
async function refuseOtherPeople(transaction: Queryable, { instructorEmail }: LessonPlan): Promise<void> {
  // A deletion of the account waits for this lock, and then finds one more lesson; or it was requested before.
  const { rows } = await transaction.query<{ id: string; role: string }>(
    `select id, role from users where email = $1 and deleted_at is null for share`,
    [instructorEmail],
  );
  const [person] = rows;
  if (person === undefined) return;
  if (person.role !== 'instructor') throw unfit(lessonMessages.notAnInstructor, 400, 'not-an-instructor');
  const { rowCount } = await transaction.query('select 1 from account_deletions where user_id = $1', [person.id]);
  if (rowCount !== 0) throw unfit(lessonMessages.instructorLeaves, 409, 'instructor-leaves');
}

/** An instructor cannot also have a place. The lesson is locked, so that nobody takes one meanwhile. */
async function refuseLearner(transaction: Queryable, lesson: number, { instructorEmail }: LessonPlan): Promise<void> {
  const { rowCount } = await transaction.query(
    `select 1 from enrolments e join users u on u.account_no = e.account where e.lesson = $1 and u.email = $2`,
    [lesson, instructorEmail],
  );
  if (rowCount !== 0) throw unfit(lessonMessages.instructorHasPlace, 409, 'has-a-place');
}

function unfit(message: string, status: 400 | 409, code: string): HttpError {
  return new HttpError(status, message, { code, fields: { instructor_email: message } });
}

const PLAN_FIELDS = [
  'instructorName',
  'instructorEmail',
  'specialization',
  'topic',
  'about',
  'hourlyRate',
  'startsAt',
  'endsAt',
] as const satisfies readonly (keyof LessonPlan)[];

/** What the form of a lesson shows. */
const formOf = (plan: LessonPlan) => PLAN_FIELDS.map((field) => plan[field]);

/** For the log, which is kept for good: it names the instructor by the id of the account, so that the name goes when the account does. */
async function plannedBy(transaction: Queryable, plan: LessonPlan): Promise<object> {
  const { instructorName: _name, instructorEmail, ...rest } = plan;
  return { instructor: await instructorId(transaction, instructorEmail), ...rest };
}

/** The old and new values of the fields that differ; of the instructor as `plannedBy`. */
async function changesOf(transaction: Queryable, before: LessonPlan, after: LessonPlan): Promise<object> {
  const { instructorEmail: was } = before;
  const { instructorEmail: is } = after;
  const isGivenAway = was !== is;
  const changed = PLAN_FIELDS.filter((field) => !OF_INSTRUCTOR.includes(field) && before[field] !== after[field]);
  return {
    ...Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    ...(isGivenAway && {
      instructor: { from: await instructorId(transaction, was), to: await instructorId(transaction, is) },
    }),
    ...(!isGivenAway && before.instructorName !== after.instructorName && { instructorName: 'changed' }),
  };
}

const OF_INSTRUCTOR: readonly (keyof LessonPlan)[] = ['instructorName', 'instructorEmail'];
const WITHOUT_ACCOUNT = 'somebody without an account yet';

async function instructorId(transaction: Queryable, email: string): Promise<string> {
  const { rows } = await transaction.query<{ id: string }>('select id from users where email = $1', [email]);
  return rows.at(0)?.id ?? WITHOUT_ACCOUNT;
}

async function newsOfChange(
  transaction: Queryable,
  { before, lesson, at }: { before: Lesson; lesson: Lesson; at: number },
): Promise<Notice[]> {
  const news: Notice[] = [];
  const isMoved = before.startsAt !== lesson.startsAt || before.endsAt !== lesson.endsAt;
  const teachers = await instructorAccounts(transaction, lesson.instructorEmail);
  const learners = await learnerAccounts(transaction, lesson.id);
  const isGivenAway = before.instructorEmail !== lesson.instructorEmail;
  if (isGivenAway) {
    const gone = await instructorAccounts(transaction, before.instructorEmail);
    news.push(...timedNotices('unassigned', { lesson: before, accounts: gone, at }, at));
    news.push(...timedNotices('assigned', { lesson, accounts: teachers, at }, at));
    news.push(...instructorNotices({ lesson, accounts: learners, at }));
  } else {
    if (isMoved) news.push(...movedNotices({ lesson, accounts: teachers, at }, false));
    if (lesson.hourlyRate !== before.hourlyRate) news.push(...rateNotices({ lesson, accounts: teachers, at }));
  }
  const [title, titleBefore] = [lessonTitle(lesson), lessonTitle(before)];
  // First, so that what else is told of it is told of a lesson they know. Another instructor hears of the new title alone.
  const knowing = isGivenAway ? learners : [...teachers, ...learners];
  if (title !== titleBefore) news.unshift(...renamedNotices({ lesson, accounts: knowing, at }, titleBefore));
  if (isMoved) news.push(...movedNotices({ lesson, accounts: learners, at }, doorOf(lesson, at) === 'early'));
  return news;
}

async function buyersOf(db: Queryable, lesson: number): Promise<{ account: number; refund: number | null }[]> {
  const { rows } = await db.query<{ account: number; refund: number | null }>(
    `select e.account, p.amount as refund from enrolments e left join payments p on p.id = e.payment where e.lesson = $1`,
    [lesson],
  );
  return rows;
}
