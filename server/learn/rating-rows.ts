// Which ratings of lessons count, their averages, and who may give one.
import type { OwnRating, RatingSummary } from '../../contract/ratings.ts';
import { ratingMessages } from '../../contract/messages/learn.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller } from '../handler.ts';
import { statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';

/** A rating stands while its author has a place that was not refunded; checked at every read. */
export const STANDS = `exists (select 1 from enrolments e where e.lesson = r.lesson and e.account = r.account
  and not exists (select 1 from refunds b where b.payment = e.payment))`;
export const COUNTS = `r.hidden_at is null and ${STANDS}`;

/** In whole tenths of a star, half up. */
const SUMMARY = `jsonb_build_object('count', count(*), 'tenths', (sum(r.stars) * 20 + count(*)) / nullif(count(*) * 2, 0))`;

/** The ratings of the lesson `l` alone. */
export const LESSON_RATING = `(select ${SUMMARY} from lesson_ratings r where r.lesson = l.id and ${COUNTS})`;

const NOBODY: RatingSummary = { tenths: null, count: 0 };

/** The ratings of all lessons of the instructor with this address. */
export async function instructorRating(db: Queryable, email: string): Promise<RatingSummary> {
  return (await instructorRatings(db, [email]))(email);
}

/** The same for several instructors, by one query. */
export async function instructorRatings(
  db: Queryable,
  emails: readonly string[],
): Promise<(email: string) => RatingSummary> {
  const { rows } = await db.query<{ email: string; rating: RatingSummary }>(
    `select l.instructor_email as email, ${SUMMARY} as rating from lessons l join lesson_ratings r on r.lesson = l.id
     where l.instructor_email = any($1) and ${COUNTS} group by l.instructor_email`,
    [[...new Set(emails)]],
  );
  const known = new Map(rows.map(({ email, rating }) => [email, rating]));
  return (email) => known.get(email) ?? NOBODY;
}

/** One learner's part in a lesson. */
export interface Taken {
  readonly hasPlace: boolean;
  readonly isOwedBack: boolean;
}

/** Why this person cannot rate the lesson now, in a sentence; null if they can. */
export function ratingRefusal(
  lesson: Pick<Lesson, 'instructorEmail' | 'status' | 'endsAt'>,
  { email }: Pick<Caller, 'email'>,
  { hasPlace, isOwedBack }: Taken,
  now: number,
): string | null {
  if (lesson.instructorEmail === email) return ratingMessages.ownLesson;
  if (!hasPlace) return ratingMessages.noPlace;
  if (statusAt(lesson, now) !== 'COMPLETED') return ratingMessages.notOver;
  return isOwedBack ? ratingMessages.paidBack : null;
}

/** The learner's part in the lesson, and rating of it. */
export async function takenBy(
  db: Queryable,
  lesson: number,
  account: number,
): Promise<Taken & { readonly rating: OwnRating | null }> {
  const { rows } = await db.query<Taken & { rating: OwnRating | null }>(
    `select e.id is not null as "hasPlace", b.payment is not null as "isOwedBack",
       case when r.id is not null then jsonb_build_object('stars', r.stars, 'words', r.words,
         'hidden', case when r.hidden_at is not null then r.hidden_reason end) end as rating
     from (select $1::bigint as lesson, $2::integer as account) asked
       left join enrolments e on e.lesson = asked.lesson and e.account = asked.account
       left join refunds b on b.payment = e.payment
       left join lesson_ratings r on r.lesson = asked.lesson and r.account = asked.account`,
    [lesson, account],
  );
  return rows[0];
}
