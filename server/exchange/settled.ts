// What trades move stands in the row of its batch, one array for each column: which transfers those are, and how the arrays are written and read.
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

/** SQL: all that a row of `batches` settled as one text, for `readSettled`. Unpacked into rows there, it would take ten times as long. */
export const SETTLED_TEXT = `concat_ws(';', ${SETTLED_COLUMNS.map(([name]) => `array_to_string(${name}, ',', '')`).join(', ')})`;

/** One transfer of a batch for each place in the lists. */
export interface Settled {
  /** As the chain hashes them. */
  readonly lines: readonly string[];
  readonly debits: readonly number[];
  readonly credits: readonly number[];
  readonly amounts: readonly number[];
}

const NOTHING_SETTLED: Settled = { lines: [], debits: [], credits: [], amounts: [] };

/** Null when the columns do not belong together: somebody has changed them. @throws for a number that is too large to be exact. */
export function readSettled(text: string): Settled | null {
  if (text === '') return NOTHING_SETTLED;
  const columns = text.split(';').map((column) => column.split(','));
  const [ids, at, debits, credits, amounts, kinds, references] = columns;
  if (columns.length !== SETTLED_COLUMNS.length || columns.some(({ length }) => length !== ids.length)) return null;
  const lines = ids.map(
    (id, n) =>
      `${id},${at[n]},${debits[n]},${credits[n]},${amounts[n]},${KINDS[Number(kinds[n]) - 1]},${references[n]}\n`,
  );
  return { lines, debits: debits.map(numberOf), credits: credits.map(numberOf), amounts: amounts.map(numberOf) };
}

function numberOf(digits: string): number {
  const number = Number(digits);
  if (!Number.isSafeInteger(number))
    throw new Error(`The database holds ${digits}, which no number can carry exactly.`);
  return number;
}
