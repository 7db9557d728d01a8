// What the trader got from corporate actions: new shares for old ones, dividends, and cash for fractions of a share. Nothing if there were none.
import { Link } from '@tanstack/react-router';
import type { Entitlement } from '../../contract/market/corporate.ts';
import { useCall } from '../query.ts';
import { Card } from '../ui/card.tsx';
import { dateWords } from '../ui/date-time.tsx';
import { Money } from '../ui/money.tsx';
import { countText, NO_NUMBER } from '../ui/number-text.ts';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';

const dayOf = ({ date }: Entitlement): string => dateWords(date);

function sharesOf({ sharesBefore, sharesAfter }: Entitlement): string {
  const before = countText(sharesBefore);
  return sharesBefore === sharesAfter ? before : `${before} \u2192 ${countText(sharesAfter)}`;
}

const columns: Column<Entitlement>[] = [
  {
    key: 'date',
    header: 'Date',
    isRowHeader: true,
    cell: (row) => <span className="font-normal whitespace-nowrap">{dayOf(row)}</span>,
  },
  {
    key: 'stock',
    header: 'Stock',
    cell: ({ symbol }) => (
      <Link to="/stockdetails/$symbol" params={{ symbol }} className="font-semibold hover:text-accent-text">
        {symbol}
      </Link>
    ),
  },
  { key: 'text', header: 'What happened', cell: ({ text }) => text },
  { key: 'shares', header: 'Shares', align: 'end', cell: sharesOf },
  {
    key: 'cash',
    header: 'Cash',
    align: 'end',
    cell: ({ cash }) => (cash === 0 ? NO_NUMBER : <Money rupees={cash} />),
  },
];

function PhoneEntitlement({ row }: { row: Entitlement }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="font-semibold">{row.symbol}</span>
        {row.cash > 0 && <Money rupees={row.cash} className="font-semibold" />}
      </div>
      <p className="text-sm">{row.text}</p>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{`${sharesOf(row)} ${row.sharesAfter === 1 ? 'share' : 'shares'}`}</span>
        {dayOf(row)}
      </div>
    </div>
  );
}

interface EntitlementsCardProps {
  /** For one stock only. */
  symbol: string | undefined;
  /** Days of the market, both included. */
  from: string | undefined;
  to: string | undefined;
}

export function EntitlementsCard({ symbol, from = '', to = '9999' }: EntitlementsCardProps) {
  const { data } = useCall('GET /entitlements', {});
  const rows = data?.filter(
    (row) => (symbol === undefined || row.symbol === symbol) && row.date >= from && row.date <= to,
  );
  if (rows === undefined || rows.length === 0) return null;
  return (
    <Card title="Corporate actions" flush>
      <Table
        caption="Corporate actions"
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        rowSymbol={(row) => row.symbol}
        phoneRow={(row) => <PhoneEntitlement row={row} />}
      />
    </Card>
  );
}
