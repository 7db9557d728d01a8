// Reads one file from bytes to checked series, one for each symbol in it. Without I/O, so that every quirk can have a test.
import { marketDay } from '../../../../core/market/day.ts';
import { counted, FileRefused, isSymbol, shown } from '../read/series.ts';
import type { ImportedSeries, ImportInterval, Problem } from '../read/series.ts';
import { chooseInterval } from './interval.ts';
import type { ReadOptions } from './options.ts';
import { toBars } from './bars.ts';
import { checkRow } from './rows.ts';
import type { CheckedRow, RowRules } from './rows.ts';
import { badSymbolReason, checkedSymbol, symbolFromFileName } from './symbols.ts';
import { dateOrderOf } from '../read/dates.ts';
import { readJson } from '../read/json.ts';
import { decimalSignOf } from '../read/numbers.ts';
import { sniff } from '../read/sniff.ts';
import type { SniffedText } from '../read/sniff.ts';
import type { SourceRow, SourceTable } from '../read/source.ts';
import { readTable } from '../read/table.ts';
import { fixedZone, namedZone } from '../read/zone.ts';
import type { Zone } from '../read/zone.ts';

/** A series without its flags, which are found once all files of a symbol are merged. */
export type ReadSeries = Omit<ImportedSeries, 'flags'>;

export interface ReadFile {
  readonly fileName: string;
  readonly placeWord: 'line' | 'entry';
  readonly rowCount: number;
  readonly series: readonly ReadSeries[];
  /** Rows that are wrong, and therefore in no series. */
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

export function readImportFile(fileName: string, bytes: Buffer, options: ReadOptions): ReadFile {
  const sniffed = sniff(bytes);
  try {
    return readSniffed(sniffed, fileName, options);
  } catch (error) {
    const isPlaced = sniffed.kind === 'json' && error instanceof FileRefused && error.line > 0;
    // The lines of JSON mean nothing: its entries are counted.
    throw isPlaced ? new FileRefused(`entry ${error.line}: ${error.message}`) : error;
  }
}

function readSniffed(sniffed: SniffedText, fileName: string, options: ReadOptions): ReadFile {
  const table = toTable(sniffed.kind, sniffed.text, fileName, options);
  const listed = ofSeries(table.rows, options.series);
  const rules = rulesFor(table, listed.rows, options);
  const symbolOf = symbolReader(table, listed.rows, fileName, options.symbol);
  const { groups, ...grouped } = groupRows(table, listed.rows, rules, symbolOf);
  const problems = [...table.problems, ...grouped.problems];
  const notes = [...sniffed.notes, ...table.notes, ...listed.notes, ...grouped.notes];
  const choice = chooseInterval(
    [...groups.values()].map((group) => group.rows),
    table.interval,
    options.interval,
  );
  notes.push(...choice.notes);
  const timeZoneNote = zoneNote(choice.interval, rules.zone);
  const series: ReadSeries[] = [];
  for (const [symbol, group] of groups) {
    const bars = toBars(group.rows, { interval: choice.interval, placeWord: table.placeWord }, problems, notes);
    if (bars.length > 0) series.push({ symbol, name: group.name, interval: choice.interval, timeZoneNote, bars });
  }
  problems.sort((a, b) => a.line - b.line);
  if (series.length === 0) throw allBroken(problems);
  const rowCount = table.rows.length + table.problems.length;
  return { fileName: shown(fileName, 120), placeWord: table.placeWord, rowCount, series, problems, notes };
}

/** For a file without one good row, which leaving out the broken ones cannot save. */
function allBroken(problems: readonly Problem[]): FileRefused {
  if (problems.length === 0) return new FileRefused('holds no prices');
  const [first] = problems;
  const more = problems.length - 1;
  const all = more === 0 ? '' : `, and ${counted(more, 'more row')} ${more === 1 ? 'is' : 'are'} broken: none is left`;
  return new FileRefused(`${first.reason}${all}`, first.line);
}

function toTable(kind: 'table' | 'json', text: string, fileName: string, options: ReadOptions): SourceTable {
  if (kind === 'table') return readTable(text, fileName, options);
  const read = readJson(text);
  return 'csv' in read ? countedInEntries(readTable(read.csv, fileName, options), read.headerLines) : read;
}

/** The text of a list begins with the names of its fields, if it has any, and they are no entry. */
function countedInEntries(table: SourceTable, headerLines: number): SourceTable {
  const placed = <Place extends { readonly line: number }>(place: Place): Place => ({
    ...place,
    line: place.line - headerLines,
  });
  return { ...table, placeWord: 'entry', rows: table.rows.map(placed), problems: table.problems.map(placed) };
}

/** Exchange files list bonds, rights and odd lots of the same company under other series. */
function ofSeries(
  rows: readonly SourceRow[],
  wanted: readonly string[],
): { rows: readonly SourceRow[]; notes: string[] } {
  const others = new Map<string, number>();
  const kept = rows.filter((row) => {
    if (row.series === '' || wanted.includes(row.series.toUpperCase())) return true;
    others.set(row.series, (others.get(row.series) ?? 0) + 1);
    return false;
  });
  if (others.size === 0) return { rows, notes: [] };
  const names = [...others.keys()]
    .slice(0, 8)
    .map((text) => shown(text))
    .join(', ');
  if (kept.length === 0)
    throw new FileRefused(`has no rows of series ${wanted.join(', ')} (it has ${names}); say --series`);
  return { rows: kept, notes: [`${counted(rows.length - kept.length, 'row')} of other series (${names}) left out`] };
}

function rulesFor(table: SourceTable, rows: readonly SourceRow[], options: ReadOptions): RowRules {
  return {
    dateOrder: dateOrderOf(rows, options.dateOrder, table.placeWord),
    decimalSign: table.placeWord === 'entry' ? 'point' : decimalSignOf(pricesOf(rows), options.decimalSign),
    zone: zoneOf(table, options.timeZone),
    scale: table.scale,
    hasVolume: table.hasVolume,
    today: marketDay(options.now),
    minAgeDays: options.minAgeDays,
  };
}

function* pricesOf(rows: readonly SourceRow[]): Iterable<string> {
  for (const row of rows) yield* [row.open, row.high, row.low, row.close];
}

function zoneOf(table: SourceTable, assumed: string): Zone {
  if (table.zoneName !== null) return namedZone(table.zoneName);
  return table.offsetMinutes === null ? namedZone(assumed) : fixedZone('the offset in the file', table.offsetMinutes);
}

function zoneNote(interval: ImportInterval, zone: Zone): string {
  return interval === '1D' ? 'days of the exchange' : `times without a zone are ${zone.name}`;
}

interface Group {
  name: string;
  readonly rows: CheckedRow[];
}

interface Grouped {
  readonly groups: Map<string, Group>;
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
}

/** Checks every row and sorts it under its symbol. */
function groupRows(
  table: SourceTable,
  rows: readonly SourceRow[],
  rules: RowRules,
  symbolOf: (row: SourceRow) => string | null,
): Grouped {
  const groups = new Map<string, Group>();
  const problems: Problem[] = [];
  const notes: string[] = [];
  let emptyRows = 0;
  let firstEmpty = 0;
  let roundedVolumes = 0;
  for (const row of rows) {
    const symbol = symbolOf(row);
    if (symbol === null) {
      problems.push({ line: row.line, reason: badSymbolReason(row.symbol) });
      continue;
    }
    const checked = checkRow(row, rules);
    if (checked === null) {
      if (emptyRows++ === 0) firstEmpty = row.line;
      continue;
    }
    if (typeof checked === 'string') {
      problems.push({ line: row.line, reason: checked });
      continue;
    }
    if (checked.isVolumeRounded) roundedVolumes++;
    const group = groups.get(symbol) ?? { name: '', rows: [] };
    if (group.rows.length === 0) groups.set(symbol, group);
    group.name = nameOf(row.name || table.name) || group.name;
    group.rows.push(checked);
  }
  if (emptyRows > 0)
    notes.push(`${counted(emptyRows, 'row')} without any price left out (first: ${table.placeWord} ${firstEmpty})`);
  if (roundedVolumes > 0) notes.push(`${counted(roundedVolumes, 'volume')} rounded to whole shares`);
  if (!table.hasVolume) notes.push('the file has no volume; it is taken as 0');
  return { groups, problems, notes };
}

/** Where the symbol of a row comes from: the operator, the file's column, the file itself or its name, in this order. */
function symbolReader(
  table: SourceTable,
  rows: readonly SourceRow[],
  fileName: string,
  asked: string | null,
): (row: SourceRow) => string | null {
  const hasColumn = rows.some((row) => row.symbol !== '');
  if (asked !== null) {
    const inside = new Set(rows.map((row) => row.symbol));
    if (inside.size > 1) throw new FileRefused(`holds ${inside.size} symbols, so --symbol ${asked} cannot name them`);
    return () => asked;
  }
  if (hasColumn) {
    const known = new Map<string, string | null>();
    return ({ symbol }) => {
      const seen = known.get(symbol);
      if (seen !== undefined) return seen;
      const checked = checkedSymbol(symbol);
      known.set(symbol, checked);
      return checked;
    };
  }
  const own = table.symbol.toUpperCase();
  if (own !== '' && !isSymbol(own)) throw new FileRefused(`${badSymbolReason(own)}; say --symbol NAME`);
  const symbol = own === '' ? symbolFromFileName(fileName) : own;
  return () => symbol;
}

function nameOf(text: string): string {
  return shown(text).replace(/\s+/g, ' ');
}
