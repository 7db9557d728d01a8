// Order management: how many orders of each kind there are, and everybody's orders by status.
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import { adminMessages } from '../../../contract/messages/admin.ts';
import type { DataOf } from '../../../contract/routes.ts';
import { orderStatuses } from '../../../contract/trade.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { call } from '../../api.ts';
import { CsvButton } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { filledAt, filledText, OrderPrice, SideBadge, StatusBadge } from '../../trade/order-words.tsx';
import { STATUTORY_COLUMN } from '../../trade/own-csv.ts';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { countText, NO_NUMBER } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ListNote } from '../list-note.tsx';
import { FIRST_PAGE, pageAt, pageInput } from '../paged.ts';
import { DetailsLink, PhoneOrder, statusNames, UserLink } from './order-cells.tsx';
import { orderLine, ORDERS_HEADER, ordersAfter } from './orders-csv.ts';
import { managementSearch } from './orders-search.ts';
import type { ManagementSearch } from './orders-search.ts';

const route = getRouteApi('/admin/ordermanagement');
const PAGE_SIZE = 10;

type Counts = DataOf<'GET /orders'>['counts'];

const cards = [
  { kind: 'limit', to: '/limitorders', title: 'Limit Orders' },
  { kind: 'market', to: '/marketorders', title: 'Market Orders' },
  { kind: 'stop', to: '/stoporders', title: 'Stop Orders' },
] as const;

const statusTabs = orderStatuses.map((value) => ({ value, label: statusNames[value] }));

interface KindCardProps {
  card: (typeof cards)[number];
  counts: Counts | undefined;
  isFailed: boolean;
}

function KindCard({ card: { kind, to, title }, counts, isFailed }: KindCardProps) {
  const unknown = isFailed ? NO_NUMBER : <Skeleton className="w-8" />;
  return (
    <Link to={to} className="rounded-box border border-line bg-surface p-4 hover:border-edge hover:bg-bg">
      <span className="flex items-center justify-between gap-2 font-semibold">
        {title}
        <ChevronRight size={16} aria-hidden="true" className="text-faint" />
      </span>
      <span className="mt-3 grid grid-cols-[repeat(3,auto)] gap-2">
        {statusTabs.map(({ value, label }) => (
          <span key={value}>
            <span className="block text-sm text-muted">{label}</span>
            <span className="block text-md font-semibold">{counts ? countText(counts[kind][value]) : unknown}</span>
          </span>
        ))}
      </span>
    </Link>
  );
}

function columnsFrom(first: number, orders: readonly DeskOrder[]): Column<DeskOrder>[] {
  return [
    {
      key: 'number',
      header: '#',
      cell: (order) => <span className="text-muted">{first + orders.indexOf(order)}</span>,
    },
    {
      key: 'stock',
      header: 'Stock',
      isRowHeader: true,
      cell: (order) => <span className="font-semibold">{order.stock.symbol}</span>,
    },
    { key: 'type', header: 'Type', cell: (order) => <SideBadge side={order.type} /> },
    { key: 'orderType', header: 'Order Type', from: 'md', cell: (order) => order.orderType },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      // Without room for the column of prices, they stand here.
      cell: (order) => (
        <>
          <span className="@max-4xl:hidden">{filledText(order)}</span>
          <span className="inline-block max-w-32 @4xl:hidden">{filledAt(order)}</span>
        </>
      ),
    },
    {
      key: 'price',
      header: 'Price (\u20b9)',
      align: 'end',
      from: 'lg',
      cell: (order) => <OrderPrice order={order} />,
    },
    { key: 'user', header: 'User', cell: (order) => <UserLink user={order.user} /> },
    { key: 'status', header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
    {
      key: 'placed',
      header: 'Placed',
      from: 'lg',
      cell: (order) => <DateTime at={order.createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: 'details',
      header: <span className="sr-only">Details</span>,
      align: 'end',
      cell: (order) => <DetailsLink order={order} />,
    },
  ];
}

export function OrderManagementScreen() {
  const search = managementSearch(route.useSearch());
  const navigate = route.useNavigate();
  const panel = useId();
  const change = (changes: ManagementSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const { page = 1, status = 'PENDING', q } = search;
  // A search covers every status unless one is chosen: people who look for an order need not know its status.
  const filter = q === undefined ? { status } : { q, status: search.status };
  const { data, isPlaceholderData, error, refetch } = useCall(
    'GET /orders',
    { ...pageInput(search, PAGE_SIZE), ...filter },
    { keepPrevious: true, refetchInterval: 5_000 },
  );
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => change(pageAt(last, search, []), true));

  return (
    <Screen
      title="Order Management"
      actions={
        <CsvButton
          name="orders"
          header={ORDERS_HEADER}
          rare={STATUTORY_COLUMN}
          row={orderLine}
          disabled={!data?.totalOrders}
          load={ordersAfter((place) => call('GET /orders', { ...filter, ...place }))}
        />
      }
    >
      <div className="grid gap-4 md:grid-cols-3">
        {cards.map((card) => (
          <KindCard key={card.kind} card={card} counts={data?.counts} isFailed={error !== null} />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search orders"
          placeholder="Order number, stock, name or email"
          text={search.q}
          onText={(q) => change({ q, ...FIRST_PAGE }, true)}
          className="w-full sm:w-80"
        />
        <ViewTabs
          label="Status"
          value={q === undefined ? status : (search.status ?? 'ALL')}
          choices={q === undefined ? statusTabs : [{ value: 'ALL', label: 'All' }, ...statusTabs]}
          onChoose={(value) =>
            change({
              status: value === 'ALL' || (q === undefined && value === 'PENDING') ? undefined : (value as OrderStatus),
              ...FIRST_PAGE,
            })
          }
          panel={panel}
        />
      </div>
      <ListNote note={data?.note} />
      <div role="tabpanel" id={panel} aria-label="Orders of the status">
        <Card flush>
          {error && !data ? (
            <ErrorState title="The orders could not be loaded" reason={error.message} onRetry={() => void refetch()} />
          ) : (
            <Table
              caption="Orders"
              columns={columnsFrom((page - 1) * PAGE_SIZE + 1, data?.orders ?? [])}
              rows={data?.orders}
              rowKey={(order) => order._id}
              rowSymbol={(order) => order.stock.symbol}
              skeletonRows={PAGE_SIZE}
              phoneRow={(order) => <PhoneOrder order={order} actions={<DetailsLink order={order} />} />}
              empty={<EmptyState title={q === undefined ? adminMessages.noOrders : 'No order matches'} />}
            />
          )}
          {data && data.totalOrders > 0 && (
            <Pager
              page={page}
              totalPages={data.totalPages}
              onPage={(target) => change(pageAt(target, search, isPlaceholderData ? [] : data.orders))}
              label="Orders"
            />
          )}
        </Card>
      </div>
    </Screen>
  );
}
