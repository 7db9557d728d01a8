// The check of the serial order finds a request that was served too early, and accepts any order of concurrent requests.
import { expect, test } from 'vitest';
import { serialFaults } from './serial-order.ts';

test('a request after an answer comes later; of two at once either may be first', () => {
  const early = { firstSentAt: 0, answeredAt: 10, sequence: 5 };
  const beside = { firstSentAt: 5, answeredAt: 30, sequence: 3 };
  const late = { firstSentAt: 11, answeredAt: 20, sequence: 8 };
  expect(serialFaults([late, beside, early])).toEqual([]);
  expect(serialFaults([early, beside, { ...late, sequence: 4 }])).toEqual([
    'command 4 was asked after 5 had been answered',
  ]);
});
