// Days and instants as an admin list takes them: only those that exist, and in India's time wherever the server stands.
import { expect, test } from 'vitest';
import { dayNumber } from '../wire/day-number.ts';
import { daysFilter } from './filters.ts';

const read = (given: string) => daysFilter.safeParse(given).data?.fromDay;

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2026-01-31T18:29:59Z', '2026-01-31'],
  ['2026-01-31T18:30:00.000Z', '2026-02-01'],
  ['2026-01-31T23:30:00+05:30', '2026-01-31'],
  ['2026-01-31T23:30:00-0500', '2026-02-01'],
  ['2026-01-31T23:30', '2026-01-31'],
  ['2026-01-31T00:30:00', '2026-01-31'],
])('%s is on %s', (given, day) => {
  expect(read(given)).toBe(dayNumber(day));
});

test.each(['2026-02-30', '2026-02-30T10:00:00Z', '2026-02-30T10:00', '2026-01-31T25:00Z', '2026-01-31T', 'today'])(
  '%s is no day',
  (given) => {
    expect(daysFilter.safeParse(given).success).toBe(false);
  },
);
