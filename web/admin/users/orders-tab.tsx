// One user's orders, newest first, by status: each with its story one click away.
import { useState } from 'react';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { call } from '../../api.ts';
import { CsvButton } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { filledText, OrderPrice, SideBadge, StatusBadge } from '../../trade/order-words.tsx';
import { STATUTORY_COLUMN } from '../../trade/own-csv.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { StateFilter } from '../list-filters.tsx';
import { CancelAnyOrder } from '../orders/cancel-any-order.tsx';
import { OrderActions, PhoneOrder, statusNames } from '../orders/order-cells.tsx';
import { orderLine, ORDERS_HEADER, ordersAfter } from '../orders/orders-csv.ts';

const PAGE_SIZE = 10;

function columnsOf(onCancel: (order: DeskOrder) => void): Column<DeskOrder>[] {
  return [
    {
      key: 'id',
      header: 'Order',
      isRowHeader: true,
      cell: ({ orderId, createdAt }) => (
        <>
          {orderId}
          <DateTime
            at={createdAt}
            shape="date"
            className="block text-sm font-normal whitespace-nowrap text-muted @4xl:hidden"
          />
        </>
      ),
    },
    {
      key: 'placed',
      header: 'Placed',
      from: 'lg',
      cell: ({ createdAt }) => <DateTime at={createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: 'type',
      header: 'Type',
      cell: ({ type, orderType }) => (
        <>
          <SideBadge side={type} />
          <span className="block text-sm text-faint @4xl:hidden">{orderType}</span>
        </>
      ),
    },
    { key: 'stock', header: 'Stock', cell: ({ stock }) => <span className="font-semibold">{stock.symbol}</span> },
    { key: 'orderType', header: 'Order Type', from: 'lg', cell: ({ orderType }) => orderType },
    { key: 'quantity', header: 'Quantity', align: 'end', cell: filledText },
    { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: (order) => <OrderPrice order={order} /> },
    {
      key: 'status',
      header: 'Status',
      cell: ({ status, reason }) => (
        <span className="inline-flex flex-col items-start gap-0.5">
          <StatusBadge status={status} />
          {reason && (
            <span className="max-w-64 text-sm leading-4 whitespace-normal text-faint @max-4xl:hidden">{reason}</span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (order) => <OrderActions order={order} onCancel={onCancel} />,
    },
  ];
}

export interface OrdersTabProps {
  userId: string;
  status: OrderStatus | undefined;
  onStatus: (status: OrderStatus | undefined) => void;
  page: number;
  onPage: (page: number, replace: boolean) => void;
}

export function OrdersTab({ userId, status, onStatus, page, onPage }: OrdersTabProps) {
  const filter = { userId, status };
  const { data, isPlaceholderData, error, refetch } = useCall(
    'GET /orders',
    { ...filter, page, limit: PAGE_SIZE },
    { keepPrevious: true, refetchInterval: 5_000 },
  );
  const [toCancel, setToCancel] = useState<DeskOrder | null>(null);
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => onPage(last, true));
  return (
    <Card
      title="Orders"
      flush
      actions={
        <CsvButton
          name="user-orders"
          header={ORDERS_HEADER}
          rare={STATUTORY_COLUMN}
          row={orderLine}
          disabled={!data?.totalOrders}
          load={ordersAfter((place) => call('GET /orders', { ...filter, ...place }))}
        />
      }
    >
      <div className="px-4 pb-3">
        <StateFilter label="Status" names={statusNames} value={status} onChoose={onStatus} />
      </div>
      {error && !data ? (
        <ErrorState title="The orders could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Table
          caption="Orders"
          columns={columnsOf(setToCancel)}
          rows={data?.orders}
          rowKey={({ _id }) => _id}
          rowSymbol={({ stock }) => stock.symbol}
          skeletonRows={PAGE_SIZE}
          phoneRow={(order) => (
            <PhoneOrder isOwnerKnown order={order} actions={<OrderActions order={order} onCancel={setToCancel} />} />
          )}
          empty={
            status === undefined ? (
              <EmptyState title="No orders yet" text="Every order of this user will appear here." />
            ) : (
              <EmptyState title="No order matches" text="Try another status." />
            )
          }
        />
      )}
      {data && data.totalOrders > 0 && (
        <Pager page={page} totalPages={data.totalPages} onPage={(next) => onPage(next, false)} label="Orders" />
      )}
      <CancelAnyOrder order={toCancel} onDone={() => setToCancel(null)} />
    </Card>
  );
}
