// Ratings of lessons: given once per lesson, changed and taken back by their learners, read by everybody, hidden by administrators.
import { lessonTitle } from '../../contract/learn.ts';
import type { Specialization } from '../../contract/learn.ts';
import type { LessonRating, OwnRating } from '../../contract/ratings.ts';
import { ratingMessages } from '../../contract/messages/learn.ts';
import { writeAudit } from '../audit.ts';
import { pagesOf } from '../db/list-query.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller, Handlers } from '../handler.ts';
import { HttpError, notFound, unauthorized } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { isShown, partIn } from './courses.ts';
import { findLesson } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { ratingNotice } from './news.ts';
import { COUNTS, instructorRating, LESSON_RATING, ratingRefusal, STANDS, takenBy } from './rating-rows.ts';

type RatingCalls =
  | 'GET /lessonRatings/{id}'
  | 'POST /rateLesson/{id}'
  | 'POST /unrateLesson/{id}'
  | 'POST /hideRating/{id}';

const conflict = (message: string, code: string) => new HttpError(409, message, { code });

export function ratingHandlers(context: LearnContext): Pick<Handlers, RatingCalls> {
  const { db, now } = context;
  return {
    async 'GET /lessonRatings/{id}'({ input: { id, page, limit, scope }, user }) {
      const lesson = await seenLesson(context, id, user, now());
      const sought = { lesson, ofAll: scope === 'instructor', user };
      const [total, rows, rating] = await Promise.all([
        countRatings(db, sought),
        listRatings(db, sought, { limit, offset: (page - 1) * limit }),
        scope === 'instructor' ? instructorRating(db, lesson.instructorEmail) : lessonRating(db, lesson.id),
      ]);
      return { data: rows.map(present), top: { total, totalPages: pagesOf(total, limit), page, rating } };
    },

    async 'POST /rateLesson/{id}'({ input: { id, stars, words }, user }) {
      const at = now();
      const lesson = await seenLesson(context, id, user, at);
      const refusal = ratingRefusal(lesson, user, await takenBy(db, lesson.id, user.accountNo), at);
      if (refusal !== null) throw conflict(refusal, 'cannot-rate');
      await db.transaction((transaction) => rate(transaction, { lesson: lesson.id, user, stars, words, at }));
      return { message: ratingMessages.saved, data: { stars, words, hidden: null } };
    },

    async 'POST /unrateLesson/{id}'({ input, user }, keep) {
      const lesson = await seenLesson(context, input.id, user, now());
      return db.transaction(async (transaction) => {
        const { rowCount } = await transaction.query(
          'delete from lesson_ratings where lesson = $1 and account = $2 and hidden_at is null',
          [lesson.id, user.accountNo],
        );
        if (rowCount === 0) {
          const { rating } = await takenBy(transaction, lesson.id, user.accountNo);
          // One that is shown has come since: there was none to take back.
          throw (rating?.hidden ?? null) === null ? conflict(ratingMessages.none, 'no-rating') : hidden();
        }
        const answer = { message: ratingMessages.removed, data: null };
        await keep?.(transaction, answer);
        return answer;
      });
    },

    async 'POST /hideRating/{id}'({ input: { id, isHidden, reason }, user, ip }) {
      const row = await hide(context, id, { reason: isHidden ? reason : null, by: user, ip });
      return { message: isHidden ? ratingMessages.hiddenNow : ratingMessages.shownNow, data: present(row) };
    },
  };
}

const hidden = () => conflict(ratingMessages.hidden, 'rating-hidden');

/** The lesson, if its page would show it. */
async function seenLesson({ db, notices }: LearnContext, id: string, user: Caller, now: number): Promise<Lesson> {
  const lesson = await findLesson(db, id);
  if (lesson === null) throw notFound();
  const { hasPlace } = await takenBy(db, lesson.id, user.accountNo);
  const part = partIn(lesson, user, hasPlace);
  if (!(await isShown({ db, notices, now }, { lesson, part }, user))) throw notFound();
  return lesson;
}

interface NewRating {
  readonly lesson: number;
  readonly user: Caller;
  readonly stars: OwnRating['stars'];
  readonly words: string;
  readonly at: number;
}

/** One row per learner and lesson, however many requests come at once. @throws HttpError 409 when it is hidden */
async function rate(transaction: Queryable, { lesson, user, stars, words, at }: NewRating): Promise<void> {
  // An account that is being deleted gives no rating: this lock makes the two wait for each other.
  const { rowCount: known } = await transaction.query(
    'select 1 from users where id = $1 and deleted_at is null for share',
    [user.id],
  );
  if (known === 0) throw unauthorized();
  const { rowCount } = await transaction.query(
    `insert into lesson_ratings as r (lesson, account, stars, words, rated_at) values ($1, $2, $3, $4, $5)
     on conflict (lesson, account) do update set stars = excluded.stars, words = excluded.words, rated_at = excluded.rated_at
       where r.hidden_at is null`,
    [lesson, user.accountNo, stars, words, at],
  );
  if (rowCount === 0) throw hidden();
}

interface Row {
  readonly id: number;
  readonly stars: OwnRating['stars'];
  readonly words: string;
  readonly hidden: string | null;
  readonly name: string;
  readonly isOwn: boolean;
  readonly ratedAt: number;
  readonly lesson: string;
  readonly topic: string;
  readonly specialization: Specialization | null;
}

/** $1 is the reader's account. */
const COLUMNS = `r.id, r.stars, r.words, case when r.hidden_at is not null then r.hidden_reason end as hidden, u.name,
  r.account = $1 as "isOwn", r.rated_at as "ratedAt", l.public_id as lesson, l.topic, l.specialization`;
const SOURCE = `lesson_ratings r join lessons l on l.id = r.lesson join users u on u.account_no = r.account`;

interface Sought {
  readonly lesson: Lesson;
  /** Over all lessons of its instructor. */
  readonly ofAll: boolean;
  readonly user: Caller;
}

/** The condition, with its value for $2. */
function whereOf({ lesson, ofAll, user }: Sought): readonly [where: string, value: string | number] {
  const seen = user.role === 'admin' ? STANDS : COUNTS;
  return ofAll ? [`l.instructor_email = $2 and ${seen}`, lesson.instructorEmail] : [`l.id = $2 and ${seen}`, lesson.id];
}

async function countRatings(db: Queryable, sought: Sought): Promise<number> {
  const [where, value] = whereOf(sought);
  const { rows } = await db.query<{ total: number }>(
    `select count(*) as total from ${SOURCE} where $1::integer is not null and ${where}`,
    [sought.user.accountNo, value],
  );
  return rows[0].total;
}

async function listRatings(
  db: Queryable,
  sought: Sought,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const [where, value] = whereOf(sought);
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from ${SOURCE} where ${where} order by r.rated_at desc, r.id desc limit $3 offset $4`,
    [sought.user.accountNo, value, limit, offset],
  );
  return rows;
}

async function lessonRating(db: Queryable, lesson: number) {
  const { rows } = await db.query<{ rating: Awaited<ReturnType<typeof instructorRating>> }>(
    `select ${LESSON_RATING} as rating from lessons l where l.id = $1`,
    [lesson],
  );
  return rows[0].rating;
}

interface Hiding {
  /** Null shows it again. */
  readonly reason: string | null;
  readonly by: Caller;
  readonly ip: string;
}

/** A rating that is already hidden, or shown, is left alone, and nobody is told again. */
async function hide({ db, now, notices }: LearnContext, id: string, { reason, by, ip }: Hiding): Promise<Row> {
  const at = now();
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const [row, show] = await db.transaction(async (transaction) => {
    const { rows } = await transaction.query<Row & { account: number; subject: string }>(
      `select ${COLUMNS}, r.account, u.id as subject from ${SOURCE} where r.id = $2 for update of r`,
      [by.accountNo, number],
    );
    if (rows.length === 0) throw notFound();
    const [found] = rows;
    if ((found.hidden === null) === (reason === null)) return [found, () => {}] as const;
    await transaction.query(
      'update lesson_ratings set hidden_at = $2, hidden_by = $3, hidden_reason = $4 where id = $1',
      [number, reason === null ? null : at, reason === null ? null : by.id, reason ?? ''],
    );
    const { account, subject, stars } = found;
    const title = lessonTitle(found);
    const action = reason === null ? 'show-rating' : 'hide-rating';
    // The log is kept for good: it says what was decided, but not what the learner wrote.
    const detail = { lesson: title, stars, ...(reason !== null && { reason }) };
    await writeAudit(transaction, { at, actor: by.id, action, subject, detail, ip });
    const notice = ratingNotice({ rating: number, lesson: { publicId: found.lesson, title }, account, reason, at });
    return [{ ...found, hidden: reason }, await notices.store(transaction, [notice])] as const;
  });
  show();
  return row;
}

function present(row: Row): LessonRating {
  const { id, stars, words, hidden: why, name, isOwn, ratedAt, lesson } = row;
  return {
    _id: String(id),
    stars,
    words,
    hidden: why,
    name,
    isOwn,
    ratedAt: new Date(ratedAt).toISOString(),
    lesson,
    title: lessonTitle(row),
  };
}
