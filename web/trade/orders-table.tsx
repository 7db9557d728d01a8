// The rows of My orders: what was ordered, how far it has come, and what can be done with it.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Order } from '../../contract/trade.ts';
import { LivePrice } from '../live-text.tsx';
import { Button } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import {
  filledAt,
  filledText,
  OrderHead,
  OrderPrice,
  shortId,
  SideBadge,
  StatusBadge,
  whyUnfilled,
} from './order-words.tsx';

interface RowActions {
  onStory: (order: Order) => void;
  onCancel: (order: Order) => void;
  onEdit: (order: Order) => void;
}

function Actions({ order, onStory, onCancel, onEdit }: RowActions & { order: Order }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {order.status === 'PENDING' && (
        <>
          <Button size="small" aria-label={`Edit order ${order.orderId}`} onClick={() => onEdit(order)}>
            Edit
          </Button>
          <Button
            size="small"
            tone="danger"
            aria-label={`Cancel order ${order.orderId}`}
            onClick={() => onCancel(order)}
          >
            Cancel
          </Button>
        </>
      )}
      <Button
        size="small"
        tone="quiet"
        aria-label={`Story of order ${order.orderId}`}
        onClick={() => onStory(order)}
        className="-mr-3"
      >
        Story
      </Button>
    </span>
  );
}

/** An order that was not filled says why, as briefly as the space requires; its story has the full text. */
function Status({ order }: { order: Order }) {
  const why = whyUnfilled(order);
  return (
    <>
      <StatusBadge status={order.status} />
      {why && (
        <span title={why} className="block max-w-60 truncate text-sm leading-4 text-muted @max-4xl:hidden">
          {why}
        </span>
      )}
    </>
  );
}

/** While the order waits, shows the current price: its distance from the order's own is what decisions depend on. */
function Stock({ order: { stock, status } }: { order: Order }) {
  const { symbol } = stock;
  return (
    <>
      <Link
        to="/stockdetails/$symbol"
        params={{ symbol }}
        className="block leading-4 font-semibold hover:text-accent-text"
      >
        {symbol}
      </Link>
      {status === 'PENDING' && (
        <span className="block text-sm leading-4 text-faint">
          at <LivePrice symbol={symbol} plain />
        </span>
      )}
    </>
  );
}

function columnsOf(actions: RowActions): Column<Order>[] {
  return [
    {
      key: 'id',
      header: 'ID',
      // Narrow tables have no room for it beside a pending order's buttons.
      from: 'lg',
      isRowHeader: true,
      cell: (order) => <span title={order.orderId}>{shortId(order.orderId)}</span>,
    },
    {
      key: 'stock',
      header: 'Stock',
      // The first column where the number is left out.
      className: '@max-4xl:pl-4 @max-[50rem]:pl-4',
      cell: (order) => <Stock order={order} />,
    },
    { key: 'type', header: 'Type', cell: (order) => <SideBadge side={order.type} /> },
    {
      key: 'orderType',
      header: 'Order Type',
      cell: (order) => (
        <>
          <span className="block leading-4">{order.orderType}</span>
          {order.isIntraday && <span className="block text-sm leading-4 text-faint">Intraday</span>}
        </>
      ),
    },
    { key: 'quantity', header: 'Qty', align: 'end', cell: filledText },
    { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: (order) => <OrderPrice order={order} /> },
    {
      key: 'status',
      header: 'Status',
      className: '@max-4xl:px-1',
      cell: (order) => <Status order={order} />,
    },
    {
      key: 'createdAt',
      header: 'Created At',
      from: 'xl',
      cell: (order) => <DateTime at={order.createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      className: '@max-4xl:pl-1',
      cell: (order) => <Actions order={order} {...actions} />,
    },
  ];
}

function PhoneOrder({ order, ...actions }: RowActions & { order: Order }) {
  const why = whyUnfilled(order);
  return (
    <div className="flex flex-col gap-2">
      <OrderHead order={order} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm whitespace-nowrap text-muted">
        <span className="whitespace-normal">{filledAt(order)}</span>
        <DateTime at={order.createdAt} />
      </div>
      {why && <p className="text-sm text-muted">{why}</p>}
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 text-sm text-faint">
          <span className="block leading-4">{shortId(order.orderId)}</span>
          {order.status === 'PENDING' && (
            <span className="block leading-4">
              now <LivePrice symbol={order.stock.symbol} plain />
            </span>
          )}
        </span>
        <Actions order={order} {...actions} />
      </div>
    </div>
  );
}

export interface OrdersTableProps extends RowActions {
  /** Undefined while they load. */
  orders: readonly Order[] | undefined;
  pageSize: number;
  /** Id of the order whose story is open. */
  selected: string | undefined;
  empty: ReactNode;
}

export function OrdersTable({ orders, pageSize, selected, empty, ...actions }: OrdersTableProps) {
  return (
    <Table
      caption="Orders"
      columns={columnsOf(actions)}
      rows={orders}
      rowKey={(order) => order._id}
      rowSymbol={(order) => order.stock.symbol}
      isSelected={(order) => order._id === selected}
      skeletonRows={pageSize}
      phoneRow={(order) => <PhoneOrder order={order} {...actions} />}
      empty={empty}
    />
  );
}
