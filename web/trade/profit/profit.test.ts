// The profit report's days and files: tax years from April, mangled addresses, and tables that spreadsheets read as meant.
import { describe, expect, test } from 'vitest';
import type { ProfitReport } from '../../../contract/trade/profit.ts';
import { incomeCsv, linesCsv, stocksCsv } from './profit-csv.ts';
import { profitDaysOf, profitSearchOf, taxYearOf, yearChoices } from './tax-year.ts';

const TODAY = '2026-11-22';

describe('tax years', () => {
  test.each([
    ['2026-03-31', 2025],
    ['2026-04-01', 2026],
    ['2026-12-31', 2026],
    ['2027-01-01', 2026],
  ])('%s lies in the one that begins in %i', (day, year) => {
    expect(taxYearOf(day)).toBe(year);
  });

  test('the running one is shown, and four before it are offered', () => {
    expect(profitDaysOf({}, TODAY)).toEqual({
      choice: '2026',
      days: { from: '2026-04-01', to: '2027-03-31' },
      words: 'Tax year 2026-27, 01 Apr 2026 to 31 Mar 2027',
    });
    expect(yearChoices('2099-05-01').map(({ label }) => label)).toEqual([
      'Tax year 2099-00',
      'Tax year 2098-99',
      'Tax year 2097-98',
      'Tax year 2096-97',
      'Tax year 2095-96',
      'All time',
      'Other days',
    ]);
  });

  test.each([{ year: 'x' }, { year: 1.5 }, { year: 2027 }, { year: 2021 }, { year: null }, { of: 'what' }])(
    'an address with %j shows the running one',
    (search) => {
      expect(profitDaysOf(search, TODAY).choice).toBe('2026');
    },
  );

  test('other days begin with those that are shown, and stand in their order', () => {
    const chosen = profitDaysOf({ year: '2025' }, TODAY);
    expect(profitSearchOf('days', chosen)).toEqual({ of: 'days', from: '2025-04-01', to: '2026-03-31' });
    expect(profitDaysOf({ of: 'days', from: '2026-02-02', to: '2026-01-01' }, TODAY).days).toEqual({
      from: '2026-01-01',
      to: '2026-02-02',
    });
    expect(profitDaysOf({ of: 'days', from: '2026-02-30' }, TODAY)).toMatchObject({ days: {}, words: 'All time' });
    expect(profitDaysOf({ of: 'days', to: '2026-02-02' }, TODAY).words).toBe('Until 02 Feb 2026');
    expect(profitSearchOf('all', chosen)).toEqual({ of: 'all' });
    expect(profitSearchOf('2024', chosen)).toEqual({ year: 2024 });
  });
});

describe('files', () => {
  const figures = { quantity: 120, cost: 30_240, proceeds: 32_400, profit: 2160, charges: 638.4, net: 1521.6 };
  const none = { quantity: 0, cost: 0, proceeds: 0, profit: 0, charges: 0, net: 0 };
  const report: ProfitReport = {
    from: null,
    to: null,
    trader: { name: 'Asha', email: 'asha@example.com', account: '7' },
    issuedAt: '2026-11-22T00:00:00.000Z',
    total: figures,
    sameDay: none,
    shortTerm: figures,
    longTerm: none,
    stocks: [{ symbol: 'ABC', name: '=ABC Limited', ...figures, sameDay: 0, shortTerm: 1521.6, longTerm: 0 }],
    lines: [{ symbol: 'ABC', term: 'SHORT', boughtOn: '2026-01-05', soldOn: '2026-01-06', ...figures }],
    income: [
      { date: '2026-01-07', kind: 'DIVIDEND', symbol: 'ABC', text: 'Dividend', amount: 10 },
      { date: '2026-01-08', kind: 'REWARD', symbol: null, text: 'Taken back', amount: -50 },
    ],
    dividends: 10,
    fractions: 0,
    rewards: -50,
  };
  /** Without the heading. */
  const rowsOf = (csv: string) => csv.split('\r\n').slice(1, -1);

  test('lots, with the total below', () => {
    expect(rowsOf(linesCsv(report))).toEqual([
      '"ABC","Short term","2026-01-05","2026-01-06",120,30240,32400,2160,638.4,1521.6',
      '"Total","","","",120,30240,32400,2160,638.4,1521.6',
    ]);
  });

  test('stocks, whose names are no formulas', () => {
    expect(rowsOf(stocksCsv(report))[0]).toBe(`"ABC","'=ABC Limited",120,30240,32400,2160,638.4,1521.6,0,1521.6,0`);
  });

  test('dividends and rewards', () => {
    expect(rowsOf(incomeCsv(report))).toEqual([
      '"2026-01-07","Dividend","ABC","Dividend",10',
      '"2026-01-08","Reward",,"Taken back",-50',
    ]);
  });
});
