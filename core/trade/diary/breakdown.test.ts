// The figures of one group of trades: its own, whatever the others did.
import { expect, test } from 'vitest';
import { breakdown } from './breakdown.ts';

const trade = (key: string, net: number, heldMs = 0) => ({ key, net, heldMs, r: null });

test('each group counts its own trades, and one that brought nothing is neither won nor lost', () => {
  const trades = [
    trade('a', 300_00, 10),
    trade('b', 0, 7),
    trade('a', -100_00, 20),
    trade('a', 0, 60),
    trade('a', 20_01, 30),
  ];
  expect(breakdown(trades, ({ key }) => [key])).toEqual([
    {
      key: 'a',
      trades: 4,
      wins: 2,
      losses: 1,
      net: 220_01,
      winRate: 0.5,
      // 22,001 paise over four are 5,500.25.
      expectancy: 55_00,
      profitFactor: 3.2001,
      averageHeldMs: 30,
    },
    {
      key: 'b',
      trades: 1,
      wins: 0,
      losses: 0,
      net: 0,
      winRate: 0,
      expectancy: 0,
      profitFactor: null,
      averageHeldMs: 7,
    },
  ]);
});

test('a trade stands in several groups, or in none', () => {
  const groups = breakdown([trade('x', 5)], () => ['one', 'two']);
  expect(groups.map(({ key, net }) => [key, net])).toEqual([
    ['one', 5],
    ['two', 5],
  ]);
  expect(breakdown([trade('x', 5)], () => [])).toEqual([]);
});
