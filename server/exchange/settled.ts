// What trades move stands in the row of its batch, one array for each column: which transfers those are, and how the arrays are written.
import type { TransferKind } from '../../core/ledger/ledger.ts';
import { BIGINT, INTEGER, NumberArrays, SMALLINT } from './number-array.ts';
import type { TransferRow } from './rows.ts';

/** A kind is stored as its place in this list, counted from 1: the view `settled_transfers` knows them by it. */
const KINDS: readonly TransferKind[] = ['trade', 'brokerage', 'flat-fee', 'margin-loan', 'margin-repayment'];
const CODES: ReadonlyMap<string, number> = new Map(KINDS.map((kind, index) => [kind, index + 1]));

/** Belongs to a trade: nobody looks for one of these, only for all of a batch. */
export function isSettled({ kind }: TransferRow): boolean {
  return CODES.has(kind);
}

/** The columns of `batches`, in the order of `SETTLED_COLUMNS`. */
export class SettledArrays {
  readonly #columns = new NumberArrays<TransferRow>(
    [BIGINT, ({ id }) => id],
    [BIGINT, ({ at }) => at],
    [INTEGER, ({ debit }) => debit],
    [INTEGER, ({ credit }) => credit],
    [BIGINT, ({ amount }) => amount],
    [SMALLINT, ({ kind }) => CODES.get(kind)!],
    [BIGINT, ({ reference }) => reference],
  );

  /** Good until the next call; nulls where nothing was settled. */
  encode(transfers: readonly TransferRow[]): (Buffer | null)[] {
    return transfers.length === 0 ? SETTLED_COLUMNS.map(() => null) : this.#columns.encode(transfers);
  }
}

export const SETTLED_COLUMNS = [
  ['settled_ids', 'bigint'],
  ['settled_at', 'bigint'],
  ['settled_debits', 'integer'],
  ['settled_credits', 'integer'],
  ['settled_amounts', 'bigint'],
  ['settled_kinds', 'smallint'],
  ['settled_references', 'bigint'],
] as const;
