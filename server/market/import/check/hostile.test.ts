// Whatever a file holds, reading it ends in sound bars or in a refusal with a sentence; never in a crash, never in a bad bar.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { toListings } from '../load/listing.ts';
import { seriesTable } from '../report.ts';
import { chooseInterval } from './interval.ts';
import { defaultReadOptions } from './options.ts';
import { readImportFile } from './read-file.ts';
import type { CheckedRow } from './rows.ts';
import { MAX_PRICE } from '../../../../core/trade/check-order.ts';
import { FileRefused, isSymbol } from '../read/series.ts';
import type { ImportedBar } from '../read/series.ts';

const options = defaultReadOptions(Date.UTC(2026, 10, 21));

interface Outcome {
  readonly bars: number;
  /** What must never be: bars that contradict themselves, problems without a place, refusals without a sentence. */
  readonly faults: readonly string[];
}

function outcomeOf(fileName: string, bytes: Buffer): Outcome {
  try {
    const { series, problems } = readImportFile(fileName, bytes, options);
    const faults = problems.filter(({ line, reason }) => line < 1 || reason.length < 6).map(({ reason }) => reason);
    for (const { symbol, bars } of series) {
      if (!isSymbol(symbol)) faults.push(symbol);
      faults.push(
        ...bars.filter((bar, i) => !isSound(bar, bars[i - 1]?.at ?? -Infinity)).map((bar) => JSON.stringify(bar)),
      );
    }
    return { bars: series.reduce((sum, { bars }) => sum + bars.length, 0), faults };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { bars: 0, faults: error.message.length < 6 ? [error.message] : [] };
  }
}

function isSound({ at, open, high, low, close, volume }: ImportedBar, lastAt: number): boolean {
  const areWhole = [at, open, high, low, close, volume].every(
    (value) => Number.isSafeInteger(value) && !Object.is(value, -0),
  );
  const fits = low >= 1 && low <= Math.min(open, close) && high >= Math.max(open, close) && high <= MAX_PRICE;
  return areWhole && fits && volume >= 0 && at > lastAt;
}

const CSV = Array.from(
  { length: 12 },
  (_, i) => `2024-05-${String(i + 1).padStart(2, '0')},${10 + i}.5,${12 + i},9.25,${11 + i},1${i}00\n`,
).join('');
const SAMPLES = [
  `date,open,high,low,close,volume\n${CSV}`,
  `Symbol,Series,Date,Open,High,Low,Close,Volume,\nA,EQ,05-JUL-2024,1,2,1,2,5,\nB,BE,05-JUL-2024,1,2,1,2,5,\n`,
  'date;open;high;low;close;volume\n03.05.2024;1.234,50;1.240,00;1.230,25;1.238,75;12.345\n',
  '{"status":"success","data":{"candles":[["2017-12-15T09:15:00+0530",10,12,9,11,5],["2017-12-15T09:16:00+0530",10,12,9,11,5]]}}',
  '{"Meta Data":{"2. Symbol":"A"},"Time Series (Daily)":{"2024-05-03":{"1. open":"1","2. high":"2","3. low":"1","4. close":"2","5. volume":"3"}}}',
  '{"chart":{"result":[{"meta":{"symbol":"A","dataGranularity":"1d","gmtoffset":19800},"timestamp":[1714448700],"indicators":{"quote":[{"open":[1],"high":[2],"low":[1],"close":[2],"volume":[3]}]}}],"error":null}}',
  '33300000,950000,950000,939000,948500,1730100\n33360000,946500,948500,941000,941000,1355593\n',
];
const WORDS =
  ', ; - . 0 9 " "a 1e308 -1 NaN null Infinity __proto__ {} [] 31-02-2020 1/2/03 99999999999999999999 2024-05-02 1,234 =1+1';
const PIECES = [...WORDS.split(' '), '', '\t', '\n', '\r', '\u0000', '\uFEFF', '1714448700'];

/** A sample with some places cut out and something else put in. */
const mutated = fc
  .record({
    sample: fc.constantFrom(...SAMPLES),
    edits: fc.array(
      fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(12), put: fc.constantFrom(...PIECES) }),
      { maxLength: 6 },
    ),
  })
  .map(({ sample, edits }) =>
    edits.reduce((text, { at, cut, put }) => {
      const from = Math.floor(at * text.length);
      return text.slice(0, from) + put + text.slice(from + cut);
    }, sample),
  );

describe('hostile files', () => {
  test('more stocks than a call takes arguments, or than can each be looked for among all', () => {
    const days = ['2024-05-01', '2024-05-02'].map((date) => `A,${date},1,1,1,1,1\n`).join('');
    const { series } = readImportFile('A.csv', Buffer.from(`symbol,date,open,high,low,close,volume\n${days}`), options);
    const rows = Array.from({ length: 10 }, (_, day) => ({
      line: 1,
      moment: { day, timeMs: 0, at: day * 86_400_000 },
    }));
    const many = Array.from({ length: 150_000 }, () => rows as unknown as CheckedRow[]);
    expect(chooseInterval(many, null, null).interval).toBe('1D');
    const each = many.map((_, n) => ({ ...series[0], symbol: `S${n}`, flags: [] }));
    const listings = toListings(each, new Map());
    expect(seriesTable({ series: each, conflicts: [], duplicates: 0 }, listings).split('\n')).toHaveLength(150_002);
  });

  test('samples as they are give bars', () => {
    const outcomes = SAMPLES.map((sample) => outcomeOf('ACME.csv', Buffer.from(sample)));
    // The last one does not name its day.
    expect(outcomes.map(({ bars }) => bars)).toEqual([12, 1, 1, 2, 1, 1, 0]);
  });

  test('a small list whose entries would each become a line of many cells', () => {
    const fields = Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',');
    const text = `[{"date":"2024-05-02",${fields}}${',{}'.repeat(4_000)}]`;
    expect(() => readImportFile('A.json', Buffer.from(text), options)).toThrow(
      'has 50001 fields in its first entry, too many for 4001 entries',
    );
  });

  test('changed samples', () => {
    let bars = 0;
    const property = fc.property(mutated, (text) => {
      const outcome = outcomeOf('ACME.csv', Buffer.from(text));
      bars += outcome.bars;
      expect(outcome.faults).toEqual([]);
    });
    fc.assert(property, { numRuns: 3000 });
    // Most changes leave some good rows: the property is not true of nothing.
    expect(bars).toBeGreaterThan(1000);
  });

  test('any bytes, plain and packed, under any name', () => {
    const property = fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.string(),
      fc.boolean(),
      (bytes, name, isPacked) => {
        expect(outcomeOf(name, isPacked ? gzipSync(bytes) : Buffer.from(bytes)).faults).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });

  test('any JSON', () => {
    const keys = fc.constantFrom('', 'values', 'chart', 'data', 't', 'Time Series (Daily)');
    const property = fc.property(fc.jsonValue({ maxDepth: 4 }), keys, (value, key) => {
      const file = key === '' ? value : { [key]: value, c: value, meta: value, status: 'ok' };
      expect(outcomeOf('ACME.json', Buffer.from(JSON.stringify(file))).faults).toEqual([]);
    });
    const found: [fc.JsonValue, string][] = [[[{ toString: null }, {}], '']];
    fc.assert(property, { numRuns: 2000, examples: found });
  });
});
