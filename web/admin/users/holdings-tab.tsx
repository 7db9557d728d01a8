// What one user holds: each stock with its price now, its worth, its day, and its part of the whole.
import type { Holding } from '../../../contract/admin/users.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call } from '../../api.ts';
import { CsvButton, csvPage } from '../../csv-button.tsx';
import { useProfitDay } from '../../trade/profit-day.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { numberFormat } from '../../ui/formats.ts';
import { Change, Money } from '../../ui/money.tsx';
import { countText, percentText } from '../../ui/number-text.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';

const SHARE = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

function Allocation({ percent }: { percent: number }) {
  return (
    <span className="flex items-center justify-end gap-3">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-24 max-md:hidden">
        <rect width={100} height={6} rx={1} className="fill-sunken" />
        <rect width={Math.max(1, percent)} height={6} rx={1} className="fill-accent" />
      </svg>
      <span className="w-16">{`${SHARE.format(percent)}%`}</span>
    </span>
  );
}

function Symbol({ holding }: { holding: Holding }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold">
      {holding.stock.symbol}
      {holding.isIntraday && <Badge tone="warn">Intraday</Badge>}
    </span>
  );
}

/** The day's change: as a sum, and in percent of what the shares were worth before, or cost today. */
function Today({ holding: { todaysProfit, totalValue } }: { holding: Holding }) {
  const before = totalValue - todaysProfit;
  return (
    <span className="inline-flex flex-col items-end">
      <Change value={todaysProfit} className="leading-4" />
      <span className="text-sm leading-4 text-faint">
        {percentText(before > 0 ? (100 * todaysProfit) / before : 0)}
      </span>
    </span>
  );
}

function TodaysChange() {
  const { name } = useProfitDay();
  return name ? `Change on ${name}` : "Today's Change";
}

const columns: Column<Holding>[] = [
  { key: 'symbol', header: 'Symbol', isRowHeader: true, cell: (holding) => <Symbol holding={holding} /> },
  {
    key: 'company',
    header: 'Company',
    from: 'lg',
    cell: ({ stock }) => <span className="text-muted">{stock.name}</span>,
  },
  { key: 'shares', header: 'Shares', align: 'end', cell: ({ quantity }) => countText(quantity) },
  { key: 'price', header: 'Current Price', align: 'end', cell: ({ stock }) => <Money rupees={stock.price} /> },
  { key: 'value', header: 'Total Value', align: 'end', cell: ({ totalValue }) => <Money rupees={totalValue} /> },
  { key: 'today', header: <TodaysChange />, align: 'end', cell: (holding) => <Today holding={holding} /> },
  {
    key: 'allocation',
    header: 'Portfolio Allocation',
    align: 'end',
    cell: ({ allocation }) => <Allocation percent={allocation} />,
  },
];

function PhoneHolding({ holding }: { holding: Holding }) {
  const { stock, quantity, totalValue, allocation } = holding;
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3">
        <Symbol holding={holding} />
        <Money rupees={totalValue} />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>
          {countText(quantity)} at <Money rupees={stock.price} />
        </span>
        <Change value={holding.todaysProfit} />
      </div>
      <p className="text-sm text-faint">{`${isolated(stock.name)}, ${SHARE.format(allocation)}% of the portfolio`}</p>
    </div>
  );
}

const csvHeader = [
  'Symbol',
  'Company',
  'Shares',
  'Product',
  'Average price',
  'Current price',
  'Total value',
  'Overall profit',
  'Today\u2019s profit',
  'Allocation %',
  'Borrowed',
];
const csvRow = (holding: Holding) => [
  holding.stock.symbol,
  holding.stock.name,
  holding.quantity,
  holding.isIntraday ? 'Intraday' : 'Delivery',
  holding.averagePrice,
  holding.stock.price,
  holding.totalValue,
  holding.overallProfit,
  holding.todaysProfit,
  holding.allocation,
  holding.loan,
];

interface HoldingsTabProps {
  userId: string;
  holdings: readonly Holding[] | undefined;
}

export function HoldingsTab({ userId, holdings }: HoldingsTabProps) {
  return (
    <Card
      title="Holdings"
      flush
      actions={
        <CsvButton<Holding>
          name="user-holdings"
          header={csvHeader}
          row={csvRow}
          disabled={!holdings?.length}
          load={async () =>
            csvPage(await call('GET /userPortfolio/{id}', { id: userId }), ({ portfolio }) => ({
              rows: portfolio,
              totalPages: 1,
            }))
          }
        />
      }
    >
      <Table
        caption="Holdings"
        columns={columns}
        rows={holdings}
        rowKey={(holding) => `${holding.stock._id} ${holding.isIntraday}`}
        rowSymbol={(holding) => holding.stock.symbol}
        phoneRow={(holding) => <PhoneHolding holding={holding} />}
        empty={
          <EmptyState title="No shares" text="This user holds no stocks now. Sales are listed under transactions." />
        }
      />
    </Card>
  );
}
