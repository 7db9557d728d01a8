// What an exchange needs when it is opened: its database, its clock and its listeners.
import type { AppliedAction, Trade } from '../../core/trade/listener.ts';
import type { Database } from '../db/open.ts';
import type { Log } from '../log.ts';
import type { NoticeRow } from '../notices/notices.ts';
import type { DecidedBatch } from './batches.ts';
import type { PathSince } from './journal.ts';

export interface ExchangeOptions {
  readonly db: Database;
  readonly venue: number;
  readonly log: Log;
  readonly now: () => number;
  /** Hears every execution at the moment of decision, including those among simulated traders. */
  readonly onTrade: (trade: Trade) => void;
  /** Hears every corporate action at the moment of decision. */
  readonly onActed?: (applied: AppliedAction) => void;
  /** How far a price has moved since an instant: stored with each sale. Left out, nothing is stored. */
  readonly pathSince?: PathSince;
  /** The notifications of a batch: stored by its own commit, and so exactly once. Left out, there are none. */
  readonly noticesOf?: (batch: DecidedBatch) => readonly NoticeRow[];
  /** Called at the start, once nobody else can write to the venue and before what is stored is read. */
  readonly onTaken?: () => void;
  /** Another process has taken the venue over: this one must end. */
  readonly onLost: () => void;
}

/** A batch is stored without its notices rather than not at all. */
export function noticesFor(batch: DecidedBatch, { noticesOf, log }: ExchangeOptions): readonly NoticeRow[] {
  try {
    return noticesOf?.(batch) ?? [];
  } catch (error) {
    log.error({ err: error }, 'the notices of a batch could not be made');
    return [];
  }
}
