// The symbol in a file's name, found or asked for, never guessed.
import { describe, expect, it } from 'vitest';
import { symbolFromFileName } from './symbols.ts';

describe('symbolFromFileName', () => {
  it.each([
    ['RELIANCE.csv.gz', 'RELIANCE'],
    ['M&M.csv.gz', 'M&M'],
    ['BAJAJ-AUTO.csv', 'BAJAJ-AUTO'],
    ['BRK.B.csv.gz', 'BRK.B'],
    ['acme.json', 'ACME'],
    ['spy_1m_2020-12-15_18.csv.gz', 'SPY'],
    ['spy_daily_502.csv', 'SPY'],
    ['daily_ACME.csv', 'ACME'],
    ['ACME (1).csv', 'ACME'],
    ['ACME Historical Data.csv', 'ACME'],
    ['500325.csv', '500325'],
    ['ALL.csv', 'ALL'],
    ['Quote-Equity-M&M-EQ-01-01-2020-to-31-01-2020.csv', 'M&M'],
    ['../shared/data/TCS.csv', 'TCS'],
    ['C:\\prices\\TCS.csv', 'TCS'],
  ])('%s is %s', (fileName, symbol) => expect(symbolFromFileName(fileName)).toBe(symbol));

  it.each([
    'prices.csv',
    'Data.json',
    'european_decimal_comma.csv',
    'stooq_daily.csv',
    'dd-mm-yyyy_adj_oi.csv',
    '.csv',
    'ÅÄÖ.csv',
    `${'A'.repeat(21)}.csv`,
  ])('%s is asked for', (fileName) => expect(() => symbolFromFileName(fileName)).toThrow('say --symbol NAME'));
});
