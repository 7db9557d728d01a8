// CSV: what could be a formula is text, numbers stay numbers, and quotes, separators and lines survive.
import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

const cell = (value: string | number | null) =>
  csvOf(['h'], [[value]])
    .split('"h"\r\n')[1]
    .slice(0, -2);

test.each([
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['+1', `"'+1"`],
  ['-2+3', `"'-2+3"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['  =1', `"'  =1"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['\t=1', `"'\t=1"`],
  ['one\n=two', `"one\n'=two"`],
  ['one\n\n \n =two\n\n-3', `"one\n\n \n' =two\n\n'-3"`],
  ['one\r\n=two\u2028+3', `"one\r\n'=two\u2028'+3"`],
  ['＝1', `"'＝1"`],
  ['\u200e=1', `"'\u200e=1"`],
  ['\u2067\u200b +1', `"'\u2067\u200b +1"`],
  ['\u00ad\u3164@SUM(A1)', `"'\u00ad\u3164@SUM(A1)"`],
  ['\ufe621', `"'\ufe621"`],
  ['\u22121', `"'\u22121"`],
  ['\u0000=1', `"'\u0000=1"`],
  ['a;=1+1;b', `"a;'=1+1;b"`],
  ['a; \u200b@b;;-c', `"a;' \u200b@b;;'-c"`],
  [';=1', `";'=1"`],
  ['a;"=1', `"a;'""=1"`],
  ['a\n" "=1', `"a\n'"" ""=1"`],
  ['plain', '"plain"'],
  ['a-b, "c"; d', '"a-b, ""c""; d"'],
])('the text %j is written as %s', (text, expected) => {
  expect(cell(text)).toBe(expected);
});

test('numbers are numbers, below zero too; a missing value is empty', () => {
  expect([cell(-12.5), cell(0), cell(null), cell(Number.NaN)]).toEqual(['-12.5', '0', '', '']);
});

test('empty lines and cells take time by their number, not by its square', () => {
  const lines = '\n'.repeat(100_000);
  const begun = performance.now();
  expect(cell(`a${lines}=b`)).toBe(`"a${lines}'=b"`);
  const semicolons = '; '.repeat(100_000);
  expect(cell(`a${semicolons}=b`)).toBe(`"a${semicolons.slice(0, -1)}' =b"`);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test('rows end as the standard says, after a mark that it is UTF-8', () => {
  expect(csvOf(['a', 'b'], [['x', 1]])).toBe('\ufeff"a","b"\r\n"x",1\r\n');
});
