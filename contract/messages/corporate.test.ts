// What holders are told of a corporate action.
import { expect, test } from 'vitest';
import { entitlementText } from './corporate.ts';

const told = (before: number, after: number, cash: number) =>
  entitlementText({ kind: 'bonus', symbol: 'MERIT' }, { before, after, cash });

test('a bonus that brings no share does not claim to change their number', () => {
  expect(told(1, 1, 107_82)).toBe(
    'MERIT gave a bonus: you still have 1 share, too few for a new one. You got \u20b9107.82 for the remaining fraction of a share.',
  );
  expect(told(2, 3, 0)).toBe(
    'MERIT gave a bonus: you now have 3 shares instead of 2. Their total cost has not changed.',
  );
});
