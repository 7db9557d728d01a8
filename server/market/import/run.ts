// The whole import, from the command line to the last sentence: reads and checks everything, then loads everything or nothing.
import path from 'node:path';
import type { Database } from '../../db/open.ts';
import { inWords } from '../../error-words.ts';
import { HELP, readArguments, UsageError } from './arguments.ts';
import type { ImportArguments } from './arguments.ts';
import { combineFiles } from './check/combine.ts';
import type { Combined } from './check/combine.ts';
import { gatherFiles, readBytes } from './gather.ts';
import { priceRefusal, toListings } from './load/listing.ts';
import type { Listing } from './load/listing.ts';
import { loadListings, LoadRefused } from './load/load.ts';
import { readMetadata } from './load/metadata.ts';
import type { Metadata } from './load/metadata.ts';
import { startProgress } from './progress.ts';
import type { Terminal } from './progress.ts';
import { flagsText, leftOutText, notesText, previewText, refusedText, seriesTable } from './report.ts';
import { counted, FileRefused, shown } from './read/series.ts';

export interface ImportContext {
  readonly terminal: Terminal;
  readonly now: () => number;
  readonly minAgeDays: number;
  readonly venue: number;
  /** Paths on the command line are relative to this folder. */
  readonly folder: string;
  /** Called only once everything has been checked. */
  readonly openDatabase: (report: (sentence: string) => void) => Promise<Database>;
  /** The error, or one that says why the database is gone. */
  readonly explained: (error: unknown) => Promise<unknown>;
}

const EXIT_DONE = 0;
const EXIT_REFUSED = 1;
/** EX_USAGE of sysexits.h. */
const EXIT_USAGE = 64;

/** Returns the exit code. Refusals have been written to the terminal by then. */
export async function runImport(args: readonly string[], context: ImportContext): Promise<number> {
  const { write } = context.terminal;
  let given: ImportArguments;
  try {
    given = readArguments(args, context.minAgeDays, context.now());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    write(`${error.message}\n`);
    return EXIT_USAGE;
  }
  if (given.isHelp) {
    write(HELP);
    return EXIT_DONE;
  }
  const read = readAll(given, context);
  if (read === null) return EXIT_REFUSED;
  if (given.isCheckOnly) {
    write('Checked only: nothing was written.\n');
    return EXIT_DONE;
  }
  return load(read, given, context);
}

/** The listings of all files, or null when anything was refused. */
function readAll(given: ImportArguments, { terminal, now, folder }: ImportContext): Listing[] | null {
  const { write } = terminal;
  const startedAt = now();
  const progress = startProgress(terminal, now);
  const paths = given.files.map((file) => path.resolve(folder, file));
  const { files, refusals, broken, rowCount } = gatherFiles(paths, given.read, progress);
  progress.done(
    `Read ${counted(rowCount, 'row')} of ${counted(paths.length, 'file')} in ${((now() - startedAt) / 1000).toFixed(1)} s.`,
  );
  const all = [...refusals, ...(given.isSkippingBroken ? [] : broken)];
  const metadata = new Map<string, Metadata>();
  for (const file of given.metadataFiles) {
    try {
      for (const [symbol, about] of readMetadata(readBytes(path.resolve(folder, file)))) metadata.set(symbol, about);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      all.push({ fileName: shown(path.basename(file), 120), reasons: [error.placedMessage] });
    }
  }
  if (all.length > 0) {
    write(refusedText(all, paths.length + given.metadataFiles.length, given.isVerbose));
    return null;
  }
  const combined = combineFiles(files, given.only);
  const listings = toListings(combined.series, metadata);
  const untradable = listings.map(priceRefusal).filter((refusal) => refusal !== null);
  const trouble = [...troubleOf(combined, given), ...untradable];
  if (trouble.length > 0) {
    write(`Nothing was loaded:\n${trouble.map((sentence) => `  ${sentence}\n`).join('')}`);
    return null;
  }
  write(notesText(files));
  if (broken.length > 0) write(leftOutText(broken, given.isVerbose));
  if (given.isCheckOnly) write(previewText(combined));
  write(`${seriesTable(combined, listings)}${flagsText(combined, given.isVerbose)}`);
  write('Prices are taken as rupees one to one, whatever currency the files are in.\n');
  return listings;
}

const CONFLICTS_SHOWN = 5;

/** Files that contradict each other, and requested symbols that are in no file. */
function troubleOf({ series, conflicts }: Combined, { only, isVerbose }: ImportArguments): string[] {
  const shown = isVerbose ? conflicts : conflicts.slice(0, CONFLICTS_SHOWN);
  const rest = conflicts.length - shown.length;
  const more = rest > 0 ? [`… and ${counted(rest, 'more bar')} that two files give differently`] : [];
  const missing = only.filter((symbol) => !series.some((each) => each.symbol === symbol));
  return [...shown, ...more, ...missing.map((symbol) => `no file holds ${symbol}, which --only names`)];
}

async function load(listings: readonly Listing[], given: ImportArguments, context: ImportContext): Promise<number> {
  const { terminal, now, venue } = context;
  const progress = startProgress(terminal, now);
  const total = listings.reduce(
    (sum, { days, pages }) => sum + days.length + pages.reduce((n, page) => n + page.minutes.length, 0),
    0,
  );
  let isClosing = false;
  let db: Database;
  try {
    // Connections are lost when the database stops, which need not be reported.
    db = await context.openDatabase((sentence) => void (isClosing || terminal.write(`${sentence}\n`)));
  } catch (error) {
    terminal.write(`Nothing was loaded: ${inWords(error)}\n`);
    return EXIT_REFUSED;
  }
  try {
    const startedAt = now();
    const onProgress = (count: number): void =>
      progress.show(`Writing ${counted(count, 'bar')} of ${total.toLocaleString('en-IN')}`);
    const options = { venue, now: now(), isReplacingHistory: given.isReplacingHistory, onProgress };
    const { listed, replaced, bars, notes } = await loadListings(db, listings, options);
    progress.done(`Wrote ${counted(bars, 'bar')} in ${((now() - startedAt) / 1000).toFixed(1)} s.`);
    for (const note of notes) terminal.write(`  ${note}\n`);
    terminal.write(
      `Loaded: ${counted(listed, 'stock')} newly listed, ${replaced} with replaced history. Start the server to trade them.\n`,
    );
    return EXIT_DONE;
  } catch (error) {
    const reasons = error instanceof LoadRefused ? error.reasons : [inWords(await context.explained(error))];
    progress.done('Nothing was loaded:');
    for (const reason of reasons) terminal.write(`  ${reason}\n`);
    return EXIT_REFUSED;
  } finally {
    isClosing = true;
    await db.close();
  }
}
