// Why an order stands as it stands, in a sentence: what it waits for, how it was filled, or why it ended.
import type { OrderRecord } from '../../core/snapshot.ts';
import type { EndReason, OrderOrigin } from '../../core/trade/order.ts';
import { groupedText, rupeeText } from './sums.ts';

/** Why an order ended, as its `reason` says it. An order that ended part-filled keeps what it has. */
export const endReasonTexts = {
  filled: 'Filled.',
  'canceled-by-trader': 'Canceled by you.',
  'canceled-by-admin': 'Canceled by an administrator.',
  'account-blocked': 'Canceled because the account was blocked.',
  'self-trade': 'Canceled so that it could not trade with another order of yours.',
  'no-liquidity': 'Nobody was left to trade with within 5% of the last price.',
  'cash-exhausted': 'The cash set aside did not pay for the rest.',
  'not-immediate': 'It could not be filled at once, and it was not allowed to wait.',
  'not-whole': 'It could not be filled whole at once.',
  'day-ended': 'The trading day ended.',
  'outside-band': 'Its limit is outside the price band.',
  'squared-off': 'Canceled because intraday positions were closed.',
  'off-tick': 'Canceled because the tick of the stock was changed, and its price is between two ticks.',
  'corporate-action': 'Canceled because a split or bonus changed the shares. Order again at the new price.',
} as const satisfies Record<EndReason, string>;

const SQUARE_OFF_TEXTS: Record<Exclude<OrderOrigin, 'trader' | 'exit'>, string> = {
  'square-off-at-day-end': 'Sold to close the intraday position at the end of the day.',
  'square-off-on-loss': 'Sold to close the intraday position, because its loss had reached 80% of the margin.',
};

/** Whom it is told: the trader whose order it is, or an administrator. */
export type OrderReader = 'trader' | 'desk';

/** Where the trader reads "you". */
const DESK_TEXTS: Partial<Record<EndReason, string>> = {
  'canceled-by-trader': 'Canceled by the trader.',
  'self-trade': 'Canceled so that it could not trade with another order of the same trader.',
};

export function endReasonText(reason: EndReason, reader: OrderReader): string {
  return (reader === 'desk' ? DESK_TEXTS[reason] : undefined) ?? endReasonTexts[reason];
}

/** The reason of an order that no price can trade yet. */
export const WAITS_FOR_OPENING = 'Waits for trading to open.';

/** One or two sentences, as an order's `reason` on the wire. */
export function orderReason(order: OrderRecord, reader: OrderReader = 'trader'): string {
  const filled = order.quantity - order.remaining;
  const part = `${groupedText(filled)} of ${groupedText(order.quantity)} filled`;
  if (order.endReason !== null) {
    if (order.endReason === 'filled') return filledText(order);
    const text = endReasonText(order.endReason, reader);
    return filled > 0 && order.remaining > 0 ? `${part}. ${text}` : text;
  }
  if (order.orderType === 'bracket')
    return `Waits for the target at ${rupeeText(order.limitPrice)}, or the stop loss at ${rupeeText(order.stopPrice)}.`;
  if (order.status === 'stop-pending') return `Waits for the price to reach ${rupeeText(order.stopPrice)}.`;
  if (order.priority === 0) return WAITS_FOR_OPENING;
  return filled > 0 ? `${part}; the rest waits in the book.` : 'Waits in the book.';
}

function filledText({ orderType, origin, triggeredAt, limitPrice, stopPrice }: OrderRecord): string {
  if (origin !== 'trader' && origin !== 'exit') return SQUARE_OFF_TEXTS[origin];
  if (orderType !== 'bracket') return endReasonTexts.filled;
  return triggeredAt === null
    ? `Sold at the target of ${rupeeText(limitPrice)} or better.`
    : `Sold at the market, because the price had fallen to the stop loss at ${rupeeText(stopPrice)}.`;
}
