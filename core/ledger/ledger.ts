// The ledger: accounts of one asset each, and transfers that take from one account exactly what they give to another.
import { assert } from '../assert.ts';
import { isWhole } from '../money.ts';

/** Rupees in paise, or the whole shares of one instrument by its id. */
export type Asset = number;
export const RUPEES: Asset = 0;

/** Whose account it is: a person by account number, or one of the venue's own. */
export type Owner = number | SystemOwner;
export type SystemOwner =
  /** The counterparty for everything that the payment provider brings in. */
  | 'provider'
  /** Commission and flat fees earned. */
  | 'fees'
  /** What is passed on to the state and the exchange: taxes, duties and their fees. */
  | 'statutory'
  /** Pays sign-up, referral and loyalty rewards. */
  | 'rewards'
  /** Lends what intraday buyers do not pay themselves. */
  | 'margin-loans'
  /** Bears what an intraday trader could not pay back. */
  | 'house'
  /** Keeps the practice cash of people who have left. */
  | 'closed-accounts'
  /** Issues each company's shares: its balance is below zero by the shares in the market. */
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
  | 'statutory'
  | 'margin-loan'
  | 'margin-repayment'
  | 'shortfall'
  | 'reward'
  /** The unused part of a bonus goes back. */
  | 'reward-expiry'
  /** What is given up when an account is closed. */
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
  /** The same object is reused for every transfer: to keep one, copy it. */
  transferred(transfer: Transfer): void;
}

/** An account's row, in this order: what it has, what of it is held, its asset, and how low it may go. */
const ROW = 4;
const BALANCE = 0;
const HELD = 1;
const ASSET = 2;
const LOWEST = 3;

/**
 * A transfer has two sides by construction, so the sum over all accounts of an asset is always zero.
 * A hold sets a part of a balance aside: what is held can be neither spent nor held again.
 */
export class Ledger {
  readonly #accounts: Account[] = [];
  /**
   * What a transfer needs to know of each account, one row of numbers per account. Exact, since every sum is whole and far below 2^53.
   * A plain list: looking into a typed array means finding its memory and its length again each time, and whether it still has any.
   */
  readonly #rows: number[] = [];
  readonly #byOwner = new Map<string, AccountId>();
  readonly #listener: LedgerListener;
  #lastTransferId = 0;
  /** Overwritten for each transfer. */
  readonly #told: { -readonly [Field in keyof Transfer]: Transfer[Field] } = {
    id: 0,
    debit: NO_ACCOUNT,
    credit: NO_ACCOUNT,
    amount: 0,
    kind: 'trade',
    reference: 0,
  };

  constructor(listener: LedgerListener) {
    this.#listener = listener;
  }

  /** The account of `owner` in `asset`, opened if it does not exist. */
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
    assert(amount > 0 && Number.isSafeInteger(amount), 'a transfer moves a whole amount above zero');
    const rows = this.#rows;
    const from = debit * ROW;
    const to = credit * ROW;
    assert(debit !== credit && rows[from + ASSET] === rows[to + ASSET], 'a transfer joins two accounts of one asset');
    assert(this.#free(debit) - amount >= rows[from + LOWEST], 'a person spends only what is free');
    rows[from + BALANCE] -= amount;
    rows[to + BALANCE] += amount;
    this.#lastTransferId++;
    const told = this.#told;
    told.id = this.#lastTransferId;
    told.debit = debit;
    told.credit = credit;
    told.amount = amount;
    told.kind = kind;
    told.reference = reference;
    this.#listener.transferred(told);
  }

  /** Sets `amount` (paise or shares) aside for an open order: it can be neither spent nor held again. */
  hold(account: AccountId, amount: number): void {
    assert(amount >= 0 && isWhole(amount) && this.#free(account) >= amount, 'only what is free can be held');
    this.#rows[account * ROW + HELD] += amount;
  }

  /** Frees `amount` (paise or shares) of what is held. */
  release(account: AccountId, amount: number): void {
    assert(amount >= 0 && this.held(account) >= amount, 'only what is held can be released');
    this.#rows[account * ROW + HELD] -= amount;
  }

  /** Paise or shares, holds included. */
  balance(account: AccountId): number {
    return this.#rows[account * ROW + BALANCE];
  }

  /** What of the balance is set aside for open orders: paise or shares, as the account's asset is. */
  held(account: AccountId): number {
    return this.#rows[account * ROW + HELD];
  }

  /** What can be spent or held now: the balance less what is held, in paise or shares. 0 if there is no account. */
  available(account: AccountId): number {
    return account === NO_ACCOUNT ? 0 : this.#free(account);
  }

  /** The same for an account that exists. */
  #free(account: AccountId): number {
    return this.balance(account) - this.held(account);
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
      // Every venue opens its own accounts first, so those exist already.
      if (account.id === this.#accounts.length) this.#add(account, balance);
      else this.#rows[account.id * ROW + BALANCE] = balance;
      const { owner, asset } = this.#accounts[account.id];
      assert(owner === account.owner && asset === account.asset, 'accounts come back under their own ids');
    }
    this.#lastTransferId = lastTransferId;
  }

  #add(account: Account, balance: number): void {
    this.#accounts.push(account);
    this.#rows.push(balance, 0, account.asset, account.isOverdraftAllowed ? -Infinity : 0);
    this.#byOwner.set(`${account.owner}/${account.asset}`, account.id);
  }
}
