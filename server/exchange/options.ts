// What an exchange is given when it is opened, and whom it tells.
import type { AppliedAction } from '../../core/trade/corporate-actions.ts';
import type { Trade } from '../../core/trade/listener.ts';
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
  /** Hears every execution at the moment of decision, those among simulated traders too. */
  readonly onTrade: (trade: Trade) => void;
  /** Hears every corporate action at the moment of decision. */
  readonly onActed?: (applied: AppliedAction) => void;
  /** How far a price has gone since an instant: kept with each sale. Nothing when left out. */
  readonly pathSince?: PathSince;
  /** What people are to be told of a batch: stored in the very commit of it, and so exactly once. Nothing when left out. */
  readonly noticesOf?: (batch: DecidedBatch) => readonly NoticeRow[];
  /** The venue is ours, and nobody else writes to it any more: at the start, before what is stored is read. */
  readonly onTaken?: () => void;
  /** The venue was taken by another process: this one must end. */
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
