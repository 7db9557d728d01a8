// The stored tables of a simulated database, and how a batch of the exchange changes them: completely, or not at all.
import type { CommitInput } from '../../../server/exchange/commit.ts';
import { ORDER_COLUMNS } from '../../../server/exchange/order-rows.ts';
import type { OrderRow, StoredOrder } from '../../../server/exchange/order-rows.ts';
import type { ChangeRow, FillRecord, LotRow, TransferRow } from '../../../server/exchange/rows.ts';
import type { InstrumentRecord, TraderRecord, VenueRecord } from '../../../core/snapshot.ts';
import type { Payment } from '../../../server/wallet/payments.ts';
import { SchoolTables } from './school-tables.ts';

/** A PostgreSQL error, with its code of five letters. */
export class SqlState extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`simulated error ${code}`);
    this.code = code;
  }
}

export type OrderInTable = Omit<StoredOrder, 'symbol'> & {
  instrument: number;
  first_trade: number | null;
  last_trade: number | null;
};

export interface StoredBatch {
  readonly sequence: number;
  readonly at: number;
  readonly last_transfer: number;
  readonly last_trade: number;
  readonly hash: Buffer;
  readonly epoch: number;
}

export interface StoredKey {
  readonly account: number;
  readonly key: string;
  readonly fingerprint: string;
  /** As text, so that a read never returns the object that was written. */
  readonly outcome: string;
  readonly at: number;
}

export interface StoredReward {
  readonly id: number;
  readonly account: number;
  readonly kind: 'loyalty';
  readonly source: string;
  readonly amount: number;
  readonly earnedAt: number;
  readonly expiresAt: number | null;
  /** When it was last checked whether its end is to be announced. */
  readonly warnedAt: number | null;
  /** The remainder at that time; null if there was nothing to announce. */
  readonly warnedOf: number | null;
  readonly state: 'due' | 'paid' | 'void';
}

export class Tables {
  epoch = 0;
  /** The process that has taken the venue over last. */
  takenBy = '';
  leaseUntil: number | null = null;
  venue: VenueRecord | null = null;
  readonly batches: StoredBatch[] = [];
  /** The numbers of the batches that each process has made durable. */
  readonly madeBy = new Map<string, number[]>();
  readonly #accounts = new Map<number, { id: number; owner: string; asset: number; balance: number }>();
  /** The last transfer that is included in the stored balances. */
  #balancedTo = 0;
  readonly transfers: TransferRow[] = [];
  readonly orders = new Map<number, OrderInTable>();
  readonly changes: ChangeRow[] = [];
  readonly fills: FillRecord[] = [];
  readonly lots = new Map<string, LotRow>();
  readonly exits = new Map<number, CommitInput['batch']['exits'][number]>();
  readonly traders = new Map<number, TraderRecord>();
  readonly instruments = new Map<number, InstrumentRecord>();
  readonly keys = new Map<string, StoredKey>();
  /** Keys so old that a repeat is another wish. */
  readonly forgotten = new Set<string>();
  /** Notifications: by source if they have one. */
  readonly notices = new Map<string, number>();
  readonly payments = new Map<number, Payment>();
  readonly rewards = new Map<number, StoredReward>();
  readonly school = new SchoolTables();
  #notices = 0;

  /** The number of the last command that is durable. */
  get sequence(): number {
    return this.batches.at(-1)?.sequence ?? 0;
  }

  /** The cash of each account, by its id: the stored balance, and the transfers since. */
  accounts(): { id: number; owner: string; asset: number; balance: number; behind: number }[] {
    const behind = new Map<number, number>();
    const move = (account: number, amount: number): unknown => behind.set(account, (behind.get(account) ?? 0) + amount);
    for (let n = this.transfers.length - 1; n >= 0 && this.transfers[n].id > this.#balancedTo; n--) {
      const { debit, credit, amount } = this.transfers[n];
      move(debit, -amount);
      move(credit, amount);
    }
    return [...this.#accounts.values()]
      .sort((a, b) => a.id - b.id)
      .map((one) => ({ ...one, balance: one.balance + (behind.get(one.id) ?? 0), behind: behind.get(one.id) ?? 0 }));
  }

  symbolOf(instrument: number): string {
    return this.instruments.get(instrument)!.instrument.symbol;
  }

  /** Reserves a notification; nothing if its source has been notified already. */
  notice(source: string | null): number | null {
    const id = this.#notices + 1;
    if (source !== null && this.notices.has(source)) return null;
    this.#notices = id;
    this.notices.set(source ?? `number ${id}`, id);
    return id;
  }

  /** @throws SqlState if the row exists already; then nothing has been changed. */
  commit({ epoch, sequence, batch, keys, notices, hash }: CommitInput, owner: string): number[] {
    this.#requireNew(sequence, batch, keys);
    this.madeBy.set(owner, [...(this.madeBy.get(owner) ?? []), sequence]);
    const { at, lastTransfer: last_transfer, lastTrade: last_trade } = batch;
    this.batches.push({ sequence, at, last_transfer, last_trade, hash: Buffer.from(hash), epoch });
    for (const { id, owner, asset, balance } of batch.newAccounts)
      this.#accounts.set(id, { id, owner: String(owner), asset, balance });
    this.#putBalances(batch);
    for (const transfer of batch.transfers) this.transfers.push({ ...transfer });
    for (const order of batch.orders) this.#putOrder(order);
    for (const change of batch.changes) this.changes.push(change);
    for (const fill of batch.fills) this.fills.push({ ...fill });
    for (const lot of batch.lots) this.#putLot(lot);
    for (const due of batch.exits)
      if (due.quantity > 0) this.exits.set(due.entryId, { ...due, quantity: due.quantity });
      else this.exits.delete(due.entryId);
    for (const trader of batch.traders) this.traders.set(trader.account, structuredClone(trader));
    for (const { account, key, fingerprint, outcome } of keys)
      this.keys.set(`${account}:${key}`, { account, key, fingerprint, outcome: JSON.stringify(outcome), at });
    for (const each of batch.instruments) this.instruments.set(each.instrument.id, structuredClone(each));
    if (batch.venue !== null) this.venue = structuredClone(batch.venue);
    return notices.map(() => this.notice(null)!);
  }

  #requireNew(sequence: number, batch: CommitInput['batch'], keys: CommitInput['keys']): void {
    const isTaken =
      sequence <= this.sequence ||
      keys.some(({ account, key }) => this.keys.has(`${account}:${key}`)) ||
      batch.newAccounts.some(({ id }) => this.#accounts.has(id)) ||
      batch.orders.some(({ id, isNew }) => isNew && this.orders.has(id)) ||
      batch.lots.some((lot) => lot.isNew && lot.quantity > 0 && this.lots.has(nameOf(lot))) ||
      (batch.transfers.length > 0 && batch.transfers[0].id <= (this.transfers.at(-1)?.id ?? 0)) ||
      (batch.fills.length > 0 && batch.fills[0].tradeId <= (this.fills.at(-1)?.tradeId ?? 0));
    if (isTaken) throw new SqlState('23505');
  }

  #putBalances({ balances, lastTransfer }: CommitInput['batch']): void {
    if (balances === null) return;
    for (const { id, balance } of balances) this.#accounts.get(id)!.balance = balance;
    this.#balancedTo = lastTransfer;
  }

  #putOrder(order: OrderRow): void {
    const known = this.orders.get(order.id) as Record<string, unknown> | undefined;
    const row: Record<string, unknown> = { ...known };
    for (const { name, of, change } of ORDER_COLUMNS) {
      if (known === undefined || change === 'always') row[name] = of(order);
      else if (change === 'first') row[name] = known[name] ?? of(order);
      else if (change === 'last') row[name] = of(order) ?? known[name];
    }
    this.orders.set(order.id, row as unknown as OrderInTable);
  }

  /** A stored lot may change only in its remaining shares and in what is owed for it. */
  #putLot(lot: LotRow): void {
    const name = nameOf(lot);
    const { isNew, quantity, loan } = lot;
    // A lot that came and went within the batch was never stored.
    if (quantity === 0) return void (isNew || this.lots.delete(name));
    this.lots.set(name, { ...(this.lots.get(name) ?? lot), quantity, loan });
  }
}

const nameOf = ({ account, instrumentId, id }: LotRow): string => `${account}/${instrumentId}/${id}`;
