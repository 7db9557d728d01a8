// The people on the exchange by account number, which is where every order begins: a list, since numbers rise by one.
import type { Trader } from './trader.ts';

export class Traders {
  /** At the place of its account number. */
  readonly #byNumber: (Trader | undefined)[] = [];

  get(account: number): Trader | undefined {
    return this.#byNumber[account];
  }

  has(account: number): boolean {
    return this.get(account) !== undefined;
  }

  add(trader: Trader): void {
    this.#byNumber[trader.id] = trader;
  }

  /** In order of account number. */
  values(): Trader[] {
    return this.#byNumber.filter((trader) => trader !== undefined);
  }
}
