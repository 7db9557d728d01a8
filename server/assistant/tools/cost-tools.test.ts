// How many shares a sum buys, counted beside a search of every number.
import { expect, test } from 'vitest';
import { chargesOn, chargeTerms, totalCharges } from '../../../core/trade/charges.ts';
import { DEFAULT_FEES } from '../../../core/trade/settings.ts';
import { mostShares } from './cost-tools.ts';

const AT = Date.UTC(2026, 10, 21);

test('with a discount for many shares, those are found that are cheaper together than a few less', () => {
  // Of 1,000 and more, half the commission of 1 %: 1,000 at 123.45 cost 1,24,072.25, and 999 cost 1,24,564.82.
  const fees = { ...DEFAULT_FEES, volumeDiscounts: [{ minQuantity: 1000, maxQuantity: 5000, discount: 500_000 }] };
  const price = 12_345;
  const costOf = (quantity: number) =>
    quantity * price + totalCharges(chargesOn(chargeTerms(fees, quantity, AT), 'buy', quantity * price, 0));
  expect([999, 1000].map(costOf)).toEqual([124_564_82, 124_072_25]);
  const all = Array.from({ length: 6000 }, (_, n) => n + 1);
  for (const cash of [
    100, 124_000_00, 124_072_24, 124_072_25, 124_500_00, 300_000_00, 620_000_00, 622_000_00, 630_000_00,
  ]) {
    const most = all.findLast((quantity) => costOf(quantity) <= cash) ?? 0;
    expect(mostShares(fees, AT, { price, cash, isIntraday: false })).toBe(most);
  }
});
