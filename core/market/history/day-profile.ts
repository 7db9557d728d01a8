// How lively the market is over the day: trading activity, size of price moves, depth and caution, minute by minute.
import type { MarketHours } from '../trading-hours.ts';
import { sessionMinutes } from '../trading-hours.ts';

/** All as multiples of the day's average. `fraction` runs from 0 at the open to 1 at the close. */
export interface DayProfile {
  /** Orders and trades; mean 1. */
  activity(fraction: number): number;
  /** Deviation of the value's moves; mean square 1. */
  volatility(fraction: number): number;
  /** How wide makers quote; 1 in the quiet of an ordinary day. */
  caution(fraction: number): number;
  /** How much makers quote. */
  depth(fraction: number): number;
}

/**
 * The Indian session: busiest and most nervous at the open, quiet at noon, busy again into the close.
 */
const NSE = tabulate(sessionMinutes('nse'), {
  activity: (u) => 1.0 * Math.exp(-u / 0.055) + 0.64 + 0.75 * Math.exp(-(1 - u) / 0.065),
  volatility: (u) => 1.75 * Math.exp(-u / 0.05) + 0.85 + 0.08 * Math.exp(-(1 - u) / 0.06) - 0.14 * wave(u, 12, 2),
  caution: (u) => 1 + 0.9 * Math.exp(-u / 0.03),
  depth: (u) => 0.65 + 0.6 * u,
});

/**
 * The market that never closes: two smooth waves, the working day round 11:30 and the evening round 20:30 when learners
 * come, over a floor that keeps prices moving at every hour. The quietest time is about 04:00, with a third of the
 * activity of noon and two thirds of its price moves.
 */
const ALWAYS = tabulate(sessionMinutes('always'), {
  activity: (u) => 0.5 + 1.0 * wave(u, 11.5, 2) + 0.65 * wave(u, 20.5, 4),
  volatility: (u) => 0.74 + 0.42 * wave(u, 11.5, 2) + 0.26 * wave(u, 20.5, 4),
  caution: (u) => 1.3 - 0.3 * wave(u, 11.5, 1) - 0.15 * wave(u, 20.5, 4),
  depth: () => 1,
});

export const DAY_PROFILES: Record<MarketHours, DayProfile> = { always: ALWAYS, nse: NSE };

/** A hump over 24 hours that peaks with 1 at `hour`; higher `sharpness`, narrower hump. */
function wave(fraction: number, hour: number, sharpness: number): number {
  return Math.exp(sharpness * (Math.cos(2 * Math.PI * (fraction - hour / 24)) - 1));
}

/** Turns formulas into tables by the minute, with activity and volatility brought to their means. */
function tabulate(minutes: number, shape: DayProfile): DayProfile {
  const activity = table(minutes, shape.activity);
  const volatility = table(minutes, shape.volatility);
  const caution = table(minutes, shape.caution);
  const depth = table(minutes, shape.depth);
  divide(activity, mean(activity));
  divide(volatility, Math.sqrt(mean(volatility.map((value) => value * value))));
  const at = (values: Float64Array, fraction: number): number =>
    values[Math.min(minutes - 1, Math.floor(fraction * minutes))];
  return {
    activity: (fraction) => at(activity, fraction),
    volatility: (fraction) => at(volatility, fraction),
    caution: (fraction) => at(caution, fraction),
    depth: (fraction) => at(depth, fraction),
  };
}

function table(minutes: number, formula: (fraction: number) => number): Float64Array {
  return Float64Array.from({ length: minutes }, (_, minute) => formula((minute + 0.5) / minutes));
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function divide(values: Float64Array, divisor: number): void {
  for (let i = 0; i < values.length; i++) values[i] /= divisor;
}
