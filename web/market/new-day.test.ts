// What makes an open page of a stock ask for its days again.
import { expect, test } from 'vitest';
import { dayKey } from './new-day.ts';

test('a day begins with another date, another close, or its first trade, and with none of the later ones', () => {
  const evening = dayKey('2027-01-31', 65.68, 4_000);
  expect(dayKey('2027-01-31', 65.68, 4_100)).toBe(evening);
  const midnight = dayKey('2027-02-01', 65.7, 0);
  expect(midnight).not.toBe(evening);
  // Until something has traded, the last day with figures is still the one before.
  const first = dayKey('2027-02-01', 65.7, 20);
  expect(first).not.toBe(midnight);
  expect(dayKey('2027-02-01', 65.7, 40)).toBe(first);
});

test('a stock that is not known yet has no day that could change', () => {
  expect(dayKey('2027-01-31', undefined, undefined)).toBeUndefined();
});
