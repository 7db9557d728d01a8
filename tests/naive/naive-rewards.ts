// Rewards of the naive twin: every bonus that ends, with a list of what its owner has spent since, added up each time.
import type { Command } from '../../core/command.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { NaiveLedger } from './naive-ledger.ts';

type Grant = Extract<Command, { kind: 'grant-reward' }>;

interface NaiveBonus {
  readonly amount: bigint;
  readonly expiresAt: number;
  /** What trades and the rewards account have taken from the owner's cash since. */
  readonly gone: bigint[];
}

const MOST_CASH = 10_000_000_000_000n;

export class NaiveRewards {
  readonly #ledger: NaiveLedger;
  readonly #bonuses = new Map<number, NaiveBonus>();

  constructor(ledger: NaiveLedger) {
    this.#ledger = ledger;
  }

  unused(account: number): bigint {
    const bonus = this.#bonuses.get(account);
    if (bonus === undefined) return 0n;
    const gone = bonus.gone.reduce((sum, each) => sum + each, 0n);
    return gone < bonus.amount ? bonus.amount - gone : 0n;
  }

  /** A trade of `account` has spent `spent`. */
  spent(account: number, spent: bigint): void {
    if (spent > 0n) this.#bonuses.get(account)?.gone.push(spent);
  }

  /** The owner deletes the account. */
  forget(account: number): void {
    this.#bonuses.delete(account);
  }

  grant({ account, amount, expiresAt }: Grant): Refusal | null {
    const isSum = Number.isSafeInteger(amount) && amount > 0;
    if (!isSum || this.#ledger.balance(account, 'RUPEES') + BigInt(amount) > MOST_CASH)
      return { reason: 'invalid-amount' };
    if (expiresAt !== null && this.unused(account) > 0n) return { reason: 'bonus-unused' };
    this.#ledger.move('rewards', account, 'RUPEES', BigInt(amount), 'reward');
    if (expiresAt !== null) this.#bonuses.set(account, { amount: BigInt(amount), expiresAt, gone: [] });
    return null;
  }

  /** `free`: what no open order holds. */
  expire(account: number, at: number, free: bigint): null {
    const bonus = this.#bonuses.get(account);
    if (bonus === undefined || at < bonus.expiresAt) return null;
    const unused = this.unused(account);
    const taken = unused < free ? unused : free;
    this.#ledger.move(account, 'rewards', 'RUPEES', taken, 'reward-expiry');
    bonus.gone.push(taken);
    return null;
  }
}
