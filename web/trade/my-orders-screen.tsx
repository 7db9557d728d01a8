// My orders: every order with its status, searchable by stock, id, type, status or day, cancelable while pending, with its story.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { tradeMessages } from '../../contract/messages/trade.ts';
import type { Order, OrderStatus } from '../../contract/trade.ts';
import { call } from '../api.ts';
import { csvAfter, CsvButton } from '../csv-button.tsx';
import { useCall } from '../query.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useLastPage } from '../ui/last-page.ts';
import { countOf, countText, NO_NUMBER } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StatRow } from '../ui/stat.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { CancelAll } from './cancel-all.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { FoldedDaysFilter } from './days-filter.tsx';
import { useToday } from './diary/use-today.ts';
import { EditOrder } from './edit-order.tsx';
import { OrderStory } from './order-story.tsx';
import { askForOrder, ordersSearch, readOrderText } from './orders-search.ts';
import type { OrdersSearch } from './orders-search.ts';
import { OrdersTable } from './orders-table.tsx';
import { orderLine, ORDERS_HEADER, STATUTORY_COLUMN } from './own-csv.ts';

const route = getRouteApi('/trader/myOrders');
/** Spec 9: ten orders a page. */
const PAGE_SIZE = 10;
const EVERYTHING: OrdersSearch = {
  q: undefined,
  status: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
};

const statusChoices: { value: OrderStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: 'All' },
  { value: 'PENDING', label: 'Pending' },
  { value: 'COMPLETED', label: 'Completed' },
  { value: 'FAILED', label: 'Failed' },
];

function Counts({ orders, isFailed }: { orders: readonly Order[] | undefined; isFailed: boolean }) {
  const unknown = isFailed ? NO_NUMBER : <Skeleton className="mt-1 w-8" />;
  const count = (status: OrderStatus) =>
    orders ? countText(orders.filter((order) => order.status === status).length) : unknown;
  return (
    <Card>
      <StatRow
        className="grid-cols-2 min-[22rem]:grid-cols-[repeat(4,auto)] min-[22rem]:max-sm:gap-x-2 sm:grid-cols-4"
        stats={[
          { name: 'Total on page', value: orders ? countText(orders.length) : unknown },
          { name: 'Completed', value: count('COMPLETED') },
          { name: 'Pending', value: count('PENDING') },
          { name: 'Failed', value: count('FAILED') },
        ]}
      />
    </Card>
  );
}

function NoOrders({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No order matches"
        text="Search by stock, order ID, type or status, or choose other days."
        action={<Button onClick={onClear}>Show all orders</Button>}
      />
    );
  return (
    <EmptyState
      title="No orders yet"
      text="Every order you place appears here with its story: what was checked, where it waited, and at what price it was filled."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

/** The order named in the address: from the page shown or, for an older one, asked for by its number. */
function useStoryOrder(id: string | undefined, orders: readonly Order[] | undefined): Order | undefined {
  const [last, setLast] = useState<Order>();
  const onPage = orders?.find((order) => order._id === id);
  const asked = askForOrder(id ?? '');
  const elsewhere = useCall('GET /getOrders', asked ?? {}, {
    enabled: asked !== null && orders !== undefined && !onPage,
  });
  const found = onPage ?? elsewhere.data?.orders.find((order) => order._id === id);
  // A filled one leaves the pending ones: until it is found elsewhere, its panel keeps its buttons, and the focus on them.
  if (found && found !== last) setLast(found);
  return found ?? (last?._id === id ? last : undefined);
}

interface ToolbarProps {
  search: OrdersSearch;
  onChange: (changes: OrdersSearch, replace?: boolean) => void;
  note: ReactNode;
  children: ReactNode;
}

function Toolbar({ search, onChange, note, children }: ToolbarProps) {
  const today = useToday();
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchBox
        label="Search"
        placeholder="Search stock, ID, type or status"
        text={search.q}
        onText={(q) => onChange({ q, page: undefined }, true)}
      />
      <Segmented
        label="Status"
        value={search.status ?? 'ALL'}
        choices={statusChoices}
        onChoose={(value) => onChange({ status: value === 'ALL' ? undefined : value, page: undefined })}
      />
      <FoldedDaysFilter
        legend="Days on which the orders were placed"
        days={search}
        today={today}
        onDays={(days) => onChange({ ...days, page: undefined }, true)}
      />
      <p role="status" className="ml-auto flex min-h-8 min-w-24 items-center justify-end text-sm text-muted">
        {note}
      </p>
      {children}
    </div>
  );
}

export function MyOrdersScreen() {
  const search = ordersSearch(route.useSearch());
  const navigate = route.useNavigate();
  const [said, setSaid] = useState<string | null>(null);
  const change = (changes: OrdersSearch, replace = false): void => {
    // Whatever was announced about the previous list belongs to that list.
    setSaid(null);
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  };
  const toPage = (page: number, replace = false): void => change({ page: page > 1 ? page : undefined }, replace);
  const [toCancel, setToCancel] = useState<Order | null>(null);
  const [toEdit, setToEdit] = useState<Order | null>(null);

  const { page = 1 } = search;
  const asked = readOrderText(search.q ?? '');
  const { from, to } = search;
  const chosen = { q: asked.q, from, to };
  const filter = { ...chosen, page, limit: PAGE_SIZE, status: search.status ?? asked.status };
  const isFiltered = [search.q, search.status, from, to].some((value) => value !== undefined);
  const { data: known, isPlaceholderData, error, refetch } = useCall('GET /getOrders', filter, { keepPrevious: true });
  // That nothing matched a filter does not mean that there are no orders.
  const data = isPlaceholderData && !isFiltered && known?.totalOrders === 0 ? undefined : known;
  const story = useStoryOrder(search.order, data?.orders);
  /** The order as it is now: it may be filled while the question is open. */
  const newest = (order: Order | null) => data?.orders.find(({ _id }) => _id === order?._id) ?? order;
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => toPage(last, true));

  const count = data && countOf(data.totalOrders, 'order');
  const hasPending = data?.orders.some(({ status }) => status === 'PENDING') ?? false;
  const empty = <NoOrders isFiltered={isFiltered} onClear={() => change(EVERYTHING)} />;

  return (
    <Screen
      title="My Orders"
      actions={
        <CsvButton
          name="orders"
          header={ORDERS_HEADER}
          rare={STATUTORY_COLUMN}
          row={orderLine}
          disabled={!data || data.totalOrders === 0}
          // Pending orders may end while the file is being made; numbered pages would then skip others.
          load={csvAfter(
            (place) => call('GET /getOrders', { ...filter, ...place, page: 1 }),
            ({ orders, totalPages }) => ({ rows: orders, totalPages }),
          )}
        />
      }
    >
      <Counts orders={data?.orders} isFailed={error !== null} />
      <Toolbar search={search} onChange={change} note={said ?? count}>
        {hasPending && <CancelAll filter={chosen} onDone={setSaid} />}
      </Toolbar>
      <Card flush>
        {error && !data ? (
          <ErrorState title="Your orders could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        ) : (
          <OrdersTable
            orders={data?.orders}
            pageSize={PAGE_SIZE}
            selected={search.order}
            onStory={(order) => change({ order: order._id })}
            onCancel={setToCancel}
            onEdit={setToEdit}
            empty={empty}
          />
        )}
        {data && data.totalOrders > 0 && (
          <Pager page={page} totalPages={data.totalPages} onPage={toPage} label="Orders" />
        )}
      </Card>
      {search.order && (
        <OrderStory
          orderId={search.order}
          order={story}
          onClose={() => change({ order: undefined }, true)}
          onCancel={setToCancel}
          onEdit={setToEdit}
        />
      )}
      <CancelOrder
        order={newest(toCancel)}
        onDone={(canceled) => {
          setToCancel(null);
          setSaid(canceled ? tradeMessages.orderCanceled : null);
        }}
      />
      <EditOrder
        order={newest(toEdit)}
        onDone={(changed) => {
          setToEdit(null);
          setSaid(changed ? tradeMessages.orderModified : null);
        }}
      />
    </Screen>
  );
}
