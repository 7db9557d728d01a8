// Stocks in a question, by symbol or name, with typing mistakes.
import { expect, test } from 'vitest';
import type { Stock } from '../../contract/market.ts';
import { COMPANIES } from '../../core/market/history/companies.ts';
import { stocksIn, stocksNear } from './stock-names.ts';

const stocks = COMPANIES.map(({ symbol, name, sector }) => ({ symbol, name, sector }) as Stock);

test.each([
  ['price of SANJIVRA', ['SANJIVRA']],
  ['sanjvra', ['SANJIVRA']],
  ['Sanjivra Phrama', ['SANJIVRA']],
  ['TAMARVATI trend', ['TAMRAVATI']],
  ['compare tamravati with godhuli foods', ['TAMRAVATI', 'GODHULI']],
  ['what about agnivarsha oil and gas?', ['AGNIOIL']],
  ['Pawan Electric Vehicles', ['PAWANEV']],
  ['lohitaya steel', ['LOHITYA']],
  ["SANJIVRA's price", ['SANJIVRA']],
  ['what is the market doing', []],
  ['bank steel power oil and gas', []],
  ['should I hold or sell', []],
  ['margin order charges profit portfolio', []],
  ['SANJIVRA, SANJIVRA and sanjivra', ['SANJIVRA']],
])('%j names %j', (text, symbols) => {
  expect(stocksIn(text, stocks)).toEqual(symbols);
});

test('every company is found by its symbol, its name, and its symbol with a letter missing', () => {
  for (const { symbol, name } of stocks) {
    expect(stocksIn(`price of ${symbol}`, stocks)).toEqual([symbol]);
    expect(stocksIn(`price of ${name.toLowerCase()}`, stocks)).toEqual([symbol]);
    if (symbol.length >= 7)
      expect(stocksIn(`price of ${symbol.slice(0, 3)}${symbol.slice(4)}`, stocks), symbol).toEqual([symbol]);
  }
});

test('an unknown name is answered with similar ones', () => {
  expect(stocksNear('price of TAMRAVTIKA', stocks)).toContain('TAMRAVATI');
  expect(stocksNear('price of zzzzzzzzz', stocks)).toEqual([]);
});

test('a symbol that is a plain word must be written as one', () => {
  const plain = [{ symbol: 'GOOD', name: 'Good Times Limited' }];
  expect(stocksIn('is it a good day', plain)).toEqual([]);
  expect(stocksIn('price of GOOD', plain)).toEqual(['GOOD']);
});
