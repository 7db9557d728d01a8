// What the prices are called within which a stock may trade: which day's band they are, or that the last price has reached one of them.
import type { DepthData } from '../../contract/market.ts';

export type DepthBand = Pick<DepthData, 'lastPrice' | 'lowestPrice' | 'highestPrice'>;

export function bandName({ lastPrice, lowestPrice, highestPrice }: DepthBand, day: string): string {
  if (lastPrice >= highestPrice) return 'At its upper limit';
  return lastPrice <= lowestPrice ? 'At its lower limit' : bandOf(day);
}

/** Before the prices themselves are known. */
export function bandOf(day: string): string {
  return day === 'today' ? 'Price band today' : `Price band, ${day}`;
}
