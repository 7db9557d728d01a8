// Reads the command line of `npm run import`, or says in one sentence what is wrong with it.
import { parseArgs } from 'node:util';
import { defaultReadOptions } from './check/options.ts';
import type { ReadOptions } from './check/options.ts';
import { dayNumberOf } from './read/dates.ts';
import { isTimeZone } from './read/zone.ts';
import { isSymbol } from './read/series.ts';

export interface ImportArguments {
  readonly files: readonly string[];
  readonly metadataFiles: readonly string[];
  readonly read: ReadOptions;
  readonly isSkippingBroken: boolean;
  readonly isReplacingHistory: boolean;
  /** Symbols to take from files that hold many; empty for all. */
  readonly only: readonly string[];
  /** Read, check and report, and write nothing. */
  readonly isCheckOnly: boolean;
  readonly isVerbose: boolean;
  readonly isHelp: boolean;
}

export class UsageError extends Error {}

export const HELP = `Takes price history into the market as listed stocks:

  npm run import -- RELIANCE.csv TCS.csv.gz ...

CSV with a header (date, open, high, low, close, volume, in any order and under any usual name), NSE bhavcopies, and the
JSON of Alpha Vantage, Yahoo, Twelve Data, Finnhub and Kite; gzip or not; daily or 1-minute bars. All files are checked
before anything is written, and they are loaded together or not at all. Stop the server first.

  --check              read, check and report; write nothing
  --skip-broken        leave broken rows out and list them, instead of refusing the file
  --symbol NAME        the stock of a single file that does not name it
  --metadata FILE      a CSV with Symbol, Company Name and Sector or Industry (may be repeated)
  --date-format ORDER  dmy or mdy, where 01/02/2020 can be read two ways
  --decimal SIGN       point or comma, where 1,234 can be read two ways
  --timezone ZONE      zone of times that name none (default Asia/Kolkata)
  --interval WHICH     1D or 1m, where one bar a day could be either
  --only LIST          of files with many stocks take only these, as in --only TCS,INFY
  --series LIST        series of an exchange file to take (default EQ)
  --price-scale N      prices are N times too large (LEAN: 10000)
  --day YYYY-MM-DD     the day of a file that counts milliseconds since midnight
  --replace-history    also replace the history of a stock that people hold
  --verbose            list every flag and every broken row

MIN_DATA_AGE_DAYS (default 30) is the least age of a bar; with 0 you take the duty for newer prices yourself.
`;

const OPTIONS = {
  check: { type: 'boolean' },
  'skip-broken': { type: 'boolean' },
  symbol: { type: 'string' },
  metadata: { type: 'string', multiple: true },
  'date-format': { type: 'string' },
  decimal: { type: 'string' },
  timezone: { type: 'string' },
  interval: { type: 'string' },
  series: { type: 'string' },
  only: { type: 'string', multiple: true },
  'price-scale': { type: 'string' },
  day: { type: 'string' },
  'replace-history': { type: 'boolean' },
  verbose: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export function readArguments(args: readonly string[], minAgeDays: number, now: number): ImportArguments {
  const { values, positionals } = parse(args);
  if (values.help !== true && positionals.length === 0) {
    throw new UsageError(
      'Name the files to import: npm run import -- RELIANCE.csv TCS.csv.gz (--help lists the options).',
    );
  }
  const symbol = values.symbol === undefined ? null : checkSymbol(values.symbol, positionals.length);
  const defaults = defaultReadOptions(now);
  return {
    files: positionals,
    metadataFiles: values.metadata ?? [],
    read: {
      ...defaults,
      minAgeDays,
      symbol,
      interval: oneOf('--interval', values.interval, ['1D', '1m']),
      dateOrder: oneOf('--date-format', values['date-format'], ['dmy', 'mdy', 'ymd']),
      decimalSign: oneOf('--decimal', values.decimal, ['point', 'comma']),
      timeZone: checkTimeZone(values.timezone ?? defaults.timeZone),
      series:
        values.series === undefined
          ? defaults.series
          : values.series
              .toUpperCase()
              .split(/[\s,]+/)
              .filter(Boolean),
      priceScale: checkScale(values['price-scale']),
      day: checkDay(values.day),
    },
    only: (values.only ?? []).flatMap(words),
    isSkippingBroken: values['skip-broken'] ?? false,
    isReplacingHistory: values['replace-history'] ?? false,
    isCheckOnly: values.check ?? false,
    isVerbose: values.verbose ?? false,
    isHelp: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${reason} (--help lists the options).`);
  }
}

function oneOf<Choice extends string>(
  name: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | null {
  if (given === undefined) return null;
  const choice = choices.find((each) => each.toLowerCase() === given.toLowerCase());
  // 1M is a month elsewhere: the one place where capitals matter.
  if (choice === undefined || given === '1M')
    throw new UsageError(`${name} must be one of ${choices.join(', ')}, not "${given}".`);
  return choice;
}

function words(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}

function checkSymbol(given: string, fileCount: number): string {
  const symbol = given.toUpperCase();
  if (!isSymbol(symbol))
    throw new UsageError(`--symbol must be 1 to 20 of A-Z 0-9 . & -, a letter or digit first, not "${given}".`);
  if (fileCount > 1) throw new UsageError('--symbol names the stock of one file; import the others by themselves.');
  return symbol;
}

function checkTimeZone(given: string): string {
  if (isTimeZone(given)) return given;
  throw new UsageError(`--timezone must be a zone such as Asia/Kolkata or America/New_York, not "${given}".`);
}

function checkScale(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^10*$/.test(given) && given.length <= 9) return Number(given);
  throw new UsageError(`--price-scale must be 1, 10, 100 and so on, not "${given}".`);
}

function checkDay(given: string | undefined): string | null {
  if (given === undefined) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(given) && dayNumberOf(given) !== null) return given;
  throw new UsageError(`--day must be a date such as 2021-04-30, not "${given}".`);
}
