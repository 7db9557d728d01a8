// The check of the one order finds who was served too early, and lets alone those who asked at once.
import { expect, test } from 'vitest';
import { serialFaults } from './serial-order.ts';

test('who asked after an answer comes later; of two at once either may be first', () => {
  const early = { firstSentAt: 0, answeredAt: 10, sequence: 5 };
  const beside = { firstSentAt: 5, answeredAt: 30, sequence: 3 };
  const late = { firstSentAt: 11, answeredAt: 20, sequence: 8 };
  expect(serialFaults([late, beside, early])).toEqual([]);
  expect(serialFaults([early, beside, { ...late, sequence: 4 }])).toEqual([
    'command 4 was asked after 5 had been answered',
  ]);
});
