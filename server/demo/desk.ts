// What the demo's administrator does besides planning lessons.
import { dayText } from '../../core/market/day.ts';
import type { Actor } from './actor.ts';
import type { Life, Living } from './life.ts';

/** Percent off the commission, so that trades with a gain of a few percent can be profitable. */
const DISCOUNT = 70;
const OFFER_DAYS = 365;

export class Desk implements Living {
  readonly #admin: Actor;
  #isOffered = false;

  constructor(admin: Actor) {
    this.#admin = admin;
  }

  plan(life: Life): void {
    if (this.#isOffered) return;
    this.#isOffered = true;
    life.atTime(8, 10, async () => {
      await this.#admin.call('POST /feePromotions', {
        name: 'Opening year: 70% off the commission',
        type: 'PERCENTAGE',
        discountValue: DISCOUNT,
        startDate: life.date,
        endDate: dayText(life.day + OFFER_DAYS),
      });
    });
  }
}
