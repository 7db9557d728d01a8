// Writes one number of each row as a binary array of a whole-number type.

/** PostgreSQL's own numbers of these types, which never change. */
export const BIGINT = 20;
export const SMALLINT = 21;
export const INTEGER = 23;

const BYTES = { [BIGINT]: 8, [SMALLINT]: 2, [INTEGER]: 4 } as const;
const ARRAY_HEAD = 20;
const TWO_TO_32 = 2 ** 32;
const FIRST_BYTES = 2 * 1024;

export class NumberArray<Row> {
  readonly #type: keyof typeof BYTES;
  readonly #of: (row: Row) => number;
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);

  constructor(type: keyof typeof BYTES, of: (row: Row) => number) {
    this.#type = type;
    this.#of = of;
  }

  /** Good until the next call: the bytes are written over then. `rows` has one at least. @throws for a number that does not fit. */
  encode(rows: readonly Row[]): Buffer {
    const size = BYTES[this.#type];
    const length = ARRAY_HEAD + rows.length * (4 + size);
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafe(2 * length);
    const bytes = this.#bytes;
    const head = [1, 0, this.#type, rows.length, 1];
    head.forEach((value, index) => bytes.writeInt32BE(value, 4 * index));
    let at = ARRAY_HEAD;
    for (const row of rows) {
      const value = this.#of(row);
      bytes.writeInt32BE(size, at);
      at += 4;
      if (size === 8) writeBigint(bytes, value, at);
      else if (size === 4) bytes.writeInt32BE(value, at);
      else bytes.writeInt16BE(value, at);
      at += size;
    }
    return bytes.subarray(0, length);
  }
}

function writeBigint(bytes: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number.`);
  bytes.writeInt32BE(Math.floor(value / TWO_TO_32), at);
  bytes.writeUInt32BE(value >>> 0, at + 4);
}
