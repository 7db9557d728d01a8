// The price store: a tick re-renders only the views of that stock, and only when something changed.
import { expect, test } from 'vitest';
import { onQuote, quoteOf, takeQuotes, withLiveQuotes } from './quotes.ts';
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

test('an updated list keeps the fields that prices do not bring', () => {
  const stock = {
    ...quote('AMBAR', 20),
    ...{ _id: 'AMBAR', originalId: 'AMBAR', stockId: 'AMBAR', name: 'Ambar', sector: 'Energy' },
    ...{ previousClose: 20, tickSize: 0.05, isHalted: false },
  };
  // A connection begins with whole stocks; the halt comes in the list, without a trade.
  takeQuotes([stock]);
  expect(withLiveQuotes([{ ...stock, isHalted: true }])[0].isHalted).toBe(true);
  takeQuotes([quote('AMBAR', 21, 2)]);
  expect(withLiveQuotes([{ ...stock, isHalted: true }])[0]).toMatchObject({ price: 21, isHalted: true });
});
