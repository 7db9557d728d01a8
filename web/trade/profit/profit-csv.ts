// The profit report as CSV files: sales by lot, stocks, and dividends and rewards.
import { csvOf } from '../../../contract/wire/csv.ts';
import type { GainFigures, GainTerm, Income, ProfitReport } from '../../../contract/trade/profit.ts';

export const termWords: Record<GainTerm, string> = {
  'SAME-DAY': 'Same day',
  SHORT: 'Short term',
  LONG: 'Long term',
};

export const incomeWords: Record<Income['kind'], string> = {
  DIVIDEND: 'Dividend',
  FRACTION: 'Cash for part of a share',
  REWARD: 'Reward',
};

const FIGURES = ['Shares', 'Bought for', 'Sold for', 'Profit (before charges)', 'Charges of both sides', 'Net profit'];

const figureCells = ({ quantity, cost, proceeds, profit, charges, net }: GainFigures): number[] => [
  quantity,
  cost,
  proceeds,
  profit,
  charges,
  net,
];

export function linesCsv({ lines, total }: ProfitReport): string {
  return csvOf(
    ['Symbol', 'Term', 'Bought on', 'Sold on', ...FIGURES],
    [
      ...lines.map((line) => [line.symbol, termWords[line.term], line.boughtOn, line.soldOn, ...figureCells(line)]),
      ['Total', '', '', '', ...figureCells(total)],
    ],
  );
}

export function stocksCsv({ stocks, total, sameDay, shortTerm, longTerm }: ProfitReport): string {
  return csvOf(
    ['Symbol', 'Company', ...FIGURES, 'Net, same day', 'Net, short term', 'Net, long term'],
    [
      ...stocks.map((stock) => [
        stock.symbol,
        stock.name,
        ...figureCells(stock),
        stock.sameDay,
        stock.shortTerm,
        stock.longTerm,
      ]),
      ['Total', '', ...figureCells(total), sameDay.net, shortTerm.net, longTerm.net],
    ],
  );
}

export function incomeCsv({ income }: ProfitReport): string {
  return csvOf(
    ['Day', 'Kind', 'Symbol', 'What for', 'Amount'],
    income.map(({ date, kind, symbol, text, amount }) => [date, incomeWords[kind], symbol, text, amount]),
  );
}
