// The learners' side of lessons: what is on offer, what is theirs, one lesson with their part in it, and places in free ones.
import type { LessonData } from '../../contract/learn.ts';
import { lessonTitle } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import type { Queryable } from '../db/open.ts';
import { isUuid } from '../db/uuid.ts';
import type { Caller, Handlers } from '../handler.ts';
import { notFound } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { giveBack } from './leaving.ts';
import { ENROLLED, INSTRUCTOR_BLOCKED, LESSON_COLUMNS, statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { materialsOf } from './material-rows.ts';
import { presentCard, presentMaterial, presentPurchase } from './present.ts';
import type { BoughtLesson, Counted } from './present.ts';
import { instructorRating, instructorRatings, ratingRefusal, takenBy } from './rating-rows.ts';
import { refusalOf } from './sales.ts';
import type { Sales } from './sales.ts';

type CourseCalls =
  | 'GET /activeSessions'
  | 'GET /getPurchased'
  | 'GET /getLesson/{id}'
  | 'POST /enrol/{id}'
  | 'POST /unenrol/{id}';

/** As many cards as one page shows; lessons further away appear as they come nearer. */
const MOST_CARDS = 500;

export function courseHandlers(context: LearnContext, sales: Sales): Pick<Handlers, CourseCalls> {
  const { db, now, seats, notices } = context;
  return {
    async 'GET /activeSessions'() {
      const at = now();
      const lessons = await lessonsAhead(db, at);
      const ratingOf = await instructorRatings(
        db,
        lessons.map(({ instructorEmail }) => instructorEmail),
      );
      const rated = lessons.map((lesson) => ({ ...lesson, instructorRating: ratingOf(lesson.instructorEmail) }));
      return { data: rated.map((lesson) => presentCard(lesson, at, seats)) };
    },

    async 'GET /getPurchased'({ user }) {
      const at = now();
      const bought = await lessonsBoughtBy(db, user.accountNo);
      return { data: bought.map((lesson) => presentPurchase({ ...lesson, canRate: mayRate(lesson, user, at) }, at)) };
    },

    async 'GET /getLesson/{id}'({ input, user }) {
      return { data: await oneLesson({ db, seats, notices, now: now() }, input.id, user) };
    },

    async 'POST /enrol/{id}'({ input, user }) {
      const lesson = await sales.enrolFree(input.id, user);
      const message = lessonMessages.enrolled(lessonTitle(lesson));
      return { message, data: await oneLesson({ db, seats, notices, now: now() }, input.id, user) };
    },

    'POST /unenrol/{id}': ({ input, user }, keep) =>
      giveBack(context, { lesson: input.id, account: user.accountNo }, async (transaction, { title, refund }) => {
        const message = lessonMessages.left(title, refund);
        // The lesson is locked, so that it is not canceled meanwhile and hidden.
        const seen = { db: transaction, seats, notices, now: now() };
        const answer = { message, data: await oneLesson(seen, input.id, user) };
        await keep?.(transaction, answer);
        return answer;
      }),
  };
}

function mayRate({ refund, ...lesson }: Bought, user: Caller, now: number): boolean {
  return ratingRefusal(lesson, user, { hasPlace: true, isOwedBack: refund !== null }, now) === null;
}

async function lessonsAhead(db: Queryable, now: number): Promise<Counted[]> {
  const { rows } = await db.query<Counted>(
    `select ${LESSON_COLUMNS}, ${ENROLLED} as enrolled from lessons l where l.status = 'SCHEDULED' and l.ends_at > $1
       and not ${INSTRUCTOR_BLOCKED}
     order by l.starts_at, l.id limit $2`,
    [now, MOST_CARDS],
  );
  return rows;
}

type Bought = Omit<BoughtLesson, 'canRate'>;

async function lessonsBoughtBy(db: Queryable, account: number): Promise<Bought[]> {
  const { rows } = await db.query<Bought>(
    `select ${LESSON_COLUMNS}, e.enrolled_at as "enrolledAt", coalesce(p.amount, 0) as paid,
       case when r.payment is null then null when r.refunded_at is null then 'due' else 'done' end as refund, g.stars
     from enrolments e join lessons l on l.id = e.lesson
       left join payments p on p.id = e.payment left join refunds r on r.payment = p.id
       left join lesson_ratings g on g.lesson = e.lesson and g.account = e.account
     where e.account = $1 order by l.starts_at desc, l.id desc limit $2`,
    [account, MOST_CARDS],
  );
  return rows;
}

interface Looking extends Pick<LearnContext, 'notices' | 'seats'> {
  readonly db: Queryable;
  readonly now: number;
}

async function oneLesson(looking: Looking, id: string, user: Caller): Promise<LessonData> {
  const { db, seats, now } = looking;
  if (!isUuid(id)) throw notFound();
  const { rows } = await db.query<Counted>(
    `select ${LESSON_COLUMNS}, ${ENROLLED} as enrolled from lessons l where l.public_id = $1::uuid`,
    [id],
  );
  if (rows.length === 0) throw notFound();
  const lesson = { ...rows[0], instructorRating: await instructorRating(db, rows[0].instructorEmail) };
  const { rating, ...taken } = await takenBy(db, lesson.id, user.accountNo);
  const part = partIn(lesson, user, taken.hasPlace);
  if (!(await isShown(looking, { lesson, part }, user))) throw notFound();
  return {
    ...presentCard(lesson, now, seats),
    part,
    materials: mayRead(part, lesson) ? (await materialsOf(db, lesson.id)).map(presentMaterial) : null,
    notForSale: part === 'admin' ? lessonMessages.notForSale : await refusalOf(db, lesson, user, { now, seats }),
    canRate: ratingRefusal(lesson, user, taken, now) === null,
    ownRating: rating,
  };
}

/**
 * A canceled lesson concerns only people who have a part in it, and others who were told of it: they gave their place back, taught it
 * before, or paid too late.
 */
export async function isShown(
  { db, notices, now }: Omit<Looking, 'seats'>,
  { lesson, part }: { lesson: Lesson; part: LessonData['part'] },
  { accountNo }: Pick<Caller, 'accountNo'>,
): Promise<boolean> {
  if (part !== 'visitor' || statusAt(lesson, now) !== 'CANCELED') return true;
  return notices.leadsTo(db, accountNo, lesson.publicId);
}

/** After a refund the lesson is no longer theirs. */
export function mayRead(part: LessonData['part'], { status }: Pick<Lesson, 'status'>): boolean {
  return part === 'learner' ? status !== 'CANCELED' : part !== 'visitor';
}

export function partIn(
  { instructorEmail }: Pick<Lesson, 'instructorEmail'>,
  { role, email }: Pick<Caller, 'role' | 'email'>,
  isLearner: boolean,
): LessonData['part'] {
  if (role === 'admin') return 'admin';
  if (role === 'instructor' && email === instructorEmail) return 'host';
  return isLearner ? 'learner' : 'visitor';
}
