// The lessons as the desk reads them: one of them, a page of those that are searched for, and who may be asked to teach.
import type { LessonStatus } from '../../contract/learn.ts';
import { Conditions } from '../db/conditions.ts';
import { tellsOf } from '../db/lesson-search.ts';
import { containing, limitAndOffset, wordsOf } from '../db/list-query.ts';
import type { Page } from '../db/list-query.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';
import { notFound } from '../http-error.ts';
import { EARNED, ENROLLED, INSTRUCTOR_BLOCKED, LESSON_COLUMNS } from './lessons.ts';
import type { DeskLesson } from './present.ts';
import { STANDS } from './rating-rows.ts';

const DESK_COLUMNS = `${LESSON_COLUMNS},
  exists (select 1 from users u where u.email = l.instructor_email and u.role = 'instructor') as "hasInstructor",
  ${INSTRUCTOR_BLOCKED} as "isInstructorBlocked",
  exists (select 1 from visits v join users u on u.account_no = v.account
    where v.lesson = l.id and u.email = l.instructor_email and u.role = 'instructor') as "hasHostCome",
  ${ENROLLED} as enrolled,
  ${EARNED} as earned,
  (select count(*) from payments p join refunds r on r.payment = p.id
   where p.lesson = l.id and r.refunded_at is null) as "refundsDue",
  (select count(*) from lesson_ratings r where r.lesson = l.id and ${STANDS}) as ratings`;

export async function deskLesson(db: Queryable, id: string): Promise<DeskLesson> {
  if (!isUuid(id)) throw notFound();
  const { rows } = await db.query<DeskLesson>(`select ${DESK_COLUMNS} from lessons l where l.public_id = $1::uuid`, [
    id,
  ]);
  if (rows.length === 0) throw notFound();
  return rows[0];
}

interface Sought {
  readonly status?: LessonStatus | undefined;
  readonly q?: string | undefined;
  readonly now: number;
}

function soughtBy({ status, q = '', now }: Sought): Conditions {
  const asked = new Conditions();
  if (status !== undefined) {
    // One that has ended may not have been looked after yet.
    const hasEnded = `l.status = 'SCHEDULED' and l.ends_at <= ${asked.parameter(now)}`;
    asked.add(`case when ${hasEnded} then 'COMPLETED' else l.status end = ?`, status);
  }
  for (const word of wordsOf(q)) asked.plain(tellsOf(word, asked));
  return asked;
}

export async function countLessons(db: Queryable, sought: Sought): Promise<number> {
  const { where, values } = soughtBy(sought);
  const { rows } = await db.query<{ total: number }>(`select count(*) as total from lessons l ${where}`, values);
  return rows[0].total;
}

export async function listLessons(db: Queryable, sought: Sought, page: Page): Promise<DeskLesson[]> {
  const asked = soughtBy(sought);
  const { rows } = await db.query<DeskLesson>(
    // The page first: the database would count the places and the money of all lessons before it, too.
    `select ${DESK_COLUMNS}
     from (select * from lessons l ${asked.where} order by l.starts_at desc, l.id desc ${limitAndOffset(asked, page)}) l
     order by l.starts_at desc, l.id desc`,
    asked.values,
  );
  return rows;
}

/** People with an instructor's account, by name. */
export async function knownInstructors(
  db: Queryable,
  q: string | undefined,
): Promise<{ name: string; email: string }[]> {
  const { rows } = await db.query<{ name: string; email: string }>(
    `select name, email from users where role = 'instructor' and not is_blocked
       and ($1::text is null or name ilike $1 or email ilike $1) order by name, email limit 500`,
    [q ? containing(q) : null],
  );
  return rows;
}
