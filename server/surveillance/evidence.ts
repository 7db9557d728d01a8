// Retells what a flag is based on, step by step: the orders and fills, in the order in which they happened.
import { patternLessons } from '../../contract/messages/surveillance.ts';
import type { Evidence, EvidenceStep } from '../../contract/surveillance.ts';
import { groupedText, rupeeText } from '../../contract/messages/sums.ts';
import { wireSide } from '../../contract/trade/words.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import { MINUTE_MS } from '../../core/market/day.ts';
import type { Pattern, WatchedFill, WatchedOrder } from '../../core/surveillance/conduct.ts';
import type { Queryable } from '../db/open.ts';
import type { StoredEvidence } from './flags.ts';
import { readConduct } from './read-conduct.ts';
import type { Watched } from './read-conduct.ts';

export interface FlagRow extends Watched {
  readonly pattern: Pattern;
  readonly fromAt: number;
  readonly toAt: number;
  readonly evidence: StoredEvidence;
}

/** Orders and fills shortly before and after the flagged conduct are shown too. */
const AROUND_MS = 2 * MINUTE_MS;

export async function tellEvidence(db: Queryable, flag: FlagRow): Promise<Evidence> {
  const { evidence, fromAt, toAt, pattern } = flag;
  const conduct = await readConduct(db, flag, { from: fromAt - AROUND_MS, to: toAt + AROUND_MS });
  const orders = new Set(evidence.orderIds);
  const trades = new Set(evidence.tradeIds);
  const steps = [
    ...conduct.orders.flatMap((order) => orderSteps(order, orders.has(order.id))),
    ...conduct.fills.map((fill) => fillStep(fill, trades.has(fill.tradeId))),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return {
    steps,
    prices: evidence.prices.map(([at, price]) => ({ at: new Date(at).toISOString(), price: toRupees(price) })),
    ...patternLessons[pattern],
  };
}

function orderSteps(order: WatchedOrder, isFlagged: boolean): EvidenceStep[] {
  const { id, side, limitPrice, quantity, filled, createdAt, endedAt, endReason } = order;
  const shared = {
    orderId: String(id),
    side: wireSide(side),
    price: limitPrice > 0 ? toRupees(limitPrice) : null,
    isFlagged,
  } as const;
  const what = `${side} ${groupedText(quantity)}${limitPrice > 0 ? ` at ${rupeeText(limitPrice)}` : ''}`;
  const placed = { ...shared, at: textOf(createdAt), kind: 'placed', quantity, text: `Order ${id}: ${what}` } as const;
  if (endedAt === null || endReason === null || endReason === 'filled') return [placed];
  const rest = quantity - filled;
  const isOwn = endReason === 'canceled-by-trader';
  const text = isOwn
    ? `Canceled order ${id}, ${groupedText(rest)} unfilled`
    : endReason === 'self-trade'
      ? `Order ${id} met an order of the same trader and was ended`
      : `Order ${id} ended, ${groupedText(rest)} unfilled`;
  return [placed, { ...shared, at: textOf(endedAt), kind: isOwn ? 'canceled' : 'ended', quantity: rest, text }];
}

function fillStep({ orderId, side, price, quantity, counterparty, at }: WatchedFill, isFlagged: boolean): EvidenceStep {
  const whom = counterparty === null ? '' : ', with another person';
  const verb = side === 'buy' ? 'Bought' : 'Sold';
  return {
    at: textOf(at),
    kind: 'filled',
    orderId: String(orderId),
    side: wireSide(side),
    price: toRupees(price),
    quantity,
    text: `${verb} ${groupedText(quantity)} at ${rupeeText(price)}${whom}`,
    isFlagged,
  };
}

const textOf = (at: number): string => new Date(at).toISOString();
