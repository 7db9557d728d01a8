// The list of holidays: made once, then the administrator's own; whatever else stands in the file is refused with its line.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NSE_HOLIDAYS } from '../core/market/trading-hours.ts';
import { keepHolidays, parseHolidays } from './holidays.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'istock-holidays-'));
  file = path.join(folder, 'holidays.txt');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the first start writes the list that is known, and never again', () => {
  expect(keepHolidays(file, 'own')).toEqual([...NSE_HOLIDAYS]);
  expect(readFileSync(file, 'utf8')).toMatch(/^# Days on which the market stays closed/);
  writeFileSync(file, '2027-01-26 Republic Day\n');
  expect(keepHolidays(file, 'own')).toEqual(['2027-01-26']);
});

test('a list that a setting names must be there', () => {
  expect(() => keepHolidays(file, 'given')).toThrow('ENOENT');
});

test('names, comments, empty lines, a mark of the editor and any order', () => {
  const text = '\uFEFF# mine\r\n\r\n2027-03-22\tHoli\r\n  2027-01-26 Republic Day \n';
  expect(parseHolidays(text)).toEqual(['2027-01-26', '2027-03-22']);
  expect(parseHolidays('')).toEqual([]);
});

test.each([
  ['26 January', 'line 1 has no day'],
  ['2027-02-29', 'line 1 has no day'],
  ['2027-13-01', 'line 1 has no day'],
  ['2027-01-26x', 'line 1 has no day'],
  ['0000-01-26', 'line 1 has no day'],
  ['9999-01-26', 'line 1 has no day'],
  ['2027-01-26\n2027-01-26', 'line 2 says 2027-01-26 again'],
  [
    Array.from(
      { length: 61 },
      (_, n) => `2027-0${1 + Math.floor(n / 28)}-${String(1 + (n % 28)).padStart(2, '0')}`,
    ).join('\n'),
    '2027 has 61 days',
  ],
  ['x\n'.repeat(9), 'and 4 more'],
])('refused: %j', (text, complaint) => {
  expect(() => parseHolidays(text)).toThrow(complaint);
});

test('a file that is no list of days is not even read', () => {
  writeFileSync(file, '#'.repeat(70_000));
  expect(() => keepHolidays(file, 'given')).toThrow('more than 64 KB');
});
