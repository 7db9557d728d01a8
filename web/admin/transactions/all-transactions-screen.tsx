// Transaction Management: every trade with buyer and seller, searched and filtered, summed up, and as a file.
import { getRouteApi } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import type { DeskTransaction, DeskTransactionsData } from '../../../contract/admin/transactions.ts';
import { call } from '../../api.ts';
import { csvAfter, CsvButton } from '../../csv-button.tsx';
import { useCall } from '../../query.ts';
import { SideBadge } from '../../trade/order-words.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { Money } from '../../ui/money.tsx';
import { countText, moneyText, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatRow } from '../../ui/stat.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { UserLink } from '../orders/order-cells.tsx';
import { ListNote } from '../list-note.tsx';
import { FIRST_PAGE, pageAt, pageInput } from '../paged.ts';
import { NO_FILTER, TransactionFilters } from './transaction-filters.tsx';
import { transactionLine, TRANSACTIONS_HEADER } from './transactions-csv.ts';
import { deskTransactionsSearch, filterOf } from './transactions-search.ts';
import type { DeskTransactionsSearch } from './transactions-search.ts';

const route = getRouteApi('/admin/allTransactions');
const PAGE_SIZE = 10;

/** A person, linked to their portfolio, or the market's own traders, who have none. */
function PartyName({ party }: { party: DeskTransaction['buyer'] }) {
  if (party._id === null) return <span className="text-muted">{party.name}</span>;
  return <UserLink user={{ _id: party._id, name: party.name }} />;
}

const columns: Column<DeskTransaction>[] = [
  { key: 'id', header: 'ID', isRowHeader: true, cell: ({ _id }) => _id },
  { key: 'buyer', header: 'Buyer', cell: ({ buyer }) => <PartyName party={buyer} /> },
  { key: 'seller', header: 'Seller', cell: ({ seller }) => <PartyName party={seller} /> },
  { key: 'stock', header: 'Stock', cell: ({ stock }) => <span className="font-semibold">{stock.symbol}</span> },
  { key: 'type', header: 'Type', cell: ({ type }) => <SideBadge side={type} /> },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: ({ quantity }) => countText(quantity) },
  { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: ({ price }) => priceText(price) },
  {
    key: 'total',
    header: 'Total (\u20b9)',
    align: 'end',
    from: 'md',
    cell: ({ totalAmount }) => priceText(totalAmount),
  },
  { key: 'status', header: 'Status', from: 'lg', cell: ({ status }) => <Badge tone="up">{status}</Badge> },
  {
    key: 'at',
    header: 'Date',
    from: 'md',
    cell: ({ createdAt }) => <DateTime at={createdAt} className="text-muted @4xl:whitespace-nowrap" />,
  },
];

function PhoneTransaction({ trade }: { trade: DeskTransaction }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex items-center gap-2">
          <SideBadge side={trade.type} />
          <span className="font-semibold">{trade.stock.symbol}</span>
        </span>
        <Money rupees={trade.totalAmount} className="font-medium" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <span>{`${countText(trade.quantity)} at ${priceText(trade.price)}`}</span>
        <DateTime at={trade.createdAt} />
      </div>
      <div className="text-sm wrap-anywhere">
        <PartyName party={trade.buyer} /> <span className="text-faint">from</span> <PartyName party={trade.seller} />
      </div>
    </div>
  );
}

function Stats({ stats, isFailed }: { stats: DeskTransactionsData['stats'] | undefined; isFailed: boolean }) {
  const unknown = isFailed ? NO_NUMBER : <Skeleton className="mt-1 w-16" />;
  const value = (count: number | undefined) => (count === undefined ? unknown : countText(count));
  const unknownNote = isFailed ? NO_NUMBER : <Skeleton className="h-10 w-24 sm:h-5" />;
  return (
    <Card>
      <StatRow
        className="grid-cols-2 lg:grid-cols-4"
        stats={[
          { name: 'Total Transactions', value: value(stats?.totalTransactions) },
          {
            name: 'Total Volume',
            value: value(stats?.totalVolume),
            note: stats ? `shares for ${moneyText(stats.totalValue)}` : unknownNote,
          },
          { name: 'Buy Transactions', value: value(stats?.buyTransactions) },
          { name: 'Sell Transactions', value: value(stats?.sellTransactions) },
        ]}
      />
    </Card>
  );
}

function NoTransactions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return <EmptyState title="No transaction matches" action={<Button onClick={onClear}>Show all</Button>} />;
  return <EmptyState title="No transactions yet" text="Every trade that a person takes part in appears here." />;
}

export function AllTransactionsScreen() {
  const search = deskTransactionsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: DeskTransactionsSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const { type, user, from, to, q } = search;
  const isFiltered = [type, user, from, to].some((part) => part !== undefined);
  const [isOpen, setIsOpen] = useState(isFiltered);
  const filter = filterOf(search);
  const { data, isPlaceholderData, error, refetch } = useCall(
    'GET /allTransactions',
    { ...pageInput(search, PAGE_SIZE), ...filter },
    { keepPrevious: true, refetchInterval: 5_000 },
  );
  useLastPage(search.page ?? 1, data?.totalPages, isPlaceholderData, (last) => change(pageAt(last, search, []), true));

  return (
    <Screen
      title="Transaction Management"
      actions={
        <CsvButton
          name="transactions"
          header={TRANSACTIONS_HEADER}
          row={transactionLine}
          disabled={!data?.totalTransactions}
          load={csvAfter(
            (place) => call('GET /allTransactions', { ...filter, ...place }),
            ({ transactions, totalPages }) => ({ rows: transactions, totalPages }),
          )}
        />
      }
    >
      <Stats stats={data?.stats} isFailed={error !== null} />
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox
          label="Search transactions"
          placeholder="Trade number, stock, name or email"
          text={search.q}
          onText={(q) => change({ q, ...FIRST_PAGE }, true)}
          className="w-full sm:w-80"
        />
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <ListFilter size={16} aria-hidden="true" />
          Filters
        </Button>
      </div>
      {isOpen && (
        <Card>
          <TransactionFilters search={search} onApply={(chosen) => change({ ...chosen, ...FIRST_PAGE })} />
        </Card>
      )}
      <ListNote note={data?.note} />
      <Card flush>
        {error && !data ? (
          <ErrorState
            title="The transactions could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <Table
            caption="Transactions"
            columns={columns}
            rows={data?.transactions}
            rowKey={({ _id }) => _id}
            rowSymbol={({ stock }) => stock.symbol}
            skeletonRows={PAGE_SIZE}
            phoneRow={(trade) => <PhoneTransaction trade={trade} />}
            empty={
              <NoTransactions
                isFiltered={isFiltered || q !== undefined}
                onClear={() => change({ ...NO_FILTER, q: undefined, ...FIRST_PAGE })}
              />
            }
          />
        )}
        {data && data.totalTransactions > 0 && (
          <Pager
            page={search.page ?? 1}
            totalPages={data.totalPages}
            onPage={(page) => change(pageAt(page, search, isPlaceholderData ? [] : data.transactions))}
            label="Transactions"
          />
        )}
      </Card>
    </Screen>
  );
}
