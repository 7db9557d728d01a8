// The price model: repeatable, and each stock on chance of its own.
import { expect, test } from 'vitest';
import { COMPANIES } from './companies.ts';
import { PriceModel, usualVolatility } from './price-model.ts';

const SOME = COMPANIES.slice(0, 10);

test('the seed decides everything, and a new listing changes nothing for the others', () => {
  const few = new PriceModel(SOME, 1, 'nse');
  const more = new PriceModel(COMPANIES, 1, 'nse');
  const other = new PriceModel(SOME, 2, 'nse');
  for (let day = 0; day < 50; day++) {
    const { stocks, market } = few.nextDay();
    const all = more.nextDay();
    expect(all.market).toEqual(market);
    expect(all.stocks.slice(0, SOME.length)).toEqual(stocks);
    expect(other.nextDay().market.total).not.toBe(market.total);
  }
});

test('a calm large company is usually calmer than a nervous small one', () => {
  // Market 1 % x 0.5, sector 0.74 %, own 1.38 % x 0.6: the root of 0.25 + 0.5476 + 0.685584 is 1.21786 %.
  expect(usualVolatility({ beta: 0.5, volatilityScale: 0.6 })).toBeCloseTo(0.0121786, 6);
  expect(usualVolatility({ beta: 1.4, volatilityScale: 1.5 })).toBeGreaterThan(0.025);
});

test('earnings come four times a year and volume is near what is usual', () => {
  const model = new PriceModel(SOME, 5, 'nse');
  const days = 2_480;
  const big = SOME.map(() => 0);
  const volume = SOME.map(() => 0);
  for (let day = 0; day < days; day++) {
    model.nextDay().stocks.forEach((stock, i) => {
      if (stock.newsOvernight + stock.newsInSession !== 0) big[i]++;
      volume[i] += stock.volume / days;
    });
  }
  // 2,480 days are 40 quarters of 62 days, and news comes four times in 250 days: about 40 more.
  for (let i = 0; i < SOME.length; i++) {
    expect(big[i]).toBeGreaterThan(60);
    expect(big[i]).toBeLessThan(105);
    expect(volume[i] / SOME[i].averageDailyVolume).toBeGreaterThan(0.6);
    expect(volume[i] / SOME[i].averageDailyVolume).toBeLessThan(1.6);
  }
});
