// The possible results of a bracket, before it is placed.
import { expect, test } from 'vitest';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { chargeTerms } from '../../../core/trade/charges.ts';
import { exitOutcome } from './estimate.ts';

/** 1 % commission and 5 rupees an order. */
const terms = chargeTerms(DEFAULT_FEES, 1, 0);

test('the possible results of a bracket include the charges of both sides', () => {
  // Bought for 4,100 and charges of 46; sold for 4,300 with 48, or for 4,000 with 45.
  const outcome = exitOutcome(
    { quantity: 10, terms, intradayQuantity: 0, value: 4_100_00, charges: 46_00 },
    430_00,
    400_00,
  );
  expect(outcome).toEqual({ atTarget: 106_00, atStop: -191_00 });
});

test('a bracket on shares of both kinds counts the tax of each', () => {
  const none = { from: 0, exchange: 0, sebi: 0, stampDelivery: 0, stampIntraday: 0, gst: 0 };
  // 0.1 % on delivery, 0.025 % on intraday shares.
  const statutory = { ...none, sttDelivery: 100_000, sttIntradaySell: 25_000 };
  const outcome = exitOutcome(
    { quantity: 10, terms: { ...terms, statutory }, intradayQuantity: 4, value: 0, charges: 0 },
    430_00,
    400_00,
  );
  // 4,300 less 48, less 2.58 on six shares and 0.43 on four; 4,000 less 45, less 2.40 and 0.40.
  expect(outcome).toEqual({ atTarget: 4_248_99, atStop: 3_952_20 });
});
