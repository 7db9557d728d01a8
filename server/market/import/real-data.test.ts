// Runs the importer over real price history where that is at hand: twenty years of NSE, US stocks, minutes, and providers' quirks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { combineFiles } from './check/combine.ts';
import { gatherFiles } from './gather.ts';
import { defaultReadOptions } from './check/options.ts';
import type { ReadOptions } from './check/options.ts';
import { readImportFile } from './check/read-file.ts';
import { FileRefused } from './read/series.ts';

const PROJECT_ROOT = path.resolve(import.meta.dirname, '..', '..', '..');
const DATA = process.env.REAL_DATA_DIR ?? path.resolve(PROJECT_ROOT, '..', 'shared', 'data');
const PRICES = path.join(DATA, 'A_declared_open');
const QUIRKS = path.join(DATA, 'raw_quirks');
const options = defaultReadOptions(Date.UTC(2026, 10, 21));

const inside = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name));

const csvRows = (file: string): string[][] =>
  readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

const gather = (files: readonly string[]) => gatherFiles(files, options, { show: () => {}, done: () => {} });

const isThere = existsSync(PRICES);
const NEEDED = isThere ? '' : ` (skipped: needs the real price history in ${DATA}, or REAL_DATA_DIR)`;
if (!isThere) process.stdout.write(`No import of real prices is tried${NEEDED}\n`);

describe.skipIf(!isThere)(`real price history${NEEDED}`, () => {
  test('every daily and minute file is read to the row, in seconds', () => {
    const manifest = csvRows(path.join(DATA, 'MANIFEST.csv'));
    // Processor time: other programs on the machine do not count.
    const before = process.cpuUsage();
    const { files, refusals, broken } = gather(manifest.map(([file]) => path.join(DATA, file)));
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
    expect(refusals).toEqual([]);
    expect(broken).toEqual(
      [
        { fileName: 'LNT.csv.gz', reasons: ['line 827: low 35.09 is above close 17.87'] },
        { fileName: 'REGN.csv.gz', reasons: ['line 588: open, high, low are missing'] },
        { fileName: 'SPG.csv.gz', reasons: ['line 328: low 174.50 is above close 165.42'] },
        { fileName: 'CHK.csv.gz', reasons: ['line 351: low 30.37 is above close 29.39'] },
      ].sort((a, b) => manifestPlace(manifest, a.fileName) - manifestPlace(manifest, b.fileName)),
    );
    for (const [index, [file, , , rows]] of manifest.entries()) {
      const { series, problems } = files[index];
      expect([file, series.length, series[0].bars.length + problems.length]).toEqual([file, 1, Number(rows)]);
      const symbol = path.basename(file).startsWith('spy') ? 'SPY' : path.basename(file).replace('.csv.gz', '');
      expect([series[0].symbol, series[0].interval]).toEqual([symbol, symbol === 'SPY' ? '1m' : '1D']);
    }
  });

  test('the known splits and bonuses are flagged, and little else', () => {
    const { files } = gather(inside(path.join(PRICES, 'nse_daily_2000_2021')));
    const { series } = combineFiles(files);
    const flagged = new Set<string>();
    for (const { symbol, flags } of series) {
      for (const { kind, at } of flags)
        if (kind === 'split') flagged.add(`${symbol} ${new Date(at).toISOString().slice(0, 10)}`);
    }
    const actions = csvRows(path.join(PRICES, 'nse_corporate_actions.csv'));
    const known = new Set(actions.map(([symbol, exDate]) => `${symbol} ${exDate}`));
    const found = [...known].filter((each) => flagged.has(each));
    const others = [...flagged].filter((each) => !known.has(each));
    expect(known.size).toBe(93);
    expect(found.length).toBeGreaterThanOrEqual(90);
    expect(others.length).toBeLessThanOrEqual(6);
  });

  test('the 321-day hole of four stocks is a gap of the report', () => {
    const names = ['GAIL', 'INDUSINDBK', 'KOTAKBANK', 'SHREECEM'];
    const { files } = gather(names.map((name) => path.join(PRICES, 'nse_daily_2000_2021', `${name}.csv.gz`)));
    for (const { symbol, flags } of combineFiles(files).series) {
      expect([symbol, ...flags.filter(({ kind }) => kind === 'gap').map(({ text }) => text)]).toEqual([
        symbol,
        '2001-07-02 467 days without a bar before it',
      ]);
    }
  });
});

const LIMIT = 'Thank you for using Alpha Vantage! Our standard API';
/** What becomes of each sample as it is: the bars of its series and its broken rows, or the sentence of its refusal. */
const AS_IT_IS: Readonly<Record<string, string>> = {
  'alphavantage_daily.json': 'RELIANCE.BSE 1D 2',
  'alphavantage_error.json': 'holds no prices, only an answer of Alpha Vantage: "Invalid API call. Please retry',
  'alphavantage_global_quote.json':
    'is one quote (Alpha Vantage GLOBAL_QUOTE), not history; save TIME_SERIES_DAILY instead',
  'alphavantage_global_quote_unknown_symbol.json':
    'is an empty Alpha Vantage quote: the provider does not know the symbol',
  'alphavantage_rate_limit_information.json': `holds no prices, only an answer of Alpha Vantage: "${LIMIT} rate limit is 25`,
  'alphavantage_rate_limit_note.json': `holds no prices, only an answer of Alpha Vantage: "${LIMIT} call frequency`,
  'close_high_low_open_order.csv': 'has no column date; its header is: close, high, low, open',
  'finnhub_candle_nodata.json': 'holds no prices: Finnhub answered "no_data"',
  'finnhub_quote.json': 'is one quote (Finnhub), not history; save its candles instead',
  'finnhub_quote_unknown.json': 'is an empty Finnhub quote: the provider does not know the symbol',
  'kaggle_sp500_missing_open.csv': 'DHR 1D 1, 3: open is missing, 4: open, high, low are missing',
  'lobster_message_7cols.csv': 'has no header, and its columns are not date, open, high, low, close, volume',
  'nse_bhavcopy_legacy_cm.csv': 'M&MFIN 1D 1',
  'nse_bhavcopy_udiff_cm.csv': 'RELIANCE 1D 1',
  'nse_bhavcopy_udiff_cm_mar2024_variant.csv': 'TPLPLASTEH 1D 1',
  'nse_kaggle_rohanrao.csv': 'RELIANCE 1D 10',
  'nse_sec_bhavdata_full.csv': 'HDFCBANK 1D 1',
  'prefixed_columns.csv': 'AAPL 1D 1',
  'stooq_html_challenge.html': 'is a web page (HTML) instead of data; download the file again from the provider',
  'stooq_limit.txt': 'holds text, not a table: "Exceeded the daily hits limit"',
  'stooq_quote_with_missing.csv': 'AAPL.US 1D 1, 3: "N/D" is not a date',
  'twelvedata_error.json': 'holds no prices, only an answer of the provider: "You have run out of API credits',
  'twelvedata_time_series.json': 'TSLA 1D 1',
  'yahoo_chart_error.json': 'holds no prices, only an answer of Yahoo: "No data found, symbol may be delisted"',
  'yahoo_chart_v8.json': 'RELIANCE.NS 1D 2',
};

const ASK = 'does not name its stock: it has no symbol column and its file name is not a symbol; say --symbol NAME';
const TWO_WAYS = 'that can be read two ways; say --date-format dmy (day first) or --date-format mdy (month first)';
const QUESTIONS = [ASK, TWO_WAYS, 'say --day YYYY-MM-DD', 'say --price-scale 10000'];
const ACME = { symbol: 'ACME' };
/** Those that are refused with a question, the answer, and what becomes of them then. */
const ASKED: Readonly<Record<string, readonly [Partial<ReadOptions>, string]>> = {
  'backtrader_header_row_mismatch.csv': [ACME, 'ACME 1D 1'],
  'capital_M_D_YYYY.csv': [{ ...ACME, dateOrder: 'mdy' }, 'ACME 1D 1'],
  'date_time_two_columns.csv': [ACME, 'ACME 1D 1'],
  'dd-mm-yyyy_adj_oi.csv': [ACME, 'ACME 1D 1'],
  'descending_order_dupes.csv': [ACME, 'ACME 1D 2, 5: high 9.40 is below low 9.50'],
  'european_decimal_comma.csv': [ACME, 'ACME 1D 1'],
  'finnhub_candle.json': [ACME, 'ACME 1D 2'],
  'histdata_semicolon.csv': [ACME, 'ACME 1D 1'],
  'index_first_column_unnamed.csv': [ACME, 'ACME 1D 1'],
  'kite_historical.json': [ACME, 'ACME 1m 2'],
  'lean_daily_e4.csv': [{ ...ACME, priceScale: 10_000 }, 'ACME 1D 1'],
  'lean_minute_headerless_ms_e4.csv': [{ ...ACME, priceScale: 10_000, day: '2013-10-07' }, 'ACME 1m 2'],
  'nse_website_quote_equity.csv': [ACME, 'ACME 1D 2'],
  'scientific_volume_us_datetime.csv': [{ ...ACME, dateOrder: 'mdy' }, 'ACME 1D 1'],
  'stooq_daily.csv': [ACME, 'ACME 1D 2'],
  'upstox_kite_csv_tz.csv': [ACME, 'ACME 1D 3'],
  'us_slash_dates_bom.csv': [{ ...ACME, dateOrder: 'mdy' }, 'ACME 1D 2'],
  'yahoo_download.csv': [ACME, 'ACME 1D 2'],
  'yahoo_download_old_order.csv': [ACME, 'ACME 1D 1'],
};

const outcome = (name: string, more: Partial<ReadOptions>): string => {
  try {
    const { series, problems } = readImportFile(name, readFileSync(path.join(QUIRKS, name)), { ...options, ...more });
    const bars = series.map(({ symbol, interval, bars: each }) => `${symbol} ${interval} ${each.length}`);
    return [...bars, ...problems.map(({ line, reason }) => `${line}: ${reason}`)].join(', ');
  } catch (error) {
    if (error instanceof FileRefused) return error.message;
    throw error;
  }
};

describe.skipIf(!isThere)(`samples of what providers hand out${NEEDED}`, () => {
  test('none is forgotten', () => {
    expect(readdirSync(QUIRKS).sort()).toEqual([...Object.keys(AS_IT_IS), ...Object.keys(ASKED)].sort());
  });

  test.each(Object.entries(AS_IT_IS))('%s', (name, expected) => {
    expect(outcome(name, {}).slice(0, expected.length)).toBe(expected);
  });

  test.each(Object.entries(ASKED))('%s', (name, [answer, expected]) => {
    expect(QUESTIONS.some((question) => outcome(name, {}).includes(question))).toBe(true);
    expect(outcome(name, answer)).toBe(expected);
  });
});

function manifestPlace(manifest: readonly string[][], fileName: string): number {
  return manifest.findIndex(([file]) => path.basename(file) === fileName);
}
