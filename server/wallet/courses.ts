// What the wallet needs from the feature that sells courses: the price, and the place that a payment buys.
import type { Paise } from '../../core/money.ts';
import type { Queryable } from '../db/open.ts';
import type { Payment } from './payments.ts';

interface CourseOffer {
  readonly lesson: number;
  readonly price: Paise;
}

/** Why a course can no longer be sold to a person who has paid: the money goes back for this reason. */
export type Unsold = 'canceled' | 'bought-twice' | 'too-late' | 'sold-out' | 'own-lesson' | 'left';

interface CourseSale {
  readonly unsold: Unsold | null;
  /** Call it after the transaction has committed. */
  readonly show: () => void;
}

export interface CourseSales {
  /** @throws HttpError when there is no such course, or this person cannot buy it. */
  offer(courseId: string, buyer: { accountNo: number; email: string }): Promise<CourseOffer>;
  /** Called in the transaction that marks the payment: once for each payment. */
  sell(transaction: Queryable, payment: Payment): Promise<CourseSale>;
  /** The course's public id and title. */
  describe(lesson: number): Promise<{ courseId: string; title: string }>;
}
