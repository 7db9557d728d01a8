// What happens to lessons as time passes: they end, places of those who have left are given back, and those who take part are reminded the day before and when the door opens.
import { DAY_MS } from '../../core/market/trading-hours.ts';
import { LESSON_DOOR_MS } from '../../contract/learn.ts';
import type { Queryable } from '../db/open.ts';
import type { Notice } from '../notices/notices.ts';
import type { LearnContext } from './context.ts';
import { giveBackOfDeleted } from './leaving.ts';
import { completeEnded, LESSON_COLUMNS } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { instructorAccounts, timedNotices } from './news.ts';

/** A reminder that is later than this, because the server was away, is of no use. */
const LATE_MS = 2 * 3_600_000;

/** Once a minute. Told twice, a reminder is stored once. */
export async function passTime(context: Pick<LearnContext, 'db' | 'now' | 'notices' | 'refunds'>): Promise<void> {
  const { db, now, notices } = context;
  const at = now();
  await completeEnded(db, at);
  await giveBackOfDeleted(context);
  const dayBefore = await remindersOf(db, { kind: 'day-before', before: DAY_MS, until: DAY_MS - LATE_MS, at });
  const soon = await remindersOf(db, { kind: 'soon', before: LESSON_DOOR_MS, until: 0, at });
  await notices.send(...dayBefore, ...soon);
}

interface Reminder {
  readonly kind: 'day-before' | 'soon';
  /** It is due from so long before the start until so long before it, in ms. */
  readonly before: number;
  readonly until: number;
  readonly at: number;
}

async function remindersOf(db: Queryable, { kind, before, until, at }: Reminder): Promise<Notice[]> {
  const { rows } = await db.query<Lesson & { accounts: number[] }>(
    // Who comes in later knows the time anyway.
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
