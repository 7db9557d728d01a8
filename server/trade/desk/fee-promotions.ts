// Promotions of the fees: how one is added and ended, and what it looks like on the wire.
import { fromPercent, toPercent } from '../../../contract/wire/percent.ts';
import type { FeePromotionData } from '../../../contract/admin/fees.ts';
import { feeMessages } from '../../../contract/messages/admin.ts';
import type { InputOf } from '../../../contract/routes.ts';
import { dayNumber } from '../../../contract/wire/day-number.ts';
import { dayStartAt, dayText, marketDay } from '../../../core/market/day.ts';
import type { FeePromotion, FeeSchedule } from '../../../core/trade/settings.ts';
import { HttpError, invalidField, notFound } from '../../http-error.ts';

/** Promotions that have not ended. */
const MOST_PROMOTIONS = 50;

/** Added at the instant `at`: a promotion of earlier days would be one that none of their orders has had. */
export function promotionOf(
  { name, discountValue, startDate, endDate }: Exclude<InputOf<'POST /feePromotions'>, { end: unknown }>,
  at: number,
): Omit<FeePromotion, 'id'> {
  return {
    name,
    discount: fromPercent(discountValue),
    startsAt: dayStartAt(Math.max(dayNumber(startDate), marketDay(at))),
    endsAt: dayStartAt(dayNumber(endDate) + 1),
  };
}

function isAlike(one: FeePromotion, other: FeePromotion): boolean {
  const { name, discount, startsAt, endsAt } = other;
  return one.name === name && one.discount === discount && one.startsAt === startsAt && one.endsAt === endsAt;
}

export function withPromotion(fees: FeeSchedule, promotion: FeePromotion, at: number): FeeSchedule {
  if (promotion.endsAt <= at) throw invalidField('endDate', feeMessages.endPast);
  const running = fees.promotions.filter(({ endsAt }) => endsAt > at);
  // Ending one of two alike would change nothing, and nobody would know why.
  if (running.some((known) => isAlike(known, promotion))) throw invalidField('name', feeMessages.promotionKnown);
  if (running.length >= MOST_PROMOTIONS) throw new HttpError(422, feeMessages.promotionsTooMany);
  // Ended ones stay visible, but only the latest of them.
  const ended = fees.promotions.filter(({ endsAt }) => endsAt <= at).slice(-MOST_PROMOTIONS);
  return { ...fees, promotions: [...ended, ...running, promotion] };
}

/** A promotion that has not begun is removed; one that is running ends now. */
export function withoutPromotion(fees: FeeSchedule, id: string, at: number): FeeSchedule {
  const found = fees.promotions.find((promotion) => promotion.id === id);
  if (found === undefined) throw notFound();
  if (found.endsAt <= at) throw new HttpError(409, feeMessages.promotionOver);
  const others = fees.promotions.filter((promotion) => promotion !== found);
  return { ...fees, promotions: found.startsAt >= at ? others : [...others, { ...found, endsAt: at }] };
}

export function presentPromotion({ id, name, discount, startsAt, endsAt }: FeePromotion, at: number): FeePromotionData {
  return {
    _id: id,
    id,
    name,
    type: 'PERCENTAGE',
    discountValue: toPercent(discount),
    startDate: dayText(marketDay(startsAt)),
    endDate: dayText(marketDay(endsAt - 1)),
    status: endsAt <= at ? 'ENDED' : startsAt > at ? 'UPCOMING' : 'ACTIVE',
  };
}
