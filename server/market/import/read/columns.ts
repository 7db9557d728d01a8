// Finds the meaning of each column: by aliases in the header, prefixes with a symbol, without a header, or with one name missing.
import { FileRefused, isSymbol, shown } from './series.ts';
import { looksLikeDate } from './dates.ts';
import type { CsvLine } from './csv.ts';
import { isMissing } from './numbers.ts';

type Field = 'date' | 'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'symbol' | 'series' | 'name';

export interface Columns {
  /** Column of each field; -1 when the file does not have it. */
  readonly at: Readonly<Record<Field, number>>;
  /** Cells a row must have; empty cells beyond it are allowed. */
  readonly width: number;
  readonly hasHeader: boolean;
  /** From columns like `AAPL.Open`. */
  readonly symbol: string;
  readonly notes: readonly string[];
}

/** In lower-case letters and digits only; the preferred name comes first. */
const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  date: [
    'date',
    'tradedate',
    'tradingdate',
    'traddt',
    'date1',
    'timestamp',
    'datetime',
    'dateandtime',
    'day',
    'time',
    't',
  ],
  time: ['time', 'timeofday', 'tradetime'],
  open: ['open', 'openprice', 'opnpric', 'firstprice', 'o'],
  high: ['high', 'highprice', 'hghpric', 'h'],
  low: ['low', 'lowprice', 'lwpric', 'l'],
  close: ['close', 'closeprice', 'clspric', 'closelast', 'price', 'last', 'c'],
  volume: [
    'volume',
    'vol',
    'ttltradgvol',
    'ttltrdqnty',
    'tottrdqty',
    'totaltradedquantity',
    'tradedquantity',
    'sharestraded',
    'noofshares',
    'totalvolume',
    'volumeshares',
    'quantity',
    'qty',
    'v',
  ],
  symbol: ['symbol', 'ticker', 'tckrsymb', 'tradingsymbol', 'scrip', 'stock', 'name'],
  series: ['series', 'sctysrs'],
  name: ['companyname', 'fininstrmnm', 'company', 'securityname', 'security', 'name'],
};

const NEEDED: readonly Field[] = ['date', 'open', 'high', 'low', 'close'];
const NONE: Readonly<Record<Field, number>> = {
  date: -1,
  time: -1,
  open: -1,
  high: -1,
  low: -1,
  close: -1,
  volume: -1,
  symbol: -1,
  series: -1,
  name: -1,
};

export function plainName(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}

export function findColumns(lines: readonly CsvLine[], delimiter: string): Columns {
  const first = lines[0];
  const second = lines[1];
  if (first.cells.length < 2) throw new FileRefused(`holds text, not a table: "${shown(first.cells[0])}"`, first.line);
  if (isDataRow(first.cells)) return withoutHeader(first, delimiter);
  const names = first.cells.map(plainName);
  const { plain, symbol } = withoutPrefix(first, names);
  const at = { ...NONE };
  for (const field of Object.keys(ALIASES) as Field[]) at[field] = columnOf(field, plain, at, first.line);
  if (at.date < 0) at.date = unnamedDates(plain, second);
  const missing = NEEDED.filter((field) => at[field] < 0);
  if (missing.length > 0) throw new FileRefused(missingSentence(missing, first.cells), first.line);
  const width = first.cells.length - trailingEmpty(first.cells);
  const notes = plain.some((name) => name.startsWith('adj'))
    ? ['the adjusted close was not used; prices are taken as traded']
    : [];
  const columns: Columns = { at, width, hasHeader: true, symbol, notes };
  return lacksTimeColumn(columns, lines) ? withTimeColumn(columns) : columns;
}

function columnOf(
  field: Field,
  names: readonly string[],
  taken: Readonly<Record<Field, number>>,
  line: number,
): number {
  for (const alias of ALIASES[field]) {
    const column = names.indexOf(alias);
    if (column < 0 || isTaken(column, field, taken)) continue;
    if (names.indexOf(alias, column + 1) >= 0) throw new FileRefused(`names the column "${alias}" twice`, line);
    return column;
  }
  return -1;
}

/** `time` and `name` are second choices of one field and first choices of another. */
function isTaken(column: number, field: Field, taken: Readonly<Record<Field, number>>): boolean {
  return (field === 'time' && taken.date === column) || (field === 'name' && taken.symbol === column);
}

/** Exported data frames have no name for their index column, which holds the dates. */
function unnamedDates(names: readonly string[], second: CsvLine | undefined): number {
  const column = names.indexOf('');
  return column >= 0 && second !== undefined && looksLikeDate(second.cells[column] ?? '') ? column : -1;
}

function missingSentence(missing: readonly string[], header: readonly string[]): string {
  const names = header
    .filter((name) => name !== '')
    .slice(0, 8)
    .map((text) => shown(text))
    .join(', ');
  const what = missing.length > 1 ? `columns ${missing.join(', ')}` : `column ${missing[0]}`;
  return `has no ${what}; its header is: ${names}`;
}

function trailingEmpty(cells: readonly string[]): number {
  let count = 0;
  while (count < cells.length && cells[cells.length - 1 - count] === '') count++;
  return count;
}

/** Before the prices that a provider has recomputed for splits and dividends: that is no stock. */
const ADJUSTED = /^adj(usted)?\.?$/i;

/** `AAPL.Open, AAPL.High, …`: one prefix is the symbol; several stocks side by side are refused. */
function withoutPrefix(
  { cells, line }: CsvLine,
  names: readonly string[],
): { plain: readonly string[]; symbol: string } {
  const fields = new Map<string, Set<string>>();
  for (const text of cells) {
    const match = /^(.{1,20})[._ :](open|high|low|close)$/i.exec(text);
    if (match === null || ADJUSTED.test(match[1])) continue;
    fields.set(match[1], (fields.get(match[1]) ?? new Set()).add(match[2].toLowerCase()));
  }
  // `PREV_CLOSE` alone is a column of its own; a prefix stands before all four prices.
  const prefixes = [...fields.keys()].filter(
    (prefix) => fields.get(prefix)?.size === 4 && isSymbol(prefix.toUpperCase()),
  );
  if (prefixes.length === 0) return { plain: names, symbol: '' };
  if (prefixes.length > 1) {
    const some = prefixes.slice(0, 5).join(', ');
    throw new FileRefused(
      `holds several stocks side by side (${some}); give each stock its own file or its own rows`,
      line,
    );
  }
  const [prefix] = prefixes;
  const plain = cells.map((text) => plainName(text.startsWith(prefix) ? text.slice(prefix.length) : text));
  return { plain, symbol: prefix.toUpperCase() };
}

function isNumeric(cell: string): boolean {
  return /^-?[\d.,]+(e[+-]?\d+)?$/i.test(cell);
}

/** The first row is data and no header: it starts with a digit, and most cells are numbers. */
function isDataRow(cells: readonly string[]): boolean {
  const rest = cells.slice(1);
  return /^\d/.test(cells[0]) && rest.filter((cell) => isNumeric(cell) || isMissing(cell)).length * 2 > rest.length;
}

/** date, [time,] open, high, low, close [, volume [, more]]: the one order that files without a header agree on. */
function withoutHeader(first: CsvLine, delimiter: string): Columns {
  const { cells, line } = first;
  const hasTime = /^\d{1,2}:\d{2}/.test(cells[1]);
  const start = hasTime ? 2 : 1;
  const isShaped =
    looksLikeDate(cells[0]) && cells.length >= start + 4 && cells.slice(start, start + 4).every(isNumeric);
  if (!isShaped) {
    throw new FileRefused(
      'has no header, and its columns are not date, open, high, low, close, volume' +
        (delimiter === ',' ? '' : ` (separated by "${delimiter === '\t' ? 'tab' : delimiter}")`),
      line,
    );
  }
  const volume = cells.length > start + 4 ? start + 4 : -1;
  return {
    at: {
      ...NONE,
      date: 0,
      time: hasTime ? 1 : -1,
      open: start,
      high: start + 1,
      low: start + 2,
      close: start + 3,
      volume,
    },
    width: cells.length,
    hasHeader: false,
    symbol: '',
    notes: [
      `has no header; read as date, ${hasTime ? 'time, ' : ''}open, high, low, close${volume < 0 ? '' : ', volume'}`,
    ],
  };
}

/** Every row has one cell more than the header, and the extra one, right after the date, is a time of day. */
function lacksTimeColumn(columns: Columns, lines: readonly CsvLine[]): boolean {
  const { at, width } = columns;
  if (at.time >= 0 || lines.length < 2) return false;
  for (let i = 1; i < lines.length; i++) {
    const { cells } = lines[i];
    if (cells.length !== width + 1 || !/^\d{1,2}:\d{2}(:\d{2})?$/.test(cells[at.date + 1])) return false;
  }
  return true;
}

function withTimeColumn(columns: Columns): Columns {
  const time = columns.at.date + 1;
  const shifted = Object.entries(columns.at).map(([field, column]) => [field, column >= time ? column + 1 : column]);
  const at = { ...(Object.fromEntries(shifted) as Record<Field, number>), time };
  return {
    ...columns,
    at,
    width: columns.width + 1,
    notes: [...columns.notes, 'the header misses the time column after the date'],
  };
}
