// Balances are stored only now and then, since they follow from the transfers: tracks which have changed, and decides when.
import type { AccountId, Ledger } from '../../core/ledger/ledger.ts';
import type { BalanceRow } from './rows.ts';

/** Batches plus transfers. Readers (the view `ledger_balances`) add at most this many transfers, which takes a few milliseconds. */
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

  /** Call it at the end of a batch. The balances to store with it, in the order of their accounts; null if it is not time yet. */
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
