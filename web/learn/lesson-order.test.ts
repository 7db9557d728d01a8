// Own lessons: the one under way comes first, however many are planned after it.
import { expect, test } from 'vitest';
import { nextFirst } from './lesson-order.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 21, 13);

test('lessons under way, to come, and over', () => {
  const lesson = (name: string, startsIn: number, status: 'SCHEDULED' | 'COMPLETED' | 'CANCELED' = 'SCHEDULED') => ({
    name,
    start_time: new Date(NOW + startsIn * HOUR).toISOString(),
    end_time: new Date(NOW + (startsIn + 1) * HOUR).toISOString(),
    status,
  });
  const given = [
    lesson('next week', 168),
    lesson('canceled', 30, 'CANCELED'),
    lesson('tomorrow', 24),
    lesson('running', -0.5),
    lesson('over', -3, 'COMPLETED'),
    lesson('long over', -99, 'COMPLETED'),
  ];
  const names = nextFirst(given, NOW).map(({ name }) => name);
  expect(names).toEqual(['running', 'tomorrow', 'next week', 'canceled', 'over', 'long over']);
});
