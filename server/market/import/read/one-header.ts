// Reads the header of three lines that data frames with two levels of columns have (yfinance): fields, the stock of each, and the index.
import { FileRefused, shown } from './series.ts';
import type { CsvLine } from './csv.ts';

const FIELDS = 'price';
const STOCKS = 'ticker';
const DATES = /^(date|datetime)$/;

/** Makes one header of them; leaves every other file alone. `symbol` is empty then. */
export function oneHeader(lines: readonly CsvLine[]): { lines: readonly CsvLine[]; symbol: string } {
  const [fields, stocks, dates] = lines.slice(0, 3).map(({ cells }) => cells[0].toLowerCase());
  if (fields !== FIELDS || stocks !== STOCKS || dates === undefined || !DATES.test(dates)) return { lines, symbol: '' };
  const names = [...new Set(lines[1].cells.slice(1).filter((name) => name !== ''))];
  if (names.length > 1) {
    const some = names.slice(0, 5).map((name) => shown(name));
    throw new FileRefused(
      `holds several stocks side by side (${some.join(', ')}); give each stock its own file or its own rows`,
      lines[1].line,
    );
  }
  const header = { line: lines[0].line, cells: ['Date', ...lines[0].cells.slice(1)] };
  return { lines: [header, ...lines.slice(3)], symbol: names[0] ?? '' };
}
