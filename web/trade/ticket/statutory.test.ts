// Statutory charges on the ticket: line by line before the server answers.
import { expect, test } from 'vitest';
import { DEFAULT_FEES, DEFAULT_STATUTORY } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { estimateOrder } from './estimate.ts';
import type { EstimateInput } from './estimate.ts';

const [rates] = DEFAULT_STATUTORY.rates;
/** 1 % commission and 5 rupees an order, and the rates of October 2024. */
const terms = { ...chargeTerms(DEFAULT_FEES, 1, 0), statutory: rates };

/** Ten shares at 1,000: 10,000 rupees, 100 of brokerage, 5 of fee. */
const input: EstimateInput = {
  side: 'BUY',
  quantity: 10,
  limit: 0,
  trigger: 0,
  isIntraday: false,
  intradayQuantity: 0,
  last: 1000_00,
  levels: [{ price: 1000_00, quantity: 10 }],
  terms,
  balance: 20_000_00,
};

const itemsOf = (changes: Partial<EstimateInput>) =>
  Object.fromEntries(estimateOrder({ ...input, ...changes }).statutoryItems.map(({ name, amount }) => [name, amount]));

/** 0.00297 % and 0.0001 % of 10,000; 18 % of 105 + 0.30 + 0.01 = 18.9558. */
const always = { 'Exchange transaction charge': 0.3, 'SEBI turnover fee': 0.01, GST: 18.96 };

test('a buy for delivery: 0.1 % of tax and 0.015 % of stamp duty, all of it part of what is paid', () => {
  expect(itemsOf({})).toEqual({ 'Securities transaction tax': 10, 'Stamp duty': 1.5, ...always });
  // 10,000 + 105 + 10 + 0.30 + 0.01 + 1.50 + 18.96
  expect(estimateOrder(input)).toMatchObject({ charges: 135_77, total: 10_135_77, cashAfter: 9864_23 });
});

test('an intraday buy has no tax and 0.003 % of stamp duty', () => {
  expect(itemsOf({ isIntraday: true })).toEqual({ 'Stamp duty': 0.3, ...always });
});

test('a sale is intraday as far as the intraday shares reach, whatever it says', () => {
  const sale = { side: 'SELL' } as const;
  expect(itemsOf(sale)).toEqual({ 'Securities transaction tax': 10, ...always });
  expect(itemsOf({ ...sale, isIntraday: true })).toEqual({ 'Securities transaction tax': 10, ...always });
  // 0.1 % of 6,000 and 0.025 % of 4,000
  expect(itemsOf({ ...sale, intradayQuantity: 4 })).toEqual({ 'Securities transaction tax': 7, ...always });
  expect(itemsOf({ ...sale, intradayQuantity: 12 })).toEqual({ 'Securities transaction tax': 2.5, ...always });
});

test('where nothing is charged by law there is no line', () => {
  expect(itemsOf({ terms: { ...terms, statutory: null } })).toEqual({});
});
