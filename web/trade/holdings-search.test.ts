// The order of the holdings: by what they are worth at this moment, and by symbol where they are equal.
import { expect, test } from 'vitest';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { holdingsSearch, sortHoldings } from './holdings-search.ts';
import type { HoldingSort } from './holdings-search.ts';

const item = (symbol: string, quantity: number, overallProfit: number, todaysProfit: number) =>
  ({ symbol, quantity, currentPrice: 100, overallProfit, todaysProfit }) as PortfolioItem;

const items = [item('MERIT', 10, 50, -20), item('ZENITH', 3, 90, 5), item('ARKAREF', 10, -40, 5)];
const still = () => undefined;

test.each<[HoldingSort | undefined, string]>([
  [undefined, 'ARKAREF MERIT ZENITH'],
  ['-symbol', 'ZENITH MERIT ARKAREF'],
  ['-quantity', 'ARKAREF MERIT ZENITH'],
  ['value', 'ZENITH ARKAREF MERIT'],
  ['-overall', 'ZENITH MERIT ARKAREF'],
  ['overall', 'ARKAREF MERIT ZENITH'],
  ['-today', 'ARKAREF ZENITH MERIT'],
])('by %s', (sort, expected) => {
  expect(
    sortHoldings(items, sort, still)
      .map(({ symbol }) => symbol)
      .join(' '),
  ).toBe(expected);
});

test('price moves since then count', () => {
  // 10 shares that have risen by 5 are 50 more: 50 + 50 before 90.
  const priceOf = (symbol: string) => (symbol === 'MERIT' ? 105 : undefined);
  expect(sortHoldings(items, '-overall', priceOf)[0].symbol).toBe('MERIT');
});

test('an address that was mangled gives the usual order', () => {
  expect([holdingsSearch({ sort: '-today' }), holdingsSearch({ sort: '-luck' }), holdingsSearch({})]).toEqual([
    { sort: '-today' },
    { sort: undefined },
    { sort: undefined },
  ]);
});
