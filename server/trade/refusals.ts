// Turns what the exchange refuses into HTTP errors, so that a repeated call gets the same answer.
import { refusalText } from '../../contract/messages/refusals.ts';
import { tradeMessages } from '../../contract/messages/trade.ts';
import { wireStatus } from '../../contract/trade/words.ts';
import type { ModifyOrder } from '../../core/command.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import { blocked, HttpError, invalidField, notFound } from '../http-error.ts';
import type { TradeContext } from './context.ts';
import { haltReason } from './halt-reason.ts';
import { findOrder } from './order-queries.ts';
import type { Mine } from './mine.ts';

/**
 * The answer to a cancel of an order that is not open: the trader's own earlier cancel, repeated, returns the order as it ended then.
 * @throws HttpError 404 if it was never the trader's, 409 if it ended otherwise.
 */
export async function canceledBefore(
  context: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<OrderRecord> {
  const order = await knownThen(context, mine, orderId, decidedAs);
  if (order === null) throw notFound();
  if (order.endReason === 'canceled-by-trader') return order;
  throw orderEnded(order);
}

async function endedOrUnknown(
  context: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<HttpError> {
  const order = await knownThen(context, mine, orderId, decidedAs);
  return order === null ? notFound() : orderEnded(order);
}

/** `sequence` is the place of the refused command. A question has none, since nothing was decided: it knows all orders there are. */
export async function refusedChange(
  context: TradeContext,
  { account, orderId, limitPrice, stopPrice }: Omit<ModifyOrder, 'kind'>,
  { refusal, sequence = Infinity, at }: { refusal: Refusal; sequence?: number; at?: number },
): Promise<HttpError> {
  const mine = { venue: context.venue, account };
  switch (refusal.reason) {
    case 'unknown-order':
      return endedOrUnknown(context, mine, orderId, sequence);
    case 'invalid-price':
      return invalidField('price', limitPrice === 0 ? tradeMessages.priceMissing : refusalText(refusal));
    case 'invalid-stop-price':
      return invalidField('stopPrice', stopPrice > 0 ? tradeMessages.stopPriceFixed : tradeMessages.stopPriceMissing);
    default:
      return refused(refusal, await haltReason(context.db, context.venue, refusal, at));
  }
}

/** The order, if the trader had it when the call was decided. One placed since would give a repeated call a different answer. */
async function knownThen(
  { db }: TradeContext,
  mine: Mine,
  orderId: number,
  decidedAs: number,
): Promise<OrderRecord | null> {
  const order = (await findOrder(db, mine, orderId))?.order ?? null;
  return order === null || order.id > decidedAs ? null : order;
}

/** The refusal for an order that is no longer open. */
export function orderEnded(order: OrderRecord): HttpError {
  const status = wireStatus(order);
  return new HttpError(409, tradeMessages.alreadyEnded(status), { code: 'order-ended' });
}

/** `more` is appended to the sentence of the refusal. */
export function refused(refusal: Refusal, more = ''): HttpError {
  const { reason } = refusal;
  const message = refusalText(refusal) + more;
  switch (reason) {
    case 'unknown-account':
    case 'unknown-order':
      return notFound();
    case 'unknown-instrument':
      return new HttpError(404, message, { fields: { stock: message } });
    case 'account-blocked':
      return blocked();
    case 'invalid-quantity':
      return invalidField('quantity', message);
    case 'invalid-price':
    case 'price-not-own':
      return invalidField('price', message);
    case 'invalid-stop-price':
      return invalidField('stopPrice', message);
    default:
      return new HttpError(422, message, { code: reason });
  }
}
