// Filtering and sorting of the market, and what its address may hold.
import { expect, test } from 'vitest';
import type { Stock } from '../../contract/market.ts';
import { filterStocks, nextSort, sameListing, sectorsOf, sortStocks } from './stock-list.ts';
import { stocksSearch } from './stocks-search.ts';

function stock(
  symbol: string,
  name: string,
  sector: string,
  [price, changePercent, volume]: [number, number, number],
): Stock {
  return {
    _id: symbol,
    originalId: symbol,
    stockId: symbol,
    symbol,
    name,
    sector,
    price,
    previousClose: price,
    change: 0,
    changePercent,
    open: price,
    high: price,
    low: price,
    volume,
    tickSize: 0.05,
    isHalted: false,
  };
}

const stocks = [
  stock('MERIT', 'Merit Capital', 'Financials', [412, 1.2, 900]),
  stock('AGNIOIL', 'Agnivarsha Oil', 'Energy', [246.5, -0.4, 5000]),
  stock('JWALIKA', 'Jwalika Gas', 'Energy', [196.4, 1.2, 20]),
];

const symbols = (list: readonly Stock[]): string[] => list.map((one) => one.symbol);

test('text finds symbols and names, the sector narrows', () => {
  expect(symbols(filterStocks(stocks, { q: ' merit ' }))).toEqual(['MERIT']);
  expect(symbols(filterStocks(stocks, { q: 'oil' }))).toEqual(['AGNIOIL']);
  expect(symbols(filterStocks(stocks, { q: '\uff4f\uff49\uff4c' }))).toEqual(['AGNIOIL']);
  expect(symbols(filterStocks(stocks, { sector: 'Energy' }))).toEqual(['AGNIOIL', 'JWALIKA']);
  expect(symbols(filterStocks(stocks, { q: 'capital', sector: 'Energy' }))).toEqual([]);
  expect(symbols(filterStocks(stocks, { q: '.*' }))).toEqual([]);
});

test('a price range has its lower end and not its upper one', () => {
  const priced = [99.95, 100, 499.95, 500, 1000].map((price, i) => stock(`S${i}`, 'Stock', 'Energy', [price, 0, 0]));
  expect(symbols(filterStocks(priced, { price: '0-100' }))).toEqual(['S0']);
  expect(symbols(filterStocks(priced, { price: '100-500' }))).toEqual(['S1', 'S2']);
  expect(symbols(filterStocks(priced, { price: '500-1000' }))).toEqual(['S3']);
  expect(symbols(filterStocks(priced, { price: '1000-' }))).toEqual(['S4']);
  expect(stocksSearch({ price: '100-500' }).price).toBe('100-500');
  expect(stocksSearch({ price: '7-8' }).price).toBeUndefined();
});

test('equal figures stand by symbol, whichever way', () => {
  expect(symbols(sortStocks(stocks, 'symbol'))).toEqual(['AGNIOIL', 'JWALIKA', 'MERIT']);
  expect(symbols(sortStocks(stocks, '-symbol'))).toEqual(['MERIT', 'JWALIKA', 'AGNIOIL']);
  expect(symbols(sortStocks(stocks, '-change'))).toEqual(['JWALIKA', 'MERIT', 'AGNIOIL']);
  expect(symbols(sortStocks(stocks, 'change'))).toEqual(['AGNIOIL', 'JWALIKA', 'MERIT']);
  expect(symbols(sortStocks(stocks, '-volume'))).toEqual(['AGNIOIL', 'MERIT', 'JWALIKA']);
  expect(symbols(sortStocks(stocks, 'price'))).toEqual(['JWALIKA', 'AGNIOIL', 'MERIT']);
});

test('a column is pressed once for its usual order and again for the other', () => {
  expect(nextSort('price', 'symbol')).toBe('-price');
  expect(nextSort('price', '-price')).toBe('price');
  expect(nextSort('symbol', '-price')).toBe('symbol');
  expect(nextSort('symbol', 'symbol')).toBe('-symbol');
});

test('new prices make no new list; a stock that came, went or was halted does', () => {
  const moved = stocks.map((one) => ({ ...one, price: one.price + 1 }));
  expect(sameListing(stocks, moved)).toBe(true);
  expect(sameListing(stocks, stocks.slice(1))).toBe(false);
  expect(sameListing(stocks, [{ ...stocks[0], isHalted: true }, ...stocks.slice(1)])).toBe(false);
  expect(sameListing(stocks, [{ ...stocks[0], name: 'Merit Bank' }, ...stocks.slice(1)])).toBe(false);
  expect(sameListing(undefined, stocks)).toBe(false);
  expect(sameListing(undefined, undefined)).toBe(true);
});

test('sectors once each, in order', () => {
  expect(sectorsOf(stocks)).toEqual(['Energy', 'Financials']);
});

test('a mangled address still opens', () => {
  expect(stocksSearch({ q: 5, sector: ['x'], sort: 'symbol', view: 'cards' })).toEqual({
    q: '5',
    sector: undefined,
    sort: undefined,
    view: undefined,
  });
  expect(stocksSearch({ q: '', sort: '-volume', view: 'table' })).toEqual({
    q: undefined,
    sector: undefined,
    sort: '-volume',
    view: 'table',
  });
  expect(stocksSearch({ sort: 'drop table' })).toMatchObject({ sort: undefined });
});
