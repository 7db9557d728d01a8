// The trading limits as an administrator sets them: one set of rules for the form and the call.
import * as z from 'zod/mini';
import { MAX_QUANTITY } from '../../core/trade/check-order.ts';
import { LONGEST_TIMEFRAME_HOURS } from '../../core/trade/rolling-sum.ts';
import { controlMessages } from '../messages/control.ts';
import { limitMessages } from '../messages/limits.ts';

/** `unclear` for anything but a whole number, `tooSmall` for zero and below. Spec 5. */
function limit(most: number, unclear: string, tooSmall: string, tooLarge: string) {
  return z
    .int({ error: unclear, abort: true })
    .check(z.gt(0, { error: tooSmall, abort: true }), z.lte(most, { error: tooLarge }));
}

const limits = {
  maxBuyLimit: limit(MAX_QUANTITY, limitMessages.buyInline, limitMessages.buyTooSmall, controlMessages.buyTooLarge),
  maxSellLimit: limit(MAX_QUANTITY, limitMessages.sellInline, limitMessages.sellTooSmall, controlMessages.sellTooLarge),
  timeframeInHours: limit(
    LONGEST_TIMEFRAME_HOURS,
    limitMessages.hoursInline,
    limitMessages.hoursTooSmall,
    controlMessages.hoursTooLarge,
  ),
};

export const limitsInput = z.object(limits);

/** `seen`: the limits that were on screen while typing; refused if others are in force by now. */
export const updateLimitInput = z.object({ ...limits, seen: z.optional(limitsInput) });
