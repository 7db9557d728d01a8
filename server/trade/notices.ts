// What a trader is told of orders that filled or ended: sentences from a committed batch, with a name each so that none is told twice.
import { endReasonTexts, rupeeText } from '../../contract/messages.ts';
import { mean } from '../../core/money.ts';
import type { OrderRecord } from '../../core/snapshot.ts';

export interface Notice {
  readonly account: number;
  readonly type: string;
  readonly message: string;
  /** What it tells of. */
  readonly source: string;
  readonly at: number;
}

interface Told {
  readonly orders: readonly OrderRecord[];
  readonly fills: readonly { readonly orderId: number }[];
  readonly at: number;
}

/** One for each order that filled further or ended; nothing for what its trader has just done himself. */
export function noticesOf({ orders, fills, at }: Told): Notice[] {
  const traded = new Set(fills.map(({ orderId }) => orderId));
  return orders.flatMap((order) => {
    const isOpen = order.endReason === null;
    if (isOpen || order.endReason === 'canceled-by-trader')
      return traded.has(order.id) ? [partlyFilled(order, at)] : [];
    return [ended(order)];
  });
}

const grouped = new Intl.NumberFormat('en-IN');

function done(order: OrderRecord): string {
  const filled = order.quantity - order.remaining;
  const verb = order.side === 'buy' ? 'Bought' : 'Sold';
  const part = order.remaining === 0 ? '' : ` of ${grouped.format(order.quantity)}`;
  return `${verb} ${grouped.format(filled)}${part} ${order.symbol} at ${rupeeText(mean(order.filledValue, filled))}`;
}

function partlyFilled(order: OrderRecord, at: number): Notice {
  const rest = order.endReason === null ? '; the rest waits in the book' : '';
  const source = `order:${order.id}:${order.quantity - order.remaining}`;
  return {
    account: order.account,
    type: 'Order filled',
    message: `${done(order)}${rest}.`,
    source,
    at,
  };
}

function ended(order: OrderRecord): Notice {
  const { account, id, origin, endedAt, createdAt } = order;
  const told = { account, source: `order:${id}:ended`, at: endedAt ?? createdAt };
  if (origin !== 'trader') return { ...told, type: 'Position closed', message: squareOffText(order) };
  if (order.endReason === 'filled') return { ...told, type: 'Order filled', message: `${done(order)}.` };
  const part = order.remaining < order.quantity ? ` ${done(order)}.` : '';
  const wanted = `${order.side === 'buy' ? 'buy' : 'sell'} ${grouped.format(order.quantity)} ${order.symbol}`;
  const message = `Your order to ${wanted} has ended. ${endReasonTexts[order.endReason!]}${part}`;
  return { ...told, type: 'Order ended', message };
}

function squareOffText(order: OrderRecord): string {
  const why =
    order.origin === 'square-off-on-loss'
      ? 'because its loss had reached 80% of the margin'
      : 'because intraday positions end with the day';
  const left = order.remaining === 0 ? '' : ' The rest is still open and will be tried again.';
  const result = order.remaining === order.quantity ? 'Nobody was left to buy.' : `${done(order)}.`;
  return `Your intraday position in ${order.symbol} was closed ${why}. ${result}${left}`;
}
