// Orders of everybody as the lines of a CSV file: each page continues after the last line, however many orders are placed meanwhile.
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import type { Reply } from '../../api.ts';
import { csvAfter } from '../../csv-button.tsx';
import { dateTimeText } from '../../ui/date-time.tsx';

export const ORDERS_HEADER = [
  'Order',
  'Placed (IST)',
  'Name',
  'Email',
  'Stock',
  'Side',
  'Type',
  'Intraday',
  'Quantity',
  'Filled',
  'Price',
  'Stop price',
  'Average price',
  'Charges',
  'Status',
  'Reason',
];

export function orderLine(order: DeskOrder): (string | number | null)[] {
  const { orderId, createdAt, user, stock, type, orderType, isIntraday, quantity, filledQuantity } = order;
  return [
    orderId,
    dateTimeText(createdAt),
    user.name,
    user.email,
    stock.symbol,
    type,
    orderType,
    isIntraday ? 'yes' : 'no',
    quantity,
    filledQuantity,
    order.price,
    order.stopPrice,
    order.averagePrice,
    order.charges,
    order.status,
    order.reason,
  ];
}

interface OrdersPage {
  readonly orders: readonly DeskOrder[];
  readonly totalPages: number;
}

/** What a CSV button asks of one of the calls that list orders. */
export function ordersAfter(ask: (place: { limit: number; after?: number }) => Promise<Reply<OrdersPage>>) {
  return csvAfter(ask, ({ orders, totalPages }) => ({ rows: orders, totalPages }));
}
