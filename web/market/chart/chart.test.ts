// The values that an address and a browser's storage hold for a chart are validated.
import { expect, test } from 'vitest';
import { readChoice } from './chart-choice.ts';
import { chartSearch } from './chart-search.ts';

test('a whole address is read as it was written', () => {
  const search = {
    interval: '5m',
    lines: 'sma-20_macd-12-26-9',
    compare: 'IST60',
    scale: 'log',
    table: true,
    replay: 1_741_890_600,
  };
  expect(chartSearch(search)).toEqual(search);
  expect(chartSearch({ ...search, table: 'true', compare: ' m&m ' })).toEqual({ ...search, compare: 'M&M' });
});

test('mangled values are left out', () => {
  const nothing = {
    interval: undefined,
    lines: undefined,
    compare: undefined,
    scale: undefined,
    table: undefined,
    replay: undefined,
  };
  expect(chartSearch({})).toEqual(nothing);
  expect(chartSearch({ interval: '2m', lines: 'sma-0_x', compare: '<script>', scale: 'cubic', table: 'yes' })).toEqual(
    nothing,
  );
  expect(chartSearch({ interval: 5, lines: 7, compare: ['IST60'], table: 1 })).toEqual(nothing);
  for (const replay of ['1741890600', -1, 0, 1.5, 1e11, Number.NaN, [1_741_890_600]])
    expect(chartSearch({ replay })).toEqual(nothing);
});

test('a choice comes back from storage; without one the chart is daily and empty', () => {
  expect(readChoice('{"interval":"5m","lines":"rsi-14","scale":"log"}')).toEqual({
    interval: '5m',
    lines: 'rsi-14',
    scale: 'log',
  });
  expect(readChoice('{"interval":"5m","lines":"rsi-14","scale":7}').scale).toBe('linear');
  for (const text of [null, '', 'x', '[]', 'null', '7', '{"interval":"2m","lines":"nonsense"}', '{"lines":{}}'])
    expect(readChoice(text)).toEqual({ interval: '1D', lines: '', scale: 'linear' });
});
