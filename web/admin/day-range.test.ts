// Days of a filter: one alone leaves the other side open.
import { expect, test } from 'vitest';
import { daysFilter } from '../../contract/admin/filters.ts';
import { dateRangeOf, inOrder } from './day-range.ts';

test.each([
  [{}, undefined],
  [{ from: '', to: '' }, undefined],
  [{ from: '2026-02-01' }, '2026-02-01,9999-12-31'],
  [{ to: '2026-02-01' }, '1970-01-01,2026-02-01'],
  [{ from: '2026-02-01', to: '2026-02-01' }, '2026-02-01,2026-02-01'],
  [{ from: '2026-03-01', to: '2026-02-01' }, '2026-02-01,2026-03-01'],
])('%j', (days, range) => {
  expect(dateRangeOf(days)).toBe(range);
  // The call takes it as it is.
  expect(daysFilter.safeParse(range).success).toBe(true);
});

test('two in the wrong order are turned round', () => {
  expect(inOrder({ from: '2026-03-01', to: '2026-02-01' })).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  expect(inOrder({ from: '2026-03-01' })).toEqual({ from: '2026-03-01', to: undefined });
});
