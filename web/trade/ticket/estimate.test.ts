// What the order of a ticket would cost: the book walked, charges, the quantities of the presets, and the figures that the server answers.
import { expect, test } from 'vitest';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { answeredFigures, termsFrom } from './answer.ts';
import { estimateOrder, onTick, walkBook } from './estimate.ts';
import type { EstimateInput } from './estimate.ts';
import { affordableQuantity, presetQuantity } from './presets.ts';

/** 1 % commission and 5 rupees an order. */
const terms = chargeTerms(DEFAULT_FEES, 1, 0);
const limits = { maxBuyLimit: 1000, maxSellLimit: 500, timeframeInHours: 24 };
const asks = [
  { price: 412_00, quantity: 3 },
  { price: 412_50, quantity: 4 },
  { price: 413_00, quantity: 100 },
];

test('the book is walked best price first, and never past the limit', () => {
  // 3 x 412.00 + 4 x 412.50 + 1 x 413.00 = 1236 + 1650 + 413 = 3299
  expect(walkBook('BUY', 8, 0, asks)).toEqual({ filled: 8, value: 3299_00, worst: 413_00 });
  expect(walkBook('BUY', 8, 412_50, asks)).toEqual({ filled: 7, value: 2886_00, worst: 412_50 });
  expect(
    walkBook('SELL', 8, 412_60, [
      { price: 413_00, quantity: 2 },
      { price: 412_50, quantity: 9 },
    ]),
  ).toEqual({ filled: 2, value: 826_00, worst: 413_00 });
  expect(walkBook('BUY', 8, 0, [])).toEqual({ filled: 0, value: 0, worst: 0 });
});

const base: EstimateInput = {
  side: 'BUY',
  quantity: 8,
  limit: 0,
  trigger: 0,
  isIntraday: false,
  intradayQuantity: 0,
  last: 412_00,
  levels: asks,
  terms,
  balance: 10_000_00,
};

test('a market buy costs what the book asks, plus 1 % and 5 rupees', () => {
  // 3299.00 + 32.99 + 5.00 = 3336.99; 10000 - 3336.99 = 6663.01
  expect(estimateOrder(base)).toMatchObject({
    now: 8,
    waiting: 0,
    beyond: 0,
    value: 3299_00,
    brokerage: 32_99,
    flatFee: 5_00,
    margin: null,
    total: 3336_99,
    cashAfter: 6663_01,
  });
});

test('an intraday buy blocks a fifth; the charges are on the whole', () => {
  // 3299 / 5 = 659.80; + 37.99 = 697.79
  expect(estimateOrder({ ...base, isIntraday: true })).toMatchObject({
    margin: 659_80,
    total: 697_79,
    cashAfter: 9302_21,
  });
});

test('a limit order fills as far as it can and waits with the rest at its price; a stop waits as a whole', () => {
  // 3 x 412 + 5 x 412 = 3296
  expect(estimateOrder({ ...base, limit: 412_00 })).toMatchObject({
    now: 3,
    waiting: 5,
    beyond: 0,
    value: 3296_00,
    price: 412_00,
  });
  expect(estimateOrder({ ...base, trigger: 420_00 })).toMatchObject({ now: 0, waiting: 8, value: 3360_00 });
});

test('shares that the five levels do not show are counted at the worst price seen, and said', () => {
  // 1236 + 1650 + 193 x 413 = 82595; 100 of the 193 are seen
  expect(estimateOrder({ ...base, quantity: 200 })).toMatchObject({ now: 107, beyond: 93, value: 82_595_00 });
});

test('a seller gets the value less the charges, and never pays to sell', () => {
  const bids = [{ price: 410_00, quantity: 50 }];
  // 8 x 410 = 3280; 32.80 + 5 = 37.80
  expect(estimateOrder({ ...base, side: 'SELL', levels: bids })).toMatchObject({
    value: 3280_00,
    charges: 37_80,
    total: 3242_20,
    cashAfter: 13_242_20,
  });
  expect(estimateOrder({ ...base, side: 'SELL', quantity: 1, levels: [{ price: 3_00, quantity: 9 }] })).toMatchObject({
    total: 0,
  });
});

test('prices off the tick go the careful way', () => {
  expect(onTick('BUY', 412_03, 5)).toBe(412_00);
  expect(onTick('SELL', 412_03, 5)).toBe(412_05);
});

test('presets never buy more than the cash pays, nor more than the limits allow', () => {
  expect(affordableQuantity(10_000_00, { price: 412_00, isIntraday: false, terms })).toBe(24);
  const input = {
    side: 'BUY',
    price: 412_00,
    isIntraday: false,
    balance: 10_000_00,
    availableQuantity: 7,
    limits,
    terms,
  } as const;
  // A quarter is 2500: 6 x 412 = 2472 + 24.72 + 5 = 2501.72 is too much, 5 fit.
  expect(presetQuantity(25, input)).toBe(5);
  const price = { price: 412_00, isIntraday: false, terms };
  expect([2501_72, 2501_71].map((cash) => affordableQuantity(cash, price))).toEqual([6, 5]);
  expect(presetQuantity(100, input)).toBe(24);
  expect(presetQuantity(100, { ...input, balance: 10_000_000_00 })).toBe(1000);
  expect(presetQuantity(100, { ...input, balance: 100_00 })).toBe(0);
  expect(presetQuantity(50, { ...input, side: 'SELL' })).toBe(3);
  expect(presetQuantity(100, { ...input, side: 'SELL', availableQuantity: 900 })).toBe(500);
});

const answer = {
  symbol: 'MERIT',
  estimatedPrice: 412,
  value: 4120,
  cost: null,
  brokerage: 41.2,
  flatFee: 5,
  statutoryCharges: 0,
  statutoryItems: [],
  statutoryRates: null,
  totalCharges: 46.2,
  margin: null,
  cashNeeded: 4400,
  cashAfter: 5833.8,
  balance: 10_000,
  heldQuantity: 10,
  availableQuantity: 10,
};

test('the server\u2019s figures replace our own, line by line', () => {
  expect(answeredFigures('BUY', answer)).toEqual({
    price: 412_00,
    value: 4120_00,
    brokerage: 41_20,
    flatFee: 5_00,
    statutoryItems: [],
    margin: null,
    loan: 0,
    gain: null,
    total: 4166_20,
    cashAfter: 5833_80,
  });
  expect(answeredFigures('BUY', { ...answer, margin: 824, cashAfter: 9129.8 })).toMatchObject({
    margin: 824_00,
    total: 870_20,
  });
  // 10000 + 4120 - 46.20 = 14073.80; of which 3296 go back to the house.
  expect(answeredFigures('SELL', { ...answer, cashAfter: 10_777.8 })).toMatchObject({ loan: 3296_00, total: 777_80 });
  expect(answeredFigures('SELL', { ...answer, cashAfter: 14_073.8 })).toMatchObject({ loan: 0, total: 4073_80 });
});

test('rates are learned from the server only when its charges are others', () => {
  expect(termsFrom(terms, 'BUY', answer)).toBe(terms);
  // Half a percent and no fee: 20.60 of 4120.
  expect(termsFrom(terms, 'BUY', { ...answer, brokerage: 20.6, flatFee: 0 })).toEqual({
    commissionRate: 5000,
    flatFee: 0,
    statutory: null,
  });
  expect(termsFrom(terms, 'BUY', { ...answer, value: 0, brokerage: 0, flatFee: 0 })).toBe(terms);
});
