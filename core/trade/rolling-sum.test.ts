// The rolling sum against adding up everything that was ever told.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LONGEST_TIMEFRAME_HOURS, RollingSum } from './rolling-sum.ts';

const HOUR = 3_600_000;

test('a value at the very edge of the window is outside it', () => {
  const sum = new RollingSum();
  sum.add(100, 5);
  sum.add(200, 7);
  expect([sum.since(99), sum.since(100), sum.since(199), sum.since(200)]).toEqual([12, 7, 7, 0]);
});

test('a window may grow again: what a shorter timeframe left out counts once more', () => {
  const sum = new RollingSum();
  sum.add(HOUR, 5);
  sum.add(3 * HOUR, 7);
  expect(sum.since(2 * HOUR)).toBe(7);
  expect(sum.since(0)).toBe(12);
});

test('values that no timeframe can reach are forgotten', () => {
  const sum = new RollingSum();
  const late = (LONGEST_TIMEFRAME_HOURS + 1) * HOUR;
  for (let i = 0; i < 255; i++) sum.add(i, 1);
  expect(sum.entries(300)).toHaveLength(255);
  expect(sum.entries(late)).toHaveLength(0);
  sum.add(late, 3);
  expect([sum.since(-1), sum.entries(late)]).toEqual([3, [{ at: late, quantity: 3 }]]);
});

test('against adding up, with time going on and windows of any length', () => {
  const step = fc.record({
    pause: fc.nat(3 * HOUR),
    quantity: fc.integer({ min: 1, max: 50 }),
    hours: fc.integer({ min: 0, max: 48 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const sum = new RollingSum();
      const all: { at: number; quantity: number }[] = [];
      let at = 0;
      for (const { pause, quantity, hours } of steps) {
        at += pause;
        sum.add(at, quantity);
        all.push({ at, quantity });
        const from = at - hours * HOUR;
        expect(sum.since(from)).toBe(all.reduce((total, each) => (each.at > from ? total + each.quantity : total), 0));
      }
    }),
    { numRuns: 30 },
  );
});
