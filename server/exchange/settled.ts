// Which transfers are stored in the row of their batch instead of rows of their own, and how those arrays are written and read.
import type { TransferKind } from '../../core/ledger/ledger.ts';
import { BIGINT, INTEGER, NumberArrays, SMALLINT, SQL_TYPES } from './number-array.ts';
import type { NumberColumn } from './number-array.ts';
import type { TransferRow } from './rows.ts';

/** A kind is stored as its position in this list, counted from 1; the view `settled_transfers` has the same list. */
const KINDS: readonly TransferKind[] = [
  'trade',
  'brokerage',
  'flat-fee',
  'margin-loan',
  'margin-repayment',
  'statutory',
];
const CODES: ReadonlyMap<TransferKind, number> = new Map(KINDS.map((kind, index) => [kind, index + 1]));

/** True for the transfers of trades, which nobody needs to find one by one. */
export function isSettled({ kind }: TransferRow): boolean {
  return CODES.has(kind);
}

/** The columns of `batches` that hold them: `readSettled` expects this order. */
const COLUMNS = {
  settled_ids: [BIGINT, ({ id }) => id],
  settled_at: [BIGINT, ({ at }) => at],
  settled_debits: [INTEGER, ({ debit }) => debit],
  settled_credits: [INTEGER, ({ credit }) => credit],
  settled_amounts: [BIGINT, ({ amount }) => amount],
  settled_kinds: [SMALLINT, ({ kind }) => CODES.get(kind)!],
  settled_references: [BIGINT, ({ reference }) => reference],
} satisfies Record<string, NumberColumn<TransferRow>>;

export type SettledColumn = keyof typeof COLUMNS;
export const SETTLED_COLUMNS = Object.keys(COLUMNS) as SettledColumn[];

/** SQL: the type of a column. */
export const settledType = (name: SettledColumn): string => `${SQL_TYPES[COLUMNS[name][0]]}[]`;

const NOTHING = Object.fromEntries(SETTLED_COLUMNS.map((name) => [name, null])) as Record<SettledColumn, null>;

export class SettledArrays {
  readonly #columns = new NumberArrays<TransferRow, SettledColumn>(COLUMNS);

  /** Valid until the next call; nulls where nothing was settled. */
  encode(transfers: readonly TransferRow[]): Record<SettledColumn, Buffer | null> {
    return transfers.length === 0 ? NOTHING : this.#columns.encode(transfers);
  }
}

/** SQL: everything that a row of `batches` settled, as one text for `readSettled`. Unpacking it in SQL takes ten times as long. */
export const SETTLED_TEXT = `concat_ws(',', ${SETTLED_COLUMNS.map((name) => `${name}::text`).join(', ')})`;

/** What a batch settled: one transfer for each place in the lists. */
export interface Settled {
  /** As the chain hashes them. */
  readonly lines: readonly string[];
  readonly debits: readonly number[];
  readonly credits: readonly number[];
  readonly amounts: readonly number[];
}

const NOTHING_SETTLED: Settled = { lines: [], debits: [], credits: [], amounts: [] };

/** Null if the text is damaged. A number too large to be exact is misread, and then breaks the hash. */
export function readSettled(text: string): Settled | null {
  if (text === '') return NOTHING_SETTLED;
  const columns = listsIn(text);
  const [ids, at, debits, credits, amounts, kinds, references] = columns;
  if (columns.length !== SETTLED_COLUMNS.length || columns.some(({ length }) => length !== ids.length)) return null;
  const lines = ids.map(
    (id, n) => `${id},${at[n]},${debits[n]},${credits[n]},${amounts[n]},${KINDS[kinds[n] - 1]},${references[n]}\n`,
  );
  return { lines, debits, credits, amounts };
}

/** Parses lists as the database writes them: `{1,2},{3,4}`. Empty when there is anything but numbers in them. */
function listsIn(text: string): number[][] {
  try {
    return JSON.parse(`[${text.replaceAll('{', '[').replaceAll('}', ']')}]`) as number[][];
  } catch {
    return [];
  }
}
