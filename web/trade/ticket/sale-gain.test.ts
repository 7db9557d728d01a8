// What a sale earns, as the ticket shows it: its proceeds less its charges and what the shares had cost.
import { expect, test } from 'vitest';
import type { Charges } from '../../../contract/trade.ts';
import { answeredFigures } from './answer.ts';

const answer: Charges = {
  symbol: 'MERIT',
  estimatedPrice: 412,
  value: 4120,
  cost: 4000,
  brokerage: 41.2,
  flatFee: 5,
  statutoryCharges: 0,
  statutoryItems: [],
  statutoryRates: null,
  totalCharges: 46.2,
  margin: null,
  cashNeeded: 0,
  // 10000 + 4120 - 46.20
  cashAfter: 14_073.8,
  balance: 10_000,
  heldQuantity: 10,
  availableQuantity: 10,
};

test('a gain, and a loss', () => {
  // 4120 - 46.20 - 4000 = 73.80; 4120 - 46.20 - 4100.50 = -26.70
  expect(answeredFigures('SELL', answer).gain).toBe(73_80);
  expect(answeredFigures('SELL', { ...answer, cost: 4100.5 }).gain).toBe(-26_70);
});

test('a margin loan changes what comes in, not what was earned', () => {
  // 3296 go back to the house.
  expect(answeredFigures('SELL', { ...answer, cashAfter: 10_777.8 })).toMatchObject({ loan: 3296_00, gain: 73_80 });
});

test('nothing is said of a buy, of shares that are not held, or by an exchange from before an upgrade', () => {
  const { cost, ...older } = answer;
  expect([cost, answeredFigures('SELL', older as Charges).gain]).toEqual([4000, null]);
  expect(answeredFigures('SELL', { ...answer, cost: null }).gain).toBe(null);
});
