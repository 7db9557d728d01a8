// Transaction history: every fill the trader had, newest first, with the columns chosen.
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import type { Transaction } from '../../contract/trade.ts';
import { CsvButton, csvPages } from '../csv-button.tsx';
import { useCall } from '../query.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { useLastPage } from '../ui/last-page.ts';
import { Money } from '../ui/money.tsx';
import { countOf, countText, priceText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { useToday } from './diary/use-today.ts';
import { EntitlementsCard } from './entitlements-card.tsx';
import { shortId, SideBadge, StatusBadge } from './order-words.tsx';
import { fillLine, FILLS_HEADER, STATUTORY_COLUMN } from './own-csv.ts';
import { PaidCharges } from './paid-charges.tsx';
import { TransactionFilter } from './transaction-filter.tsx';
import {
  filterOf,
  NO_FILTER,
  readColumns,
  transactionColumns,
  transactionsSearch,
  writeColumns,
} from './transactions-search.ts';
import type { TransactionColumn, TransactionsSearch } from './transactions-search.ts';

const route = getRouteApi('/trader/transactionhistory');
/** Spec 9: ten transactions a page. */
const PAGE_SIZE = 10;

const columnLabels: Record<TransactionColumn, string> = {
  id: 'ID',
  companyName: 'Company Name',
  shares: 'Shares',
  total: 'Total',
  status: 'Status',
};

const always = {
  date: {
    key: 'date',
    header: 'Date',
    isRowHeader: true,
    cell: (row) => <DateTime at={row.completedAt} className="font-normal @4xl:whitespace-nowrap" />,
  },
  stock: {
    key: 'stock',
    header: 'Stock',
    cell: (row) => (
      <Link
        to="/stockdetails/$symbol"
        params={{ symbol: row.stock.symbol }}
        className="font-semibold hover:text-accent-text"
      >
        {row.stock.symbol}
      </Link>
    ),
  },
  type: { key: 'type', header: 'Type', cell: (row) => <SideBadge side={row.type} /> },
  price: { key: 'price', header: 'Price (\u20b9)', align: 'end', cell: (row) => priceText(row.price) },
  charges: {
    key: 'charges',
    header: 'Charges',
    align: 'end',
    from: 'lg',
    cell: (row) => <PaidCharges of={row} className="text-muted" />,
  },
} as const satisfies Record<string, Column<Transaction>>;

const optional: Record<TransactionColumn, Column<Transaction>> = {
  id: { key: 'id', header: columnLabels.id, cell: (row) => <span title={row._id}>{shortId(row._id)}</span> },
  companyName: { key: 'companyName', header: columnLabels.companyName, from: 'lg', cell: (row) => row.companyName },
  shares: { key: 'shares', header: columnLabels.shares, align: 'end', cell: (row) => countText(row.quantity) },
  total: { key: 'total', header: columnLabels.total, align: 'end', cell: (row) => <Money rupees={row.totalAmount} /> },
  status: { key: 'status', header: columnLabels.status, cell: (row) => <StatusBadge status={row.status} /> },
};

function columnsOf(shown: ReadonlySet<TransactionColumn>): Column<Transaction>[] {
  const only = (column: TransactionColumn): Column<Transaction>[] => (shown.has(column) ? [optional[column]] : []);
  return [
    always.date,
    ...only('id'),
    always.stock,
    ...only('companyName'),
    always.type,
    ...only('shares'),
    always.price,
    ...only('total'),
    always.charges,
    ...only('status'),
  ];
}

function PhoneTransaction({ row, shown }: { row: Transaction; shown: ReadonlySet<TransactionColumn> }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex items-center gap-2">
          <SideBadge side={row.type} />
          <span className="font-semibold">{row.stock.symbol}</span>
        </span>
        {shown.has('total') && <Money rupees={row.totalAmount} className="font-semibold" />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <span>
          {shown.has('shares') ? `${countText(row.quantity)} at ${priceText(row.price)}` : priceText(row.price)}
        </span>
        <DateTime at={row.completedAt} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-faint empty:hidden">
        {shown.has('companyName') && <span className="truncate">{row.companyName}</span>}
        {shown.has('id') && <span>{shortId(row._id)}</span>}
        {shown.has('status') && <StatusBadge status={row.status} />}
      </div>
    </div>
  );
}

function ColumnChoice({
  shown,
  onShown,
}: {
  shown: ReadonlySet<TransactionColumn>;
  onShown: (shown: ReadonlySet<TransactionColumn>) => void;
}) {
  function toggle(column: TransactionColumn): void {
    const next = new Set(shown);
    if (!next.delete(column)) next.add(column);
    onShown(next);
  }
  return (
    <Disclosure
      align="end"
      buttonClassName={buttonLook()}
      panelClassName="flex min-w-44 flex-col gap-3 p-4"
      button={
        <>
          Columns
          <ChevronDown size={16} aria-hidden="true" />
        </>
      }
    >
      {() =>
        transactionColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnLabels[column]}
            checked={shown.has(column)}
            onChange={() => toggle(column)}
          />
        ))
      }
    </Disclosure>
  );
}

function NoTransactions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No transaction matches"
        text="Search by symbol, company or ID, or choose other days."
        action={<Button onClick={onClear}>Show all transactions</Button>}
      />
    );
  return (
    <EmptyState
      title="No transactions yet"
      text="Each time an order of yours is filled, wholly or in part, a line is written here."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

export function TransactionHistoryScreen() {
  const search = transactionsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: TransactionsSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const { symbol, page = 1 } = search;
  const filter = filterOf(search);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const {
    data: known,
    isPlaceholderData,
    error,
    refetch,
  } = useCall('GET /transactions', { page, limit: PAGE_SIZE, ...filter }, { keepPrevious: true });
  // That nothing matched a filter does not mean that there are no transactions.
  const data = isPlaceholderData && !isFiltered && known?.totalTransactions === 0 ? undefined : known;
  const total = data?.totalTransactions;
  const count = total !== undefined && countOf(total, 'transaction');
  const shown = readColumns(search.columns);

  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => change({ page: last > 1 ? last : undefined }, true));

  return (
    <Screen
      title="Transaction History"
      actions={
        <>
          <ColumnChoice shown={shown} onShown={(next) => change({ columns: writeColumns(next) }, true)} />
          <CsvButton
            name="transactions"
            header={FILLS_HEADER}
            row={fillLine}
            rare={STATUTORY_COLUMN}
            disabled={!data || data.totalTransactions === 0}
            load={csvPages('GET /transactions', filter, (found) => ({
              rows: found.transactions,
              totalPages: found.totalPages,
            }))}
          />
        </>
      }
    >
      <TransactionFilter search={search} today={useToday()} onChange={change} note={count} />
      <Card flush>
        {error && !data ? (
          <ErrorState
            title="Your transactions could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            <Table
              caption="Transactions"
              columns={columnsOf(shown)}
              rows={data?.transactions}
              rowKey={(row) => row._id}
              rowSymbol={(row) => row.stock.symbol}
              skeletonRows={PAGE_SIZE}
              phoneRow={(row) => <PhoneTransaction row={row} shown={shown} />}
              empty={<NoTransactions isFiltered={isFiltered} onClear={() => change(NO_FILTER)} />}
            />
            {data && data.totalTransactions > 0 && (
              <Pager
                page={page}
                totalPages={data.totalPages}
                onPage={(next) => change({ page: next > 1 ? next : undefined })}
                label="Transactions"
              />
            )}
          </>
        )}
      </Card>
      <EntitlementsCard symbol={symbol} from={filter.from} to={filter.to} />
    </Screen>
  );
}
