// Indicators in an address are validated, and the chart computes the known answers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Bar } from '../../../contract/market.ts';
import { anchoredVwap } from './anchored-vwap.ts';
import {
  canAdd,
  indicatorsText,
  indicatorText,
  kindIds,
  kindOf,
  MOST_INDICATORS,
  MOST_PANES,
  nextOf,
  readIndicators,
  settingMistake,
  withUsualSettings,
} from './chosen.ts';
import type { KindId } from './chosen.ts';
import { figureText, showIndicators } from './shown.ts';

function table(name: string): Record<string, string>[] {
  const file = path.join(import.meta.dirname, '../../../tests/fixtures', name);
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((text, column) => [names[column], text])));
}

const bars: Bar[] = table('ohlcv-120.csv').map(({ date, open, high, low, close, volume }) => ({
  timestamp: Date.parse(`${date}T00:00:00+05:30`) / 1000,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
}));
const expected = table('indicators-120.csv');

test('chosen indicators come back from their text as they were', () => {
  const chosen = kindIds.slice(0, 5).map(withUsualSettings);
  expect(readIndicators(indicatorsText(chosen))).toEqual(chosen);
  expect(indicatorsText(readIndicators('sma-50_bb-20-2.5_rsi-7_vwap'))).toBe('sma-50_bb-20-2.5_rsi-7_vwap');
});

test.each([
  '',
  'sma',
  'sma-',
  'sma-20-3',
  'sma-0',
  'sma--5',
  'sma-1.5',
  'sma-501',
  'sma-1e3',
  'sma-NaN',
  'sma-Infinity',
  'bb-20-0',
  'constructor',
  'toString-20',
  '__proto__-1',
  'vwap-3',
  '<b>-20',
])('a mangled address (%s) draws nothing', (text) => {
  expect(readIndicators(text)).toEqual([]);
});

test('the same indicator appears once, and a chart has a limited number', () => {
  expect(readIndicators('sma-20_sma-20')).toHaveLength(1);
  const many = Array.from({ length: 40 }, (_, index) => `sma-${index + 1}`).join('_');
  expect(readIndicators(many)).toHaveLength(MOST_INDICATORS);
  expect(readIndicators('rsi-1_rsi-2_rsi-3_rsi-4_rsi-5_rsi-6_sma-9').map(indicatorText)).toEqual([
    ...Array.from({ length: MOST_PANES }, (_, index) => `rsi-${index + 1}`),
    'sma-9',
  ]);
});

test('a second of the same kind gets another length', () => {
  const first = nextOf([], 'sma');
  const second = nextOf([first], 'sma');
  const third = nextOf([first, second], 'sma');
  expect([first, second, third].map(indicatorText)).toEqual(['sma-20', 'sma-50', 'sma-100']);
  expect(canAdd([first], second)).toBeNull();
  expect(canAdd([first], first)).toBe('It is on the chart already.');
  // There is only one VWAP.
  expect(canAdd([nextOf([], 'vwap')], nextOf([nextOf([], 'vwap')], 'vwap'))).toBe('It is on the chart already.');
});

test('settings have limits', () => {
  expect(settingMistake('sma', 0, 20)).toBeNull();
  expect(settingMistake('sma', 0, 20.5)).toBe('A whole number from 1 to 500.');
  expect(settingMistake('bb', 1, 2.5)).toBeNull();
  expect(settingMistake('bb', 1, 11)).toBe('A number from 0.1 to 10.');
  expect(settingMistake('bb', 1, Number.NaN)).toBe('A number from 0.1 to 10.');
});

test.each(kindIds)(
  '%s has a value or a gap for each bar on each line, whatever its settings, and says no NaN',
  (kind) => {
    const { settings, lines } = kindOf(kind);
    for (const bound of ['usual', 'least', 'most'] as const) {
      const chosen = { kind, settings: settings.map((setting) => setting[bound]) };
      for (const count of [0, 1, 2, 30, 120]) {
        const [shown] = showIndicators([chosen], bars.slice(0, count), '1D');
        expect(shown.lines).toHaveLength(lines.length);
        for (const { values } of shown.lines) {
          expect(values).toHaveLength(count);
          expect(values.filter((value) => value !== null && !Number.isFinite(value))).toEqual([]);
        }
      }
    }
  },
);

// The chart's own wiring: which line is which, and which setting goes where.
const known: [KindId, number[], string[]][] = [
  ['sma', [20], ['sma20']],
  ['ema', [20], ['ema20']],
  ['wma', [20], ['wma20']],
  ['hma', [20], ['hma20']],
  ['vwma', [10], ['vwma10']],
  ['kama', [10, 2, 30], ['kama10']],
  ['bb', [20, 2], ['bb20_mid', 'bb20_up', 'bb20_lo']],
  ['kc', [20, 2, 10], ['kelt_mid', 'kelt_up', 'kelt_lo']],
  ['dc', [20], ['', 'donch20_up_incl', 'donch20_lo_incl']],
  ['st', [10, 3], ['supertrend_10_3']],
  ['sar', [0.02, 0.2], ['psar_02_2']],
  ['ichi', [9, 26, 52], ['ich_tenkan', 'ich_kijun', 'ich_senkouA', 'ich_senkouB', 'ich_chikou']],
  ['rsi', [14], ['rsi14']],
  ['macd', [12, 26, 9], ['macd_hist', 'macd', 'macd_signal']],
  ['atr', [14], ['atr14']],
  ['stoch', [14, 3, 3], ['stoch_k_14_3', 'stoch_d_3']],
  ['srsi', [14, 14, 3], ['stochrsi_k', 'stochrsi_d3']],
  ['adx', [14], ['adx14', 'pdi14', 'mdi14']],
  ['cci', [20], ['cci20']],
  ['willr', [14], ['willr14']],
  ['roc', [10], ['roc10']],
  ['mfi', [14], ['mfi14']],
  ['cmf', [20], ['cmf20']],
  ['aroon', [25], ['aroon25_up', 'aroon25_dn']],
  ['uo', [7, 14, 28], ['ultosc']],
  ['obv', [], ['obv']],
  ['ad', [], ['adl']],
];

test.each(known)('%s %j draws %j', (kind, settings, columns) => {
  const [{ lines }] = showIndicators([{ kind, settings }], bars, '1D');
  for (const [index, column] of columns.entries()) {
    if (column === '') continue;
    for (const [day, row] of expected.entries()) {
      const value = lines[index].values[day];
      if (row[column] === '') expect([day, value]).toEqual([day, null]);
      else expect(value, `day ${day}`).toBeCloseTo(Number(row[column]), 6);
    }
  }
});

test('the average price of volume begins anew with each day, month or year', () => {
  const at = (text: string, price: number, volume: number) => {
    const bar = { open: price, high: price, low: price, close: price, volume };
    return { ...bar, timestamp: Date.parse(`${text}+05:30`) / 1000 };
  };
  // (100 x 1 + 200 x 3) / 4 = 175; the next day starts at its own price.
  const minutes = [at('2026-11-19T23:58', 100, 1), at('2026-11-19T23:59', 200, 3), at('2026-11-20T00:00', 300, 5)];
  expect(anchoredVwap(minutes, '1m')).toEqual([100, 175, 300]);
  // (100 + 600 + 1500) / 9, since all three are in November
  expect(anchoredVwap(minutes, '1D').at(-1)).toBeCloseTo(2200 / 9, 10);
  const years = [at('2025-12-29T00:00', 100, 1), at('2026-01-05T00:00', 200, 1), at('2026-06-01T00:00', 300, 1)];
  expect(anchoredVwap(years, '1W')).toEqual([100, 200, 250]);
  expect(anchoredVwap([at('2026-11-20T09:15', 100, 0)], '1m')).toEqual([null]);
  expect(anchoredVwap([], '1m')).toEqual([]);
});

test('figures read as prices, plain numbers or shares; a gap is a dash', () => {
  expect(figureText(1234.5, 'price')).toBe('1,234.50');
  expect(figureText(-4.256, 'plain')).toBe('\u22124.26');
  expect(figureText(250_000, 'count')).toMatch(/^2\.5/);
  expect(figureText(null, 'price')).toBe('\u2013');
});
