// What the live market needs to go on like the real stock: its last close, its own volatility, its usual volume.
import type { Paise, Quantity } from '../../../core/money.ts';
import type { ImportedBar, ImportedSeries } from './series.ts';
import { dailyFrom, splitRatio } from './days.ts';

export interface Temperament {
  readonly lastClose: Paise;
  readonly lastAt: number;
  readonly previousClose: Paise;
  /** Standard deviation of the daily log return; 0.02 is two percent a day. */
  readonly dailyVolatility: number;
  /** False when the history is too short to tell and a usual value was taken. */
  readonly isVolatilityOwn: boolean;
  readonly averageDailyVolume: Quantity;
}

/** The last four years or so: a stock is no longer what it was twenty years ago. */
const RECENT_DAYS = 1_000;
const MIN_RETURNS = 20;
const USUAL_VOLATILITY = 0.018;
const LEAST_VOLATILITY = 0.002;
const MOST_VOLATILITY = 0.08;
/** Moves beyond this many robust spreads count as this many: news days stay in, misprints do not rule. */
const WINSOR_SPREADS = 5;
const VOLUME_DAYS = 60;

/** Daily bars when there are enough of them, else days made of the minutes; the last close is the latest of both. */
export function temperamentOf(daily: ImportedSeries | undefined, minutes: ImportedSeries | undefined): Temperament {
  const minuteDays = minutes === undefined ? [] : dailyFrom(minutes.bars);
  const dailyBars = daily?.bars ?? [];
  const days = dailyBars.length >= Math.min(MIN_RETURNS, minuteDays.length) ? dailyBars : minuteDays;
  const latest = lastOf(dailyBars, minuteDays);
  const returns = nightlyReturns(days.slice(-RECENT_DAYS - 1));
  const isVolatilityOwn = returns.length >= MIN_RETURNS;
  const volumes = days.slice(-VOLUME_DAYS).map((day) => day.volume);
  return {
    lastClose: latest[latest.length - 1].close,
    lastAt: latest[latest.length - 1].at,
    previousClose: latest[Math.max(0, latest.length - 2)].close,
    dailyVolatility: isVolatilityOwn ? volatility(returns) : USUAL_VOLATILITY,
    isVolatilityOwn,
    averageDailyVolume: Math.round(volumes.reduce((sum, volume) => sum + volume, 0) / Math.max(1, volumes.length)),
  };
}

function lastOf(daily: readonly ImportedBar[], minuteDays: readonly ImportedBar[]): readonly ImportedBar[] {
  if (daily.length === 0) return minuteDays;
  if (minuteDays.length === 0) return daily;
  return minuteDays[minuteDays.length - 1].at > daily[daily.length - 1].at ? minuteDays : daily;
}

/** Close to close, without the nights of a split, which are no moves of the market. */
function nightlyReturns(days: readonly ImportedBar[]): number[] {
  const returns: number[] = [];
  for (let i = 1; i < days.length; i++) {
    if (splitRatio(days[i - 1].close, days[i].open) === null) returns.push(Math.log(days[i].close / days[i - 1].close));
  }
  return returns;
}

/** Winsorised at five robust spreads, and kept inside what the price model can play. */
export function volatility(returns: readonly number[]): number {
  const spread = robustSpread(returns);
  const bound = spread > 0 ? WINSOR_SPREADS * spread : 0.2;
  const squares = returns.reduce((sum, change) => sum + Math.min(Math.abs(change), bound) ** 2, 0);
  return Math.min(MOST_VOLATILITY, Math.max(LEAST_VOLATILITY, Math.sqrt(squares / returns.length)));
}

/** The median size of a return, scaled so that it equals the standard deviation of a bell curve. Returns centre on zero. */
export function robustSpread(returns: readonly number[]): number {
  return 1.4826 * median(returns.map(Math.abs));
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
