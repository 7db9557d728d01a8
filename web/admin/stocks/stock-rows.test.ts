// Searching, filtering and sorting the stocks desk.
import { expect, test } from 'vitest';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { stockRows } from './stock-rows.ts';
import { stocksDeskSearch } from './stocks-desk-search.ts';

const stock = (symbol: string, changes: Partial<ListedStock> = {}): ListedStock => ({
  _id: symbol,
  originalId: symbol,
  stockId: symbol,
  symbol,
  name: `${symbol} Limited`,
  company: `${symbol} Limited`,
  sector: 'Energy',
  price: 100,
  previousClose: 100,
  change: 0,
  changePercent: 0,
  open: 100,
  high: 100,
  low: 100,
  volume: 0,
  tickSize: 0.05,
  isHalted: false,
  status: 'Active',
  priceBand: 20,
  lowestPrice: 80,
  highestPrice: 120,
  sharesIssued: 1_000_000,
  openOrders: 0,
  halt: null,
  nextAction: null,
  ...changes,
});

const stocks = [
  stock('BETA', { price: 300, changePercent: -2, openOrders: 4 }),
  stock('ALFA', { price: 20, changePercent: 1, sector: 'Utilities' }),
  stock('CHI', { price: 300, isHalted: true, status: 'Halted' }),
];
const symbols = (search: Parameters<typeof stockRows>[1]) => stockRows(stocks, search).map(({ symbol }) => symbol);

test('by symbol from A to Z, and by every figure both ways, equal ones by symbol', () => {
  expect(symbols({})).toEqual(['ALFA', 'BETA', 'CHI']);
  expect(symbols({ sort: '-symbol' })).toEqual(['CHI', 'BETA', 'ALFA']);
  expect(symbols({ sort: '-price' })).toEqual(['BETA', 'CHI', 'ALFA']);
  expect(symbols({ sort: 'change' })).toEqual(['BETA', 'CHI', 'ALFA']);
  expect(symbols({ sort: '-orders' })).toEqual(['BETA', 'ALFA', 'CHI']);
});

test('found by symbol, company or sector, and by state', () => {
  expect(symbols({ q: ' alf ' })).toEqual(['ALFA']);
  expect(symbols({ q: 'util' })).toEqual(['ALFA']);
  expect(symbols({ q: 'limited', status: 'halted' })).toEqual(['CHI']);
  expect(symbols({ status: 'active' })).toEqual(['ALFA', 'BETA']);
  expect(symbols({ q: 'zzz' })).toEqual([]);
});

test('the address gives words that are known, or nothing', () => {
  expect(stocksDeskSearch({ tab: 'actions', page: '3', q: 7, status: 'halted', sort: '-price' })).toEqual({
    tab: 'actions',
    page: 3,
    q: '7',
    status: 'halted',
    sort: '-price',
  });
  expect(stocksDeskSearch({ tab: 'x', page: -1, q: '', status: 'HALTED', sort: 'name' })).toEqual({});
});
