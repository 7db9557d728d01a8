// Writes the rows of a table as one binary array of the table's own row type: the database unpacks it several times faster than an array for each column.
import type { Queryable } from '../db/open.ts';
import { BIGINT, INTEGER, SMALLINT } from './number-array.ts';
import type { Column } from './rows.ts';

/** Types that the exchange's tables are made of beside whole numbers. */
const BOOLEAN = 16;
const TEXT = 25;
const JSONB = 3802;
const KNOWN: readonly number[] = [BOOLEAN, BIGINT, SMALLINT, INTEGER, TEXT, JSONB];

/** A column of the table as the database has it now; without `of` it stays null. */
interface Attribute<Row> {
  readonly type: number;
  readonly of: Column<Row>['of'] | null;
}

const TWO_TO_32 = 2 ** 32;
const FIRST_BYTES = 16 * 1024;
/** No number with its type and its length takes more. */
const LONGEST_NUMBER = 16;
const ARRAY_HEAD = 20;

/** One table, with where each of its columns gets its value from. */
export class RowArray<Row> {
  readonly #rowType: number;
  readonly #attributes: readonly Attribute<Row>[];
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #view = viewOf(this.#bytes);
  #at = 0;

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

  /** Good until the next call: the bytes are written over then. */
  encode(rows: readonly Row[]): Buffer {
    this.#at = 0;
    this.#need(ARRAY_HEAD);
    this.#int32(rows.length === 0 ? 0 : 1);
    this.#int32(0);
    this.#int32(this.#rowType);
    if (rows.length > 0) {
      this.#int32(rows.length);
      this.#int32(1);
    }
    for (let n = 0; n < rows.length; n++) this.#row(rows[n]);
    return this.#bytes.subarray(0, this.#at);
  }

  #row(row: Row): void {
    const attributes = this.#attributes;
    this.#need(LONGEST_NUMBER * (attributes.length + 1));
    const start = this.#at;
    this.#at += 4;
    this.#int32(attributes.length);
    for (let n = 0; n < attributes.length; n++) {
      const { type, of } = attributes[n];
      this.#int32(type);
      const value = of === null ? null : of(row);
      if (value === null) this.#int32(-1);
      else if (typeof value === 'string') this.#text(value, type, attributes.length - n);
      else this.#number(Number(value), type);
    }
    this.#view.setInt32(start, this.#at - start - 4);
  }

  #number(value: number, type: number): void {
    switch (type) {
      case BIGINT:
        if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number.`);
        this.#int32(8);
        this.#view.setInt32(this.#at, Math.floor(value / TWO_TO_32));
        this.#view.setUint32(this.#at + 4, value >>> 0);
        this.#at += 8;
        break;
      case INTEGER:
        if (value !== (value | 0)) throw new Error(`${value} does not fit into four bytes.`);
        this.#int32(4);
        this.#int32(value);
        break;
      case SMALLINT:
        this.#int32(2);
        this.#view.setInt16(this.#at, value);
        this.#at += 2;
        break;
      case BOOLEAN:
        this.#int32(1);
        this.#bytes[this.#at++] = value;
        break;
      default:
        throw new Error(`A number cannot be written as type ${type}.`);
    }
  }

  /** `columnsLeft` have room already; only the text itself may need more. */
  #text(text: string, type: number, columnsLeft: number): void {
    if (type !== TEXT && type !== JSONB) throw new Error(`A text cannot be written as type ${type}.`);
    this.#need(text.length * 3 + LONGEST_NUMBER * (columnsLeft + 1));
    const start = this.#at;
    this.#at += 4;
    // The one version of the binary form of jsonb.
    if (type === JSONB) this.#bytes[this.#at++] = 1;
    this.#at += this.#characters(text);
    this.#view.setInt32(start, this.#at - start - 4);
  }

  /** Most texts are short words: copied here, they need no call into the runtime. */
  #characters(text: string): number {
    const { length } = text;
    if (length > 32) return this.#bytes.write(text, this.#at);
    for (let n = 0; n < length; n++) {
      const code = text.charCodeAt(n);
      if (code > 127) return this.#bytes.write(text, this.#at);
      this.#bytes[this.#at + n] = code;
    }
    return length;
  }

  #int32(value: number): void {
    this.#view.setInt32(this.#at, value);
    this.#at += 4;
  }

  #need(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + bytes));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = viewOf(larger);
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
