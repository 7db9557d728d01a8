// My orders: every order with its state, found by symbol, id, type or status, canceled while it is pending, and told step by step.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Order, OrderStatus } from '../../contract/trade.ts';
import { useCall } from '../query.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { useDebounced } from '../ui/debounce.ts';
import { countText, NO_NUMBER, priceText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatRow } from '../ui/stat.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderStory } from './order-story.tsx';
import { filledText, priceNote, shortId, shownPrice, SideBadge, StatusBadge } from './order-words.tsx';
import { readOrderText } from './orders-search.ts';
import type { OrdersSearch } from './orders-search.ts';

const route = getRouteApi('/trader/myOrders');
/** Spec 9: ten orders a page. */
const PAGE_SIZE = 10;
const TYPING_MS = 300;

const statusChoices: { value: OrderStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
];

function Counts({ orders }: { orders: readonly Order[] | undefined }) {
  const count = (status: OrderStatus) =>
    orders ? countText(orders.filter((order) => order.status === status).length) : <Skeleton className="mt-1 w-8" />;
  return (
    <Card>
      <StatRow
        className="grid-cols-2 sm:grid-cols-4"
        stats={[
          { name: 'Total on page', value: orders ? countText(orders.length) : <Skeleton className="mt-1 w-8" /> },
          { name: 'Completed', value: count('COMPLETED') },
          { name: 'Pending', value: count('PENDING') },
          { name: 'Failed', value: count('FAILED') },
        ]}
      />
    </Card>
  );
}

interface RowActions {
  onStory: (order: Order) => void;
  onCancel: (order: Order) => void;
}

function Actions({ order, onStory, onCancel }: RowActions & { order: Order }) {
  return (
    <span className="inline-flex justify-end gap-1">
      {order.status === 'PENDING' && (
        <Button size="small" tone="danger" aria-label={`Cancel order ${order.orderId}`} onClick={() => onCancel(order)}>
          Cancel
        </Button>
      )}
      <Button size="small" tone="quiet" aria-label={`Story of order ${order.orderId}`} onClick={() => onStory(order)}>
        Story
      </Button>
    </span>
  );
}

function PriceCell({ order }: { order: Order }) {
  const note = priceNote(order);
  return (
    <>
      <span className="block leading-4">
        {order.orderType === 'MARKET' && order.status === 'FAILED' ? NO_NUMBER : priceText(shownPrice(order))}
      </span>
      {note && <span className="block text-sm leading-4 text-faint">{note}</span>}
    </>
  );
}

function columnsOf(actions: RowActions): Column<Order>[] {
  return [
    {
      key: 'id',
      header: 'ID',
      from: 'md',
      isRowHeader: true,
      cell: (order) => <span title={order.orderId}>{shortId(order.orderId)}</span>,
    },
    {
      key: 'stock',
      header: 'Stock',
      cell: (order) => (
        <Link
          to="/stockdetails/$symbol"
          params={{ symbol: order.stock.symbol }}
          className="font-semibold hover:text-accent-text"
        >
          {order.stock.symbol}
        </Link>
      ),
    },
    { key: 'type', header: 'Type', cell: (order) => <SideBadge side={order.type} /> },
    { key: 'orderType', header: 'Order Type', cell: (order) => order.orderType },
    { key: 'quantity', header: 'Qty', align: 'end', cell: filledText },
    { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: (order) => <PriceCell order={order} /> },
    { key: 'status', header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
    {
      key: 'createdAt',
      header: 'Created At',
      from: 'lg',
      cell: (order) => <DateTime at={order.createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (order) => <Actions order={order} {...actions} />,
    },
  ];
}

function PhoneOrder({ order, ...actions }: RowActions & { order: Order }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <SideBadge side={order.type} />
          <span className="font-semibold">{order.stock.symbol}</span>
          <span className="text-sm text-muted">{order.orderType}</span>
        </span>
        <StatusBadge status={order.status} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{`${filledText(order)} at ${priceText(shownPrice(order))}`}</span>
        <DateTime at={order.createdAt} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-faint">{shortId(order.orderId)}</span>
        <Actions order={order} {...actions} />
      </div>
    </div>
  );
}

function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No order matches"
        text="Search by symbol, order ID, type or status."
        action={<Button onClick={onClear}>Show all orders</Button>}
      />
    );
  return (
    <EmptyState
      title="No orders yet"
      text="Every order you place stands here with its story: what was checked, where it waited, at which price it was filled."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

/** The order of the address, from the page that is shown or, for a link into the past, from a search by its id. */
function useStoryOrder(id: string | undefined, orders: readonly Order[] | undefined): Order | undefined {
  const onPage = orders?.find((order) => order._id === id);
  const elsewhere = useCall(
    'GET /getOrders',
    { page: 1, limit: PAGE_SIZE, q: id ?? '' },
    { enabled: id !== undefined && orders !== undefined && !onPage },
  );
  return onPage ?? elsewhere.data?.orders.find((order) => order._id === id);
}

export function MyOrdersScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: OrdersSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const [text, setText] = useState(search.q ?? '');
  const settled = useDebounced(text, TYPING_MS);
  const [toCancel, setToCancel] = useState<Order | null>(null);
  const [note, setNote] = useState('');

  const page = search.page ?? 1;
  const asked = readOrderText(search.q ?? '');
  const status = search.status ?? asked.status;
  const { data, error, refetch } = useCall(
    'GET /getOrders',
    { page, limit: PAGE_SIZE, status, q: asked.q },
    { keepPrevious: true },
  );
  const story = useStoryOrder(search.order, data?.orders);
  const isFiltered = search.q !== undefined || search.status !== undefined;

  // Only typing writes into the address; going back writes into the box.
  const inAddress = search.q ?? '';
  useEffect(() => {
    if (settled.trim() !== inAddress) change({ q: settled.trim() || undefined, page: undefined }, true);
  }, [settled]);
  useEffect(() => setText((before) => (before.trim() === inAddress ? before : inAddress)), [inAddress]);

  // A page beyond the end (orders were filtered away, or an old link) leads to the last one.
  const lastPage = data?.totalPages;
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) change({ page: lastPage > 1 ? lastPage : undefined }, true);
  }, [lastPage, page]);

  const actions: RowActions = { onStory: (order) => change({ order: order._id }), onCancel: setToCancel };

  return (
    <Screen title="My Orders">
      <Counts orders={data?.orders} />
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          label="Search"
          hideLabel
          type="search"
          placeholder="Search symbol, ID, type or status"
          value={text}
          maxLength={64}
          onChange={(event) => setText(event.currentTarget.value)}
          className="w-full sm:w-72"
        />
        <Segmented
          label="Status"
          value={search.status ?? 'ALL'}
          choices={statusChoices}
          onChoose={(value) => change({ status: value === 'ALL' ? undefined : value, page: undefined })}
        />
        <p role="status" className="ml-auto text-sm text-muted">
          {note || (data && (data.totalOrders === 1 ? '1 order' : `${countText(data.totalOrders)} orders`))}
        </p>
      </div>
      <Card flush>
        {error && !data ? (
          <ErrorState title="Your orders could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        ) : (
          <>
            <Table
              caption="Orders"
              columns={columnsOf(actions)}
              rows={data?.orders}
              rowKey={(order) => order._id}
              rowSymbol={(order) => order.stock.symbol}
              isSelected={(order) => order._id === search.order}
              skeletonRows={PAGE_SIZE}
              phoneRow={(order) => <PhoneOrder order={order} {...actions} />}
              empty={
                <NoOrders
                  isFiltered={isFiltered}
                  onClear={() => {
                    setText('');
                    change({ q: undefined, status: undefined, page: undefined });
                  }}
                />
              }
            />
            {data && data.totalOrders > 0 && (
              <Pager
                page={page}
                totalPages={data.totalPages}
                onPage={(next) => change({ page: next > 1 ? next : undefined })}
                label="Orders"
              />
            )}
          </>
        )}
      </Card>
      {search.order && (
        <OrderStory
          orderId={search.order}
          order={story}
          onClose={() => change({ order: undefined })}
          onCancel={setToCancel}
        />
      )}
      <CancelOrder
        order={toCancel}
        onDone={(canceled) => {
          setToCancel(null);
          setNote(canceled ? 'Order canceled.' : '');
        }}
      />
    </Screen>
  );
}
