// Makes a series of the checked rows of one stock: sorted, one bar per instant, and a list of the instants at which the file contradicts itself.
import { DAY_MS, dayStartAt, dayText, marketDay, MINUTE_MS } from '../../../../core/market/day.ts';
import { counted } from '../read/series.ts';
import type { ImportedBar, ImportInterval, Problem } from '../read/series.ts';
import type { SourceTable } from '../read/source.ts';
import type { CheckedRow } from './rows.ts';

/** Sorted, exact duplicates dropped. Of two different bars for one instant neither can be trusted: both become problems. */
export function toBars(
  rows: readonly CheckedRow[],
  { interval, placeWord }: { interval: ImportInterval; placeWord: SourceTable['placeWord'] },
  problems: Problem[],
  notes: string[],
): ImportedBar[] {
  const bars: ImportedBar[] = [];
  for (const { line, moment, open, high, low, close, volume } of rows) {
    const at = interval === '1D' ? moment.day * DAY_MS : moment.at;
    if (at % MINUTE_MS !== 0) problems.push({ line, reason: 'its time is not on a whole minute' });
    else bars.push({ at, open, high, low, close, volume, line });
  }
  bars.sort((a, b) => a.at - b.at || a.line - b.line);
  const kept: ImportedBar[] = [];
  let duplicates = 0;
  let clashAt = Number.NaN;
  for (const bar of bars) {
    const before = kept.at(-1);
    if (bar.at === clashAt || (before !== undefined && before.at === bar.at && !isSameBar(before, bar))) {
      const when = instantText(bar.at, interval);
      if (bar.at !== clashAt && before !== undefined) {
        const again = `${placeWord} ${bar.line}`;
        problems.push({ line: before.line, reason: `${when} is given again with other values in ${again}` });
        kept.pop();
      }
      problems.push({ line: bar.line, reason: `${when} was given before with other values` });
      clashAt = bar.at;
    } else if (before !== undefined && before.at === bar.at) duplicates++;
    else kept.push(bar);
  }
  if (duplicates > 0) notes.push(`${counted(duplicates, 'exact duplicate')} dropped`);
  return kept;
}

export function isSameBar(a: ImportedBar, b: ImportedBar): boolean {
  return a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close && a.volume === b.volume;
}

/** A day, or a minute in the market's time. */
export function instantText(at: number, interval: ImportInterval): string {
  if (interval === '1D') return dayText(at / DAY_MS);
  const day = marketDay(at);
  const minutes = (at - dayStartAt(day)) / MINUTE_MS;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return `${dayText(day)} ${clock}`;
}
