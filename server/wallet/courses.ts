// What the wallet asks of those who sell courses: what one costs, and the place in it that a payment has bought.
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import type { Payment } from './payments.ts';

interface CourseOffer {
  readonly lesson: number;
  readonly price: Paise;
}

/** A course that can no longer be sold to the one who has paid: the money goes back for this reason. */
export type Unsold = 'canceled' | 'bought-twice' | 'too-late' | 'sold-out';

interface CourseSale {
  readonly unsold: Unsold | null;
  /** Call it when the transaction has committed. */
  readonly show: () => void;
}

export interface CourseSales {
  /** @throws HttpError when there is no such course, or this person cannot buy it. */
  offer(courseId: string, buyer: { accountNo: number; email: string }): Promise<CourseOffer>;
  /** In the transaction that marks the payment: once for each payment. */
  sell(transaction: Queryable, payment: Payment): Promise<CourseSale>;
  /** By which the outside world knows the course, and what it is called. */
  describe(lesson: number): Promise<{ courseId: string; title: string }>;
}
