// Reads values from parsed JSON of unknown structure.
import { FileRefused, MAX_ROWS_PER_FILE } from './series.ts';

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as the text of a cell; empty for null. Nested values become visible text, which is then refused as a number. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value).slice(0, 80);
}

export function listOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new FileRefused(`has no list "${what}"`);
  if (value.length > MAX_ROWS_PER_FILE) throw new FileRefused(`has more than ${MAX_ROWS_PER_FILE} rows`);
  return value;
}

/** Two million rows of 25 fields. Empty entries are short in a file, and as long as the first one in a table. */
const MAX_CELLS_IN_ALL = 50_000_000;

export interface ListAsCsv {
  readonly csv: string;
  /** Lines before the first entry. */
  readonly headerLines: number;
}

/** A list of records or of plain lists, as comma-separated text. */
export function recordsAsCsv(list: readonly unknown[]): ListAsCsv {
  const rows = listOf(list, 'rows');
  if (rows.length === 0) throw new FileRefused('holds an empty list');
  const header = isRecord(rows[0]) ? Object.keys(rows[0]) : null;
  if (header !== null && header.length * rows.length > MAX_CELLS_IN_ALL)
    throw new FileRefused(`has ${header.length} fields in its first entry, too many for ${rows.length} entries`);
  const lines = header === null ? [] : [csvLine(header)];
  for (const [index, row] of rows.entries()) {
    if (header !== null && isRecord(row)) lines.push(csvLine(header.map((key) => textOf(fieldOf(row, key)))));
    else if (header === null && Array.isArray(row)) lines.push(csvLine(row.map(textOf)));
    else throw new FileRefused('mixes different kinds of entries', index + 1);
  }
  return { csv: lines.join('\n'), headerLines: header === null ? 0 : 1 };
}

/** Only own properties, since a column may have a name such as "toString". */
function fieldOf(row: JsonRecord, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined;
}

function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => `"${cell.replace(/[\r\n]+/g, ' ').replaceAll('"', '""')}"`).join(',');
}
