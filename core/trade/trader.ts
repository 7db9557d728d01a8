// One person on the exchange: the cash account and the positions.
import type { AccountId } from '../ledger/ledger.ts';
import type { Order } from './order.ts';
import type { Position } from './position.ts';

export class Trader {
  /** The account number: above zero, the same everywhere. */
  readonly id: number;
  readonly cash: AccountId;
  isBlocked = false;
  /** By instrument id. */
  readonly positions = new Map<number, Position>();
  readonly openOrders = new Set<Order>();

  constructor(id: number, cash: AccountId) {
    this.id = id;
    this.cash = cash;
  }
}
