// The step that a code belongs to: it is what makes a code valid once, so it must be the code's own and not that of the clock.
import { expect, test } from 'vitest';
import { totpStep } from './totp.ts';

/** RFC 6238, appendix B: the secret of its SHA-1 vectors, `12345678901234567890`; the last six digits of its codes. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [20_000_000_000, '353130', 666_666_666],
])('at second %i the code %s is of step %i', (second, code, step) => {
  expect(totpStep(SECRET, code, second * 1000)).toBe(step);
});

test('a code is of its own step also where the clock is one step away, and of none two steps away', () => {
  expect([0, 29, 30, 59, 60, 89].map((second) => totpStep(SECRET, '287082', second * 1000))).toEqual([
    1, 1, 1, 1, 1, 1,
  ]);
  expect(totpStep(SECRET, '287082', 90_000)).toBeNull();
  expect(totpStep(SECRET, '28708', 59_000)).toBeNull();
});
