// Manage Market, Limit and Stop Orders: everybody's orders of one kind, filtered by status, user and day, and canceled.
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import type { DeskOrder } from '../../../contract/admin/orders.ts';
import { orderStatuses } from '../../../contract/trade.ts';
import type { OrderStatus } from '../../../contract/trade.ts';
import { call as ask } from '../../api.ts';
import { CsvButton } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { filledText, SideBadge, StatusBadge } from '../../trade/order-words.tsx';
import { STATUTORY_COLUMN } from '../../trade/own-csv.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { countOf, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFilterDraft } from '../filter-draft.ts';
import { ListNote } from '../list-note.tsx';
import { strippedText } from '../filter-text.ts';
import { FIRST_PAGE, pageAt, pageInput } from '../paged.ts';
import { CancelAnyOrder } from './cancel-any-order.tsx';
import { besideStop, OrderActions, PhoneOrder, statusNames, UserLink } from './order-cells.tsx';
import { orderLine, ORDERS_HEADER, ordersAfter } from './orders-csv.ts';
import { ordersOfTypeSearch } from './orders-search.ts';
import type { OrdersOfTypeSearch } from './orders-search.ts';

/** Spec 9: ten orders a page. */
const PAGE_SIZE = 10;

type OrderKind = 'market' | 'limit' | 'stop';

const kinds = {
  market: { title: 'Manage Market Orders', call: 'GET /marketorders', price: 'Executed Price' },
  limit: { title: 'Manage Limit Orders', call: 'GET /limitorders', price: 'Limit Price' },
  stop: { title: 'Manage Stop Orders', call: 'GET /stoporders', price: 'Stop Price' },
} as const;

const routes = {
  market: getRouteApi('/admin/marketorders'),
  limit: getRouteApi('/admin/limitorders'),
  stop: getRouteApi('/admin/stoporders'),
} as const;

const statusChoices: { value: OrderStatus | 'ALL'; label: string }[] = [
  { value: 'ALL', label: 'All' },
  ...orderStatuses.map((value) => ({ value, label: statusNames[value] })),
];

/** The price that the screen of this kind is about. */
function priceOf(kind: OrderKind, order: DeskOrder): string {
  if (kind === 'market') return order.averagePrice === null ? NO_NUMBER : priceText(order.averagePrice);
  return priceText(kind === 'stop' && order.stopPrice !== null ? order.stopPrice : order.price);
}

function PriceCell({ kind, order }: { kind: OrderKind; order: DeskOrder }) {
  return (
    <>
      <span className="block leading-4">{priceOf(kind, order)}</span>
      <span className="block text-xs leading-4 whitespace-nowrap text-muted empty:hidden">{besideStop(order)}</span>
    </>
  );
}

function columnsOf(kind: OrderKind, onCancel: (order: DeskOrder) => void): Column<DeskOrder>[] {
  return [
    { key: 'id', header: 'Order ID', isRowHeader: true, cell: (order) => order.orderId },
    { key: 'user', header: 'User', cell: (order) => <UserLink user={order.user} /> },
    { key: 'stock', header: 'Stock', cell: (order) => <span className="font-semibold">{order.stock.symbol}</span> },
    { key: 'type', header: 'Type', cell: (order) => <SideBadge side={order.type} /> },
    { key: 'quantity', header: 'Quantity', align: 'end', cell: filledText },
    {
      key: 'price',
      header: `${kinds[kind].price} (\u20b9)`,
      align: 'end',
      cell: (order) => <PriceCell kind={kind} order={order} />,
      className: '@max-4xl:whitespace-normal',
    },
    { key: 'status', header: 'Status', cell: (order) => <StatusBadge status={order.status} /> },
    {
      key: 'placed',
      header: 'Placed',
      from: 'xl',
      cell: (order) => <DateTime at={order.createdAt} className="whitespace-nowrap text-muted" />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (order) => <OrderActions order={order} onCancel={onCancel} />,
    },
  ];
}

function isFiltered({ status, user, date }: OrdersOfTypeSearch): boolean {
  return status !== undefined || user !== undefined || date !== undefined;
}

interface OrdersDraft {
  status: OrderStatus | 'ALL';
  user: string;
  date: string;
}

interface FilterProps {
  search: OrdersOfTypeSearch;
  onApply: (filter: Pick<OrdersOfTypeSearch, 'status' | 'user' | 'date'>) => void;
}

/** Spec 2: nothing is filtered before Apply Filters. */
function FilterOrders({ search, onApply }: FilterProps) {
  const applied: OrdersDraft = { status: search.status ?? 'ALL', user: search.user ?? '', date: search.date ?? '' };
  const [{ status, user, date }, set] = useFilterDraft(applied);
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const name = strippedText(user);
    set({ user: name });
    onApply({ status: status === 'ALL' ? undefined : status, user: name || undefined, date: date || undefined });
  };
  return (
    <Card title="Filter Orders">
      <form onSubmit={apply} className="flex flex-wrap items-end gap-3">
        <Select
          label="Status"
          choices={statusChoices}
          value={status}
          onChoose={(chosen) => set({ status: chosen })}
          className="w-full sm:w-40"
        />
        <TextInput
          label="User name"
          type="search"
          maxLength={64}
          value={user}
          onChange={(event) => set({ user: event.currentTarget.value })}
          className="w-full sm:w-56"
        />
        <TextInput
          label="Day (IST)"
          type="date"
          value={date}
          onChange={(event) => set({ date: event.currentTarget.value })}
          className="w-full sm:w-44"
        />
        <Button type="submit" tone="primary">
          Apply Filters
        </Button>
        {isFiltered(search) && (
          <Button
            onClick={() => {
              set({ status: 'ALL', user: '', date: '' });
              onApply({ status: undefined, user: undefined, date: undefined });
            }}
          >
            Clear
          </Button>
        )}
      </form>
    </Card>
  );
}

function ManageOrders({ kind }: { kind: OrderKind }) {
  const route = routes[kind];
  const search = ordersOfTypeSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: OrdersOfTypeSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const [toCancel, setToCancel] = useState<DeskOrder | null>(null);
  const filter = { status: search.status, user: search.user, dateRange: search.date };
  const { title } = kinds[kind];
  const { data, isPlaceholderData, error, refetch } = useCall(
    kinds[kind].call,
    { ...pageInput(search, PAGE_SIZE), ...filter },
    { keepPrevious: true, refetchInterval: 5_000 },
  );
  useLastPage(search.page ?? 1, data?.totalPages, isPlaceholderData, (last) => change(pageAt(last, search, []), true));

  return (
    <Screen
      title={title}
      // Its line is reserved: otherwise the list moves down when the number arrives.
      lead={<span className={data ? undefined : 'invisible'}>{countOf(data?.totalOrders ?? 0, 'order')}</span>}
      actions={
        <CsvButton
          name={`${kind}-orders`}
          header={ORDERS_HEADER}
          rare={STATUTORY_COLUMN}
          row={orderLine}
          disabled={!data?.totalOrders}
          load={ordersAfter((place) => ask(kinds[kind].call, { ...filter, ...place }))}
        />
      }
    >
      <FilterOrders search={search} onApply={(chosen) => change({ ...chosen, ...FIRST_PAGE })} />
      <ListNote note={data?.note} />
      <Card flush>
        {error && !data ? (
          <ErrorState title="The orders could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        ) : (
          <Table
            caption={title}
            columns={columnsOf(kind, setToCancel)}
            rows={data?.orders}
            rowKey={(order) => order._id}
            rowSymbol={(order) => order.stock.symbol}
            skeletonRows={PAGE_SIZE}
            phoneRow={(order) => (
              <PhoneOrder order={order} actions={<OrderActions order={order} onCancel={setToCancel} />} />
            )}
            empty={
              isFiltered(search) ? (
                <EmptyState title="No order matches" text="Try another status, name or day." />
              ) : (
                <EmptyState title="No orders yet" text="Orders of this kind appear here as soon as there are any." />
              )
            }
          />
        )}
        {data && data.totalOrders > 0 && (
          <Pager
            page={search.page ?? 1}
            totalPages={data.totalPages}
            onPage={(page) => change(pageAt(page, search, isPlaceholderData ? [] : data.orders))}
            label="Orders"
          />
        )}
      </Card>
      <CancelAnyOrder order={toCancel} onDone={() => setToCancel(null)} />
    </Screen>
  );
}

export const MarketOrdersScreen = () => <ManageOrders kind="market" />;
export const LimitOrdersScreen = () => <ManageOrders kind="limit" />;
export const StopOrdersScreen = () => <ManageOrders kind="stop" />;
