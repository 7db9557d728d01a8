// What the simulated traders need to know of a stock, computed from its daily bars, so that an imported stock keeps its character.
import type { TraderProfile } from '../../core/market/traders/simulated-traders.ts';

export interface DailyPast {
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

const USUAL = { volatility: 0.018, volume: 500_000 };
const LOWEST_VOLATILITY = 0.004;
const HIGHEST_VOLATILITY = 0.08;
const VOLUME_DAYS = 60;
/** With no more days than this, a typical character is used. */
export const FEWEST_DAYS = 20;
/** Half of the moves of a normal distribution are smaller than this many deviations. */
const MEDIAN_SIZE = 0.6745;
/** Splits and other cliffs in raw data do not count as volatility. */
const MOST_USUAL_MOVES = 6;

export function traderProfileFrom({ close, volume }: DailyPast, lastPrice: number, tickSize: number): TraderProfile {
  return { lastPrice, tickSize, dailyVolatility: dailyVolatility(close), averageDailyVolume: averageVolume(volume) };
}

/** Deviation of daily log returns, with moves beyond six usual ones cut off. */
function dailyVolatility(close: readonly number[]): number {
  if (close.length <= FEWEST_DAYS) return USUAL.volatility;
  const sizes = close.slice(1).map((price, i) => Math.abs(Math.log(price / close[i])));
  const median = [...sizes].sort((a, b) => a - b)[sizes.length >> 1];
  const most = MOST_USUAL_MOVES * Math.max(median / MEDIAN_SIZE, LOWEST_VOLATILITY);
  const square = sizes.reduce((sum, size) => sum + Math.min(size, most) ** 2, 0) / sizes.length;
  return Math.min(HIGHEST_VOLATILITY, Math.max(LOWEST_VOLATILITY, Math.sqrt(square)));
}

function averageVolume(volume: readonly number[]): number {
  const recent = volume.slice(-VOLUME_DAYS).filter((shares) => shares > 0);
  if (recent.length === 0) return USUAL.volume;
  return Math.max(1, Math.round(recent.reduce((sum, shares) => sum + shares, 0) / recent.length));
}
