// Order execution details: what was asked, how it was executed, and its story from the first check to its end.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeskOrder, OrderDetailsData } from '../../../contract/admin/orders.ts';
import { isNotFound, useCall } from '../../query.ts';
import { SideBadge, StatusBadge } from '../../trade/order-words.tsx';
import { paidFigures } from '../../trade/statutory-figures.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { Money } from '../../ui/money.tsx';
import { countText, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { CancelAnyOrder } from './cancel-any-order.tsx';
import { UserLink } from './order-cells.tsx';

const route = getRouteApi('/admin/viewdetails/$id');

type Fill = OrderDetailsData['fills'][number];

function Execution({ order, transaction }: Pick<OrderDetailsData, 'order' | 'transaction'>) {
  return (
    <Card title="Execution">
      <FigureList
        figures={[
          { name: 'Order ID', value: order.orderId },
          {
            name: 'User',
            value: (
              <span className="wrap-anywhere">
                <UserLink user={order.user} tab="orders" />
              </span>
            ),
          },
          {
            name: 'Stock Symbol',
            value: (
              <span data-symbol={order.stock.symbol} className="font-semibold wrap-anywhere">
                {order.stock.symbol}
              </span>
            ),
          },
          {
            name: 'Order Type',
            value: (
              <span className="inline-flex items-center gap-2">
                <SideBadge side={order.type} />
                {order.orderType}
              </span>
            ),
          },
          { name: 'Quantity', value: countText(order.quantity) },
          { name: 'Status', value: <StatusBadge status={order.status} /> },
          { name: 'Matched Price', value: transaction ? <Money rupees={transaction.price} /> : NO_NUMBER },
          { name: 'Matched Quantity', value: transaction ? countText(transaction.quantity) : '0' },
          { name: 'Execution Time', value: transaction ? <DateTime at={transaction.createdAt} /> : NO_NUMBER },
          ...paidFigures('Charges', order),
        ]}
      />
      {order.reason && <p className="mt-3 text-muted">{order.reason}</p>}
    </Card>
  );
}

function Story({ events }: Pick<OrderDetailsData, 'events'>) {
  return (
    <Card title="What happened">
      <ol className="flex flex-col gap-3">
        {events.map(({ at, text }, index) => (
          <li key={index} className="flex gap-3">
            <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent-text" />
            <span className="min-w-0">
              {text}
              <DateTime at={at} className="block text-sm text-faint" />
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const statutoryColumn: Column<Fill> = {
  key: 'statutory',
  header: 'Statutory (\u20b9)',
  align: 'end',
  cell: (fill) => priceText(fill.statutoryCharges),
};

function Fills({ fills, order }: Pick<OrderDetailsData, 'fills' | 'order'>) {
  const hasStatutory = fills.some(({ statutoryCharges }) => statutoryCharges > 0);
  return (
    <Card title="Fills" flush>
      <Table
        caption="Fills"
        columns={[
          { key: 'time', header: 'Time', isRowHeader: true, cell: (fill) => <DateTime at={fill.createdAt} /> },
          { key: 'quantity', header: 'Quantity', align: 'end', cell: (fill) => countText(fill.quantity) },
          { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: (fill) => priceText(fill.price) },
          { key: 'charges', header: 'Charges (\u20b9)', align: 'end', cell: (fill) => priceText(fill.charges) },
          ...(hasStatutory ? [statutoryColumn] : []),
        ]}
        rows={fills}
        rowKey={(fill) => fill._id}
        empty={<EmptyState title={order.status === 'PENDING' ? 'Nothing is filled yet' : 'Nothing was filled'} />}
      />
    </Card>
  );
}

function Loading() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <LoadingNote what="the order" />
      <Card title="Execution">
        <Skeleton className="h-72 w-full" />
      </Card>
      <Card title="What happened">
        <Skeleton className="h-72 w-full" />
      </Card>
    </div>
  );
}

export function OrderDetailsScreen() {
  const { id } = route.useParams();
  const { data, error, refetch } = useCall('GET /orderDetails/{id}', { id }, { refetchInterval: 5_000 });
  const [toCancel, setToCancel] = useState<DeskOrder | null>(null);
  const isGone = isNotFound(error);
  return (
    <Screen
      title="Order Execution Details"
      documentTitle={`Order ${id}`}
      actions={
        <>
          <Link to="/ordermanagement" className={buttonLook()}>
            All orders
          </Link>
          {data?.order.status === 'PENDING' && (
            <Button tone="danger" onClick={() => setToCancel(data.order)}>
              Cancel order
            </Button>
          )}
        </>
      }
    >
      {data ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <Execution {...data} />
            <Fills {...data} />
          </div>
          <Story events={data.events} />
        </div>
      ) : isGone ? (
        <Card flush>
          <EmptyState
            title="There is no such order"
            text="The link may be old, or mistyped."
            action={
              <Link to="/ordermanagement" className={buttonLook({ tone: 'primary' })}>
                See all orders
              </Link>
            }
          />
        </Card>
      ) : error ? (
        <ErrorState title="The order could not be loaded" reason={error.message} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <CancelAnyOrder order={toCancel} onDone={() => setToCancel(null)} />
    </Screen>
  );
}
