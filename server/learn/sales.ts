// Selling lessons: the price, who may buy, and the place that a payment buys: one per learner, while the lesson can be held and has seats.
import { lessonTitle } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import { HttpError } from '../http-error.ts';
import type { Notice } from '../notices/notices.ts';
import type { LearnContext } from './context.ts';
import { ENROLLED, findLesson, INSTRUCTOR_BLOCKED, lockLesson, LESSON_COLUMNS, statusAt } from './lessons.ts';
import type { Lesson } from './lessons.ts';
import { moneyNotice, refundNotice, timedNotices } from './news.ts';

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

interface RefundedPayment {
  readonly payment: number;
  readonly account: number;
  readonly lesson: number;
  readonly amount: Paise;
  /** When the refund was recorded. */
  readonly at: number;
  /** The provider's number. */
  readonly refundId: string;
}

type Unsold = 'canceled' | 'bought-twice' | 'too-late' | 'sold-out' | 'own-lesson' | 'left';

export class Sales {
  readonly #context: LearnContext;

  constructor(context: LearnContext) {
    this.#context = context;
  }

  async offer(courseId: string, buyer: Buyer): Promise<{ lesson: number; price: Paise }> {
    const { db, now, seats } = this.#context;
    const lesson = await findLesson(db, courseId);
    if (lesson === null) throw unknownCourse();
    const refusal = await refusalOf(db, lesson, buyer, { now: now(), seats });
    if (refusal !== null) throw notForSale(refusal);
    if (lesson.hourlyRate === 0) throw new HttpError(409, lessonMessages.isFree, { code: 'free' });
    return { lesson: lesson.id, price: lesson.hourlyRate };
  }

  /** A place in a free lesson. Asking again returns the same place. */
  async enrolFree(courseId: string, buyer: Buyer & { id: string }): Promise<Lesson> {
    const { db, now, seats, notices, onPlaces } = this.#context;
    const at = now();
    const [lesson, show] = await db.transaction(async (transaction) => {
      const found = await lockLesson(transaction, courseId);
      if (found === null) throw unknownCourse();
      const refusal = await refusalOf(transaction, found, buyer, { now: at, seats });
      if (refusal !== null && refusal !== lessonMessages.alreadyBought) throw notForSale(refusal);
      if (found.hourlyRate > 0 && refusal === null)
        throw new HttpError(409, lessonMessages.notFree, { code: 'not-free' });
      const place = { lesson: found.id, account: buyer.accountNo, payment: null, at };
      const isNew = await enrol(transaction, place);
      const news = isNew ? timedNotices('enrolled', { lesson: found, accounts: [buyer.accountNo], at }, at) : [];
      return [found, await notices.store(transaction, news)] as const;
    });
    show();
    onPlaces(lesson);
    return lesson;
  }

  async sell(transaction: Queryable, payment: PaidFor): Promise<{ unsold: Unsold | null; show: () => void }> {
    const { now } = this.#context;
    const at = now();
    if (payment.lesson === null) throw new Error(`payment ${payment.id} is for no lesson`);
    // Anyone canceling the lesson waits for this lock, and then finds this place among those to pay back.
    const lesson = await lockedLessonOf(transaction, payment.lesson);
    const unsold = await this.#take(transaction, lesson, payment, at);
    const { account, id, amount } = payment;
    const notice: Notice =
      unsold === null
        ? timedNotices('bought', { lesson, accounts: [account], at }, id)[0]
        : moneyNotice({ kind: newsOfUnsold(unsold), lesson, account, payment: id, amount, at });
    return { unsold, show: await this.#tell(transaction, lesson, notice) };
  }

  async describe(lesson: number): Promise<{ courseId: string; title: string }> {
    const found = await lessonOf(this.#context.db, lesson);
    return { courseId: found.publicId, title: lessonTitle(found) };
  }

  /** Notifies about money that has been refunded, in the transaction that marks the refund. */
  async refunded(transaction: Queryable, { lesson, ...refund }: RefundedPayment): Promise<() => void> {
    const found = await lessonOf(transaction, lesson);
    return this.#context.notices.store(transaction, [refundNotice('refunded', { ...refund, lesson: found })]);
  }

  /** The same about a refund that was said to have been sent, and that the bank has not taken. */
  async refusedByBank(transaction: Queryable, { lesson, ...refund }: RefundedPayment): Promise<() => void> {
    const found = await lessonOf(transaction, lesson);
    return this.#context.notices.store(transaction, [refundNotice('refused', { ...refund, lesson: found })]);
  }

  /**
   * The operator has refunded a payment at the provider: the place it bought is given up, in the transaction that records the refund.
   * A place in a lesson that is over is kept.
   */
  async takeBack(transaction: Queryable, { lesson, ...refund }: RefundedPayment): Promise<() => void> {
    const found = await lockedLessonOf(transaction, lesson);
    const { payment, at } = refund;
    const isAhead = statusAt(found, at) === 'SCHEDULED';
    if (isAhead) await transaction.query('delete from enrolments where payment = $1', [payment]);
    const kind = isAhead ? 'returned' : 'refunded';
    return this.#tell(transaction, found, refundNotice(kind, { ...refund, lesson: found }));
  }

  /** Stores what the learner is told. Returns what shows it, to the learner and to the instructor, once that is committed. */
  async #tell(transaction: Queryable, lesson: Lesson, notice: Notice): Promise<() => void> {
    const { notices, onPlaces } = this.#context;
    const show = await notices.store(transaction, [notice]);
    return () => {
      show();
      onPlaces(lesson);
    };
  }

  async #take(transaction: Queryable, lesson: Lesson, payment: PaidFor, at: number): Promise<Unsold | null> {
    const status = statusAt(lesson, at);
    if (status === 'CANCELED') return 'canceled';
    if (status === 'COMPLETED') return 'too-late';
    const { account } = payment;
    const places = await placesIn(transaction, lesson, account);
    // The lesson was given to the buyer to teach after the order: nobody pays for their own lesson.
    if (places.isOwn) return 'own-lesson';
    // A learner with a seat keeps it: a second payment is one too many, whether or not seats are left.
    if (!places.isTheirs && places.taken >= this.#context.seats) return 'sold-out';
    const isNew = await enrol(transaction, { lesson: lesson.id, account, payment: payment.id, at });
    if (isNew) return null;
    return places.isTheirs ? 'bought-twice' : 'left';
  }
}

/** Somebody who has paid twice has a place, and is not told that there is none. */
function newsOfUnsold(unsold: Unsold): 'sold-out' | 'bought-twice' | 'unsold' {
  return unsold === 'sold-out' || unsold === 'bought-twice' ? unsold : 'unsold';
}

const unknownCourse = () => new HttpError(404, paymentMessages.unknownCourse, { code: 'unknown-course' });

/** Why this person cannot buy this lesson now, in a sentence; null if they can. */
export async function refusalOf(
  db: Queryable,
  lesson: Lesson,
  buyer: Buyer,
  { now, seats }: { now: number; seats: number },
): Promise<string | null> {
  if (statusAt(lesson, now) !== 'SCHEDULED') return lessonMessages.notForSale;
  if (lesson.instructorEmail === buyer.email) return lessonMessages.ownLesson;
  const { isTheirs, taken, isInstructorBlocked } = await placesIn(db, lesson, buyer.accountNo);
  if (isTheirs) return lessonMessages.alreadyBought;
  if (isInstructorBlocked) return lessonMessages.withoutInstructor;
  return taken >= seats ? lessonMessages.soldOut : null;
}

function notForSale(refusal: string): HttpError {
  return new HttpError(409, refusal, { code: refusal === lessonMessages.soldOut ? 'sold-out' : 'not-for-sale' });
}

interface Places {
  readonly taken: number;
  readonly isTheirs: boolean;
  /** The person teaches the lesson. */
  readonly isOwn: boolean;
  /** The instructor's account is disabled or deleted, so nobody would hold the lesson. */
  readonly isInstructorBlocked: boolean;
}

/** Lock the lesson's row first if nobody may take a seat meanwhile. */
async function placesIn(db: Queryable, { id }: Lesson, account: number): Promise<Places> {
  const { rows } = await db.query<Places>(
    `select ${ENROLLED} as taken, ${INSTRUCTOR_BLOCKED} as "isInstructorBlocked",
       exists (select 1 from enrolments e where e.lesson = l.id and e.account = $2) as "isTheirs",
       exists (select 1 from users u where u.account_no = $2 and u.email = l.instructor_email) as "isOwn"
     from lessons l where l.id = $1`,
    [id, account],
  );
  return rows[0];
}

const BY_ID = `select ${LESSON_COLUMNS} from lessons l where l.id = $1`;

function lessonOf(db: Queryable, id: number): Promise<Lesson> {
  return lessonBy(db, BY_ID, id);
}

function lockedLessonOf(transaction: Queryable, id: number): Promise<Lesson> {
  return lessonBy(transaction, `${BY_ID} for update`, id);
}

async function lessonBy(db: Queryable, sql: string, id: number): Promise<Lesson> {
  const { rows } = await db.query<Lesson>(sql, [id]);
  if (rows.length === 0) throw new Error(`lesson ${id} is not there`);
  return rows[0];
}

/** False when the learner already has a place, or has deleted the account since paying. */
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
