// Writes one number of each row as a binary array of a whole-number type.
import { assertNever } from '../../core/assert.ts';

/** PostgreSQL's type numbers, which never change. */
export const BIGINT = 20;
export const SMALLINT = 21;
export const INTEGER = 23;

const BYTES = { [BIGINT]: 8, [SMALLINT]: 2, [INTEGER]: 4 } as const;
type NumberType = keyof typeof BYTES;

export const SQL_TYPES = { [BIGINT]: 'bigint', [SMALLINT]: 'smallint', [INTEGER]: 'integer' } as const;

/** One number of each row: its type, and how a row has it. */
export type NumberColumn<Row> = readonly [type: NumberType, of: (row: Row) => number];

const EMPTY_HEAD = 12;
const ARRAY_HEAD = 20;
const TWO_TO_32 = 2 ** 32;
const FIRST_BYTES = 2 * 1024;

export class NumberArray<Row> {
  readonly #type: NumberType;
  readonly #of: (row: Row) => number;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #view = viewOf(this.#bytes);

  constructor(type: NumberType, of: (row: Row) => number) {
    this.#type = type;
    this.#of = of;
  }

  /** Valid until the next call, which reuses the buffer. @throws for a number that does not fit. */
  encode(rows: readonly Row[]): Buffer {
    const type = this.#type;
    const size = BYTES[type];
    const length = rows.length === 0 ? EMPTY_HEAD : ARRAY_HEAD + rows.length * (4 + size);
    this.#need(length);
    const view = this.#view;
    view.setInt32(0, rows.length === 0 ? 0 : 1);
    view.setInt32(4, 0);
    view.setInt32(8, type);
    view.setInt32(12, rows.length);
    view.setInt32(16, 1);
    const of = this.#of;
    for (let n = 0, at = ARRAY_HEAD; n < rows.length; n++, at += 4 + size) {
      view.setInt32(at, size);
      writeNumber(view, at + 4, of(rows[n]), type);
    }
    return this.#bytes.subarray(0, length);
  }

  #need(length: number): void {
    if (length <= this.#bytes.length) return;
    this.#bytes = Buffer.allocUnsafe(2 * length);
    this.#view = viewOf(this.#bytes);
  }
}

/** Several numbers of each row: one array per number, under its name. */
export class NumberArrays<Row, Name extends string> {
  readonly #arrays: readonly (readonly [Name, NumberArray<Row>])[];

  constructor(columns: Readonly<Record<Name, NumberColumn<Row>>>) {
    const named = Object.entries(columns) as [Name, NumberColumn<Row>][];
    this.#arrays = named.map(([name, [type, of]]) => [name, new NumberArray(type, of)]);
  }

  /** Valid until the next call. */
  encode(rows: readonly Row[]): Record<Name, Buffer> {
    const encoded: Partial<Record<Name, Buffer>> = {};
    for (const [name, array] of this.#arrays) encoded[name] = array.encode(rows);
    return encoded as Record<Name, Buffer>;
  }
}

/** Returns how many bytes it took. @throws for a number that does not fit. */
export function writeNumber(view: DataView, at: number, value: number, type: NumberType): number {
  switch (type) {
    case BIGINT:
      if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number.`);
      view.setInt32(at, Math.floor(value / TWO_TO_32));
      view.setUint32(at + 4, value >>> 0);
      return 8;
    case INTEGER:
      if (value !== (value | 0)) throw new Error(`${value} does not fit into four bytes.`);
      view.setInt32(at, value);
      return 4;
    case SMALLINT:
      if (value !== (value << 16) >> 16) throw new Error(`${value} does not fit into two bytes.`);
      view.setInt16(at, value);
      return 2;
    default:
      return assertNever(type);
  }
}

export function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
