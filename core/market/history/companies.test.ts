// The listed companies and their index: complete, on the tick, and weighted as stated.
import { expect, test } from 'vitest';
import { COMPANIES, SECTORS } from './companies.ts';
import { tickSizeFor } from '../instrument.ts';
import { INDEX_SYMBOL } from '../index-symbol.ts';
import { INDEX_BASE, MarketIndex } from './market-index.ts';

test('sixty companies in eleven sectors, each symbol once', () => {
  expect(COMPANIES).toHaveLength(60);
  expect(SECTORS).toHaveLength(11);
  expect(new Set(COMPANIES.map(({ sector }) => sector)).size).toBe(11);
  expect(new Set([...COMPANIES.map(({ symbol }) => symbol), INDEX_SYMBOL]).size).toBe(61);
  expect(new Set(COMPANIES.map(({ name }) => name)).size).toBe(60);
  expect(COMPANIES.some(({ symbol }) => symbol === 'MERIT')).toBe(true);
});

test('every company can be traded', () => {
  for (const company of COMPANIES) {
    expect(company.symbol).toMatch(/^[A-Z0-9.&-]{1,20}$/);
    expect(company.startPrice % tickSizeFor(company.startPrice)).toBe(0);
    expect(company.startPrice).toBeGreaterThanOrEqual(40_00);
    expect(company.startPrice).toBeLessThanOrEqual(12_000_00);
    expect(Number.isSafeInteger(company.sharesIssued)).toBe(true);
    // Nobody trades more than a fiftieth of a company on an ordinary day.
    expect(company.averageDailyVolume).toBeLessThan(company.sharesIssued / 50);
  }
});

test('the index starts at 10,000 and follows capitalisation', () => {
  const index = new MarketIndex();
  const start = COMPANIES.map(({ startPrice }) => startPrice);
  expect(INDEX_BASE).toBe(10_000_00);
  expect(index.level(start)).toBe(INDEX_BASE);
  expect(index.level(start.map((price) => price * 2))).toBe(2 * INDEX_BASE);
});

test('a company weighs what it is worth', () => {
  const index = new MarketIndex([
    { symbol: 'A', startPrice: 100, sharesIssued: 300 },
    { symbol: 'B', startPrice: 50, sharesIssued: 200 },
  ]);
  // 30,000 of 40,000 is A: up 10 % lifts the index by 7.5 %.
  expect(index.level([110, 50])).toBe(10_750_00);
  expect(index.level([100, 55])).toBe(10_250_00);
});

test('no company rules the index', () => {
  const capital = COMPANIES.map(({ startPrice, sharesIssued }) => startPrice * sharesIssued);
  const sum = capital.reduce((total, each) => total + each, 0);
  expect(Math.max(...capital) / sum).toBeLessThan(0.12);
});
