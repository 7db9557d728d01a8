// Turns delimited text into source rows: finds the columns, checks each row's width, and recognises the LEAN layouts without a header.
import { FileRefused } from './series.ts';
import type { Problem } from './series.ts';
import { readCsv } from './csv.ts';
import type { CsvLine } from './csv.ts';
import { findColumns } from './columns.ts';
import type { Columns } from './columns.ts';
import type { SourceRow, SourceTable } from './source.ts';
import { msOfDayRows } from './lean.ts';
import { oneHeader } from './one-header.ts';

export interface TableOptions {
  /** The day of a file whose times are milliseconds since midnight. */
  readonly day: string | null;
  /** Prices are this many times too large; null when the operator did not say. */
  readonly priceScale: number | null;
}

export function readTable(text: string, fileName: string, options: TableOptions): SourceTable {
  const { lines: read, delimiter } = readCsv(text);
  if (read.length === 0) throw new FileRefused('is empty');
  const { lines: all, symbol } = oneHeader(read);
  const { lines, notes } = msOfDayRows(all, fileName, options.day);
  const columns = findColumns(lines, delimiter);
  const body = columns.hasHeader ? lines.slice(1) : lines;
  if (body.length === 0) throw new FileRefused('has a header and no rows', lines[0].line);
  const problems: Problem[] = [];
  const rows: SourceRow[] = [];
  for (const line of body) {
    const reason = widthProblem(line, columns.width);
    if (reason === null) rows.push(sourceRow(line, columns));
    else problems.push({ line: line.line, reason });
  }
  if (!columns.hasHeader) refuseUnscaled(rows, options.priceScale);
  return {
    rows,
    problems,
    placeWord: 'line',
    interval: null,
    offsetMinutes: null,
    zoneName: null,
    symbol: columns.symbol || symbol,
    name: '',
    hasVolume: columns.at.volume >= 0,
    scale: options.priceScale ?? 1,
    notes: [...notes, ...columns.notes],
  };
}

/** A row may be longer than the header only by empty cells (a comma at the end of the line). */
function widthProblem(line: CsvLine, width: number): string | null {
  const { cells } = line;
  let used = cells.length;
  while (used > width && cells[used - 1] === '') used--;
  if (used === width) return null;
  return `has ${used} cells where ${width} are expected`;
}

function sourceRow({ line, cells }: CsvLine, { at }: Columns): SourceRow {
  const cell = (column: number): string => (column < 0 ? '' : cells[column]);
  return {
    line,
    symbol: cell(at.symbol),
    series: cell(at.series),
    name: cell(at.name),
    date: cell(at.date),
    time: cell(at.time),
    open: cell(at.open),
    high: cell(at.high),
    low: cell(at.low),
    close: cell(at.close),
    volume: cell(at.volume),
  };
}

/**
 * LEAN writes prices times 10,000 as whole numbers into files without a header. Whole numbers above 1,000 with a date
 * written "yyyymmdd hh:mm" may be that or may be plain rupees, a factor nobody should guess.
 */
function refuseUnscaled(rows: readonly SourceRow[], priceScale: number | null): void {
  if (priceScale !== null || rows.length === 0) return;
  const looksScaled = rows.every(
    (row) =>
      /^\d{8} \d{2}:\d{2}$/.test(row.date) &&
      [row.open, row.high, row.low, row.close].every((price) => /^\d{4,}$/.test(price)),
  );
  if (!looksScaled) return;
  throw new FileRefused(
    `has no header and whole-number prices like ${rows[0].close}, as LEAN writes them (times 10,000); ` +
      'say --price-scale 10000, or --price-scale 1 if they are plain prices',
    rows[0].line,
  );
}
