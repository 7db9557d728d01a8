// Splits delimited text into lines of cells: by comma, semicolon, tab or bar, with quotes and any line ending.
import { FileRefused, MAX_ROWS_PER_FILE } from './series.ts';

export interface CsvLine {
  /** 1-based line of the file where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvText {
  readonly delimiter: string;
  readonly lines: readonly CsvLine[];
}

const DELIMITERS = ['\t', ';', '|', ','];
/** The first line by which a file tells Excel its delimiter. */
const SEP_LINE = /^"?sep=([,;\t|])"?\r?$/i;
const MAX_LINE_CHARS = 65_536;
/** Far more than rows, for blank lines and comments. A small gzip file may hold more line ends than a list can have, and no error could be caught. */
const MAX_LINES = 10_000_000;
const MAX_CELLS = 500;

export function readCsv(text: string, maxRows = MAX_ROWS_PER_FILE): CsvText {
  const raw = text.split(text.includes('\n') ? '\n' : '\r', MAX_LINES + 1);
  if (raw.length > MAX_LINES) throw new FileRefused(`has more than ${MAX_LINES} lines`);
  const named = SEP_LINE.exec(raw[0]);
  const delimiter = named?.[1] ?? delimiterOf(raw.find((line) => !isSkipped(line)) ?? '');
  const lines: CsvLine[] = [];
  for (let index = named === null ? 0 : 1; index < raw.length; index++) {
    if (isSkipped(raw[index])) continue;
    const line = index + 1;
    let whole = raw[index];
    // A quoted cell may hold line ends: join until the quotes are even.
    while (whole.includes('"') && !hasEvenQuotes(whole)) {
      index++;
      if (index >= raw.length || whole.length > MAX_LINE_CHARS)
        throw new FileRefused('opens a quote that never closes', line);
      whole += `\n${raw[index]}`;
    }
    if (whole.length > MAX_LINE_CHARS) throw new FileRefused(`is longer than ${MAX_LINE_CHARS} characters`, line);
    const cells = whole.includes('"') ? splitQuoted(whole, delimiter) : whole.split(delimiter);
    if (cells.length > MAX_CELLS) throw new FileRefused(`has ${cells.length} columns; the limit is ${MAX_CELLS}`, line);
    for (let i = 0; i < cells.length; i++) cells[i] = cells[i].trim();
    lines.push({ line, cells });
    if (lines.length > maxRows + 1) throw new FileRefused(`has more than ${maxRows} rows`, line);
  }
  return { delimiter, lines };
}

function isSkipped(line: string): boolean {
  return line === '' || line === '\r' || line.startsWith('#') || line.trim() === '';
}

/** The delimiter that the first line uses most; in a tie, the one that is never a decimal sign. */
function delimiterOf(firstLine: string): string {
  // A line that is far too long is refused later, and must not be split before: that many cells end the process.
  const bare = firstLine.slice(0, MAX_LINE_CHARS).replace(/"[^"]*"/g, '');
  let best = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = bare.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

function hasEvenQuotes(text: string): boolean {
  let isEven = true;
  for (let i = text.indexOf('"'); i >= 0; i = text.indexOf('"', i + 1)) isEven = !isEven;
  return isEven;
}

function splitQuoted(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') {
      if (isQuoted && text[i + 1] === '"') cell += text[++i];
      else isQuoted = !isQuoted;
    } else if (char === delimiter && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else {
      cell += char;
    }
  }
  cells.push(cell);
  return cells;
}
