// The palette must find the right entry from few letters, offer a role only its own actions, and put recent entries first.
import { expect, test } from 'vitest';
import { placesOf } from '../places.ts';
import type { Places } from '../places.ts';
import { commandsOf, readRecent, shownCommands, withFound, withRecent } from './commands.ts';
import type { ShownCommand } from './commands.ts';
import { fuzzyScore } from './fuzzy.ts';

const places: Places = {
  main: [
    { to: '/home', label: 'Home' },
    { to: '/stocks', label: 'Stocks' },
    { to: '/portfolio', label: 'Portfolio' },
  ],
  more: [{ to: '/tradingview', label: 'Chart' }],
  bottom: [],
};
const stocks = [
  { symbol: 'MERIT', name: 'Merit Finance' },
  { symbol: 'METALCO', name: 'Bharat Metals' },
  { symbol: 'HOMEFIN', name: 'Griha Home Loans' },
];
const all = commandsOf('user', places, stocks);
const labels = (query: string, recent: string[] = []) => shownCommands(all, query, recent).map(({ label }) => label);

test('letters count more at the beginning of words and side by side', () => {
  expect(fuzzyScore('mer', 'Merit')!).toBeGreaterThan(fuzzyScore('mer', 'Summer')!);
  expect(fuzzyScore('mer', 'Summer')!).toBeGreaterThan(fuzzyScore('mrt', 'Hamartia') ?? 0);
  expect(fuzzyScore('am', 'Add money')).not.toBeNull();
  expect(fuzzyScore('xyz', 'Merit')).toBeNull();
  // However it was typed.
  expect(fuzzyScore('cafe\u0301', 'Caf\u00c9 Coffee')).not.toBeNull();
  expect(fuzzyScore('buy zzz', 'Buy MERIT')).toBeNull();
  // All of them stand in the sentence, in order, and mean nothing there.
  expect(fuzzyScore('tceld', 'Switch between light and dark')).toBeNull();
});

test('a stock is found by symbol, by name and with what is to be done', () => {
  expect(labels('merit').slice(0, 2)).toEqual(['MERIT', 'Buy MERIT']);
  expect(labels('buy mer')[0]).toBe('Buy MERIT');
  expect(labels('sell metal')[0]).toBe('Sell METALCO');
  expect(labels('chart hom')[0]).toBe('Chart HOMEFIN');
  expect(labels('watch mer')[0]).toBe('Watch MERIT');
  expect(labels('griha')[0]).toBe('HOMEFIN');
  expect(labels('bharat metals')[0]).toBe('METALCO');
  expect(labels('nothing of that kind')).toEqual([]);
});

test('beside a good fit, letters that only happen to follow one another are left out', () => {
  const market = [
    { symbol: 'SUVBANK', name: 'Suvarna Commerce Bank' },
    { symbol: 'UTSAVIKA', name: 'Utsavika Retail' },
    { symbol: 'SUTRACLOUD', name: 'Sutradhar Cloud Services' },
  ];
  const found = shownCommands(commandsOf('user', places, market), 'suv', []).map(({ label }) => label);
  expect(found).toEqual(['SUVBANK', 'Buy SUVBANK', 'Sell SUVBANK', 'Chart SUVBANK', 'Watch SUVBANK']);
});

test('pages and actions are found by their names and other words', () => {
  expect(labels('home')[0]).toBe('Home');
  expect(labels('ptfo')[0]).toBe('Portfolio');
  expect(labels('deposit')).toEqual(['Add money']);
  expect(labels('profit')[0]).toBe('Profit report');
  expect(labels('tax')[0]).toBe('Profit report');
  expect(labels('theme')).toEqual(['Switch between light and dark']);
  expect(labels('sign out')).toEqual(['Log out']);
});

test('nothing typed: recent ones first, then pages and actions, no stocks', () => {
  expect(labels('')).toEqual([
    'Home',
    'Stocks',
    'Portfolio',
    'Chart',
    'Notifications',
    'Profile',
    'Profit report',
    'Add money',
    'Switch between light and dark',
    'Log out',
  ]);
  expect(labels('  ', ['buy MERIT', 'gone OLDCO', 'page /portfolio']).slice(0, 4)).toEqual([
    'Buy MERIT',
    'Portfolio',
    'Home',
    'Stocks',
  ]);
});

test('an administrator is offered the pages of the desk, and each stock once, to be looked after', () => {
  const offered = commandsOf('admin', placesOf.admin, stocks);
  const first = (query: string) => shownCommands(offered, query, [])[0];
  expect(offered.filter(({ act }) => 'symbol' in act).map(({ label, act }) => [label, act.kind])).toEqual(
    stocks.map(({ symbol }) => [symbol, 'desk-stock']),
  );
  expect(first('metal')).toMatchObject({ label: 'METALCO', act: { kind: 'desk-stock', symbol: 'METALCO' } });
  const pages = ['halt all', 'refund', 'dividend', 'limit orders', 'harass', 'who changed', 'password'].map(first);
  expect(pages.map(({ label }) => label)).toEqual([
    'Dashboard',
    'Session',
    'Stocks',
    'Limit Orders',
    'Reports',
    'Audit log',
    'Security',
  ]);
});

test('a name finds its person before pages and stocks that have only its letters in them', () => {
  const offered = commandsOf('admin', placesOf.admin, stocks);
  const person = (label: string): ShownCommand => ({
    key: `user ${label}`,
    label,
    words: '',
    act: { kind: 'user', userId: '1' },
    isRecent: false,
  });
  const found = (query: string, people: ShownCommand[]) =>
    withFound(shownCommands(offered, query, []), query, people).map(({ label }) => label);
  // Its letters stand in this order in Merit Finance, and in Messages with what is written there.
  expect(shownCommands(offered, 'meria', []).map(({ label }) => label)).toContain('MERIT');
  expect(found('meria', [person('meria@x.in')])).toEqual(['meria@x.in']);
  expect(found('merit', [person('merit@x.in')]).slice(0, 2)).toEqual(['MERIT', 'merit@x.in']);
  expect(found('odmg', [])).toEqual(['Order Management']);
});

test('recent ones are kept once each, the newest first, and mangled ones are forgotten', () => {
  const [home, , portfolio] = all;
  const logOut = all.find(({ key }) => key === 'log-out')!;
  expect(withRecent(withRecent(['page /home', 'stock MERIT'], portfolio), home)).toEqual([
    'page /home',
    'page /portfolio',
    'stock MERIT',
  ]);
  expect(withRecent(['page /home'], logOut)).toEqual(['page /home']);
  expect(withRecent(['a', 'b', 'c', 'd', 'e', 'f'], home)).toHaveLength(6);
  expect(readRecent('["a",3,null,"b"]')).toEqual(['a', 'b']);
  for (const text of [null, '', '{', '{"a":1}', '7']) expect(readRecent(text)).toEqual([]);
});
