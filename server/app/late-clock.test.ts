// When a start says that the clock is behind the market.
import { expect, test } from 'vitest';
import { marketDay } from '../../core/market/day.ts';
import { lateClock } from './late-clock.ts';

/** A Sunday, six o'clock in the morning in India. */
const SUNDAY = Date.UTC(2026, 10, 29, 0, 30);
const day = marketDay(SUNDAY);

test('said of a clock with an earlier date, and not on a day on which an exchange with closing hours would not have begun one', () => {
  expect(lateClock(day, SUNDAY)).toBeNull();
  expect(lateClock(day - 2, SUNDAY)).toBeNull();
  expect(lateClock(day + 1, SUNDAY)).toBe(
    'The market has reached 2026-11-30, and the clock of this machine says 2026-11-29. Is it right? No day begins before.',
  );
});
