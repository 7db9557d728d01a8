// The glossary: enough terms, each found by every one of its names, none claimed twice, and none that gives a tip.
import { expect, test } from 'vitest';
import { findTerm, TERMS } from './glossary.ts';

test('at least sixty terms, each explained in a sentence or more', () => {
  expect(TERMS.length).toBeGreaterThanOrEqual(60);
  for (const { term, text } of TERMS) {
    expect(text.length, term).toBeGreaterThan(40);
    expect(text, term).toMatch(/[.]$/);
  }
});

test('every name leads to its own term, and no name to two', () => {
  const names = TERMS.flatMap(({ term, also }) => [term, ...also].map((name) => [name, term] as const));
  for (const [name, term] of names) expect(findTerm(name)?.term, name).toBe(term);
});

test.each([
  ['stop loss', 'Stop order'],
  ['STOP-LOSS', 'Stop order'],
  ['Candlesticks', 'Candlestick'],
  ['bid/ask spread', undefined],
  ['Bollinger bands', 'Bollinger Bands'],
  ['p&l', 'Gross and net profit'],
  // Figures of the diary's analysis
  ['R', 'R-multiple'],
  ['System quality', 'System quality number'],
  ['Payoff', 'Payoff ratio'],
  ['Kelly', 'Kelly criterion'],
  ['Recovery', 'Recovery factor'],
  ['Sharpe', 'Sharpe ratio'],
  ['Sortino', 'Sortino ratio'],
  ['Efficiency', 'Efficiency'],
  ['STT', 'Securities transaction tax'],
  ['stamp duty', 'Stamp duty'],
  ['Goods and Services Tax', 'GST'],
  ['statutory charges', 'Statutory charges'],
  ['', undefined],
  ['__proto__', undefined],
])('%j is %s', (name, term) => {
  expect(findTerm(name)?.term).toBe(term);
});

test('no term promises or advises', () => {
  for (const { term, text } of TERMS)
    expect(text, term).not.toMatch(/you should (buy|sell)|guarantee|will (rise|fall)|sure profit/i);
});

test('the average price is not said to outlast a sale', () => {
  // 100 shares at 250 and 50 at 262 cost 254 each. 120 of them are sold, the first ones first: the other 30 cost 262 each.
  expect(findTerm('average price')?.text).toMatch(/so may a sale.* bought first are sold first/);
});
