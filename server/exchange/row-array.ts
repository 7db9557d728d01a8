// Writes rows as one binary array of the table's row type, which the database unpacks several times faster than one array per column.
import type { Queryable } from '../db/open.ts';
import { BIGINT, INTEGER, SMALLINT, viewOf, writeNumber } from './number-array.ts';
import type { Column } from './rows.ts';

/** Type numbers of PostgreSQL that the exchange's tables use besides whole numbers. */
const BOOLEAN = 16;
const TEXT = 25;
const JSONB = 3802;
const KNOWN: readonly number[] = [BOOLEAN, BIGINT, SMALLINT, INTEGER, TEXT, JSONB];

/** A column of the table as the database has it now; without `of` it stays null. */
interface Attribute<Row> {
  readonly type: number;
  readonly of: Column<Row>['of'] | null;
}

const FIRST_BYTES = 16 * 1024;
/** Bytes that a number takes at most, with its type and length. */
const LONGEST_NUMBER = 16;
const EMPTY_HEAD = 12;
const ARRAY_HEAD = 20;

/** One table, with where each of its columns gets its value from. */
export class RowArray<Row> {
  readonly #rowType: number;
  readonly #attributes: readonly Attribute<Row>[];
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #view = viewOf(this.#bytes);

  private constructor(rowType: number, attributes: readonly Attribute<Row>[]) {
    this.#rowType = rowType;
    this.#attributes = attributes;
  }

  /** Asks the database for the table's columns, in their order. @throws when one of ours is not among them. */
  static async of<Row>(db: Queryable, table: string, columns: readonly Column<Row>[]): Promise<RowArray<Row>> {
    const { rows } = await db.query<{ rowType: number; name: string; type: number }>(
      `select c.reltype::bigint as "rowType", a.attname::text as name, a.atttypid::bigint as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.oid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [table],
    );
    const names = new Set(rows.map(({ name }) => name));
    const missing = columns.filter(({ name }) => !names.has(name)).map(({ name }) => name);
    if (missing.length > 0) throw new Error(`The table ${table} has no ${missing.join(', ')}.`);
    const attributes = rows.map(({ name, type }) => {
      const of = columns.find((column) => column.name === name)?.of ?? null;
      if (of !== null && !KNOWN.includes(type))
        throw new Error(`${table}.${name} is of a type that is not written here.`);
      return { type, of };
    });
    return new RowArray(rows[0].rowType, attributes);
  }

  /** Valid until the next call, which reuses the buffer. */
  encode(rows: readonly Row[]): Buffer {
    this.#view.setInt32(0, rows.length === 0 ? 0 : 1);
    this.#view.setInt32(4, 0);
    this.#view.setInt32(8, this.#rowType);
    if (rows.length === 0) return this.#bytes.subarray(0, EMPTY_HEAD);
    this.#view.setInt32(12, rows.length);
    this.#view.setInt32(16, 1);
    let at = ARRAY_HEAD;
    for (let n = 0; n < rows.length; n++) at = this.#row(at, rows[n]);
    return this.#bytes.subarray(0, at);
  }

  // Each of these writes at an offset. `#row` returns where the next row begins, `#value` how many bytes it wrote.

  #row(start: number, row: Row): number {
    const attributes = this.#attributes;
    const { length } = attributes;
    this.#need(start, LONGEST_NUMBER * (length + 1));
    this.#view.setInt32(start + 4, length);
    let at = start + 8;
    for (let n = 0; n < length; n++) {
      const { type, of } = attributes[n];
      const value = of === null ? null : of(row);
      const bytes = value === null ? 0 : this.#value(at + 8, value, type, length - n);
      const view = this.#view;
      view.setInt32(at, type);
      view.setInt32(at + 4, value === null ? -1 : bytes);
      at += 8 + bytes;
    }
    this.#view.setInt32(start, at - start - 4);
    return at;
  }

  #value(at: number, value: number | string | boolean, type: number, columnsLeft: number): number {
    if (typeof value === 'string') return this.#text(at, value, type, columnsLeft);
    if (type === BIGINT || type === INTEGER || type === SMALLINT)
      return writeNumber(this.#view, at, Number(value), type);
    if (type !== BOOLEAN) throw new Error(`A number cannot be written as type ${type}.`);
    this.#bytes[at] = Number(value);
    return 1;
  }

  /** `columnsLeft` have room already; only the text itself may need more. */
  #text(at: number, text: string, type: number, columnsLeft: number): number {
    this.#need(at, text.length * 3 + LONGEST_NUMBER * (columnsLeft + 1));
    if (type === TEXT) return this.#characters(at, text);
    if (type !== JSONB) throw new Error(`A text cannot be written as type ${type}.`);
    // The one version of the binary form of jsonb.
    this.#bytes[at] = 1;
    return 1 + this.#characters(at + 1, text);
  }

  /** Most texts are short words: copied here, they need no call into the runtime. */
  #characters(at: number, text: string): number {
    const { length } = text;
    if (length > 32) return this.#bytes.write(text, at);
    for (let n = 0; n < length; n++) {
      const code = text.charCodeAt(n);
      if (code > 127) return this.#bytes.write(text, at);
      this.#bytes[at + n] = code;
    }
    return length;
  }

  #need(at: number, bytes: number): void {
    if (at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, at + bytes));
    this.#bytes.copy(larger, 0, 0, at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}
