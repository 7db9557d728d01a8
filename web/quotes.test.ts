// The price store: a tick wakes only who shows that stock, and only when something changed.
import { expect, test } from 'vitest';
import { onQuote, quoteOf, takeQuotes } from './quotes.ts';
import type { Quote } from './quotes.ts';

const quote = (symbol: string, price: number, volume = 1): Quote => ({
  symbol,
  price,
  volume,
  change: 0,
  changePercent: 0,
  open: price,
  high: price,
  low: price,
});

test('a tick wakes the listeners of its stock alone, and stops when they leave', () => {
  const woken: string[] = [];
  const stop = onQuote('MERIT', () => woken.push('MERIT'));
  onQuote('OMKAR', () => woken.push('OMKAR'));
  takeQuotes([quote('MERIT', 10), quote('VAYU', 5)]);
  expect(woken).toEqual(['MERIT']);
  takeQuotes([quote('MERIT', 10)]);
  expect(woken).toEqual(['MERIT']);
  takeQuotes([quote('MERIT', 10, 2), quote('OMKAR', 3)]);
  expect(woken).toEqual(['MERIT', 'MERIT', 'OMKAR']);
  stop();
  takeQuotes([quote('MERIT', 11)]);
  expect(woken).toHaveLength(3);
  expect(quoteOf('MERIT')?.price).toBe(11);
});
