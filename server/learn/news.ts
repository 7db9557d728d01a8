// Notifies learners and instructors about their lessons, once for each event.
import { doorOf, lessonTitle } from '../../contract/learn.ts';
import { lessonNewsText } from '../../contract/messages/learn.ts';
import type { LessonNews } from '../../contract/messages/learn.ts';
import type { Queryable } from '../db/open.ts';
import type { Notice } from '../notices/notices.ts';
import type { Lesson } from './lessons.ts';

type Timed = Extract<LessonNews, { startsAt: number; endsAt?: never; refund?: never; instructor?: never }>['kind'];

export interface Telling {
  readonly lesson: Lesson;
  readonly accounts: readonly number[];
  readonly at: number;
}

/** The source of a notice, which makes it unique: its kind, and `mark` for events that can happen more than once. */
function sourceOf({ id }: Lesson, kind: string, mark: number | null): string {
  return mark === null ? `lesson:${id}:${kind}` : `lesson:${id}:${kind}:${mark}`;
}

/** A notice that leads to the page of its lesson. */
function aboutLesson({ publicId }: Lesson, notice: Omit<Notice, 'kind' | 'lessonId'>): Notice {
  return { ...notice, kind: 'lesson', lessonId: publicId };
}

export function timedNotices(kind: Timed, { lesson, accounts, at }: Telling, mark: number | null = null): Notice[] {
  const { startsAt } = lesson;
  const canEnter = doorOf(lesson, at) === 'open';
  const message = lessonNewsText({ kind, title: lessonTitle(lesson), startsAt, canEnter });
  return accounts.map((account) => aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, kind, mark) }));
}

/** `canLeave`: for learners, while a place can be given back. */
export function movedNotices({ lesson, accounts, at }: Telling, canLeave: boolean): Notice[] {
  const { startsAt, endsAt } = lesson;
  const message = lessonNewsText({ kind: 'moved', title: lessonTitle(lesson), startsAt, endsAt, canLeave });
  return accounts.map((account) =>
    aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, 'moved', at) }),
  );
}

/** The lesson has another instructor than the one from whom the learners have bought it. */
export function instructorNotices({ lesson, accounts, at }: Telling): Notice[] {
  const { startsAt, instructorName: instructor } = lesson;
  const message = lessonNewsText({ kind: 'instructor', title: lessonTitle(lesson), startsAt, instructor });
  return accounts.map((account) =>
    aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, 'instructor', at) }),
  );
}

/** `before`: what they know it as. */
export function renamedNotices({ lesson, accounts, at }: Telling, before: string): Notice[] {
  const message = lessonNewsText({ kind: 'renamed', title: lessonTitle(lesson), before });
  return accounts.map((account) =>
    aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, 'renamed', at) }),
  );
}

/** For its instructor, who earns by it. */
export function rateNotices({ lesson, accounts, at }: Telling): Notice[] {
  const message = lessonNewsText({ kind: 'rate', title: lessonTitle(lesson), hourlyRate: lesson.hourlyRate });
  return accounts.map((account) => aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, 'rate', at) }));
}

/** `refund`: what this learner paid and gets back, in paise; null for those who paid nothing. */
export function canceledNotices(
  { lesson, at }: Omit<Telling, 'accounts'>,
  people: readonly { account: number; refund: number | null }[],
): Notice[] {
  const about = { kind: 'canceled', title: lessonTitle(lesson), startsAt: lesson.startsAt } as const;
  const source = sourceOf(lesson, 'canceled', null);
  return people.map(({ account, refund }) =>
    aboutLesson(lesson, { account, message: lessonNewsText({ ...about, refund }), at, source }),
  );
}

/** For a lesson that was not held as sold: each learner is told their own refund, its instructor the sum. In paise. */
export function paidBackNotices(
  { lesson, at }: Omit<Telling, 'accounts'>,
  { teachers, people }: { teachers: readonly number[]; people: readonly { account: number; refund: number }[] },
): Notice[] {
  const about = { title: lessonTitle(lesson), startsAt: lesson.startsAt };
  const whole = people.reduce((sum, { refund }) => sum + refund, 0);
  const tell = (account: number, kind: 'not-held' | 'paid-back', refund: number): Notice => {
    const message = lessonNewsText({ kind, ...about, refund });
    return aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, kind, null) });
  };
  return [
    ...people.map(({ account, refund }) => tell(account, 'not-held', refund)),
    ...teachers.map((account) => tell(account, 'paid-back', whole)),
  ];
}

/** `place` is the one given back: a learner who takes and gives back another one later is notified again. */
export function leftNotice(
  { lesson, at }: Omit<Telling, 'accounts'>,
  { account, place, refund }: { account: number; place: number; refund: number | null },
): Notice {
  const message = lessonNewsText({ kind: 'left', title: lessonTitle(lesson), refund });
  return aboutLesson(lesson, { account, message, at, source: sourceOf(lesson, 'left', place) });
}

export interface MoneyNews {
  readonly kind: 'unsold' | 'sold-out' | 'bought-twice';
  readonly lesson: Lesson;
  readonly account: number;
  readonly payment: number;
  readonly amount: number;
  readonly at: number;
}

export function moneyNotice({ kind, lesson, account, payment, amount, at }: MoneyNews): Notice {
  const message = lessonNewsText({ kind, title: lessonTitle(lesson), amount });
  return aboutLesson(lesson, { account, message, at, source: `${kind}:${payment}` });
}

/** `refundId`: one that the bank refuses is followed by another, whose news is news again. */
export function refundNotice(
  kind: 'refunded' | 'returned' | 'refused',
  { lesson, account, payment, amount, refundId, at }: Omit<MoneyNews, 'kind'> & { readonly refundId: string },
): Notice {
  const message = lessonNewsText({ kind, title: lessonTitle(lesson), amount });
  return aboutLesson(lesson, { account, message, at, source: `${kind}:${payment}:${refundId}` });
}

export interface RatingNews {
  readonly rating: number;
  readonly lesson: { readonly publicId: string; readonly title: string };
  readonly account: number;
  /** Why it was hidden; null when it is shown again. */
  readonly reason: string | null;
  readonly at: number;
}

export function ratingNotice({ rating, lesson: { publicId, title }, account, reason, at }: RatingNews): Notice {
  const news =
    reason === null ? ({ kind: 'rating-shown', title } as const) : { kind: 'rating-hidden' as const, title, reason };
  const source = `rating:${rating}:${news.kind}:${at}`;
  return { account, kind: 'lesson', lessonId: publicId, message: lessonNewsText(news), at, source };
}

/** The account of the instructor with this address; empty while no instructor has verified it. */
export async function instructorAccounts(db: Queryable, email: string): Promise<number[]> {
  const { rows } = await db.query<{ account: number }>(
    `select account_no as account from users where email = $1 and role = 'instructor'`,
    [email],
  );
  return rows.map(({ account }) => account);
}

export async function learnerAccounts(db: Queryable, lesson: number): Promise<number[]> {
  const { rows } = await db.query<{ account: number }>('select account from enrolments where lesson = $1', [lesson]);
  return rows.map(({ account }) => account);
}
