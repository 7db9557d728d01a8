// Changed orders in the naive twin: checked as if they came now, and kept in their place or moved behind all others.
import type { ModifyOrder } from '../../core/command.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { checkExits, checkOrder, checkTarget, checkTerms } from './naive-checks.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveMarket } from './naive-market.ts';
import { ratesFor, ticksDown, ticksUp } from './naive-money.ts';
import { NaiveOrder } from './naive-order.ts';

/** The new order replaces the old one if it would be accepted without the old one. */
export function modify(
  twin: NaiveExchange,
  { account, orderId, quantity, limitPrice, stopPrice }: ModifyOrder,
): Refusal | null {
  const index = twin.open.findIndex((each) => each.id === orderId && each.owner === account);
  if (index < 0) return { reason: 'unknown-order' };
  const old = twin.open[index];
  const asked = { ...old.terms, quantity, limitPrice, stopPrice };
  const bad = checkTerms(asked, twin.limits);
  if (bad !== null) return bad;
  const market = twin.markets.get(asked.symbol)!;
  const limit = Number((old.side === 'buy' ? ticksDown : ticksUp)(BigInt(limitPrice), market.tick));
  if (limitPrice > 0 && limit === 0) return { reason: 'invalid-price' };
  if (old.hasFired && stopPrice !== old.terms.stopPrice) return { reason: 'invalid-stop-price' };
  const filled = old.terms.quantity - old.left;
  if (quantity <= filled) return { reason: 'already-filled', filled };
  const arePricesSame = limit === old.limit && stopPrice === old.terms.stopPrice;
  if (arePricesSame && quantity === old.terms.quantity) return null;
  const isOtherSize = quantity !== old.terms.quantity && filled === 0;
  const rates = isOtherSize ? ratesFor(twin.fees, quantity, twin.at) : old.rates;
  const order = new NaiveOrder(old.id, { ...asked, limitPrice: limit }, old.origin, rates);
  order.fills.push(...old.fills);
  order.at = old.at;
  order.hasFired = old.hasFired;
  twin.open.splice(index, 1);
  const added = quantity - old.terms.quantity;
  const refusal =
    checkOrder(twin, order, market, { added, trigger: old.terms.stopPrice }) ??
    (limit === old.limit ? null : checkTarget(order, market)) ??
    (arePricesSame ? null : checkExits(order, market));
  if (refusal === null) twin.setAside(market, order);
  twin.open.splice(index, 0, refusal === null ? order : old);
  if (refusal !== null) return refusal;
  twin.orders.set(order.id, order);
  twin.log.push(`modified ${order.id}`);
  if (old.place === 'resting')
    changeInBook(twin, market, { old, order, keepsTurn: arePricesSame && quantity < old.terms.quantity });
  else order.place = old.place;
  return null;
}

function changeInBook(
  twin: NaiveExchange,
  market: NaiveMarket,
  { old, order, keepsTurn }: { old: NaiveOrder; order: NaiveOrder; keepsTurn: boolean },
): void {
  twin.leaveBook(market, old);
  if (keepsTurn) {
    order.place = 'resting';
    order.turn = old.turn;
    market.resting.push(order);
    return;
  }
  if (twin.isOpen) twin.execute(market, order);
  else order.place = 'queued';
  twin.fireStops(market);
}
