// A trader changes an open order: it is checked as if it arrived now, after releasing what it holds; against the limits only if it grows.
import { toTick } from '../market/instrument.ts';
import type { Instant } from '../money.ts';
import { checkFields, checkOrder } from './check-order.ts';
import type { ChargeTerms } from './charges.ts';
import { checkMovedExits } from './exits.ts';
import type { Floor } from './floor.ts';
import { hasPricesOf, isUnchanged, Order } from './order.ts';
import type { ChangeableTerms } from './order.ts';
import type { Refusal } from './refusal.ts';
import type { Venue } from './venue.ts';

/** Null when the order has been changed; a refusal leaves it as it was. Prices are paise. */
export function modifyOrder(venue: Venue, floor: Floor, order: Order, asked: ChangeableTerms): Refusal | null {
  const next = changedOrder(venue, order, asked, venue.at);
  if (!(next instanceof Order)) return next;
  if (isUnchanged(order, next)) return null;
  const refusal = checkChange(order, next, venue, venue.at);
  if (refusal !== null) return refusal;
  order.chargeTerms = next.chargeTerms;
  floor.modify(order, next);
  return null;
}

/** What `order` holds is released while its change is checked. */
export function checkChange(order: Order, next: Order, venue: Venue, at: Instant): Refusal | null {
  venue.unreserve(order);
  const refusal = checkOrder(next, venue, at, order);
  venue.reserve(order);
  // A price that stays the same may already lie outside the exits: an auction gives a market order its own limit.
  return refusal ?? (hasPricesOf(order, next) ? null : checkMovedExits(order, next));
}

/** What the order would become at `at`, or why it cannot be changed so. The result is a copy: it holds nothing and is in no book. */
export function changedOrder(venue: Venue, order: Order, asked: ChangeableTerms, at: Instant): Order | Refusal {
  const impossible = checkFields({ ...asked, side: order.side, orderType: order.orderType }, venue.limits);
  if (impossible !== null) return impossible;
  const limitPrice = toTick(order.market.instrument, order.side, asked.limitPrice);
  if (asked.limitPrice > 0 && limitPrice === 0) return { reason: 'invalid-price' };
  // A stop that has fired cannot wait for another price.
  if (order.triggeredAt !== null && asked.stopPrice !== order.stopPrice) return { reason: 'invalid-stop-price' };
  const filled = order.filledQuantity;
  if (asked.quantity <= filled) return { reason: 'already-filled', filled };
  const { quantity, stopPrice } = asked;
  const isOtherSize = quantity !== order.quantity && filled === 0;
  // A different quantity may earn a different volume discount. An order that has begun to fill keeps its terms.
  const terms = isOtherSize ? venue.termsFor(quantity, at) : order.chargeTerms;
  return imagined(order, { quantity, limitPrice, stopPrice, chargeTerms: terms });
}

function imagined(order: Order, change: ChangeableTerms & { chargeTerms: ChargeTerms }): Order {
  const { filledQuantity, filledValue, intradayValue, brokerage, flatFee, statutory, margin, triggeredAt } = order;
  const next = new Order({ ...order, ...change }, order.position);
  return Object.assign(next, {
    remaining: change.quantity - filledQuantity,
    filledValue,
    intradayValue,
    brokerage,
    flatFee,
    statutory,
    margin,
    triggeredAt,
  });
}
