// Bugs that only some sites can catch: bugs in sales and refunds need a school, bugs in the hours of the market need a calendar.
import { plantedBug as bug } from '../planted/bug.ts';
import type { PlantedBug } from '../planted/bug.ts';

const SALES = 'learn/sales.ts';
const CREDITING = 'wallet/crediting.ts';
const REFUNDS = 'wallet/refunds.ts';
const DUE_STEP = 'market/due-step.ts';
const EXPIRY = 'rewards/expiry.ts';
const CALENDAR = '../core/market/trading-calendar.ts';

/** Bugs in the hours of the market: sites with a calendar. */
export const PLANTED_IN_HOURS: readonly PlantedBug[] = [
  bug('a holiday is traded', [CALENDAR, '(!isWeekend(day) && !this.#holidays.has(dayText(day)))', '!isWeekend(day)']),
  bug('the day before a holiday is over when the next one would begin', [
    CALENDAR,
    'while (!this.isTradingDay(last)) last--;',
    'if (!this.isTradingDay(last)) last--;',
  ]),
  bug('a day that is over goes on open into the next one', [
    DUE_STEP,
    "(phase !== 'open' || venue.day < day)",
    "phase !== 'open'",
  ]),
  bug('a market that missed its auction opens without one', [
    DUE_STEP,
    'if (hasClosingTime && venue.auctionDay < venue.day)',
    "if (phase === 'opening' && venue.auctionDay < venue.day)",
  ]),
];

/** Bugs in reused keys, and in the ends of bonuses: sites with such people, or with such rounds. */
export const PLANTED_IN_ROUNDS: readonly PlantedBug[] = [
  bug('a key that says something else is answered what was kept', [
    'exchange/command-keys.ts',
    'if (kept.fingerprint !== fingerprint) throw new KeyReused();',
    '',
  ]),
  bug('a bonus whose time is over stays', [
    EXPIRY,
    "rows.map(({ account }) => ({ kind: 'expire-reward', account })),",
    "rows.slice(0, 0).map(({ account }) => ({ kind: 'expire-reward', account })),",
  ]),
];

export const PLANTED_IN_SCHOOL: readonly PlantedBug[] = [
  bug('a seat is sold without a look at who buys it at the same time', [
    SALES,
    'return lessonBy(transaction, `${BY_ID} for update`, id);',
    'return lessonBy(transaction, BY_ID, id);',
  ]),
  bug('a canceled lesson is sold', [SALES, "if (status === 'CANCELED') return 'canceled';", '']),
  bug('what cannot be sold is not owed back', [
    CREDITING,
    'if (made.unsold !== null) await refunds.owe(transaction, payment.id, made.unsold);',
    '',
  ]),
  bug('what cannot be sold is owed back after the sale', [
    CREDITING,
    'await refunds.owe(transaction, payment.id, made.unsold);\n      return made;\n    });',
    'return made;\n    });\n    if (sale?.unsold) await db.transaction((transaction) => refunds.owe(transaction, payment.id, sale.unsold!));',
  ]),
  bug('a sale is marked before the place is taken', [
    CREDITING,
    'const sale = await db.transaction(async (transaction) => {\n      if (!(await markCredited(transaction, payment.id, now()))) return null;',
    'if (!(await markCredited(db, payment.id, now()))) return;\n    const sale = await db.transaction(async (transaction) => {',
  ]),
  bug('another sum than was asked is credited', [
    CREDITING,
    'captured.amount === payment.amount && captured.currency',
    'captured.amount >= payment.amount && captured.currency',
  ]),
  bug("the second payment of an order is nobody's business", [
    CREDITING,
    "    if (await noteStray(db, payment, captured, now()))\n      log.error({ payment: payment.id, paymentId }, 'an order that is paid was paid once more');",
    '',
  ]),
  bug('who credits what is on its way back takes it for another sum', [
    CREDITING,
    'this.#markPaid(payment, paymentId) : await findPaid(db, payment.id, paymentId);',
    'this.#markPaid(payment, paymentId) : null;',
  ]),
  bug('a canceled lesson is not paid back', [
    'learn/desk.ts',
    "await refunds.oweAll(transaction, lesson.id, 'canceled');",
    '',
  ]),
  bug('a place that is given back is not paid back', [
    'learn/leaving.ts',
    "if (place.payment !== null) await refunds.owe(transaction, place.payment, 'given-back');",
    '',
  ]),
  bug('a place that is given back is kept', [
    'learn/leaving.ts',
    "await transaction.query('delete from enrolments where id = $1', [place.id]);",
    '',
  ]),
  bug('a refund is marked before it is made', [
    REFUNDS,
    'const { refundId } = await provider.refund({ paymentId, amount, key: `refund:${payment}` });\n    await this.#mark(row, refundId);',
    "await this.#mark(row, '');\n    await provider.refund({ paymentId, amount, key: `refund:${payment}` });",
  ]),
  bug('a refund that failed is not made again', [
    'wallet/webhook.ts',
    'return refunds.failed(provider, news);',
    'return;',
  ]),
  bug('that a refund failed is heard before its answer is written down, and forgotten', [
    REFUNDS,
    'and (r.provider_refund = $3 or r.refunded_at is null) for update of r',
    'and r.provider_refund = $3 for update of r',
  ]),
  bug('a refund that the operator made leaves the place', [
    SALES,
    "if (isAhead) await transaction.query('delete from enrolments where payment = $1', [payment]);",
    '',
  ]),
  bug('a refund that had to wait is forgotten', [REFUNDS, 'await this.#putOff(row);', "await this.#mark(row, '');"]),
];
