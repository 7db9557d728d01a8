// Which watchlist is shown and in which order, and what is wrong with a price alert before it is sent.
import { describe, expect, test } from 'vitest';
import { mistakeIn, suggestedPrice } from './alert-draft.ts';
import { chosenList, nextWatchSort, sortWatched, watchlistSearch } from './watchlist-search.ts';
import type { WatchSort } from './watchlist-search.ts';

const rows = [
  { symbol: 'MERIT', price: 400, change: 4, changePercent: 1 },
  { symbol: 'ZENITH', price: 100, change: 4, changePercent: 4.17 },
  { symbol: 'ARKAREF', price: 750, change: -7.5, changePercent: -0.99 },
];

describe('order', () => {
  test.each<[WatchSort | undefined, string]>([
    [undefined, 'MERIT ZENITH ARKAREF'],
    ['symbol', 'ARKAREF MERIT ZENITH'],
    ['-symbol', 'ZENITH MERIT ARKAREF'],
    ['price', 'ZENITH MERIT ARKAREF'],
    ['-price', 'ARKAREF MERIT ZENITH'],
    // Equal changes stand by symbol, both ways.
    ['change', 'ARKAREF MERIT ZENITH'],
    ['-change', 'MERIT ZENITH ARKAREF'],
    ['-percent', 'ZENITH MERIT ARKAREF'],
  ])('%s', (sort, order) => {
    expect(
      sortWatched(rows, sort)
        .map(({ symbol }) => symbol)
        .join(' '),
    ).toBe(order);
  });

  test('three presses on a column: there, back, and as it was', () => {
    expect(nextWatchSort('price', undefined)).toBe('-price');
    expect(nextWatchSort('price', '-price')).toBe('price');
    expect(nextWatchSort('price', 'price')).toBeUndefined();
    expect(nextWatchSort('symbol', '-price')).toBe('symbol');
  });

  test('invalid values of an address are dropped', () => {
    expect(watchlistSearch({ sort: '-percent' })).toEqual({ sort: '-percent' });
    for (const sort of ['volume', 7, ['price'], undefined])
      expect(watchlistSearch({ sort })).toEqual({ sort: undefined });
    expect([7, '7', ['7'], {}].map((list) => watchlistSearch({ list }).list)).toEqual(['7', '7', undefined, undefined]);
  });
});

test.each([
  [undefined, null, 'My Watchlist'],
  [undefined, '7', 'Metals'],
  ['6', '7', 'Banks'],
  // Removed meanwhile, on another device.
  ['5', '7', 'Metals'],
  ['5', '4', 'My Watchlist'],
])('the address asks for %j, %j was looked at last: %s', (asked, last, name) => {
  const lists = [
    { _id: 'my-watchlist', name: 'My Watchlist', symbols: [] },
    { _id: '6', name: 'Banks', symbols: [] },
    { _id: '7', name: 'Metals', symbols: [] },
  ];
  expect(chosenList(lists, asked, last)?.name).toBe(name);
  expect(chosenList([], asked, last)).toBeUndefined();
});

describe('price alert', () => {
  const draft = { symbol: 'MERIT', price: '405', direction: 'above' as const };

  test.each([
    ['', 'Price must be a sum above zero with at most two decimals.'],
    ['0', 'Price must be a sum above zero with at most two decimals.'],
    ['-5', 'Price must be a sum above zero with at most two decimals.'],
    ['405.005', 'Price must be a sum above zero with at most two decimals.'],
    ['four', 'Price must be a sum above zero with at most two decimals.'],
    ['400', 'MERIT is at ₹400.00 already. Choose a higher price.'],
    ['400.05', null],
  ])('rises to %j', (price, mistake) => {
    expect(mistakeIn({ ...draft, price }, 400)).toBe(mistake);
  });

  test('falls to', () => {
    expect(mistakeIn({ ...draft, direction: 'below' }, 400)).toBe('MERIT is at ₹400.00 already. Choose a lower price.');
    expect(mistakeIn({ ...draft, direction: 'below', price: '399.95' }, 400)).toBeNull();
    // Without a price the server is the one to say.
    expect(mistakeIn(draft, undefined)).toBeNull();
  });

  test.each([
    [400, 'above', '408.00'],
    [400, 'below', '392.00'],
    [25.5, 'above', '26.05'],
    [0.05, 'below', '0.05'],
  ] as const)('what is suggested at %d, %s, can be set unless nothing lower exists', (price, direction, suggested) => {
    expect(suggestedPrice(price, direction)).toBe(suggested);
    if (price > 1) expect(mistakeIn({ symbol: 'X', price: suggested, direction }, price)).toBeNull();
  });
});
