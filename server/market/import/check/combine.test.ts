// Series of several files become one, unless the files disagree.
import { describe, expect, it } from 'vitest';
import { combineFiles } from './combine.ts';
import { defaultReadOptions } from './options.ts';
import { readImportFile } from './read-file.ts';

const HEADER = 'SYMBOL,date,open,high,low,close,volume\n';

function combine(...texts: string[]) {
  const options = defaultReadOptions(Date.UTC(2026, 10, 21));
  return combineFiles(texts.map((text, i) => readImportFile(`day${i + 1}.csv`, Buffer.from(HEADER + text), options)));
}

describe('combineFiles', () => {
  it('joins one file a day into one series for each stock', () => {
    const { series, conflicts } = combine(
      'B,2024-05-03,1,1,1,1,1\nA,2024-05-03,2,2,2,2,2\n',
      'A,2024-05-02,3,3,3,3,3\nB,2024-05-02,4,4,4,4,4\n',
    );
    expect(conflicts).toEqual([]);
    expect(series.map(({ symbol, bars }) => [symbol, ...bars.map((bar) => bar.close)])).toEqual([
      ['A', 300, 200],
      ['B', 400, 100],
    ]);
  });

  it('drops what two files say alike and names what they say differently', () => {
    const alike = combine('A,2024-05-02,1,1,1,1,1\n', 'A,2024-05-02,1,1,1,1,1\n');
    expect(alike).toMatchObject({ conflicts: [], duplicates: 1 });
    expect(combine('A,2024-05-02,1,1,1,1,1\n', 'A,2024-05-02,1,2,1,1,1\n').conflicts).toEqual([
      'A 2024-05-02 has other values in day2.csv, line 2 than in day1.csv, line 2',
    ]);
  });

  it('keeps days and minutes of one stock apart', () => {
    const { series } = combine(
      'A,2024-05-02,1,1,1,1,1\n',
      'A,2024-05-02 09:15,1,1,1,1,1\nA,2024-05-02 09:16,1,1,1,1,1\n',
    );
    expect(series.map(({ symbol, interval }) => `${symbol} ${interval}`)).toEqual(['A 1D', 'A 1m']);
  });
});
