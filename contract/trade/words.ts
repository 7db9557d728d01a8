// The wire's words for the side and the status of an order, which every room needs; those of its type and validity, which only trading
// needs, are in server/trade/words.ts.
import type { Side } from '../../core/market/instrument.ts';
import { assertNever } from '../../core/assert.ts';
import type { Quantity } from '../../core/money.ts';
import type { OrderStatus } from '../../core/trade/order.ts';

type WireSide = keyof typeof CORE_SIDES;
const CORE_SIDES = { BUY: 'buy', SELL: 'sell' } as const;
const WIRE_SIDES: Record<Side, WireSide> = { buy: 'BUY', sell: 'SELL' };

export function coreSide(side: WireSide): Side {
  return CORE_SIDES[side];
}

export function wireSide(side: Side): WireSide {
  return WIRE_SIDES[side];
}

/** Open; ended with something filled; ended with nothing filled. */
export function wireStatus(order: {
  readonly status: OrderStatus;
  readonly quantity: Quantity;
  readonly remaining: Quantity;
}): 'PENDING' | 'COMPLETED' | 'FAILED' {
  switch (order.status) {
    case 'new':
    case 'stop-pending':
    case 'partially-filled':
      return 'PENDING';
    case 'filled':
      return 'COMPLETED';
    case 'canceled':
    case 'expired':
      return order.remaining < order.quantity ? 'COMPLETED' : 'FAILED';
    default:
      return assertNever(order.status);
  }
}
