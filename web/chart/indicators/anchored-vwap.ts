// The volume-weighted average price, restarted with each session; on daily bars with each month, on weekly ones with each year.
import type { Interval } from '../../../contract/market.ts';
import { volumeWeightedPrice } from '../../../core/market/indicators/bar-indicators.ts';
import type { IndicatorLine } from '../../../core/market/indicators/price-indicators.ts';
import { DAY_MS, marketDay } from '../../../core/market/day.ts';
import type { TimedBar } from './kind.ts';

/** The day, month or year in India that a bar belongs to. */
function sessionOf(second: number, interval: Interval): number {
  const day = marketDay(second * 1000);
  if (interval !== '1D' && interval !== '1W') return day;
  const date = new Date(day * DAY_MS);
  return interval === '1D' ? date.getUTCFullYear() * 12 + date.getUTCMonth() : date.getUTCFullYear();
}

export function anchoredVwap(bars: readonly TimedBar[], interval: Interval): IndicatorLine {
  const line: IndicatorLine = [];
  let start = 0;
  for (let index = 1; index <= bars.length; index++) {
    const isSame =
      index < bars.length && sessionOf(bars[index].timestamp, interval) === sessionOf(bars[start].timestamp, interval);
    if (isSame) continue;
    for (const value of volumeWeightedPrice(bars.slice(start, index))) line.push(value);
    start = index;
  }
  return line;
}
