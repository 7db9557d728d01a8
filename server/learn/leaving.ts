// A learner gives back a place in an upcoming lesson, or deletes the account: the seat is free again and the money goes back, each once.
import { doorOf, LESSON_DOOR_MS, lessonTitle } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import { staysMeanwhile } from '../db/people.ts';
import { HttpError, notFound, unauthorized } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { lockLesson } from './lessons.ts';
import { leftNotice } from './news.ts';

interface Place {
  readonly id: number;
  readonly payment: number | null;
}

interface Left {
  readonly title: string;
  /** What goes back, in paise; null if nothing was paid. */
  readonly refund: Paise | null;
}

/**
 * Possible until the door of the lesson's call opens: anyone who may have been in the call has had something of it.
 * Returns what `answerOf` makes of it in the same transaction.
 * @throws HttpError 401, 404, or 409 when there is no place, or it is too late.
 */
export async function giveBack<Answer>(
  { db, now, notices, refunds, onPlaces }: LearnContext,
  { lesson: lessonId, account }: { lesson: string; account: number },
  answerOf: (transaction: Queryable, left: Left) => Promise<Answer>,
): Promise<Answer> {
  const at = now();
  const [answer, refund, show, left] = await db.transaction(async (transaction) => {
    // Anyone canceling, selling or paying back this lesson waits for this lock, and then finds one place fewer.
    const lesson = await lockLesson(transaction, lessonId);
    if (lesson === null) throw notFound();
    // Nothing is told to somebody who has deleted the account meanwhile; the place is given back all the same (`giveBackOfDeleted`).
    if (!(await staysMeanwhile(transaction, account))) throw unauthorized();
    const place = await placeOf(transaction, lesson.id, account);
    if (place === null) throw new HttpError(409, lessonMessages.noPlace, { code: 'no-place' });
    if (lesson.status === 'CANCELED')
      throw new HttpError(409, lessonMessages.alreadyOver(lesson.status), { code: 'not-scheduled' });
    if (doorOf(lesson, at) !== 'early') throw new HttpError(409, lessonMessages.tooLateToLeave, { code: 'too-late' });
    const back = place.payment === null ? null : await sum(transaction, place.payment);
    await giveUp(transaction, refunds, place);
    const notice = leftNotice({ lesson, at }, { account, place: place.id, refund: back });
    const stored = await notices.store(transaction, [notice]);
    return [await answerOf(transaction, { title: lessonTitle(lesson), refund: back }), back, stored, lesson] as const;
  });
  show();
  onPlaces(left);
  if (refund !== null) refunds.runSoon();
  return answer;
}

/**
 * Learners who deleted their account before the door opened have given back every place: the seat is sold again, so the money goes back.
 * Found from the tables, so that no crash between the two loses it. One that fails keeps nothing else, and is tried again by the next round.
 */
export async function giveBackOfDeleted({
  db,
  now,
  refunds,
  log,
  onPlaces,
}: Pick<LearnContext, 'db' | 'now' | 'refunds' | 'log' | 'onPlaces'>): Promise<void> {
  const { rows } = await db.query<{ lesson: string; account: number }>(
    `select l.public_id as lesson, e.account from lessons l join enrolments e on e.lesson = l.id join users u on u.id = e.user_id
     where l.status = 'SCHEDULED' and l.ends_at > $1 and u.deleted_at < l.starts_at - $2`,
    [now(), LESSON_DOOR_MS],
  );
  for (const { lesson: id, account } of rows)
    await db
      .transaction(async (transaction) => {
        const lesson = await lockLesson(transaction, id);
        // If it was canceled meanwhile, it has been refunded already.
        if (lesson?.status !== 'SCHEDULED') return null;
        const place = await placeOf(transaction, lesson.id, account);
        if (place !== null) await giveUp(transaction, refunds, place);
        return lesson;
      })
      .then((lesson) => lesson && onPlaces(lesson))
      .catch((error: unknown) =>
        log.warn({ err: error, lesson: id, account }, 'a place is given back with the next round'),
      );
  if (rows.length > 0) refunds.runSoon();
}

async function giveUp(transaction: Queryable, refunds: LearnContext['refunds'], place: Place): Promise<void> {
  await transaction.query('delete from enrolments where id = $1', [place.id]);
  if (place.payment !== null) await refunds.owe(transaction, place.payment, 'given-back');
}

async function placeOf(transaction: Queryable, lesson: number, account: number): Promise<Place | null> {
  const { rows } = await transaction.query<Place>(
    'select id, payment from enrolments where lesson = $1 and account = $2',
    [lesson, account],
  );
  return rows.at(0) ?? null;
}

async function sum(transaction: Queryable, payment: number): Promise<Paise> {
  const { rows } = await transaction.query<{ amount: Paise }>('select amount from payments where id = $1', [payment]);
  return rows[0].amount;
}
