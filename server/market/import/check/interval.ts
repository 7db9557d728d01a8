// Distinguishes daily from one-minute bars by the times in a file, and refuses any other interval.
import { MINUTE_MS } from '../../../../core/market/day.ts';
import { FileRefused } from '../read/series.ts';
import type { ImportInterval } from '../read/series.ts';
import type { CheckedRow } from './rows.ts';

export interface IntervalChoice {
  readonly interval: ImportInterval;
  readonly notes: readonly string[];
}

/** @param groups the rows of each symbol @param declared what the file says @param asked what the operator says */
export function chooseInterval(
  groups: Iterable<readonly CheckedRow[]>,
  declared: ImportInterval | null,
  asked: ImportInterval | null,
): IntervalChoice {
  const chosen = asked ?? declared;
  const { smallestStep, hasTimes } = spacing(groups);
  if (chosen === '1m') return { interval: '1m', notes: [] };
  if (smallestStep === null) {
    const notes =
      hasTimes && chosen === null
        ? ['one bar a day, so taken as daily bars; say --interval 1m if they are minutes']
        : [];
    return { interval: '1D', notes };
  }
  const isMinutes = smallestStep === MINUTE_MS;
  if (chosen === null && isMinutes) return { interval: '1m', notes: [] };
  if (chosen === '1D') throw new FileRefused('has several bars on one day, so its bars are not daily');
  throw new FileRefused(`has bars ${stepText(smallestStep)} apart; only daily and 1-minute bars can be imported`);
}

/** The shortest time between two bars of one stock on one day; null if no stock has two bars on one day. */
function spacing(groups: Iterable<readonly CheckedRow[]>): { smallestStep: number | null; hasTimes: boolean } {
  let smallestStep: number | null = null;
  let hasTimes = false;
  for (const rows of groups) {
    const moments = rows.map((row) => row.moment).sort((a, b) => a.at - b.at);
    for (const [index, moment] of moments.entries()) {
      hasTimes ||= moment.timeMs !== 0;
      const before = index === 0 ? null : moments[index - 1];
      if (before === null || before.day !== moment.day || before.at === moment.at) continue;
      smallestStep = Math.min(smallestStep ?? Infinity, moment.at - before.at);
    }
  }
  return { smallestStep, hasTimes };
}

function stepText(step: number): string {
  return step % MINUTE_MS === 0 ? `${step / MINUTE_MS} minutes` : `${step / 1000} seconds`;
}
