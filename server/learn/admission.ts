// Says who may enter a lesson's call and in which part (its instructor, or a learner with a place), and when the lesson is.
import type { LessonStatus, Specialization } from '../../contract/learn.ts';
import { lessonTitle } from '../../contract/learn.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';

export interface Admission {
  readonly part: 'host' | 'learner';
  readonly name: string;
  /** The host has sent this person away, and nobody has let them in again. */
  readonly isRemoved: boolean;
}

export interface LessonTimes {
  readonly title: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly status: LessonStatus;
  /** When the host ended its call for everybody; null as long as nobody has. */
  readonly endedAt: number | null;
}

/**
 * The part that this account has in the lesson with this public id. Null for strangers, and if the lesson does not exist or was
 * canceled. Whether the door is open is another question: see `lessonTimes`, and LESSON_DOOR_MS in the contract.
 */
export async function admission(db: Queryable, lessonId: string, account: number): Promise<Admission | null> {
  if (!isUuid(lessonId)) return null;
  const { rows } = await db.query<{ name: string; isHost: boolean; isLearner: boolean; isRemoved: boolean }>(
    `select u.name, u.role = 'instructor' and u.email = l.instructor_email as "isHost",
       exists (select 1 from enrolments e where e.lesson = l.id and e.account = u.account_no) as "isLearner",
       exists (
         select 1 from call_removals r where r.lesson = l.id and r.account = u.account_no and r.let_in_at is null
       ) as "isRemoved"
     from lessons l, users u
     where l.public_id = $1::uuid and u.account_no = $2 and l.status <> 'CANCELED' and not u.is_blocked`,
    [lessonId, account],
  );
  const person = rows.at(0);
  if (person === undefined || !(person.isHost || person.isLearner)) return null;
  return { part: person.isHost ? 'host' : 'learner', name: person.name, isRemoved: person.isRemoved };
}

/** When the lesson with this public id is; null if it does not exist. */
export async function lessonTimes(db: Queryable, lessonId: string): Promise<LessonTimes | null> {
  if (!isUuid(lessonId)) return null;
  const { rows } = await db.query<{
    topic: string;
    specialization: Specialization | null;
    startsAt: number;
    endsAt: number;
    status: LessonStatus;
    endedAt: number | null;
  }>(
    `select topic, specialization, starts_at as "startsAt", ends_at as "endsAt", status, call_ended_at as "endedAt"
     from lessons where public_id = $1::uuid`,
    [lessonId],
  );
  const lesson = rows.at(0);
  if (lesson === undefined) return null;
  const { startsAt, endsAt, status, endedAt } = lesson;
  return { title: lessonTitle(lesson), startsAt, endsAt, status, endedAt };
}
