// Stocks: every one with its live price and status, found by symbol, company or sector; listed, halted, changed, planned for.
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { ListedStock } from '../../../contract/admin/stocks.ts';
import { csvPage, CSV_PAGE_SIZE, CsvButton } from '../../csv-button.tsx';
import { call } from '../../api.ts';
import { LiveChange, LivePrice } from '../../live-text.tsx';
import { useCall } from '../../query.ts';
import { withLiveQuotes } from '../../quotes.ts';
import { Button } from '../../ui/button.tsx';
import { dateWords } from '../../ui/date-time.tsx';
import { countText } from '../../ui/number-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { DeskList } from '../desk-list.tsx';
import { StateFilter } from '../list-filters.tsx';
import { ActionTable } from './action-table.tsx';
import { HaltStock } from './halt-stock.tsx';
import { ListStock } from './list-stock.tsx';
import { StockPanel } from './stock-panel.tsx';
import { stockRows } from './stock-rows.ts';
import { StockStatus } from './stock-status.tsx';
import { stocksDeskSearch } from './stocks-desk-search.ts';
import type { StockDeskSort, StocksDeskSearch, StockState } from './stocks-desk-search.ts';

const route = getRouteApi('/admin/list');
const PAGE_SIZE = 20;

const stateNames: Record<StockState, string> = { active: 'Active', halted: 'Halted' };

type OnManage = (symbol: string) => void;

function Manage({ stock: { symbol }, onManage }: { stock: ListedStock; onManage: OnManage }) {
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label={`Manage ${symbol}`}
      onClick={() => onManage(symbol)}
      className="-mr-3"
    >
      Manage
    </Button>
  );
}

function Actions({ stock, onManage }: { stock: ListedStock; onManage: OnManage }) {
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <HaltStock stock={stock} isSmall />
      <Manage stock={stock} onManage={onManage} />
    </span>
  );
}

function Company({ stock: { name, sector, nextAction } }: { stock: ListedStock }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate leading-5">{name}</span>
      <span className="block truncate text-sm leading-4 text-muted">
        {nextAction ? `${nextAction.text}, ${dateWords(nextAction.effectiveDate)}` : sector}
      </span>
    </span>
  );
}

const symbolOf = ({ symbol }: ListedStock) => <span className="font-semibold">{symbol}</span>;

function columnsOf(onManage: OnManage): Column<ListedStock>[] {
  return [
    { key: 'symbol', sortKey: 'symbol', header: 'Symbol', isRowHeader: true, cell: symbolOf },
    { key: 'company', header: 'Company', className: 'max-w-0 w-1/3', cell: (stock) => <Company stock={stock} /> },
    {
      key: 'price',
      sortKey: 'price',
      header: 'Price',
      align: 'end',
      cell: (stock) => <LivePrice symbol={stock.symbol} known={stock} />,
    },
    {
      key: 'change',
      sortKey: 'change',
      header: 'Change',
      align: 'end',
      cell: (stock) => <LiveChange symbol={stock.symbol} known={stock} isZeroUp />,
    },
    {
      key: 'orders',
      sortKey: 'orders',
      header: 'Open orders',
      align: 'end',
      from: 'lg',
      cell: ({ openOrders }) => countText(openOrders),
    },
    { key: 'status', header: 'Status', cell: (stock) => <StockStatus stock={stock} /> },
    { key: 'actions', header: 'Actions', align: 'end', cell: (stock) => <Actions stock={stock} onManage={onManage} /> },
  ];
}

function PhoneStock({ stock, onManage }: { stock: ListedStock; onManage: OnManage }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="flex items-center gap-2">
            {symbolOf(stock)}
            <StockStatus stock={stock} />
          </span>
          <Company stock={stock} />
        </span>
        <span className="flex flex-col items-end">
          <LivePrice symbol={stock.symbol} known={stock} />
          <LiveChange symbol={stock.symbol} known={stock} isZeroUp className="text-sm" />
          <Manage stock={stock} onManage={onManage} />
        </span>
      </div>
    </div>
  );
}

const csvHeader = [
  'Symbol',
  'Company',
  'Sector',
  'Price',
  'Change %',
  'Status',
  'Tick',
  'Band %',
  'Shares in issue',
  'Open orders',
];
const csvRow = (stock: ListedStock) => [
  stock.symbol,
  stock.name,
  stock.sector,
  stock.price,
  stock.changePercent,
  stock.status,
  stock.tickSize,
  stock.priceBand,
  stock.sharesIssued,
  stock.openOrders,
];

interface StockListProps {
  search: StocksDeskSearch;
  change: (changes: StocksDeskSearch, replace?: boolean) => void;
  onManage: OnManage;
  onList: () => void;
  list: { data: readonly ListedStock[] | undefined; error: Error | null; refetch: () => unknown };
}

function StockList({ search, change, onManage, onList, list: { data, error, refetch } }: StockListProps) {
  const { page = 1, q, status, sort = 'symbol' } = search;
  // Sorted by the prices of the moment at which the list came: rows keep their place while prices move.
  const rows = useMemo(() => data && stockRows(withLiveQuotes(data), { q, status, sort }), [data, q, status, sort]);
  const totalPages = rows && Math.max(1, Math.ceil(rows.length / PAGE_SIZE));
  const clear = (): void => change({ q: undefined, status: undefined, page: undefined });
  return (
    <DeskList
      caption="Stocks"
      names={['stock', 'stocks']}
      search={{ label: 'Search symbol, company or sector' }}
      place={search}
      change={change}
      filters={
        <StateFilter
          label="Status"
          names={stateNames}
          value={status}
          onChoose={(chosen) => change({ status: chosen, page: undefined })}
        />
      }
      actions={
        <>
          <CsvButton
            name="stocks"
            header={csvHeader}
            row={csvRow}
            disabled={!rows?.length}
            load={async (csv) =>
              csvPage(await call('GET /stocklist', {}), (found) => {
                const all = stockRows(found, { q, status, sort });
                const from = (csv - 1) * CSV_PAGE_SIZE;
                return {
                  rows: all.slice(from, from + CSV_PAGE_SIZE),
                  totalPages: Math.ceil(all.length / CSV_PAGE_SIZE),
                };
              })
            }
          />
          <Button tone="primary" onClick={onList}>
            List a stock
          </Button>
        </>
      }
      columns={columnsOf(onManage)}
      rows={rows?.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
      rowKey={({ symbol }) => symbol}
      rowSymbol={({ symbol }) => symbol}
      phoneRow={(stock) => <PhoneStock stock={stock} onManage={onManage} />}
      skeletonRows={PAGE_SIZE}
      sort={sort}
      onSort={(next) => change({ sort: next === 'symbol' ? undefined : (next as StockDeskSort), page: undefined })}
      total={rows?.length}
      totalPages={totalPages}
      isPlaceholderData={false}
      error={error}
      onRetry={refetch}
      empty={
        data?.length === 0 ? (
          <EmptyState
            title="No stocks are listed yet"
            text="The market opens with its first stock."
            action={<Button onClick={onList}>List a stock</Button>}
          />
        ) : (
          <EmptyState
            title="No stock matches"
            text="Search by any part of a symbol, a company or a sector."
            action={<Button onClick={clear}>Show all stocks</Button>}
          />
        )
      }
    />
  );
}

export function StocksDeskScreen() {
  const search = stocksDeskSearch(route.useSearch());
  const navigate = route.useNavigate();
  const list = useCall('GET /stocklist', {});
  const [isListing, setIsListing] = useState(false);
  const change = (changes: StocksDeskSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const stock = list.data?.find(({ symbol }) => symbol === search.stock);

  return (
    <Screen title="Stocks">
      <Tabs
        isFlush
        label="Stocks and corporate actions"
        value={search.tab ?? 'stocks'}
        onChoose={(tab) => void navigate({ search: tab === 'actions' ? { tab } : {}, resetScroll: false })}
        items={[
          {
            value: 'stocks',
            label: 'Stocks',
            panel: (
              <div className="flex flex-col gap-4 pt-4">
                <StockList
                  search={search}
                  change={change}
                  onManage={(symbol) => change({ stock: symbol })}
                  onList={() => setIsListing(true)}
                  list={list}
                />
              </div>
            ),
          },
          {
            value: 'actions',
            label: 'Corporate actions',
            panel: (
              <div className="pt-4">
                <ActionTable />
              </div>
            ),
          },
        ]}
      />
      {stock && <StockPanel stock={stock} onClose={() => change({ stock: undefined }, true)} />}
      {isListing && (
        <ListStock
          sectors={[...new Set(list.data?.map(({ sector }) => sector))]}
          onDone={(symbol) => {
            setIsListing(false);
            if (symbol !== null) change({ q: symbol, status: undefined, page: undefined, sort: undefined });
          }}
        />
      )}
    </Screen>
  );
}
