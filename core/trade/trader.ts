// One person on the exchange: the cash account and the positions.
import type { AccountId } from '../ledger/ledger.ts';
import type { Bonus } from './bonus.ts';
import type { Order } from './order.ts';
import type { Position } from './position.ts';
import type { HeldShares } from './refusal.ts';

export class Trader {
  /** The account number: above zero, the same everywhere. */
  readonly id: number;
  readonly cash: AccountId;
  isBlocked = false;
  /** What is unused of a bonus that ends. */
  bonus: Bonus | null = null;
  /** By instrument id. */
  readonly positions = new Map<number, Position>();
  /** In no particular order. */
  readonly openOrders: Order[] = [];

  constructor(id: number, cash: AccountId) {
    this.id = id;
    this.cash = cash;
  }

  /** The shares held now, by company. */
  holdings(): HeldShares[] {
    const held = [...this.positions.values()].filter(({ quantity }) => quantity > 0);
    held.sort((a, b) => a.market.instrument.id - b.market.instrument.id);
    return held.map(({ quantity, market }) => ({ symbol: market.instrument.symbol, quantity }));
  }

  addOrder(order: Order): void {
    order.place = this.openOrders.length;
    this.openOrders.push(order);
  }

  /** The last takes the place of one that goes. */
  removeOrder(order: Order): void {
    const last = this.openOrders.pop()!;
    if (last === order) return;
    this.openOrders[order.place] = last;
    last.place = order.place;
  }

  /** Open orders as they were accepted, in a list of its own. */
  ordersInSequence(): Order[] {
    return [...this.openOrders].sort((a, b) => a.id - b.id);
  }
}
