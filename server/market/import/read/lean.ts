// Reads files whose first column is milliseconds since midnight (LEAN minutes); the day comes from the file name or the operator.
import { DAY_MS } from '../../../../core/market/day.ts';
import { FileRefused } from './series.ts';
import type { CsvLine } from './csv.ts';

/** Rewrites such rows to `yyyymmdd hh:mm[:ss.mmm]`; leaves every other file alone. */
export function msOfDayRows(
  lines: readonly CsvLine[],
  fileName: string,
  askedDay: string | null,
): { lines: readonly CsvLine[]; notes: readonly string[] } {
  if (!lines.every(isMsOfDayRow)) return { lines, notes: [] };
  const day = askedDay?.replaceAll('-', '') ?? /(?:^|[^\d])((?:19|20)\d{6})(?:[^\d]|$)/.exec(fileName)?.[1];
  if (day === undefined) {
    throw new FileRefused(
      'counts its times in milliseconds since midnight and does not name the day; say --day YYYY-MM-DD',
      lines[0].line,
    );
  }
  return {
    lines: lines.map(({ line, cells }) => ({ line, cells: [`${day} ${clock(Number(cells[0]))}`, ...cells.slice(1)] })),
    notes: [`times are milliseconds since midnight of ${day}`],
  };
}

/** Six whole numbers, the first a whole second of the day that is too small to be a date. */
function isMsOfDayRow({ cells }: CsvLine): boolean {
  if (cells.length < 5 || cells.length > 7 || !/^\d{1,8}$/.test(cells[0])) return false;
  const ms = Number(cells[0]);
  return ms < DAY_MS && ms % 1000 === 0 && !isDate(cells[0]) && cells.slice(1).every((cell) => /^\d+$/.test(cell));
}

function isDate(text: string): boolean {
  return /^(18|19|20|21)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text);
}

function clock(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % 60_000 === 0 ? text.slice(11, 16) : text.slice(11, 19);
}
