// Which stocks are said to have risen and fallen most, and for how long that holds.
import { expect, test } from 'vitest';
import type { Stock } from '../../contract/market.ts';
import { forgetQuotes, takeQuotes } from '../quotes.ts';
import { isOver, isUntrue, rank } from './ranking.ts';

const stock = (symbol: string, previousClose: number, changePercent: number): Stock =>
  ({ symbol, previousClose, changePercent }) as Stock;

test('what has not moved is in neither list', () => {
  const { risen, fallen } = rank([stock('A', 10, 1), stock('B', 10, 0), stock('C', 10, -2), stock('D', 10, 3)], 0);
  expect(risen.map(({ symbol }) => symbol)).toEqual(['D', 'A']);
  expect(fallen.map(({ symbol }) => symbol)).toEqual(['C']);
});

test('an order holds for its turn, whatever the prices do, but not into the next day', () => {
  const evening = [stock('A', 10, 4), stock('B', 20, -1)];
  const ranking = rank(evening, 3);
  expect(isOver(null, evening, 3)).toBe(true);
  expect(isOver(ranking, [stock('A', 10, -2), stock('B', 20, 5)], 3)).toBe(false);
  expect(isOver(ranking, evening, 4)).toBe(true);
  // Midnight: what had risen by 4 % is the close from which the new day counts.
  expect(isOver(ranking, [stock('A', 10.4, 0), stock('B', 19.8, 0)], 3)).toBe(true);
});

test('it is looked at again as soon as something called risen has fallen, and while there is nothing to show', () => {
  const morning = [stock('A', 10, 0.02), stock('B', 10, 0.01), stock('C', 10, -0.03)];
  const ranking = rank(morning, 0);
  const tick = (symbol: string, changePercent: number) =>
    takeQuotes([{ ...stock(symbol, 10, changePercent), price: 10 }]);
  expect(isUntrue(ranking)).toBe(false);
  tick('B', 0.05);
  expect(isUntrue(ranking)).toBe(false);
  tick('A', -0.01);
  expect(isUntrue(ranking)).toBe(true);
  expect(rank(morning, 1).risen.map(({ symbol }) => symbol)).toEqual(['B']);
  expect(isUntrue(rank(morning, 1))).toBe(false);
  forgetQuotes();
  expect(isUntrue(rank([stock('A', 10, 0)], 0))).toBe(true);
  expect(isUntrue(null)).toBe(false);
});
