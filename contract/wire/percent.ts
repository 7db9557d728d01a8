// Converts rates between percent, as on the wire and in texts, and millionths, as everywhere else.
import { ONE_MILLION } from '../../core/money.ts';
import type { PartsPerMillion } from '../../core/money.ts';

const ONE_PERCENT: PartsPerMillion = ONE_MILLION / 100;

export function toPercent(rate: PartsPerMillion): number {
  return rate / ONE_PERCENT;
}

/** To the nearest millionth. */
export function fromPercent(percent: number): PartsPerMillion {
  return Math.round(percent * ONE_PERCENT);
}
