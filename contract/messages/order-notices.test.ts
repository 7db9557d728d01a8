// What a trader is told of a bracket's sale that ended unsold: a warning where shares are left without it.
import { expect, test } from 'vitest';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { EndReason } from '../../core/trade/order.ts';
import { endText } from './order-notices.ts';

const WARNING = 'no longer have a target and stop loss';
const ended = (endReason: EndReason, orderType: OrderRecord['orderType'] = 'bracket') =>
  endText({
    side: 'sell',
    orderType,
    symbol: 'MERIT',
    quantity: 10,
    remaining: 4,
    filledValue: 6 * 400_00,
    endReason,
  } as OrderRecord);

test.each(['no-liquidity', 'self-trade', 'off-tick', 'canceled-by-admin'] as const)('%s leaves them so', (reason) => {
  expect(ended(reason)).toContain(WARNING);
  expect(ended(reason)).toContain('Sold 6 of 10 MERIT at ₹400.00.');
  expect(ended(reason, 'limit')).not.toContain(WARNING);
});

test.each(['squared-off', 'day-ended', 'account-blocked', 'corporate-action'] as const)(
  '%s says enough by itself, or leaves nothing to guard',
  (reason) => expect(ended(reason)).not.toContain(WARNING),
);
