// The instructor's side of lessons: those assigned to the instructor's verified address, their learners, and what they have earned.
import type { AssignedSummary } from '../../contract/learn.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Queryable } from '../db/open.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Handlers } from '../handler.ts';
import type { LearnContext } from './context.ts';
import { EARNED, ENROLLED, LESSON_COLUMNS, SEATED } from './lessons.ts';
import { presentAssigned } from './present.ts';
import type { TaughtLesson } from './present.ts';
import { instructorRating, LESSON_RATING } from './rating-rows.ts';

export function assignedHandlers({ db, now, seats }: LearnContext): Pick<Handlers, 'GET /getAssigned'> {
  return {
    async 'GET /getAssigned'({ input: { page, limit, isPast }, user }) {
      const at = now();
      const sought = { email: user.email, isPast: isPast ?? null, now: at };
      const [summary, total, rows] = await Promise.all([
        summaryOf(db, user.email, at),
        countTaught(db, sought),
        taughtLessons(db, sought, { limit, offset: (page - 1) * limit }),
      ]);
      const top = { total, totalPages: pagesOf(total, limit), page, summary };
      return { data: rows.map((row) => presentAssigned(row, at, seats)), top };
    },
  };
}

interface Sought {
  readonly email: string;
  readonly isPast: boolean | null;
  readonly now: number;
}

const IS_PAST = `(l.status <> 'SCHEDULED' or l.ends_at <= $3)`;
const SOUGHT = `l.instructor_email = $1 and ($2::boolean is null or $2 = ${IS_PAST})`;

async function countTaught(db: Queryable, { email, isPast, now }: Sought): Promise<number> {
  const { rows } = await db.query<{ total: number }>(`select count(*) as total from lessons l where ${SOUGHT}`, [
    email,
    isPast,
    now,
  ]);
  return rows[0].total;
}

/** Upcoming lessons first, the next one at the top; then past ones, the latest first. */
async function taughtLessons(
  db: Queryable,
  { email, isPast, now }: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<TaughtLesson[]> {
  const { rows } = await db.query<TaughtLesson>(
    `select ${LESSON_COLUMNS}, ${EARNED} as earned,
       ${ENROLLED} as enrolled, ${LESSON_RATING} as rating,
       (select count(*) from materials m where m.lesson = l.id and m.state = 'shown') as materials,
       coalesce((select jsonb_agg(jsonb_build_object('name', u.name, 'enrolledAt', e.enrolled_at) order by u.name, e.id)
         from ${SEATED}), '[]') as learners
     from lessons l where ${SOUGHT}
     order by ${IS_PAST}, case when ${IS_PAST} then -l.starts_at else l.starts_at end, l.id limit $4 offset $5`,
    [email, isPast, now, limit, offset],
  );
  return rows;
}

interface SummaryRow {
  total: number;
  completed: number;
  upcoming: number;
  averageRate: number;
  earned: number;
  learners: number;
}

/** Spec 4: upcoming means scheduled with a start in the future. */
async function summaryOf(db: Queryable, email: string, now: number): Promise<AssignedSummary> {
  const rating = await instructorRating(db, email);
  const { rows } = await db.query<SummaryRow>(
    `select count(*) as total,
       count(*) filter (where l.status = 'COMPLETED' or (l.status = 'SCHEDULED' and l.ends_at <= $2)) as completed,
       count(*) filter (where l.status = 'SCHEDULED' and l.starts_at > $2) as upcoming,
       coalesce(round(avg(l.hourly_rate) filter (where l.status <> 'CANCELED')), 0)::bigint as "averageRate",
       coalesce(sum(${EARNED}), 0)::bigint as earned,
       coalesce(sum(${ENROLLED}) filter (where l.status <> 'CANCELED'), 0)::bigint as learners
     from lessons l where l.instructor_email = $1`,
    [email, now],
  );
  const [{ averageRate, earned, ...counts }] = rows;
  return { ...counts, rating, averageRate: toRupees(averageRate), earned: toRupees(earned) };
}
