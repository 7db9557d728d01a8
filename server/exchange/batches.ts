// A batch at each stage: decided, on its way into the database, durable; and the callers waiting for it.
import type { OrderRecord } from '../../core/snapshot.ts';
import type { AppliedAction } from '../../core/trade/listener.ts';
import type { StoredNotice } from '../notices/notices.ts';
import type { Batch } from './journal.ts';
import type { CashFlow, FillRecord, KeyRow } from './rows.ts';
import { outcomeUnknown, PATIENCE_MS } from './unavailable.ts';

/** What a batch decided: each order as the batch left it, fills, people's cash (in paise), corporate actions. */
export interface DecidedBatch {
  readonly at: number;
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly FillRecord[];
  readonly cashFlows: readonly CashFlow[];
  /** Corporate actions that were carried out, or could not be. */
  readonly actions: readonly AppliedAction[];
}

/** What a commit made durable, for those who show it or react to it. */
export interface CommittedBatch extends DecidedBatch {
  readonly sequence: number;
  /** How long the database took, in milliseconds. */
  readonly commitMs: number;
  /** The notifications that the same commit stored. */
  readonly notices: readonly StoredNotice[];
  /** The people whose cash, holds or positions changed. */
  readonly accounts: ReadonlySet<number>;
  /** A stock is new, halted or resumed, or has other terms or a new previous close. */
  readonly areStocksChanged: boolean;
}

/** A caller who waits until what was decided or read is durable. */
export interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly key: KeyRow | null;
  /** When the caller came, by `performance.now()`. */
  readonly since: number;
}

/** A batch that was sent to the database, durable or not. */
export interface FlushedBatch {
  readonly sequence: number;
  readonly batch: Batch;
  readonly waiters: readonly Waiter[];
  readonly notices: readonly StoredNotice[];
  readonly commitMs: number;
}

/** What became of sending a batch. */
export interface FlushOutcome {
  readonly flushed: FlushedBatch;
  /** After a failure the batch may be durable nevertheless. */
  readonly failure: { readonly error: unknown } | null;
}

/** Rejects callers who have waited too long. Their commands go on and may still become durable: asked again with the key, that is known. */
export function giveUp(waiters: readonly Waiter[]): void {
  const before = performance.now() - PATIENCE_MS;
  const late = outcomeUnknown();
  for (const { since, reject } of waiters) if (since < before) reject(late);
}

export function committedBatch({ sequence, batch, notices, commitMs }: FlushedBatch): CommittedBatch {
  const accounts = new Set<number>();
  for (const { owner } of batch.accounts) if (typeof owner === 'number') accounts.add(owner);
  for (const { account } of batch.orders) accounts.add(account);
  for (const { account } of batch.lots) accounts.add(account);
  for (const { holders } of batch.actions) for (const { account } of holders) accounts.add(account);
  const { at, orders, fills, cashFlows, actions } = batch;
  const areStocksChanged = batch.instruments.length > 0;
  return { sequence, commitMs, at, orders, fills, cashFlows, actions, accounts, areStocksChanged, notices };
}
