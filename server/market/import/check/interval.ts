// Distinguishes daily from one-minute bars by how far apart the bars of a file are, and refuses any other interval.
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
  const stocks = [...groups];
  const { smallestStep, hasTimes } = spacing(stocks);
  if (chosen === '1m') return { interval: '1m', notes: [] };
  if (smallestStep === null) {
    if (chosen === null) refuseSparse(stocks);
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

/** Fewer bars say nothing about how far they are apart. */
const FEWEST_BARS = 10;
/** Days from one bar to the next, as a rule: four closed days in a row are rare, and never the rule. */
const LONGEST_STEP = 5;

/** Bars of weeks or months would be traded as days: two to five times as wild. One stock whose bars are days tells it of all. */
function refuseSparse(stocks: readonly (readonly CheckedRow[])[]): void {
  const steps = stocks.filter(({ length }) => length >= FEWEST_BARS).map(usualStep);
  // Not as arguments of a call: a file may hold more stocks than a call takes.
  const shortest = steps.reduce((least, step) => Math.min(least, step), Infinity);
  if (steps.length === 0 || shortest < LONGEST_STEP) return;
  const what = shortest < 20 ? 'a week' : 'a month';
  throw new FileRefused(
    `has about one bar ${what}; only daily and 1-minute bars can be imported ` +
      '(say --interval 1D if these are the days on which the stock was traded)',
  );
}

/** The median number of days from one bar to the next. */
function usualStep(rows: readonly CheckedRow[]): number {
  const days = rows.map(({ moment }) => moment.day).sort((a, b) => a - b);
  const steps = days.slice(1).map((day, i) => day - days[i]);
  return steps.sort((a, b) => a - b)[steps.length >> 1];
}

function stepText(step: number): string {
  return step % MINUTE_MS === 0 ? `${step / MINUTE_MS} minutes` : `${step / 1000} seconds`;
}
