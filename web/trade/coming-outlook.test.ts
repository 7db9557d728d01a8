// What a holder is told that planned corporate actions will bring.
import { expect, test } from 'vitest';
import { outlooks } from './coming-outlook.ts';

const planned = (symbol: string, terms: { from: number; to: number } | number, effectiveDate: string) => ({
  _id: effectiveDate,
  symbol,
  text: 'In words',
  effectiveDate,
  ...(typeof terms === 'number' ? { from: null, to: null, perShare: terms } : { ...terms, perShare: null }),
});

const brings = (coming: Parameters<typeof outlooks>[0], held: [string, number][]) =>
  outlooks(coming, new Map(held)).map((each) => `${each.symbol} ${each.brings}`);

test('only stocks that are held bring something', () => {
  const coming = [planned('MERIT', 12.5, '2026-12-01'), planned('ZENITH', 3, '2026-12-02')];
  expect(brings(coming, [['ZENITH', 4]])).toEqual(['ZENITH ₹12.00 for 4 shares']);
  expect(brings(coming, [])).toEqual([]);
});

test('each counts the shares that those before it will have made', () => {
  const coming = [
    planned('MERIT', { from: 2, to: 5 }, '2026-12-01'),
    planned('MERIT', 0.1, '2026-12-02'),
    planned('MERIT', { from: 1, to: 2 }, '2026-12-03'),
  ];
  // 15 x 5 / 2 = 37 and a half; the half is paid. 37 x 0.10 = 3.70.
  expect(brings(coming, [['MERIT', 15]])).toEqual([
    'MERIT 15 shares become 37',
    'MERIT ₹3.70 for 37 shares',
    'MERIT 37 shares become 74',
  ]);
  expect(brings(coming.slice(2), [['MERIT', 1]])).toEqual(['MERIT 1 share becomes 2']);
});
