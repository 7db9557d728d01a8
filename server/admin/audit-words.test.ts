// The words of an entry of the log, for everything that acts have stored in it.
import { expect, test } from 'vitest';
import { DEFAULT_STATUTORY } from '../../core/trade/settings.ts';
import { changesOf } from './audit-words.ts';

// 29 Nov 2026, 13:30 and 14:30 in London are 19:00 and 20:00 in India.
const [startsAt, endsAt] = [Date.UTC(2026, 10, 29, 13, 30), Date.UTC(2026, 10, 29, 14, 30)];
const fees = { commissionRate: 10_000, flatFee: 500, volumeDiscounts: [], promotions: [] };
const [row] = DEFAULT_STATUTORY.rates;
const statutory = { isOn: true, rates: [row, { ...row, from: 20_000, exchange: 3_070 }] };
const rows = (exchange: string) =>
  `sttDelivery 0.1%, sttIntradaySell 0.025%, exchange ${exchange}%, sebi 0.0001%, stampDelivery 0.015%, stampIntraday 0.003%, gst 18%`;
const discount = { minQuantity: 100, maxQuantity: 500, discount: 20_000 };
const promotion = { id: 'x', name: 'Diwali', discount: 200_000, startsAt, endsAt };
const other = { ...promotion, id: 'y', name: 'Holi', discount: 50_000 };

test.each([
  [{}, []],
  [{ maxBuyLimit: { from: 3, to: 1000 } }, ['maxBuyLimit: 3 -> 1000']],
  [{ before: 'PENDING', after: 'canceled' }, ['status: PENDING -> canceled']],
  [{ status: { from: 'NEW', to: 'NEW' }, note: { from: '', to: 'Seen.' } }, ['note: null -> Seen.']],
  [{ hourlyRate: { from: 50_000, to: 60_050 } }, ['hourlyRate: ₹500.00 -> ₹600.50']],
  [{ price: 3.5, tick: { from: 0.05, to: 0.1 } }, ['price: null -> ₹3.50', 'tick: ₹0.05 -> ₹0.10']],
  [
    { 'loyaltyRewards.tradingAmount': { from: 10_000, to: 100_000.5 }, 'signupBonus.expiryDays': { from: 30, to: 60 } },
    ['loyaltyRewards.tradingAmount: ₹10,000.00 -> ₹1,00,000.50', 'signupBonus.expiryDays: 30 -> 60'],
  ],
  [{ specialization: { from: null, to: 'risk' } }, ['specialization: null -> Risk Management']],
  [{ topic: '', hourlyRate: 0 }, ['topic: null -> null', 'hourlyRate: null -> ₹0.00']],
  // As the database returns it: the shortest name first.
  [
    { about: 'Bring a chart.', topic: 'Candles', endsAt, startsAt },
    [
      'topic: null -> Candles',
      'startsAt: null -> 29 Nov 2026, 19:00 IST',
      'endsAt: null -> 29 Nov 2026, 20:00 IST',
      'about: null -> Bring a chart.',
    ],
  ],
  [
    { before: fees, after: { ...fees, commissionRate: 5_000, flatFee: 250 } },
    ['commissionRate: 1% -> 0.5%', 'flatFee: ₹5.00 -> ₹2.50'],
  ],
  [
    { before: fees, after: { ...fees, volumeDiscounts: [discount] } },
    ['volumeDiscounts: null -> 100 to 500 shares: 2% off'],
  ],
  [
    { before: { ...fees, promotions: [promotion] }, after: fees },
    ['promotions: Diwali: 20% off from 29 Nov 2026, 19:00 IST to 29 Nov 2026, 20:00 IST -> null'],
  ],
  [
    { before: { ...fees, promotions: [promotion] }, after: { ...fees, promotions: [promotion, other] } },
    ['promotions: null -> Holi: 5% off from 29 Nov 2026, 19:00 IST to 29 Nov 2026, 20:00 IST'],
  ],
  [
    {
      before: { ...fees, promotions: [promotion] },
      after: { ...fees, promotions: [promotion, { ...promotion, id: 'z' }] },
    },
    ['promotions: null -> Diwali: 20% off from 29 Nov 2026, 19:00 IST to 29 Nov 2026, 20:00 IST'],
  ],
  [
    { before: { ...fees, statutory: DEFAULT_STATUTORY }, after: { ...fees, statutory } },
    [`statutory: off -> on; from 2024-10-04: ${rows('0.00307')}`],
  ],
  [{ before: fees, after: fees }, []],
])('what keeps %j reads %j', (detail, said) => {
  expect(changesOf(detail).map(({ field, before, after }) => `${field}: ${before} -> ${after}`)).toEqual(said);
});

test('the key of the request behind an act is not shown', () => {
  expect(changesOf({ key: 'k', reason: 'News' })).toEqual([{ field: 'reason', before: null, after: 'News' }]);
});
