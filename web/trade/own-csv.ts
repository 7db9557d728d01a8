// A trader's own orders and fills as the lines of CSV files; their times are those of India, as on the screen.
import type { Order, Transaction } from '../../contract/trade.ts';
import { dateTimeText } from '../ui/date-time.tsx';
import { productOf } from './order-words.tsx';

type Line = (string | number | null)[];

/** The part of the charges that was passed on by law, in files that have any. */
export const STATUTORY_COLUMN = {
  name: 'of which statutory',
  cell: ({ statutoryCharges }: { readonly statutoryCharges: number }): number => statutoryCharges,
};

export const ORDERS_HEADER = [
  'Order ID',
  'Placed (IST)',
  'Stock',
  'Type',
  'Order type',
  'Quantity',
  'Filled',
  'Limit price',
  'Trigger price',
  'Average price',
  'Validity',
  'Product',
  'Status',
  'Charges',
  'Updated (IST)',
];

export function orderLine(order: Order): Line {
  return [
    order.orderId,
    dateTimeText(order.createdAt),
    order.stock.symbol,
    order.type,
    order.orderType,
    order.quantity,
    order.filledQuantity,
    order.orderType === 'MARKET' || order.orderType === 'STOP' ? null : order.price,
    order.stopPrice,
    order.averagePrice,
    order.timeInForce,
    productOf(order),
    order.status,
    order.charges,
    dateTimeText(order.updatedAt),
  ];
}

export const FILLS_HEADER = [
  'ID',
  'Date (IST)',
  'Stock',
  'Company',
  'Type',
  'Shares',
  'Price',
  'Total',
  'Charges',
  'Status',
];

export function fillLine(row: Transaction): Line {
  const { _id, completedAt, stock, companyName, type, quantity, price, totalAmount, charges, status } = row;
  const at = dateTimeText(completedAt);
  return [_id, at, stock.symbol, companyName, type, quantity, price, totalAmount, charges, status];
}
