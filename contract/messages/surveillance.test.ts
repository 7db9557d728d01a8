// The sentences of flags read well also where a figure is nothing or one.
import { expect, test } from 'vitest';
import { patternSentence } from './surveillance.ts';

test('shares that all came back, and a wall that was gone a second later or at once', () => {
  const wash = (kept: number, high = 401_00) =>
    patternSentence('wash-trading', 'MERIT', { traded: 600, kept, low: 400_00, high });
  expect(wash(0)).toBe(
    '600 shares of MERIT went back and forth between the same two accounts at \u20b9400.00 to \u20b9401.00; none of them stayed with one of the two.',
  );
  expect(wash(0, 400_00)).toContain('the same two accounts at \u20b9400.00; none');
  expect(wash(1200)).toContain('; only 1,200 of them stayed with one of the two.');
  const wall = (seconds: number) =>
    patternSentence('layering', 'MERIT', { shown: 800, layers: 4, traded: 60, gone: 800, seconds });
  expect(wall(0)).toContain('60 shares were traded on the other, and within the same second the orders were gone');
  expect(wall(1)).toContain('and 1 second later the orders were gone');
  expect(wall(12)).toContain('and 12 seconds later the orders were gone');
});
