// The wire's word for the status of an order.
import type { OrderStatus } from '../../core/trade/order.ts';
import { assertNever } from '../../core/money.ts';
import type { Quantity } from '../../core/money.ts';

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
