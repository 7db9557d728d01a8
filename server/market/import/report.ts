// The importer's output in the terminal: refusals, the table of series, and what to check.
import type { Combined } from './check/combine.ts';
import type { ReadFile } from './check/read-file.ts';
import { instantText } from './check/bars.ts';
import { rupeeText } from './check/rows.ts';
import { counted } from './read/series.ts';
import type { ImportedSeries, SeriesFlag } from './read/series.ts';
import type { Listing } from './load/listing.ts';

const FEW = 5;
const FLAGS_SHOWN = 12;
const HAS_PLACE = /^(line|entry) \d/;

/** A file that cannot be imported as it is: because of the whole file, or because of broken rows. */
export interface Refusal {
  readonly fileName: string;
  readonly reasons: readonly string[];
}

export function refusalOf(file: ReadFile): Refusal | null {
  if (file.problems.length === 0) return null;
  const reasons = file.problems.map(({ line, reason }) => `${file.placeWord} ${line}: ${reason}`);
  return { fileName: file.fileName, reasons };
}

/** A single reason in one line; of several, the first five and how many there are. */
function refusalLines({ fileName, reasons }: Refusal, isVerbose: boolean): string[] {
  if (reasons.length === 1) return [`  ${fileName}${HAS_PLACE.test(reasons[0]) ? ',' : ''} ${reasons[0]}`];
  const shown = isVerbose ? reasons : reasons.slice(0, FEW);
  const rest = reasons.length - shown.length;
  const head = `  ${fileName}: ${counted(reasons.length, 'broken row')}${rest > 0 ? `, the first ${FEW}:` : ':'}`;
  return [head, ...shown.map((reason) => `    ${reason}`)];
}

export function refusedText(refusals: readonly Refusal[], fileCount: number, isVerbose: boolean): string {
  const lines = refusals.flatMap((refusal) => refusalLines(refusal, isVerbose));
  const hasRows = refusals.some(({ reasons }) => reasons.some((reason) => HAS_PLACE.test(reason)));
  const advice = hasRows ? 'Correct the files, or leave broken rows out with --skip-broken, and import again.\n' : '';
  return `Nothing was loaded: ${refusals.length} of ${counted(fileCount, 'file')} cannot be imported.\n${lines.join('\n')}\n${advice}`;
}

/** The rows left out by --skip-broken. */
export function leftOutText(broken: readonly Refusal[], isVerbose: boolean): string {
  const count = broken.reduce((sum, { reasons }) => sum + reasons.length, 0);
  const lines = broken.flatMap((refusal) => refusalLines(refusal, isVerbose));
  return `Left out ${counted(count, 'broken row')}:\n${lines.join('\n')}\n`;
}

/** Notes that several files share are written once. */
export function notesText(files: readonly ReadFile[]): string {
  const byNote = new Map<string, string[]>();
  for (const { fileName, notes } of files) {
    for (const note of notes) byNote.set(note, [...(byNote.get(note) ?? []), fileName]);
  }
  return [...byNote]
    .map(([note, names]) => `  ${names.length > 2 ? `${names.length} files` : names.join(', ')}: ${note}\n`)
    .join('');
}

export function seriesTable({ series }: Combined, listings: readonly Listing[]): string {
  const bySymbol = new Map(listings.map((listing) => [listing.symbol, listing]));
  const rows = series.map((each) => seriesCells(each, bySymbol.get(each.symbol)));
  const header = ['symbol', 'bars', '', 'first', 'last', 'last close', 'a day', 'to look at'];
  const widths = header.map((title, column) =>
    rows.reduce((most, row) => Math.max(most, row[column].length), title.length),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (RIGHT.has(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join('  ')
      .trimEnd();
  return [header, ...rows].map((row) => `  ${line(row)}\n`).join('');
}

const RIGHT = new Set([1, 5, 6]);

function seriesCells({ symbol, interval, bars, flags }: ImportedSeries, listing: Listing | undefined): string[] {
  const last = bars[bars.length - 1];
  return [
    symbol,
    bars.length.toLocaleString('en-IN'),
    interval,
    instantText(bars[0].at, interval),
    instantText(last.at, interval),
    rupeeText(last.close),
    listing === undefined ? '' : volatilityText(listing),
    flagCounts(flags),
  ];
}

const PREVIEW_ROWS = 20;

/** The newest bars of the first series as they were read, so that swapped columns or dates are noticed. */
export function previewText({ series }: Combined): string {
  if (series.length === 0) return '';
  const [{ symbol, interval, bars }] = series;
  const lines = bars.slice(-PREVIEW_ROWS).map(({ at, open, high, low, close, volume }) => {
    const prices = [open, high, low, close].map((price) => rupeeText(price).padStart(10)).join(' ');
    return `  ${instantText(at, interval)} ${prices} ${volume.toLocaleString('en-IN').padStart(15)}\n`;
  });
  return `The newest bars of ${symbol} (open, high, low, close, volume):\n${lines.join('')}`;
}

/** How much it will move on an ordinary day of the live market. */
function volatilityText({ dailyVolatility, isVolatilityOwn }: Listing): string {
  return `${isVolatilityOwn ? '' : 'usual '}${(dailyVolatility * 100).toFixed(1)} %`;
}

const FLAG_WORDS: Readonly<Record<SeriesFlag['kind'], string>> = {
  split: 'split suspect',
  outlier: 'wild move',
  gap: 'gap',
  weekend: 'weekend note',
};

function flagCounts(flags: readonly SeriesFlag[]): string {
  return Object.entries(FLAG_WORDS)
    .map(([kind, word]) => ({ count: flags.filter((flag) => flag.kind === kind).length, word }))
    .filter(({ count, word }) => count > 0 && word !== FLAG_WORDS.weekend)
    .map(({ count, word }) => counted(count, word))
    .join(', ');
}

export function flagsText({ series }: Combined, isVerbose: boolean): string {
  const all = series.flatMap(({ symbol, flags }) => flags.map((flag) => ({ symbol, ...flag })));
  const serious = isVerbose ? all : all.filter(({ kind }) => kind === 'split' || kind === 'gap').slice(0, FLAGS_SHOWN);
  const rest = all.length - serious.length;
  if (all.length === 0) return '';
  const lines = serious.map(({ symbol, text }) => `  ${symbol} ${text}\n`).join('');
  const more = rest > 0 ? `  … and ${rest.toLocaleString('en-IN')} more; --verbose lists them all\n` : '';
  return `To look at (nothing was changed because of it):\n${lines}${more}`;
}
