// Transaction history: columns and address.
import { expect, test } from 'vitest';
import { filterOf, readColumns, transactionsSearch, writeColumns } from './transactions-search.ts';

test('the id is hidden at first, the others are shown', () => {
  expect([...readColumns(undefined)]).toEqual(['companyName', 'shares', 'total', 'status']);
  expect(writeColumns(readColumns(undefined))).toBeUndefined();
});

test('a choice of columns goes through the address and back', () => {
  for (const shown of [[], ['id'], ['id', 'companyName', 'shares', 'total', 'status'], ['total', 'status']] as const) {
    const text = writeColumns(new Set(shown));
    expect([...readColumns(text)]).toEqual([...shown]);
  }
});

test('a mangled address still opens', () => {
  expect(transactionsSearch({ page: '2', symbol: ' merit ', columns: 'id,nonsense' })).toEqual({
    page: 2,
    symbol: 'MERIT',
    columns: 'id',
  });
  expect(transactionsSearch({ page: 0, symbol: [], columns: 5 })).toEqual({
    page: undefined,
    symbol: undefined,
    columns: undefined,
  });
  expect(transactionsSearch({ type: 'HOLD', q: 4711, from: '2026-02-30', to: '2026-02-03' })).toMatchObject({
    type: undefined,
    q: '4711',
    from: undefined,
    to: '2026-02-03',
  });
  expect(transactionsSearch({ columns: 'nonsense' })).toMatchObject({ columns: 'none' });
});

test('days in the wrong order are turned round, one day alone stays open on its other side', () => {
  expect(filterOf({ from: '2026-03-01', to: '2026-02-01' })).toMatchObject({ from: '2026-02-01', to: '2026-03-01' });
  expect(filterOf({ from: '2026-03-01', page: 3, columns: 'none' })).toEqual({ from: '2026-03-01' });
});
