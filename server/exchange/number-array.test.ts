// Binary arrays of numbers come back from the database unchanged, and numbers that do not fit are not written.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import { BIGINT, INTEGER, NumberArrays, SMALLINT } from './number-array.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

interface Numbers {
  readonly small: number;
  readonly medium: number;
  readonly large: number;
}

const arrays = new NumberArrays<Numbers, keyof Numbers>({
  small: [SMALLINT, ({ small }) => small],
  medium: [INTEGER, ({ medium }) => medium],
  large: [BIGINT, ({ large }) => large],
});

async function throughTheDatabase(rows: readonly Numbers[]): Promise<unknown[]> {
  // The second time over the bytes of the first, which were longer.
  arrays.encode([...rows, ...rows]);
  const text = 'select * from unnest($1::smallint[], $2::integer[], $3::bigint[]) as n(small, medium, large)';
  const { small, medium, large } = arrays.encode(rows);
  return (await database.query(text, [small, medium, large])).rows;
}

test('no rows, one, and more than the first buffer holds', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ small: n, medium: 100_000 * n, large: 2 ** 40 * n }));
  for (const length of [0, 1, 5_000])
    expect(await throughTheDatabase(rows.slice(0, length))).toEqual(rows.slice(0, length));
});

test('numbers at their limits come back unchanged', async () => {
  const rows = [
    { small: -(2 ** 15), medium: -(2 ** 31), large: Number.MIN_SAFE_INTEGER },
    { small: 2 ** 15 - 1, medium: 2 ** 31 - 1, large: Number.MAX_SAFE_INTEGER },
    { small: -1, medium: -1, large: -(2 ** 32) - 1 },
  ];
  expect(await throughTheDatabase(rows)).toEqual(rows);
});

test.each([
  { small: 2 ** 15, medium: 0, large: 0 },
  { small: 0, medium: 2 ** 31, large: 0 },
  { small: 0, medium: 0.5, large: 0 },
  { small: 0, medium: 0, large: 2 ** 53 },
  { small: 0, medium: 0, large: Number.NaN },
])('%j is not written', (row) => expect(() => arrays.encode([row])).toThrow());
