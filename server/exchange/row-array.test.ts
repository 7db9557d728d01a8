// Binary arrays of rows come back from the database unchanged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../tests/database.ts';
import type { TestDatabase } from '../../tests/database.ts';
import { RowArray } from './row-array.ts';
import { column } from './rows.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `create table things (venue smallint, gone text, id bigint, small integer, word text, is_so boolean, said jsonb, unasked text);
     alter table things drop column gone`,
  );
});

afterAll(() => database.close());

interface Thing {
  readonly id: number | null;
  readonly small: number | null;
  readonly word: string | null;
  readonly isSo: boolean | null;
  readonly said: string | null;
}

// In another order than the table's.
const COLUMNS = [
  column<Thing>('word', ({ word }) => word),
  column<Thing>('venue', () => 7),
  column<Thing>('id', ({ id }) => id),
  column<Thing>('said', ({ said }) => said),
  column<Thing>('is_so', ({ isSo }) => isSo),
  column<Thing>('small', ({ small }) => small),
];

async function throughTheDatabase(things: readonly Thing[]): Promise<unknown[]> {
  const array = await RowArray.of(database, 'things', COLUMNS);
  // The second time over the bytes of the first.
  array.encode([...things, ...things]);
  const { rows } = await database.query(
    'select venue, id, small, word, is_so as "isSo", said::text, unasked from unnest($1::things[])',
    [array.encode(things)],
  );
  return rows;
}

const EMPTY: Thing = { id: null, small: null, word: null, isSo: null, said: null };
const back = (thing: Thing) => ({ venue: 7, unasked: null, ...thing });

test('no rows', async () => {
  expect(await throughTheDatabase([])).toEqual([]);
});

test('numbers at their limits come back unchanged', async () => {
  const ids = [
    0,
    1,
    -1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    -(2 ** 32),
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];
  const things = ids.map((id, n) => ({ ...EMPTY, id, small: n % 2 === 0 ? 2 ** 31 - 1 : -(2 ** 31) }));
  expect(await throughTheDatabase(things)).toEqual(things.map(back));
});

test('texts of any length and writing, truth, and JSON', async () => {
  const words = [
    '',
    'market',
    'ü',
    '₹ 271.30 "quoted", {braced} and \\',
    'मेरिट',
    '😀'.repeat(20),
    'long '.repeat(10_000),
  ];
  const things = words.map((word, n) => ({ ...EMPTY, word, isSo: n % 2 === 0, said: JSON.stringify([word]) }));
  expect(await throughTheDatabase(things)).toEqual(things.map(back));
});

test('more rows than the first buffer holds', async () => {
  const things = Array.from({ length: 5_000 }, (_, id) => ({ ...EMPTY, id, word: `thing ${id}` }));
  expect(await throughTheDatabase(things)).toEqual(things.map(back));
});

test('what does not fit is refused, and not cut off', async () => {
  const array = await RowArray.of(database, 'things', COLUMNS);
  expect(() => array.encode([{ ...EMPTY, small: 2 ** 31 }])).toThrow('four bytes');
  expect(() => array.encode([{ ...EMPTY, small: 0.5 }])).toThrow('four bytes');
  expect(() => array.encode([{ ...EMPTY, id: 0.5 }])).toThrow('no whole number');
  await expect(RowArray.of(database, 'things', [column('colour', () => 1)])).rejects.toThrow('has no colour');
});
