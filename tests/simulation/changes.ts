// Changes that people make to their orders after placing them: other terms for open ones, and exits for the shares of a buy.
import type { Command, PlaceOrder } from '../../core/command.ts';
import type { Engine } from '../../core/engine.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import { HOSTILE } from './hostile.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

interface Changing {
  readonly world: World;
  /** The sequence of the last step. */
  readonly sequence: number;
}

/** A target and a stop around the price, wide or narrow; now and then on the wrong side, or nonsense. */
export function drawExits({ quote, instrument }: Market<Order>, price: number, whims: Random): PlaceOrder['exits'] {
  const near = price > 0 ? price : quote.last;
  const wide = whims.pick([1, 3, 8, 300]) * instrument.tickSize;
  if (whims.chance(0.03)) return { target: whims.pick(HOSTILE), stop: whims.pick([near, ...HOSTILE]) };
  return {
    target: near + whims.whole(0, wide) + whims.pick([0, 0, 1]),
    stop: Math.max(1, near - whims.whole(0, wide)),
  };
}

/** Another price, another trigger, more or fewer shares, or all of these; sometimes for another person's order, or nonsense. */
export function drawChange(engine: Engine, whims: Random, { world, sequence }: Changing): Command {
  const open = [...engine.venue.orders.values()];
  if (open.length === 0 || whims.chance(0.05))
    return {
      kind: 'modify-order',
      account: 1,
      orderId: whims.pick([1, sequence, 0]),
      quantity: 1,
      limitPrice: 1,
      stopPrice: 0,
    };
  const order = whims.pick(open);
  const near = (price: number) =>
    price === 0
      ? 0
      : Math.max(1, price + whims.whole(-4, 4) * order.market.instrument.tickSize + whims.pick([0, 0, 0, 1]));
  const what = whims.weighted({ less: 3, more: 3, price: 4, trigger: 2, all: 2, nothing: 1, hostile: 1 });
  const quantity =
    what === 'less'
      ? whims.whole(Math.max(1, order.filledQuantity), order.quantity)
      : what === 'more' || what === 'all'
        ? order.quantity + whims.whole(0, world.maxQuantity)
        : order.quantity;
  return {
    kind: 'modify-order',
    account: whims.chance(0.95) ? order.trader.id : (order.trader.id % world.users) + 1,
    orderId: order.id,
    quantity: what === 'hostile' ? whims.pick(HOSTILE) : quantity,
    limitPrice: what === 'price' || what === 'all' ? near(order.limitPrice) : order.limitPrice,
    stopPrice: what === 'trigger' || what === 'all' ? near(order.stopPrice) : order.stopPrice,
  };
}
