// Finds what a person should check before trusting a series: likely splits, extreme moves, gaps, weekend sessions. Changes nothing.
import { DAY_MS, dayText } from '../../../../core/market/day.ts';
import { counted } from '../read/series.ts';
import type { ImportedBar, ImportInterval, SeriesFlag } from '../read/series.ts';
import { dailyFrom, splitRatio } from './days.ts';

const OUTLIER_SPREADS = 8;
const GAP_DAYS = 7;

export function findFlags(bars: readonly ImportedBar[], interval: ImportInterval): SeriesFlag[] {
  const days = interval === '1D' ? bars : dailyFrom(bars);
  const flags = [...splitFlags(days), ...outlierFlags(days), ...gapFlags(days)];
  const weekend = weekendFlag(days);
  return (weekend === null ? flags : [...flags, weekend]).sort((a, b) => a.at - b.at);
}

function splitFlags(days: readonly ImportedBar[]): SeriesFlag[] {
  const flags: SeriesFlag[] = [];
  for (let i = 1; i < days.length; i++) {
    const ratio = splitRatio(days[i - 1].close, days[i].open);
    if (ratio === null) continue;
    const times = ratio < 1 ? `1/${trimmed(1 / ratio)}` : `${trimmed(ratio)} times`;
    flags.push(
      flag('split', days[i], `opens at ${times} the last close: a split or bonus that prices are not adjusted for?`),
    );
  }
  return flags;
}

function trimmed(value: number): string {
  return Number(value.toFixed(2)).toString();
}

function outlierFlags(days: readonly ImportedBar[]): SeriesFlag[] {
  const returns = days.slice(1).map((day, i) => Math.log(day.close / days[i].close));
  if (returns.length < 20) return [];
  const spread = robustSpread(returns);
  if (spread === 0) return [];
  const flags: SeriesFlag[] = [];
  for (const [i, change] of returns.entries()) {
    if (Math.abs(change) <= OUTLIER_SPREADS * spread || splitRatio(days[i].close, days[i + 1].open) !== null) continue;
    const percent = ((Math.exp(change) - 1) * 100).toFixed(1);
    flags.push(
      flag(
        'outlier',
        days[i + 1],
        `close moves ${percent} %, ${(Math.abs(change) / spread).toFixed(0)} times a usual day`,
      ),
    );
  }
  return flags;
}

function gapFlags(days: readonly ImportedBar[]): SeriesFlag[] {
  const flags: SeriesFlag[] = [];
  for (let i = 1; i < days.length; i++) {
    const missed = (days[i].at - days[i - 1].at) / DAY_MS - 1;
    if (missed >= GAP_DAYS) flags.push(flag('gap', days[i], `${counted(missed, 'day')} without a bar before it`));
  }
  return flags;
}

/** Bars on weekends are only flagged, because exchanges do open on some (Diwali, budget days). */
function weekendFlag(days: readonly ImportedBar[]): SeriesFlag | null {
  const weekend = days.filter((day) => [0, 6].includes(new Date(day.at).getUTCDay()));
  if (weekend.length === 0) return null;
  return flag('weekend', weekend[0], `${counted(weekend.length, 'bar')} on a Saturday or Sunday, kept`);
}

function flag(kind: SeriesFlag['kind'], { at }: ImportedBar, text: string): SeriesFlag {
  return { kind, at, text: `${dayText(at / DAY_MS)} ${text}` };
}

/** A standard deviation that outliers do not distort: the median absolute return, scaled as for a normal distribution around zero. */
export function robustSpread(returns: readonly number[]): number {
  if (returns.length === 0) return 0;
  const sizes = Float64Array.from(returns, Math.abs).sort();
  return 1.4826 * sizes[sizes.length >> 1];
}
