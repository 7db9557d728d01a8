// The bracket of a buy: a target above and a stop below it. The bought shares wait for their exit, which is one sale with both
// prices: it rests at the target, and goes to the market once the price falls to the stop. So the two never both fill.
// A trader can also place such a sale for shares already held.
import { toTick } from '../market/instrument.ts';
import type { Market } from '../market/market.ts';
import type { Quantity } from '../money.ts';
import { expectedPrice, isPrice } from './check-order.ts';
import type { Exits, Order } from './order.ts';
import type { Product } from './lots.ts';
import type { Refusal } from './refusal.ts';
import type { Trader } from './trader.ts';

/** Shares that a bracketed buy has bought and that have no exit yet. */
export interface ExitDue {
  readonly entryId: number;
  readonly trader: Trader;
  readonly market: Market<Order>;
  readonly product: Product;
  readonly exits: Exits;
  quantity: Quantity;
}

/** Checks the exits of a new order. The target of a sale with two prices is above the last price, so that it does not trade at once. */
export function checkNewExits(order: Order): Refusal | null {
  const { isExit, exits, limitPrice, market } = order;
  if (!isExit || exits !== null) return checkExits(order);
  const { last } = market.quote;
  return limitPrice > last ? null : { reason: 'exits-on-wrong-side', price: last };
}

/** Of an order whose prices have changed. A target that stays may have been reached meanwhile, while nobody could trade. */
export function checkMovedExits(order: Order, next: Order): Refusal | null {
  return order.isExit && next.limitPrice === order.limitPrice ? null : checkNewExits(next);
}

/** Exits come only with a buy: the stop below its price, the target above. */
function checkExits(order: Order): Refusal | null {
  const { exits, side } = order;
  if (exits === null) return null;
  if (side === 'sell' || !isPrice(exits.target) || !isPrice(exits.stop)) return { reason: 'invalid-exits' };
  const price = expectedPrice(order);
  return exits.stop < price && price < exits.target ? null : { reason: 'exits-on-wrong-side', price };
}

/** Rounds the target up to the tick, as the limit of any sale. */
export function onTick(exits: Exits | undefined, market: Market<Order>): Exits | null {
  if (exits === undefined) return null;
  const isPossible = isPrice(exits.target) && isPrice(exits.stop);
  return isPossible ? { ...exits, target: toTick(market.instrument, 'sell', exits.target) } : exits;
}
