// One person on the exchange: the cash account and the positions.
import type { AccountId, Ledger } from '../ledger/ledger.ts';
import type { Market } from '../market/market.ts';
import { isWhole, MAX_PAISE } from '../money.ts';
import type { Paise } from '../money.ts';
import type { Bonus } from './bonus.ts';
import type { Order } from './order.ts';
import { Position } from './position.ts';
import type { HeldShares } from './refusal.ts';

export class Trader {
  /** The account number: above zero, the same everywhere. */
  declare readonly id: number;
  declare readonly cash: AccountId;
  isBlocked = false;
  /** What is unused of a bonus that ends. */
  bonus: Bonus | null = null;
  /** By instrument id. */
  readonly positions = new Map<number, Position>();
  /** The one that was asked for last, which is mostly the next one too. */
  #latest: Position | null = null;

  constructor(id: number, cash: AccountId) {
    this.id = id;
    this.cash = cash;
  }

  /** What is held of an instrument. Asking opens no account: a refused order leaves nothing behind. */
  position(market: Market<Order>): Position {
    const latest = this.#latest;
    if (latest !== null && latest.market === market) return latest;
    const { id } = market.instrument;
    let position = this.positions.get(id);
    if (position === undefined) {
      position = new Position(this, market);
      this.positions.set(id, position);
    }
    this.#latest = position;
    return position;
  }

  /** The shares held now, in the order in which their stocks were listed. */
  holdings(): HeldShares[] {
    const held = [...this.positions.values()].filter(({ quantity }) => quantity > 0);
    held.sort((a, b) => a.market.instrument.id - b.market.instrument.id);
    return held.map(({ quantity, market }) => ({ symbol: market.instrument.symbol, quantity }));
  }

  /** Open orders, in the order in which they were accepted. */
  get openOrders(): Order[] {
    const open = [...this.positions.values()].flatMap((position) => position.openOrders());
    return open.sort((a, b) => a.id - b.id);
  }
}

/** Whether this sum can be paid to the trader: whole paise, above zero, and the balance stays within what is counted exactly. */
export function canReceive({ cash }: Trader, amount: Paise, ledger: Ledger): boolean {
  return isWhole(amount) && amount > 0 && ledger.balance(cash) + amount <= MAX_PAISE;
}
