// When the trades of the tape were: their day is said unless it is the current one in India.
import { expect, test, vi } from 'vitest';

vi.stubGlobal('sessionStorage', { getItem: () => null });
vi.stubGlobal('BroadcastChannel', undefined);
const { timeShape } = await import('./recent-trades.tsx');

test('a trade of an earlier day is read with its day', () => {
  const readAt = Date.parse('2026-11-30T08:00:00+05:30');
  // One minute after midnight in India, and one before.
  expect(timeShape('2026-11-29T18:31:00.000Z', readAt)).toBe('time');
  expect(timeShape('2026-11-29T18:29:00.000Z', readAt)).toBe('full');
});
