// What a portfolio shows: averages, marks, today's and overall profit, cash and holds.
import { expect, test } from 'vitest';
import { orderOf, stillMarket } from '../../tests/still-market.ts';
import { DAY_MS, marketDay } from '../market/day.ts';
import { cashOf, portfolioOf, portfolioSummaryOf } from './portfolio.ts';

const ASHA = 1;

test('an unknown person holds nothing', () => {
  const { engine } = stillMarket({ MERIT: 400_00 });
  expect(portfolioOf(engine.venue, 99)).toEqual({
    holdings: [],
    value: 0,
    overallProfit: 0,
    todaysProfit: 0,
    cash: { available: 0, held: 0 },
  });
});

test('overnight shares count from the previous close, shares of today from their price', () => {
  const still = stillMarket({ MERIT: 400_00 }, { [ASHA]: 100_000_00 });
  const { engine } = still;
  still.apply({ kind: 'start-day', day: marketDay(still.at) });
  still.quote('MERIT', 'sell', 400_00, 3);
  still.apply(orderOf({ account: ASHA, symbol: 'MERIT', side: 'buy', quantity: 3 }));
  still.mark('MERIT', 410_00);
  still.at += DAY_MS;
  still.apply({ kind: 'start-day', day: marketDay(still.at) });
  still.quote('MERIT', 'sell', 420_00, 4);
  still.apply(orderOf({ account: ASHA, symbol: 'MERIT', side: 'buy', quantity: 4 }));
  still.mark('MERIT', 415_05);
  const portfolio = portfolioOf(engine.venue, ASHA);
  // 3 x 400 + 4 x 420 = 2880 for 7 shares: 411.428..., shown as 411.43.
  expect(portfolio.holdings).toEqual([
    {
      symbol: 'MERIT',
      name: 'MERIT Limited',
      sector: 'Testing',
      quantity: 7,
      availableQuantity: 7,
      averagePrice: 411_43,
      cost: 2880_00,
      mark: 415_05,
      previousClose: 410_00,
      value: 2905_35,
      // 7 x 415.05 - 2880 = 25.35, which the rounded average would not give.
      overallProfit: 25_35,
      // 3 x (415.05 - 410) + 4 x (415.05 - 420) = 15.15 - 19.80
      todaysProfit: -4_65,
      isIntraday: false,
      intradayQuantity: 0,
      loan: 0,
    },
  ]);
  expect(portfolioSummaryOf(engine.venue, ASHA)).toEqual({ value: 2905_35, overallProfit: 25_35, todaysProfit: -4_65 });
  // 100000 - 1200 - (12 + 5) - 1680 - (16.80 + 5)
  expect(portfolio.cash).toEqual({ available: 97_081_20, held: 0 });
});

test('open orders hold cash and shares, and one delivery share makes a holding no longer intraday', () => {
  const still = stillMarket({ MERIT: 400_00, ZENITH: 100_00 }, { [ASHA]: 10_000_00 });
  const { engine } = still;
  still.quote('MERIT', 'sell', 400_00, 10);
  still.apply(orderOf({ account: ASHA, symbol: 'MERIT', side: 'buy', quantity: 5, product: 'intraday' }));
  expect(portfolioOf(engine.venue, ASHA).holdings[0].isIntraday).toBe(true);
  still.apply(orderOf({ account: ASHA, symbol: 'MERIT', side: 'buy', quantity: 1 }));
  still.apply(orderOf({ account: ASHA, symbol: 'MERIT', side: 'sell', quantity: 2, limitPrice: 450_00 }));
  still.apply(orderOf({ account: ASHA, symbol: 'ZENITH', side: 'buy', quantity: 1, limitPrice: 90_00 }));
  const [merit, ...others] = portfolioOf(engine.venue, ASHA).holdings;
  expect(others).toEqual([]);
  expect(merit).toMatchObject({ quantity: 6, availableQuantity: 4, isIntraday: false });
  // 4/5 of 5 x 400 are lent.
  expect([merit.intradayQuantity, merit.loan]).toEqual([5, 1600_00]);
  // 10000 - (400 + 20 + 5) - (400 + 4 + 5) = 9166, of which 90 + 0.90 + 5 is held.
  expect(cashOf(engine.venue, ASHA)).toEqual({ available: 9070_10, held: 95_90 });
});
