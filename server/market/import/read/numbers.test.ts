// Prices and volumes as providers write them.
import { describe, expect, it } from 'vitest';
import { FileRefused } from './series.ts';
import { decimalSignOf, isMissing, paiseOf, readNumber, readVolume } from './numbers.ts';

describe('readNumber', () => {
  it.each([
    ['237.5', 237.5],
    ['1,547,819', 1_547_819],
    ['15,47,819', 1_547_819],
    ['79,54,34,488.60', 795_434_488.6],
    ['1.228057E+08', 122_805_700],
    ['₹1,234.50', 1234.5],
    ['$172.51', 172.51],
    ['Rs. 12', 12],
    ['-5', -5],
  ])('%s is %d', (text, value) => expect(readNumber(text, 'point')).toBe(value));

  it.each([
    ['1.234,50', 1234.5],
    ['12.345', 12_345],
    ['0,05', 0.05],
  ])('with a decimal comma %s is %d', (text, value) => expect(readNumber(text, 'comma')).toBe(value));

  it.each(['1,23', '12,34,56', '1.2.3', 'abc', '0x10', '1e999', 'Infinity', '=1+1', '1 234'])(
    '%s is refused',
    (text) => {
      expect(readNumber(text, 'point')).toBe(`"${text}" is not a number`);
    },
  );

  it('keeps no negative zero', () => expect(Object.is(readNumber('-0', 'point'), 0)).toBe(true));
});

describe('isMissing', () => {
  it.each(['', '-', 'null', 'NaN', 'N/A', 'N/D', 'None'])('%s is nothing', (text) =>
    expect(isMissing(text)).toBe(true),
  );
  it.each(['0', '-1', 'x'])('%s is something', (text) => expect(isMissing(text)).toBe(false));
});

describe('paiseOf', () => {
  it.each([
    [237.5, 1, 23_750],
    [2863.10009765625, 1, 286_310],
    [40.369999, 1, 4_037],
    // 1.005 is stored as 1.00499999999999989; as written it is half a paisa and goes up.
    [1.005, 1, 101],
    [0.004, 1, 0],
    [136_300, 10_000, 1_363],
    [9_999_999.99, 1, 999_999_999],
  ])('%d rupees at scale %d are %d paise', (rupees, scale, paise) => expect(paiseOf(rupees, scale)).toBe(paise));
});

describe('readVolume', () => {
  it.each([
    ['4006500.0', 4_006_500, false],
    ['1.23M', 1_230_000, false],
    ['45.6K', 45_600, false],
    ['2B', 2_000_000_000, false],
    ['12.5', 13, true],
  ])('%s is %d shares', (text, volume, isRounded) => expect(readVolume(text, 'point')).toEqual({ volume, isRounded }));

  it('refuses words', () => expect(readVolume('many', 'point')).toBe('"many" is not a number'));
});

describe('decimalSignOf', () => {
  it.each([
    [['10', '12.5'], 'point'],
    [['1,002.00'], 'point'],
    [['1.234,50'], 'comma'],
    [['10', '2697,25'], 'comma'],
    [['1,234,567'], 'point'],
    [['10', '20'], 'point'],
    // 1,234 alone is undecided; the next price decides.
    [['1,234', '12,5'], 'comma'],
    [['1,234', '12.5'], 'point'],
  ] as const)('%j uses a %s', (prices, sign) => expect(decimalSignOf(prices, null)).toBe(sign));

  it('asks when nothing decides', () => {
    expect(() => decimalSignOf(['1,234', '2,345'], null)).toThrow(FileRefused);
    expect(() => decimalSignOf(['1,234'], null)).toThrow(
      'has prices like "1,234" that can be read two ways; say --decimal comma or --decimal point',
    );
    expect(decimalSignOf(['1,234'], 'comma')).toBe('comma');
  });
});
