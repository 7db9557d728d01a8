// The ledger: accounts of one asset each, and transfers that take from one account exactly what they give to another.
import { assert, isWhole } from '../money.ts';

/** Rupees in paise, or the whole shares of one instrument by its id. */
export type Asset = number;
export const RUPEES: Asset = 0;

/** Whose account it is: a person by account number, or one of the venue's own. */
export type Owner = number | SystemOwner;
export type SystemOwner =
  /** The other side of everything that the payment provider brings in. */
  | 'provider'
  /** Commission and flat fees earned. */
  | 'fees'
  /** Pays sign-up, referral and loyalty rewards. */
  | 'rewards'
  /** Lends what intraday buyers do not pay themselves. */
  | 'margin-loans'
  /** Bears what an intraday trader could not pay back. */
  | 'house'
  /** Keeps the practice cash of people who have left. */
  | 'closed-accounts'
  /** The shares that each company has issued, below zero by what is in the market. */
  | 'issue'
  /** All simulated traders together. */
  | 'crowd'
  /** All companies together: pays dividends, and cash in place of parts of a share. */
  | 'corporate';

export type TransferKind =
  | 'deposit'
  | 'trade'
  | 'brokerage'
  | 'flat-fee'
  | 'margin-loan'
  | 'margin-repayment'
  | 'shortfall'
  | 'reward'
  /** The unused part of a bonus goes back. */
  | 'reward-expiry'
  /** What somebody who leaves gives up. */
  | 'account-closure'
  | 'issue'
  /** New shares for old ones. */
  | 'split'
  | 'bonus'
  /** Cash in place of a part of a share. */
  | 'fraction'
  | 'dividend';

export type AccountId = number;

/** Stands for an account that has not been opened; its balance is zero. */
export const NO_ACCOUNT: AccountId = -1;

export interface Account {
  readonly id: AccountId;
  readonly owner: Owner;
  readonly asset: Asset;
  /** A person's account may not go below zero; the venue's own may. */
  readonly isOverdraftAllowed: boolean;
}

export interface Transfer {
  readonly id: number;
  /** The account that gives. */
  readonly debit: AccountId;
  /** The account that receives. */
  readonly credit: AccountId;
  /** Above zero: paise or shares. */
  readonly amount: number;
  readonly kind: TransferKind;
  /** The order, payment or reward it belongs to. */
  readonly reference: number;
}

export interface LedgerListener {
  opened(account: Account): void;
  transferred(transfer: Transfer): void;
}

/**
 * A transfer has two sides by construction, so the sum over all accounts of an asset is zero whatever is called.
 * A hold sets a part of a balance aside: what is held can be neither spent nor held again.
 */
export class Ledger {
  readonly #accounts: Account[] = [];
  readonly #balance: number[] = [];
  readonly #held: number[] = [];
  readonly #byOwner = new Map<string, AccountId>();
  readonly #listener: LedgerListener;
  #lastTransferId = 0;

  constructor(listener: LedgerListener) {
    this.#listener = listener;
  }

  /** The account of `owner` in `asset`, opened if it is not there. */
  open(owner: Owner, asset: Asset): AccountId {
    const key = `${owner}/${asset}`;
    const known = this.#byOwner.get(key);
    if (known !== undefined) return known;
    const account = { id: this.#accounts.length, owner, asset, isOverdraftAllowed: typeof owner !== 'number' };
    this.#add(account, 0);
    this.#listener.opened(account);
    return account.id;
  }

  /** Moves `amount` (paise or shares, above zero) from `debit` to `credit`. A person's free balance must cover it. */
  transfer(debit: AccountId, credit: AccountId, amount: number, kind: TransferKind, reference: number): void {
    const from = this.#accounts[debit];
    assert(amount > 0 && isWhole(amount), 'a transfer moves a whole amount above zero');
    assert(debit !== credit && from.asset === this.#accounts[credit].asset, 'a transfer joins two accounts of one asset');
    assert(from.isOverdraftAllowed || this.available(debit) >= amount, 'a person spends only what is free');
    this.#balance[debit] -= amount;
    this.#balance[credit] += amount;
    this.#lastTransferId++;
    this.#listener.transferred({ id: this.#lastTransferId, debit, credit, amount, kind, reference });
  }

  hold(account: AccountId, amount: number): void {
    assert(amount >= 0 && isWhole(amount) && this.available(account) >= amount, 'only what is free can be held');
    this.#held[account] += amount;
  }

  release(account: AccountId, amount: number): void {
    assert(amount >= 0 && this.#held[account] >= amount, 'only what is held can be released');
    this.#held[account] -= amount;
  }

  balance(account: AccountId): number {
    return this.#balance[account];
  }

  held(account: AccountId): number {
    return this.#held[account];
  }

  /** What can be spent or held now: the balance less holds. */
  available(account: AccountId): number {
    return account === NO_ACCOUNT ? 0 : this.#balance[account] - this.#held[account];
  }

  accounts(): readonly Account[] {
    return this.#accounts;
  }

  get lastTransferId(): number {
    return this.#lastTransferId;
  }

  /** Puts back accounts as they were stored, in order of id from 0. Holds come back with the orders that need them. */
  restore(accounts: readonly { account: Account; balance: number }[], lastTransferId: number): void {
    assert(this.#lastTransferId === 0, 'a ledger is restored once, when nothing has moved');
    for (const { account, balance } of accounts) {
      // The venue's own accounts that every venue opens first are there already.
      if (account.id === this.#accounts.length) this.#add(account, balance);
      else this.#balance[account.id] = balance;
      const { owner, asset } = this.#accounts[account.id];
      assert(owner === account.owner && asset === account.asset, 'accounts come back under their own ids');
    }
    this.#lastTransferId = lastTransferId;
  }

  #add(account: Account, balance: number): void {
    this.#accounts.push(account);
    this.#balance.push(balance);
    this.#held.push(0);
    this.#byOwner.set(`${account.owner}/${account.asset}`, account.id);
  }
}
