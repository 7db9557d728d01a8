// Holdings at a newer price than in the server's last reply.
import { expect, test } from 'vitest';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { intradayWords, livePosition, owedFor, positionTotals, profitPercent } from './live-position.ts';

function holding(
  fields: Pick<
    PortfolioItem,
    'symbol' | 'quantity' | 'averagePrice' | 'currentPrice' | 'overallProfit' | 'todaysProfit'
  >,
): PortfolioItem {
  const { symbol, averagePrice, quantity, currentPrice } = fields;
  const figures = {
    ...fields,
    availableQuantity: quantity,
    price: averagePrice,
    currentValue: quantity * currentPrice,
    change: 0,
    changePercent: 0,
    isIntraday: false,
    intradayQuantity: 0,
    loan: 0,
  };
  const record = {
    ...figures,
    stockId: { _id: symbol, originalId: symbol, symbol, name: symbol, price: currentPrice },
  };
  return { _id: symbol, name: symbol, sector: '', stockId: symbol, originalId: symbol, ...figures, record };
}

// 5 held overnight from 400.00 (previous close 410.10), 5 bought today at 412.35: at 412.35 today is 5 x 2.25.
const mixed = holding({
  symbol: 'MERIT',
  quantity: 10,
  averagePrice: 406.18,
  currentPrice: 412.35,
  overallProfit: 61.75,
  todaysProfit: 11.25,
});

test('without a newer price the server’s figures stand', () => {
  expect(livePosition(mixed)).toEqual({
    price: 412.35,
    currentValue: 4123.5,
    overallProfit: 61.75,
    todaysProfit: 11.25,
  });
});

test('a price moves value and profits alike, and today keeps its own base', () => {
  // 10 x 0.10 = 1.00 up
  expect(livePosition(mixed, 412.45)).toEqual({
    price: 412.45,
    currentValue: 4124.5,
    overallProfit: 62.75,
    todaysProfit: 12.25,
  });
  // 10 x -12.35 = -123.50
  expect(livePosition(mixed, 400)).toEqual({
    price: 400,
    currentValue: 4000,
    overallProfit: -61.75,
    todaysProfit: -112.25,
  });
});

test('totals are to the paisa', () => {
  const three = [0.1, 0.2, 0.3].map((profit) => ({
    price: 1,
    currentValue: profit,
    overallProfit: profit,
    todaysProfit: -profit,
  }));
  expect(positionTotals(three)).toEqual({ currentValue: 0.6, overallProfit: 0.6, todaysProfit: -0.6 });
  expect(positionTotals([])).toEqual({ currentValue: 0, overallProfit: 0, todaysProfit: 0 });
});

test('profit in percent of the cost', () => {
  expect(profitPercent(10, 110)).toBeCloseTo(10, 10);
  expect(profitPercent(-50, 50)).toBe(-50);
  expect(profitPercent(0, 0)).toBe(0);
});

test('shares on margin are named, all or some, and what is owed for them is one sum', () => {
  expect(intradayWords({ isIntraday: true, intradayQuantity: 5 })).toBe('Intraday');
  expect(intradayWords({ isIntraday: false, intradayQuantity: 1200 })).toBe('1,200 intraday');
  expect(owedFor([{ loan: 0.1 }, { loan: 0.2 }, { loan: 1600 }])).toBe(1600.3);
  expect(owedFor([])).toBe(0);
});
