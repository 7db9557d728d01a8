// The rows of lessons: read, planned, changed, and moved forward. The database refuses two overlapping lessons of one instructor.
import { HttpError } from '../http-error.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import type { LessonStatus, Specialization } from '../../contract/learn.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';

export interface Lesson {
  readonly id: number;
  readonly publicId: string;
  readonly instructorName: string;
  readonly instructorEmail: string;
  readonly specialization: Specialization | null;
  readonly topic: string;
  readonly about: string;
  readonly hourlyRate: Paise;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: LessonStatus;
  readonly createdAt: number;
}

/** What an administrator decides about a lesson. */
export type LessonPlan = Omit<Lesson, 'id' | 'publicId' | 'status' | 'createdAt'>;

export const LESSON_COLUMNS = `l.id, l.public_id as "publicId", l.instructor_name as "instructorName",
  l.instructor_email as "instructorEmail", l.specialization, l.topic, l.about, l.hourly_rate as "hourlyRate",
  l.starts_at as "startsAt", l.ends_at as "endsAt", l.status, l.created_at as "createdAt"`;

/** Learners with a seat. Deleting the account gives up the seat while the lesson is still to come. */
export const SEATED = `enrolments e join users u on u.id = e.user_id
  where e.lesson = l.id and (u.deleted_at is null or l.status <> 'SCHEDULED')`;
export const ENROLLED = `(select count(*) from ${SEATED})`;

/** The account of the lesson's instructor is disabled or deleted. */
export const INSTRUCTOR_BLOCKED = `exists (select 1 from users u where u.email = l.instructor_email and u.is_blocked)`;

/** Paid and not owed back. */
export const EARNED = `(select coalesce(sum(p.amount), 0)::bigint from enrolments e join payments p on p.id = e.payment
   where e.lesson = l.id and not exists (select 1 from refunds r where r.payment = p.id))`;

/** A lesson is over once its end has passed, even in the minute before its row says so. */
export function statusAt({ status, endsAt }: Pick<Lesson, 'status' | 'endsAt'>, now: number): LessonStatus {
  return status === 'SCHEDULED' && endsAt <= now ? 'COMPLETED' : status;
}

const BY_PUBLIC_ID = `select ${LESSON_COLUMNS} from lessons l where l.public_id = $1::uuid`;

export function findLesson(db: Queryable, publicId: string): Promise<Lesson | null> {
  return lessonBy(db, BY_PUBLIC_ID, publicId);
}

/** The same, with the row locked until the transaction ends. */
export function lockLesson(transaction: Queryable, publicId: string): Promise<Lesson | null> {
  return lessonBy(transaction, `${BY_PUBLIC_ID} for update`, publicId);
}

async function lessonBy(db: Queryable, sql: string, publicId: string): Promise<Lesson | null> {
  if (!isUuid(publicId)) return null;
  const { rows } = await db.query<Lesson>(sql, [publicId]);
  return rows.at(0) ?? null;
}

export interface NewLesson {
  readonly publicId: string;
  readonly plan: LessonPlan;
  readonly createdBy: string;
  readonly at: number;
}

/** @throws HttpError 409 when the instructor has another lesson at that time. */
export async function addLesson(db: Queryable, { publicId, plan, createdBy, at }: NewLesson): Promise<Lesson> {
  const { rows } = await apart(
    db.query<Lesson>(
      `insert into lessons as l (public_id, instructor_name, instructor_email, specialization, topic, about, hourly_rate,
         starts_at, ends_at, created_by, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) returning ${LESSON_COLUMNS}`,
      [publicId, ...valuesOf(plan), createdBy, at],
    ),
  );
  return rows[0];
}

/** @throws HttpError 409 when the instructor has another lesson at that time. */
export async function changeLesson(db: Queryable, id: number, plan: LessonPlan, at: number): Promise<Lesson> {
  const { rows } = await apart(
    db.query<Lesson>(
      `update lessons as l set instructor_name = $2, instructor_email = $3, specialization = $4, topic = $5, about = $6,
         hourly_rate = $7, starts_at = $8, ends_at = $9, updated_at = $10
       where id = $1 returning ${LESSON_COLUMNS}`,
      [id, ...valuesOf(plan), at],
    ),
  );
  return rows[0];
}

/** The lesson is given to somebody else: what it has earned until now stays in the statements of the one who had it (decision 073). */
export async function keepInstructor(
  transaction: Queryable,
  { id, instructorName, instructorEmail }: Lesson,
  until: number,
): Promise<void> {
  await transaction.query('insert into past_instructors (lesson, name, email, until) values ($1, $2, $3, $4)', [
    id,
    instructorName,
    instructorEmail,
    until,
  ]);
}

export async function markCanceled(db: Queryable, id: number, at: number): Promise<void> {
  await db.query(
    `update lessons set status = 'CANCELED', canceled_at = $2, updated_at = $2 where id = $1 and status = 'SCHEDULED'`,
    [id, at],
  );
}

/** Marks lessons as over whose end has passed. */
export async function completeEnded(db: Queryable, now: number): Promise<void> {
  await db.query(
    `update lessons set status = 'COMPLETED', updated_at = $1 where status = 'SCHEDULED' and ends_at <= $1`,
    [now],
  );
}

/**
 * Lessons that a clock was ahead of are to come after all. Not those in whose call somebody was at the time of the lesson, nor those that have been
 * paid back: by a clock that is behind now, they were held, or settled.
 */
export async function resumeAhead(db: Queryable, now: number): Promise<void> {
  await db.query(
    `update lessons l set status = 'SCHEDULED', updated_at = $1
     where status = 'COMPLETED' and ends_at > $1 and call_ended_at is null and instructor_email not like '%@deleted.invalid'
       and not exists (select from visits v where v.lesson = l.id and v.seen_at >= l.starts_at)
       and not exists (select from refunds r join payments p on p.id = r.payment where p.lesson = l.id and r.reason = 'not-held')`,
    [now],
  );
}

function valuesOf(plan: LessonPlan): unknown[] {
  const { instructorName, instructorEmail, specialization, topic, about, hourlyRate, startsAt, endsAt } = plan;
  return [instructorName, instructorEmail, specialization, topic, about, hourlyRate, startsAt, endsAt];
}

const OVERLAP = '23P01';

async function apart<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === OVERLAP)) throw error;
    throw new HttpError(409, lessonMessages.overlaps, {
      code: 'overlap',
      fields: { start_time: lessonMessages.overlaps },
    });
  }
}
