// Which stocks a question looks for.
import { expect, test } from 'vitest';
import { soughtIn } from './sought.ts';
import type { Sought } from './sought.ts';

test.each<[string, Sought]>([
  ['stocks under 100', { priceTo: 100, first: 'cheapest' }],
  ['stocks not more than 1,000.50 rupees', { priceTo: 1000.5, first: 'cheapest' }],
  ['shares over rs. 500', { priceFrom: 500, first: 'cheapest' }],
  ['shares over rs.500', { priceFrom: 500, first: 'cheapest' }],
  ['stocks not below 300', { priceFrom: 300, first: 'cheapest' }],
  ['companies from 500 to 100', { priceFrom: 100, priceTo: 500, first: 'cheapest' }],
  ['stocks between ₹200 and ₹400', { priceFrom: 200, priceTo: 400, first: 'cheapest' }],
  ['the most expensive stocks below 500', { priceTo: 500, first: 'dearest' }],
  ['stocks up 2% or more', { changeFrom: 2, first: 'risen' }],
  ['stocks under 100 that fell more than 1.5%', { priceTo: 100, changeTo: -1.5, first: 'fallen' }],
  ['what can i buy with 5000', { priceTo: 5000, first: 'cheapest' }],
  ['penny stocks', { first: 'cheapest' }],
  ['what are the most volatile stocks', { first: 'volatile' }],
  ['least volatile shares under 500', { priceTo: 500, first: 'calm' }],
])('%s', (text, sought) => {
  const { priceFrom, priceTo, changeFrom, changeTo, first } = sought;
  expect(soughtIn(text)).toEqual({ priceFrom, priceTo, changeFrom, changeTo, first });
});

test.each([
  'my stocks under 100',
  'shares that i hold below 100',
  'stocks that rose less than 2%',
  'stocks with less than 50 shares',
  'companies under 100 crore',
  'stocks under 1e9',
  'stocks under 99999999999999',
  'stocks under 0',
  'a price under 100',
  'what is a stock',
])('%s looks for none in this way', (text) => expect(soughtIn(text)).toBeNull());

test.each(['1', '1,', '1.1', 'under 1.', '1 to '])('a question full of %j takes no time', (part) => {
  const before = process.cpuUsage();
  soughtIn(`stocks under ${part.repeat(2000 / part.length)}`);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(60);
});
