// What happens to lessons as time passes: they end, deleted accounts give back their places, and participants are reminded, also to rate them.
import { DAY_MS } from '../../core/market/day.ts';
import { LESSON_DOOR_MS } from '../../contract/learn.ts';
import type { Queryable } from '../db/open.ts';
import type { Notice } from '../notices/notices.ts';
import type { LearnContext } from './context.ts';
import { giveBackOfDeleted } from './leaving.ts';
import { completeEnded, LESSON_COLUMNS, resumeAhead } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { instructorAccounts, timedNotices } from './news.ts';

/** A reminder that is later than this, because the server was down, is of no use; nor is a question how a lesson was. */
const LATE_MS = 2 * 3_600_000;

/** Called once a minute. A repeated reminder is stored once. */
export async function passTime(
  context: Pick<LearnContext, 'db' | 'now' | 'notices' | 'refunds' | 'log' | 'onPlaces'>,
): Promise<void> {
  const { db, now, notices } = context;
  const at = now();
  await completeEnded(db, at);
  await resumeAhead(db, at);
  await giveBackOfDeleted(context);
  const dayBefore = await remindersOf(db, { kind: 'day-before', before: DAY_MS, until: DAY_MS - LATE_MS, at });
  const soon = await remindersOf(db, { kind: 'soon', before: LESSON_DOOR_MS, until: 0, at });
  await notices.send(...dayBefore, ...soon, ...(await ratingsSought(db, at)));
}

interface Reminder {
  readonly kind: 'day-before' | 'soon';
  /** Due between these two times before the start, in ms. */
  readonly before: number;
  readonly until: number;
  readonly at: number;
}

async function remindersOf(db: Queryable, { kind, before, until, at }: Reminder): Promise<Notice[]> {
  const { rows } = await db.query<Lesson & { accounts: number[] }>(
    // Learners who took their place later know the time anyway.
    `select ${LESSON_COLUMNS}, array(
       select e.account from enrolments e where e.lesson = l.id and e.enrolled_at < l.starts_at - $2) as accounts
     from lessons l where l.status = 'SCHEDULED' and l.starts_at - $2 <= $1 and l.starts_at - $3 > $1`,
    [at, before, until],
  );
  const notices: Notice[] = [];
  for (const { accounts, ...lesson } of rows) {
    const teachers = await instructorAccounts(db, lesson.instructorEmail);
    notices.push(...timedNotices(kind, { lesson, accounts: [...accounts, ...teachers], at }, lesson.startsAt));
  }
  return notices;
}

/**
 * For lessons that are over and whose call is empty: a class may run over, and its host may open it again. Those who have rated it meanwhile
 * are not asked, nor those who cannot rate it.
 */
async function ratingsSought(db: Queryable, at: number): Promise<Notice[]> {
  const { rows } = await db.query<Lesson & { accounts: number[] }>(
    `select ${LESSON_COLUMNS}, array(
       select e.account from enrolments e join users u on u.id = e.user_id
       where e.lesson = l.id and u.email <> l.instructor_email
         and not exists (select from refunds b where b.payment = e.payment)
         and not exists (select from lesson_ratings r where r.lesson = l.id and r.account = e.account)) as accounts
     from lessons l where l.status = 'COMPLETED' and coalesce(l.call_ended_at, l.ends_at) between $1 and $2
       and not exists (select from visits v where v.lesson = l.id and v.went_at is null)`,
    [at - LATE_MS, at],
  );
  return rows.flatMap(({ accounts, ...lesson }) => timedNotices('over', { lesson, accounts, at }));
}
