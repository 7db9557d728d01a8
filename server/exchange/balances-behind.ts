// Balances are written with few batches only: transfers say them anyway. Which accounts have moved since, and when it is time again.
import type { AccountId, Ledger } from '../../core/ledger/ledger.ts';
import type { BalanceRow } from './rows.ts';

/**
 * Batches and transfers together. Whoever reads balances (the view `ledger_balances`) adds as many transfers at most: a few milliseconds'
 * work.
 */
const MOST_BEHIND = 4_000;

export class BalancesBehind {
  #accounts = new Set<AccountId>();
  #steps = MOST_BEHIND;

  /** At a start: accounts whose stored balance is behind. They are written with the first batch. */
  begin(accounts: readonly AccountId[]): void {
    this.#accounts = new Set(accounts);
    this.#steps = MOST_BEHIND;
  }

  moved(debit: AccountId, credit: AccountId): void {
    this.#steps++;
    this.#accounts.add(debit).add(credit);
  }

  /** Ends a batch: the balances to be written with it, in the order of their accounts; null when it is not time yet. */
  take(ledger: Ledger, isAskedFor: boolean): BalanceRow[] | null {
    this.#steps++;
    if (!isAskedFor && this.#steps <= MOST_BEHIND) return null;
    const rows = [...this.#accounts]
      .sort((one, other) => one - other)
      .map((id) => ({ id, balance: ledger.balance(id) }));
    this.#accounts.clear();
    this.#steps = 0;
    return rows;
  }
}
