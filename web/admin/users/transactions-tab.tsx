// What one user has bought and sold, newest first, page by page, and all of it as a file.
import { Link } from '@tanstack/react-router';
import type { Transaction } from '../../../contract/trade.ts';
import { useCall } from '../../query.ts';
import { shortId, SideBadge } from '../../trade/order-words.tsx';
import { STATUTORY_COLUMN } from '../../trade/own-csv.ts';
import { PaidCharges } from '../../trade/paid-charges.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { useLastPage } from '../../ui/last-page.ts';
import { Money } from '../../ui/money.tsx';
import { countText } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { CsvButton, csvPages } from '../../csv-button.tsx';

const PAGE_SIZE = 10;

const columns: Column<Transaction>[] = [
  {
    key: 'date',
    header: 'Date',
    isRowHeader: true,
    cell: (row) => <DateTime at={row.completedAt} className="font-normal whitespace-nowrap" />,
  },
  {
    key: 'order',
    header: 'Order',
    from: 'lg',
    cell: (row) => (
      <Link
        to="/viewdetails/$id"
        params={{ id: row.orderId }}
        aria-label={`Order ${row.orderId}`}
        className="hover:text-accent-text"
      >
        {shortId(row.orderId)}
      </Link>
    ),
  },
  { key: 'type', header: 'Type', cell: (row) => <SideBadge side={row.type} /> },
  { key: 'stock', header: 'Stock', cell: (row) => <span className="font-semibold">{row.stock.symbol}</span> },
  { key: 'shares', header: 'Shares', align: 'end', cell: (row) => countText(row.quantity) },
  { key: 'price', header: 'Price', align: 'end', cell: (row) => <Money rupees={row.price} /> },
  { key: 'total', header: 'Total', align: 'end', cell: (row) => <Money rupees={row.totalAmount} /> },
  { key: 'charges', header: 'Charges', align: 'end', from: 'md', cell: (row) => <PaidCharges of={row} /> },
];

function PhoneTransaction({ row }: { row: Transaction }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <SideBadge side={row.type} />
          <span className="font-semibold">{row.stock.symbol}</span>
        </span>
        <Money rupees={row.totalAmount} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {countText(row.quantity)} at <Money rupees={row.price} />
        </span>
        <DateTime at={row.completedAt} />
      </div>
    </div>
  );
}

const csvHeader = ['Date (IST)', 'Order', 'Type', 'Symbol', 'Company', 'Shares', 'Price', 'Total', 'Charges'];
const csvRow = (row: Transaction) => [
  dateTimeText(row.completedAt),
  row.orderId,
  row.type,
  row.stock.symbol,
  row.companyName,
  row.quantity,
  row.price,
  row.totalAmount,
  row.charges,
];

export interface TransactionsTabProps {
  userId: string;
  page: number;
  onPage: (page: number, replace: boolean) => void;
}

export function TransactionsTab({ userId, page, onPage }: TransactionsTabProps) {
  const input = { id: userId, page, limit: PAGE_SIZE };
  const { data, isPlaceholderData, error, refetch } = useCall('GET /userTransactions/{id}', input, {
    keepPrevious: true,
  });
  useLastPage(page, data?.totalPages, isPlaceholderData, (last) => onPage(last, true));
  if (error && !data)
    return (
      <Card>
        <ErrorState
          title="The transactions could not be loaded"
          reason={error.message}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  return (
    <Card
      title="Transactions"
      flush
      actions={
        <CsvButton
          name="user-transactions"
          header={csvHeader}
          row={csvRow}
          rare={STATUTORY_COLUMN}
          disabled={!data?.totalTransactions}
          load={csvPages('GET /userTransactions/{id}', input, (found) => ({
            rows: found.transactions,
            totalPages: found.totalPages,
          }))}
        />
      }
    >
      <Table
        caption="Transactions"
        columns={columns}
        rows={data?.transactions}
        rowKey={(row) => row._id}
        rowSymbol={(row) => row.stock.symbol}
        skeletonRows={PAGE_SIZE}
        phoneRow={(row) => <PhoneTransaction row={row} />}
        empty={<EmptyState title="No transactions yet" text="Every fill of this user's orders will appear here." />}
      />
      {data && data.totalTransactions > 0 && (
        <Pager page={page} totalPages={data.totalPages} onPage={(next) => onPage(next, false)} label="Transactions" />
      )}
    </Card>
  );
}
