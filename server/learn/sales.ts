// What a lesson costs, who may buy it, and the place in it that a payment has bought: one for each learner, as long as it can be held.
import { lessonTitle } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import type { Notice } from '../notices/notices.ts';
import type { LearnContext } from './context.ts';
import { findLesson, LESSON_COLUMNS, statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { moneyNotice, timedNotices } from './news.ts';

export interface Buyer {
  readonly accountNo: number;
  readonly email: string;
}

interface PaidFor {
  readonly id: number;
  readonly account: number;
  readonly lesson: number | null;
  readonly amount: Paise;
}

type Unsold = 'canceled' | 'bought-twice' | 'too-late';

export class Sales {
  readonly #context: LearnContext;

  constructor(context: LearnContext) {
    this.#context = context;
  }

  async offer(courseId: string, buyer: Buyer): Promise<{ lesson: number; price: Paise }> {
    const { db, now } = this.#context;
    const lesson = await findLesson(db, courseId);
    if (lesson === null) throw unknownCourse();
    const refusal = await refusalOf(db, lesson, buyer, now());
    if (refusal !== null) throw new HttpError(409, refusal, { code: 'not-for-sale' });
    if (lesson.hourlyRate === 0) throw new HttpError(409, lessonMessages.isFree, { code: 'free' });
    return { lesson: lesson.id, price: lesson.hourlyRate };
  }

  /** A place in a lesson that costs nothing. Asked again, it is the same place. */
  async enrolFree(courseId: string, buyer: Buyer & { id: string }): Promise<Lesson> {
    const { db, now, notices } = this.#context;
    const at = now();
    const [lesson, show] = await db.transaction(async (transaction) => {
      const found = await findLesson(transaction, courseId, true);
      if (found === null) throw unknownCourse();
      const refusal = await refusalOf(transaction, found, buyer, at);
      if (refusal !== null && refusal !== lessonMessages.alreadyBought)
        throw new HttpError(409, refusal, { code: 'not-for-sale' });
      if (found.hourlyRate > 0 && refusal === null)
        throw new HttpError(409, lessonMessages.notFree, { code: 'not-free' });
      const place = { lesson: found.id, account: buyer.accountNo, payment: null, at };
      const isNew = await enrol(transaction, place);
      const news = isNew ? timedNotices('enrolled', { lesson: found, accounts: [buyer.accountNo], at }) : [];
      return [found, await notices.store(transaction, news)] as const;
    });
    show();
    return lesson;
  }

  async sell(transaction: Queryable, payment: PaidFor): Promise<{ unsold: Unsold | null; show: () => void }> {
    const { now, notices } = this.#context;
    const at = now();
    if (payment.lesson === null) throw new Error(`payment ${payment.id} is for no lesson`);
    // Whoever cancels the lesson waits, and then finds this place among those to be paid back.
    const lesson = await lessonOf(transaction, payment.lesson, true);
    const unsold = await this.#take(transaction, lesson, payment, at);
    const { account, id, amount } = payment;
    const notice: Notice =
      unsold === null
        ? timedNotices('bought', { lesson, accounts: [account], at })[0]
        : moneyNotice({ kind: 'unsold', lesson, account, payment: id, amount, at });
    return { unsold, show: await notices.store(transaction, [notice]) };
  }

  async describe(lesson: number): Promise<{ courseId: string; title: string }> {
    const found = await lessonOf(this.#context.db, lesson, false);
    return { courseId: found.publicId, title: lessonTitle(found) };
  }

  /** Tells of money that has gone back, in the transaction that marks it. */
  async refunded(
    transaction: Queryable,
    { payment, account, lesson, amount }: { payment: number; account: number; lesson: number; amount: Paise },
  ): Promise<() => void> {
    const { now, notices } = this.#context;
    const found = await lessonOf(transaction, lesson, false);
    const notice = moneyNotice({ kind: 'refunded', lesson: found, account, payment, amount, at: now() });
    return notices.store(transaction, [notice]);
  }

  async #take(transaction: Queryable, lesson: Lesson, payment: PaidFor, at: number): Promise<Unsold | null> {
    const status = statusAt(lesson, at);
    if (status === 'CANCELED') return 'canceled';
    if (status === 'COMPLETED') return 'too-late';
    const place = { lesson: lesson.id, account: payment.account, payment: payment.id, at };
    return (await enrol(transaction, place)) ? null : 'bought-twice';
  }
}

const unknownCourse = () => new HttpError(404, paymentMessages.unknownCourse, { code: 'unknown-course' });

/** Why this person cannot buy this lesson now, in a sentence; null when he can. */
export async function refusalOf(db: Queryable, lesson: Lesson, buyer: Buyer, now: number): Promise<string | null> {
  if (statusAt(lesson, now) !== 'SCHEDULED') return lessonMessages.notForSale;
  if (lesson.instructorEmail === buyer.email) return lessonMessages.ownLesson;
  const { rows } = await db.query('select 1 from enrolments where lesson = $1 and account = $2', [
    lesson.id,
    buyer.accountNo,
  ]);
  return rows.length > 0 ? lessonMessages.alreadyBought : null;
}

async function lessonOf(db: Queryable, id: number, isLocked: boolean): Promise<Lesson> {
  const { rows } = await db.query<Lesson>(
    `select ${LESSON_COLUMNS} from lessons l where l.id = $1 ${isLocked ? 'for update' : ''}`,
    [id],
  );
  if (rows.length === 0) throw new Error(`lesson ${id} is not there`);
  return rows[0];
}

/** False when the learner has a place already, or has left since paying. */
async function enrol(
  transaction: Queryable,
  { lesson, account, payment, at }: { lesson: number; account: number; payment: number | null; at: number },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into enrolments (lesson, account, user_id, payment, enrolled_at)
     select $1, u.account_no, u.id, $3, $4 from users u where u.account_no = $2 and u.deleted_at is null
     on conflict (lesson, account) do nothing`,
    [lesson, account, payment, at],
  );
  return rowCount === 1;
}
