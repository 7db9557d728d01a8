// How an order stands in its table: one list of the columns, with what fills each, what may change it, and how it is read back.
import type { Side } from '../../core/market/instrument.ts';
import type { OrderRecord } from '../../core/snapshot.ts';
import type { Product } from '../../core/trade/lots.ts';
import type { EndReason, OrderOrigin, OrderStatus, OrderType, TimeInForce } from '../../core/trade/order.ts';
import type { Column } from './rows.ts';
import { statutoryRates, statutoryText } from './statutory-terms.ts';

/** An order as its batch leaves it, with the first and last trade of this batch. */
export interface OrderRow extends OrderRecord {
  /** No batch before knew it. */
  readonly isNew: boolean;
  readonly instrumentId: number;
  readonly firstTrade: number | null;
  readonly lastTrade: number | null;
}

/** An order as SQL returns it, with its instrument's symbol joined in. */
export interface StoredOrder {
  id: number;
  account: number;
  symbol: string;
  side: Side;
  order_type: OrderType;
  time_in_force: TimeInForce;
  product: Product;
  origin: OrderOrigin;
  quantity: number;
  limit_price: number;
  stop_price: number;
  commission_rate: number;
  flat_fee_terms: number;
  statutory_terms: string | null;
  created_at: number;
  target_price: number | null;
  stop_loss_price: number | null;
  entry_id: number | null;
  remaining: number;
  status: OrderStatus;
  end_reason: EndReason | null;
  ended_at: number | null;
  triggered_at: number | null;
  priority: number;
  queued_behind: number;
  held: number;
  held_at_first: number;
  filled_value: number;
  brokerage: number;
  flat_fee: number;
  statutory: number;
  intraday_value: number;
  margin: number;
}

export interface OrderColumn {
  readonly of: Column<OrderRow>['of'];
  /**
   * What an open order has there: a number or null; a word of our own, which contains nothing that must be escaped; such a word or null;
   * always null. `unread`: orders are restored without it.
   */
  readonly read: 'number' | 'word' | 'word-or-null' | 'null' | 'unread';
  /**
   * What a later batch does to a stored order: nothing, or replaces the value. `first` replaces only null, `last` replaces the value
   * unless the new one is null.
   */
  readonly change: 'never' | 'always' | 'first' | 'last';
}

/** A term that stays as the order was placed. */
const placed = (read: OrderColumn['read'], of: OrderColumn['of']): OrderColumn => ({ read, change: 'never', of });

/** How far the order has come; or a term that its trader changes, new charges, or an auction that gives a market order a limit. */
const changing = (read: OrderColumn['read'], of: OrderColumn['of']): OrderColumn => ({ read, change: 'always', of });

type OrderColumnName = Exclude<keyof StoredOrder, 'symbol'> | 'instrument' | 'first_trade' | 'last_trade';

const COLUMNS: Readonly<Record<OrderColumnName, OrderColumn>> = {
  id: placed('number', (row) => row.id),
  account: placed('number', (row) => row.account),
  instrument: placed('unread', (row) => row.instrumentId),
  side: placed('word', (row) => row.side),
  order_type: changing('word', (row) => row.orderType),
  time_in_force: changing('word', (row) => row.timeInForce),
  product: placed('word', (row) => row.product),
  origin: placed('word', (row) => row.origin),
  quantity: changing('number', (row) => row.quantity),
  limit_price: changing('number', (row) => row.limitPrice),
  stop_price: changing('number', (row) => row.stopPrice),
  commission_rate: changing('number', (row) => row.chargeTerms.commissionRate),
  flat_fee_terms: changing('number', (row) => row.chargeTerms.flatFee),
  statutory_terms: changing('word-or-null', (row) => statutoryText(row.chargeTerms.statutory)),
  created_at: placed('number', (row) => row.createdAt),
  target_price: placed('number', (row) => row.exits?.target ?? null),
  stop_loss_price: placed('number', (row) => row.exits?.stop ?? null),
  entry_id: placed('number', (row) => row.entryId),
  remaining: changing('number', (row) => row.remaining),
  status: changing('word', (row) => row.status),
  end_reason: changing('null', (row) => row.endReason),
  ended_at: changing('null', (row) => row.endedAt),
  triggered_at: changing('number', (row) => row.triggeredAt),
  priority: changing('number', (row) => row.priority),
  queued_behind: changing('number', (row) => row.queuedBehind),
  held: changing('number', (row) => row.held),
  held_at_first: changing('number', (row) => row.heldAtFirst),
  filled_value: changing('number', (row) => row.filledValue),
  brokerage: changing('number', (row) => row.brokerage),
  flat_fee: changing('number', (row) => row.flatFee),
  statutory: changing('number', (row) => row.statutory),
  intraday_value: changing('number', (row) => row.intradayValue),
  margin: changing('number', (row) => row.margin),
  first_trade: { read: 'unread', change: 'first', of: (row) => row.firstTrade },
  last_trade: { read: 'unread', change: 'last', of: (row) => row.lastTrade },
};

export const ORDER_COLUMNS: readonly (OrderColumn & Column<OrderRow>)[] = Object.entries(COLUMNS).map(
  ([name, one]) => ({ name, ...one }),
);

function exitsOf({ target_price: target, stop_loss_price: stop }: StoredOrder): OrderRecord['exits'] {
  return target === null || stop === null ? null : { target, stop };
}

/** Reads an order back. The query must name the columns of `orders` and `symbol`. */
export function orderFromRow(row: StoredOrder): OrderRecord {
  return {
    id: row.id,
    account: row.account,
    symbol: row.symbol,
    side: row.side,
    orderType: row.order_type,
    timeInForce: row.time_in_force,
    product: row.product,
    origin: row.origin,
    quantity: row.quantity,
    limitPrice: row.limit_price,
    stopPrice: row.stop_price,
    chargeTerms: {
      commissionRate: row.commission_rate,
      flatFee: row.flat_fee_terms,
      statutory: statutoryRates(row.statutory_terms),
    },
    createdAt: row.created_at,
    exits: exitsOf(row),
    entryId: row.entry_id,
    remaining: row.remaining,
    status: row.status,
    endReason: row.end_reason,
    endedAt: row.ended_at,
    triggeredAt: row.triggered_at,
    priority: row.priority,
    queuedBehind: row.queued_behind,
    held: row.held,
    heldAtFirst: row.held_at_first,
    filledValue: row.filled_value,
    brokerage: row.brokerage,
    flatFee: row.flat_fee,
    statutory: row.statutory,
    intradayValue: row.intraday_value,
    margin: row.margin,
  };
}
