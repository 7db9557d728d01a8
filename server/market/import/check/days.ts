// Daily views of a series: makes days of minutes, and recognises overnight changes that look like a split.
import { DAY_MS } from '../../../../core/market/day.ts';
import type { ImportedBar } from '../read/series.ts';

/** New price over old for common splits and bonuses: 1:1 halves it, 10 to 1 leaves a tenth, 1 for 3 leaves three quarters. */
const SIMPLE_RATIOS = '3/4 2/3 5/8 3/5 1/2 2/5 1/3 3/10 1/4 1/5 1/6 1/8 1/10 1/15 1/20 1/25 1/50 1/100'
  .split(' ')
  .map((ratio) => Number(ratio.split('/')[0]) / Number(ratio.split('/')[1]));
const SPLIT_TOLERANCE = 0.08;
/** An overnight fall to less than this is rarer than a split. */
const CLIFF = 0.785;

/** Minute bars as days (of UTC, which no exchange day here crosses apart from a handful of zones). */
export function dailyFrom(minutes: readonly ImportedBar[]): ImportedBar[] {
  const days: ImportedBar[] = [];
  for (const bar of minutes) {
    const at = Math.floor(bar.at / DAY_MS) * DAY_MS;
    const day = days.at(-1);
    if (day === undefined || day.at !== at) days.push({ ...bar, at });
    else {
      days[days.length - 1] = {
        ...day,
        high: Math.max(day.high, bar.high),
        low: Math.min(day.low, bar.low),
        close: bar.close,
        volume: day.volume + bar.volume,
      };
    }
  }
  return days;
}

/** The simple ratio an overnight jump looks like, or null for an ordinary night. */
export function splitRatio(previousClose: number, open: number): number | null {
  const change = open / previousClose;
  const fall = Math.min(change, 1 / change);
  if (fall > CLIFF) return null;
  const ratio = SIMPLE_RATIOS.find((simple) => Math.abs(fall / simple - 1) <= SPLIT_TOLERANCE);
  if (ratio === undefined) return null;
  return change < 1 ? ratio : 1 / ratio;
}
