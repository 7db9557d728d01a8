// Attendance of a lesson, for its instructor and the desk: everybody who has a place in it, and how long each was in the call.
import type { Attendance } from '../../contract/learn.ts';
import { MINUTE_MS } from '../../core/market/day.ts';
import type { Queryable } from '../db/open.ts';
import type { Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { partIn } from './courses.ts';
import { findLesson } from './lessons.ts';
import type { Lesson } from './lessons.ts';

export function attendanceHandlers({ db, now }: LearnContext): Pick<Handlers, 'GET /attendance/{id}'> {
  return {
    async 'GET /attendance/{id}'({ input, user }) {
      const lesson = await findLesson(db, input.id);
      if (lesson === null) throw notFound();
      const part = partIn(lesson, user, false);
      if (part !== 'host' && part !== 'admin') throw notFound();
      return { data: (await peopleOf(db, lesson, now())).map(present) };
    },
  };
}

interface Attendee {
  readonly name: string;
  readonly isHost: boolean;
  readonly isPresent: boolean;
  readonly cameAt: number | null;
  readonly wentAt: number | null;
  readonly timeMs: number;
  readonly visits: number;
}

/** The instructor first, then by name. People who never came are listed as well. */
async function peopleOf(db: Queryable, lesson: Lesson, now: number): Promise<Attendee[]> {
  const { rows } = await db.query<Attendee>(
    // An instructor without a place is a former one, who taught it before.
    `with people as (
       select account from enrolments where lesson = $1 union select account from visits where lesson = $1
       union select account_no from users where email = $2 and role = 'instructor')
     select u.name, u.role = 'instructor' and (u.email = $2 or not exists (
         select 1 from enrolments e where e.lesson = $1 and e.account = p.account)) as "isHost",
       coalesce(bool_or(v.went_at is null and v.id is not null), false) as "isPresent",
       min(v.came_at) as "cameAt",
       case when bool_or(v.went_at is null) then null else max(v.went_at) end as "wentAt",
       coalesce(sum(coalesce(v.went_at, greatest(v.seen_at, $3)) - v.came_at), 0)::bigint as "timeMs",
       count(v.id) as visits
     from people p join users u on u.account_no = p.account left join visits v on v.lesson = $1 and v.account = p.account
     group by u.id, p.account order by "isHost" desc, u.name, u.id`,
    [lesson.id, lesson.instructorEmail, now],
  );
  return rows;
}

function present({ name, isHost, isPresent, cameAt, wentAt, timeMs, visits }: Attendee): Attendance {
  const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
  const part = isHost ? 'host' : 'learner';
  const minutes = Math.round(timeMs / MINUTE_MS);
  return { name, part, isPresent, joinedAt: iso(cameAt), leftAt: iso(wentAt), minutes, visits };
}
