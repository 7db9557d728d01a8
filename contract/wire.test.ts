// The words of the wire: sums, symbols, numbers of queries and pages, good and bad.
import fc from 'fast-check';
import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { MAX_PAISE } from '../core/money.ts';
import {
  idInput,
  nameText,
  searchText,
  numberFromQuery,
  pageQuery,
  positiveRupees,
  rupees,
  severalLines,
  symbolInput,
  text,
} from './wire.ts';
import { normal } from './wire/normal.ts';
import { isRupees, toPaise, toRupees } from './wire/sums.ts';

const sum = positiveRupees('wrong', 'too small');
const said = (schema: z.ZodMiniType, value: unknown) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues[0].message;
};

test('every sum in paise goes to rupees, through JSON, and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -MAX_PAISE, max: MAX_PAISE }), (paise) => {
      const sent: number = JSON.parse(JSON.stringify(toRupees(paise)));
      expect(isRupees(sent)).toBe(true);
      expect(toPaise(sent)).toBe(paise);
    }),
  );
});

test('a third decimal is never rounded away', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (paise, tenths) => {
      const rupeesWithThree = (paise * 10 + tenths) / 1000;
      expect(isRupees(rupeesWithThree)).toBe(false);
      expect(() => toPaise(rupeesWithThree)).toThrow(RangeError);
    }),
  );
});

test.each([
  [0.01, 1],
  [1, 100],
  [19.99, 1999],
  [100_000_000_000, MAX_PAISE],
  [0, 'too small'],
  [-5, 'too small'],
  [-0, 'too small'],
  [0.001, 'wrong'],
  [1e-7, 'wrong'],
  [1e15, 'wrong'],
  [1e300, 'wrong'],
  [Infinity, 'wrong'],
  [NaN, 'wrong'],
  ['100', 'wrong'],
  [[100], 'wrong'],
  [null, 'wrong'],
  [undefined, 'wrong'],
  [true, 'wrong'],
  [{ valueOf: () => 5 }, 'wrong'],
])('the sum %j is %j', (given, expected) => {
  expect(said(sum, given)).toBe(expected);
});

test.each([
  ['10.05', 1005],
  ['10.055', 'wrong'],
  ['0', 'too small'],
  ['-1', 'too small'],
  ['', 'wrong'],
  [' 5', 'wrong'],
  ['0x10', 'wrong'],
  ['1e3', 'wrong'],
  ['Infinity', 'wrong'],
  [['5'], 'wrong'],
])('in a query the sum %j is %j', (given, expected) => {
  expect(said(sum, numberFromQuery(given as never))).toBe(expected);
});

test('replies carry no third decimal and no minus zero', () => {
  expect(rupees.safeParse(1.5).success).toBe(true);
  for (const value of [0.1 + 0.2, 1 / 3, -0, NaN, Infinity, '1']) expect(rupees.safeParse(value).success).toBe(false);
});

test.each([
  [{}, { page: 1, limit: 10 }],
  [
    { page: '', limit: '' },
    { page: 1, limit: 10 },
  ],
  [
    { page: '3', limit: '25' },
    { page: 3, limit: 25 },
  ],
  [{ limit: '100000' }, { page: 1, limit: 100 }],
  [{ page: '0' }, 'The page is a whole number from 1.'],
  [{ page: '-1' }, 'The page is a whole number from 1.'],
  [{ page: '1.5' }, 'The page is a whole number from 1.'],
  [{ page: 'abc' }, 'The page is a whole number from 1.'],
  [{ page: ['1', '2'] }, 'The page is a whole number from 1.'],
  [{ page: '9'.repeat(30) }, 'The page is a whole number from 1.'],
  [{ limit: '0' }, 'The limit is a whole number from 1 to 100.'],
])('the page %j is %j', (given, expected) => {
  expect(said(z.object(pageQuery), given)).toEqual(expected);
});

test.each([
  ['TCS', 'TCS'],
  [' m&m ', 'M&M'],
  ['BAJAJ-AUTO', 'BAJAJ-AUTO'],
  ['', 'Choose a stock.'],
  ['../../etc/passwd', 'Choose a stock.'],
  ['http://169.254.169.254', 'Choose a stock.'],
  ['A'.repeat(21), 'Choose a stock.'],
  ['TCS\n', 'TCS'],
  ['T\u0000CS', 'Choose a stock.'],
  [7, 'Choose a stock.'],
])('the symbol %j is %j', (given, expected) => {
  expect(said(symbolInput, given)).toBe(expected);
});

test('text is one spelling, trimmed, capped, and without control characters', () => {
  const name = text(5, 'wrong');
  expect(said(name, ' Ravi ')).toBe('Ravi');
  expect(said(name, 'e\u0301te\u0301')).toBe('été');
  for (const given of ['Ra\u0000vi', 'a\r\nb', 'abcdef', 5, null]) expect(said(name, given)).toBe('wrong');
});

test.each([
  ['order-7', 'order-7'],
  ['', 'Not found'],
  ['7'.repeat(65), 'Not found'],
  [undefined, 'Send one id, as text.'],
  [7, 'Send one id, as text.'],
  ['a\u0000b', 'Send one id, as text.'],
])('the id %j is %j', (given, expected) => {
  expect(said(idInput, given)).toBe(expected);
});

test('text cannot turn the order of letters round', () => {
  expect(said(text(9, 'wrong'), '\u202eivaR\u2066')).toBe('ivaR');
  expect(said(text(9, 'wrong').check(z.minLength(1, 'none')), '\u202e \u202c')).toBe('none');
  // Zero width, a filler and a blank of Braille: a name that nobody can see.
  expect(said(text(9, 'wrong').check(z.minLength(1, 'none')), '\u200b\u3164\u2800\u2060')).toBe('none');
  // Marks of direction, a soft hyphen, joiners with nothing to join, fillers of Hangul, tags, and choices between two forms of no letter.
  for (const unseen of [
    '\u200e\u200f',
    '\u061c',
    '\u00ad',
    ' \u200d\u200c',
    '\u115f\uffa0',
    '\u{e0041}',
    '\ufe0f',
    '\u034f',
    '\u{1d173}',
    '\u00ad\u200d',
  ])
    expect(said(text(9, 'wrong').check(z.minLength(1, 'none')), unseen)).toBe('none');
  expect(said(text(9, 'wrong'), 'Ad\u200em\u00adin')).toBe('Admin');
  expect(said(text(9, 'wrong'), 'a\u2028b')).toBe('wrong');
  // The parts of one emoji stay together.
  expect(said(text(9, 'wrong'), '\u2764\ufe0f\u200d\u{1f525}')).toBe('\u2764\ufe0f\u200d\u{1f525}');
  // What joins letters of India stays.
  expect(said(text(9, 'wrong'), '\u0915\u094d\u200d\u0937')).toBe('\u0915\u094d\u200d\u0937');
});

test('signs that nobody sees are left out, but not without end', () => {
  for (const field of [text(9, 'wrong'), severalLines(9, 'wrong'), nameText(9, 'wrong', 'none')]) {
    expect(said(field, `Asha${'\u200b'.repeat(100)}`)).toBe('Asha');
    expect(said(field, `Asha${'\u200b'.repeat(200)}`)).toBe('wrong');
  }
});

test('a missing text is not called too long', () => {
  const name = text(5, 'too long', 'required');
  expect([said(name, undefined), said(name, 'Ra\u0000vi'), said(name, 'abcdef')]).toEqual([
    'required',
    'required',
    'too long',
  ]);
  expect(['a\u0000b', '\ud800', 'x'.repeat(65), ' merit '].map((given) => said(searchText(), given))).toEqual([
    'Search for words on one line, without control characters.',
    'Search for words on one line, without control characters.',
    'Search for at most 64 characters.',
    'merit',
  ]);
});

test('marks are put in order as ever, and a run that no language has is cut', () => {
  expect(normal('e\u0301', 'NFC')).toBe('\u00e9');
  expect(normal('\uff4f\uff4e\uff45', 'NFKC')).toBe('one');
  // A cedilla stands before an accent, however they were typed.
  expect(normal('x\u0301\u0327', 'NFC')).toBe('x\u0327\u0301');
  const run = '\u0301'.repeat(64);
  expect(normal(`x${run}`, 'NFC')).toBe(`x${run}`);
  expect(normal(`x${run}\u0301\u0301y`, 'NFC')).toBe(`x${run}y`);
});
