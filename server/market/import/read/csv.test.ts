// Lines and cells: delimiters, quotes, line endings, limits.
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const cells = (text: string): string[][] => readCsv(text).lines.map((line) => [...line.cells]);

describe('readCsv', () => {
  it.each([',', ';', '\t', '|'])('finds the delimiter %j', (delimiter) => {
    expect(cells(['a', 'b', 'c'].join(delimiter))).toEqual([['a', 'b', 'c']]);
  });

  it.each(['sep=;', '"SEP=;"', 'sep=;\r'])('takes the delimiter from the line %j that Excel reads', (line) => {
    expect(readCsv(`${line}\na,b;c,d\n1,5;2,5\n`)).toEqual({
      delimiter: ';',
      lines: [
        { line: 2, cells: ['a,b', 'c,d'] },
        { line: 3, cells: ['1,5', '2,5'] },
      ],
    });
  });

  it('prefers the delimiter over the decimal comma', () => {
    expect(cells('20180102;2697,25;2697,5')).toEqual([['20180102', '2697,25', '2697,5']]);
  });

  it.each(['\n', '\r\n', '\r'])('reads lines that end in %j', (end) => {
    expect(cells(['a,b', '1,2', ''].join(end))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('trims cells, reads quotes, doubled quotes and commas inside them', () => {
    expect(cells('"Date "," a""b ", "1,547,819"')).toEqual([['Date', 'a"b', '1,547,819']]);
  });

  it('keeps the number of the line over blank lines, comments and quoted line ends', () => {
    const { lines } = readCsv('# made by hand\na,b\n\n"x\ny",2\n3,4\n');
    expect(lines.map(({ line, cells: each }) => [line, ...each])).toEqual([
      [2, 'a', 'b'],
      [4, 'x\ny', '2'],
      [6, '3', '4'],
    ]);
  });

  it('refuses a quote that never closes, naming where it opens', () => {
    expect(() => readCsv('a,b\n"1,2\n3,4\n')).toThrow(expect.objectContaining({ line: 2 }));
  });

  it('refuses too many rows, too many columns and endless lines', () => {
    expect(() => readCsv('a,b\n1,2\n3,4\n', 1)).toThrow('has more than 1 rows');
    expect(() => readCsv(','.repeat(600))).toThrow('has 601 columns; the limit is 500');
    expect(() => readCsv('x'.repeat(70_000))).toThrow('is longer than 65536 characters');
    // Cut at each of its commas, it would be more cells than a list can have, and no error that could be caught.
    expect(() => readCsv(','.repeat(2 ** 27))).toThrow('is longer than 65536 characters');
    // So would its lines, in 260 kB of gzip.
    expect(() => readCsv(`a,b\n1,2${'\n'.repeat(2 ** 27)}`)).toThrow('has more than 10000000 lines');
    expect(() => readCsv(`a,b\r1,2${'\r'.repeat(10_000_000)}`)).toThrow('has more than 10000000 lines');
  });
});
