// An administrator pays back a lesson that was not held as sold: each payment is refunded once, and everybody concerned is notified.
import { adminMessages } from '../../contract/messages/admin.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { writeAudit } from '../audit.ts';
import type { Queryable } from '../db/open.ts';
import type { Caller, Handlers } from '../handler.ts';
import { HttpError } from '../http-error.ts';
import type { LearnContext } from './context.ts';
import { lockKnown } from './desk.ts';
import { deskLesson } from './desk-rows.ts';
import { statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { instructorAccounts, paidBackNotices } from './news.ts';
import { presentRow } from './present.ts';

export function payingBackHandlers(context: LearnContext): Pick<Handlers, 'POST /refundSession/{id}'> {
  const { db, now, seats } = context;
  return {
    async 'POST /refundSession/{id}'({ input, user, ip }) {
      await payBack(context, input.id, { user, ip });
      const message = adminMessages.lessonPaidBack;
      return { message, data: presentRow(await deskLesson(db, input.id), now(), seats) };
    },
  };
}

/** Repeating it changes nothing and is no error: the first answer may have been lost. */
async function payBack(
  { db, now, notices, refunds }: LearnContext,
  id: string,
  { user, ip }: { user: Caller; ip: string },
): Promise<void> {
  const at = now();
  const show = await db.transaction(async (transaction) => {
    const lesson = await lockKnown(transaction, id);
    requireOver(lesson, at);
    const sold = await soldPlaces(transaction, lesson.id);
    if (sold.length === 0) throw new HttpError(409, lessonMessages.nothingPaid, { code: 'nothing-paid' });
    const people = sold.filter(({ isOwedBack }) => !isOwedBack);
    if (people.length === 0) return null;
    await refunds.oweAll(transaction, lesson.id, 'not-held');
    const detail = { learners: people.length, refund: people.reduce((sum, { refund }) => sum + refund, 0) };
    await writeAudit(transaction, {
      at,
      actor: user.id,
      action: 'refund-lesson',
      subject: lesson.publicId,
      detail,
      ip,
    });
    const teachers = await instructorAccounts(transaction, lesson.instructorEmail);
    return notices.store(transaction, paidBackNotices({ lesson, at }, { teachers, people }));
  });
  show?.();
  refunds.runSoon();
}

/** An upcoming lesson is canceled instead, and a canceled one has been refunded already. @throws HttpError 409 */
function requireOver(lesson: Lesson, at: number): void {
  const status = statusAt(lesson, at);
  if (status !== 'COMPLETED') throw new HttpError(409, lessonMessages.notOver(status), { code: 'not-over' });
}

interface SoldPlace {
  readonly account: number;
  /** In paise. */
  readonly refund: number;
  readonly isOwedBack: boolean;
}

async function soldPlaces(transaction: Queryable, lesson: number): Promise<SoldPlace[]> {
  const { rows } = await transaction.query<SoldPlace>(
    `select e.account, p.amount as refund, exists (select 1 from refunds r where r.payment = p.id) as "isOwedBack"
     from enrolments e join payments p on p.id = e.payment where e.lesson = $1 order by e.id`,
    [lesson],
  );
  return rows;
}
