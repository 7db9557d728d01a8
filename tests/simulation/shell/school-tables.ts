// The tables of lessons in a simulated database: their places, the refunds that are due or made, and unclaimed money.
import type { Lesson } from '../../../server/learn/lessons.ts';
import type { Returned } from '../../../server/wallet/refunds.ts';

export type StoredLesson = { -readonly [Field in keyof Lesson]: Lesson[Field] };

export interface StoredPlace {
  readonly id: number;
  readonly lesson: number;
  readonly account: number;
  readonly payment: number | null;
}

export interface StoredRefund {
  readonly payment: number;
  readonly reason: Returned;
  tries: number;
  nextTryAt: number;
  providerRefund: string | null;
  refundedAt: number | null;
}

/** How many learners one lesson has room for. */
export const SEATS = 2;

export class SchoolTables {
  readonly lessons = new Map<number, StoredLesson>();
  readonly places = new Map<number, StoredPlace>();
  readonly refunds = new Map<number, StoredRefund>();
  /** By the id of the provider's payment. */
  readonly strays = new Set<string>();
  /** When an open payment is next checked. */
  readonly looks = new Map<number, number>();
  /** The writes that the constraints of the real tables would have refused. */
  readonly wrong: string[] = [];
  #places = 0;

  placesIn(lesson: number): StoredPlace[] {
    return [...this.places.values()].filter((place) => place.lesson === lesson);
  }

  placeOf(lesson: number, account: number): StoredPlace | undefined {
    return this.placesIn(lesson).find((place) => place.account === account);
  }

  enrol(place: Omit<StoredPlace, 'id'>): void {
    if (this.placeOf(place.lesson, place.account) !== undefined) return;
    const id = ++this.#places;
    this.places.set(id, { id, ...place });
    const taken = this.placesIn(place.lesson).length;
    if (taken > SEATS) this.wrong.push(`lesson ${place.lesson} has sold ${taken} of ${SEATS} seats`);
    if (this.lessons.get(place.lesson)?.status === 'CANCELED')
      this.wrong.push(`lesson ${place.lesson} was sold after it was canceled`);
  }

  owe(refund: Pick<StoredRefund, 'payment' | 'reason'> & Partial<StoredRefund>): void {
    if (!this.refunds.has(refund.payment))
      this.refunds.set(refund.payment, { tries: 0, nextTryAt: 0, providerRefund: null, refundedAt: null, ...refund });
  }
}

const PUBLIC_ID = '00000000-0000-4000-8000-';
export const publicIdOf = (lesson: number): string => `${PUBLIC_ID}${String(lesson).padStart(12, '0')}`;
export const lessonIn = (publicId: string): number => Number(publicId.slice(PUBLIC_ID.length));
