// Portfolio: what everything is worth now and has gained, and the holdings behind it, moving with their prices.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { PortfolioData, PortfolioItem } from '../../contract/trade/portfolio.ts';
import { useCall } from '../query.ts';
import { quoteOf } from '../quotes.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { useLayoutQuery, useMediaQuery } from '../ui/media-query.ts';
import { BigMoney, Change, Money } from '../ui/money.tsx';
import { countText, CRORE, priceText } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { StatRow } from '../ui/stat.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { ComingActions } from './coming-actions.tsx';
import { ExitAll } from './exit-all.tsx';
import { ExitButton } from './exit-position.tsx';
import { HoldingsActions } from './holdings-actions.tsx';
import { holdingsSearch, sortHoldings } from './holdings-search.ts';
import type { HoldingSort, HoldingsSearch } from './holdings-search.ts';
import { intradayWords, owedFor, profitPercent } from './live-position.ts';
import { useProfitDay } from './profit-day.ts';
import { SoldToday } from './sold-today.tsx';
import { TradeButton } from './trade-buttons.tsx';
import { useLivePosition, useLiveTotals } from './use-live-positions.ts';

const route = getRouteApi('/trader/portfolio');

/** A narrow table has a third line for shares held by orders. */
const ROW_HEIGHTS = { wide: 48, narrow: 61, phone: 138 };

const noItems: readonly PortfolioItem[] = [];

function Summary({ portfolio }: { portfolio: PortfolioData | undefined }) {
  const totals = useLiveTotals(portfolio?.portfolio ?? noItems);
  const wait = <Skeleton className="mt-1 w-24" />;
  const shown = (content: ReactNode): ReactNode => (portfolio ? content : wait);
  const owed = owedFor(portfolio?.portfolio ?? noItems);
  const { name: day } = useProfitDay();
  const invested = totals.currentValue - totals.overallProfit;
  const isLong = Math.max(totals.currentValue, invested, portfolio?.balance ?? 0) >= CRORE;
  return (
    <Card>
      <h2 className="sr-only">Stocks summary</h2>
      <div className="grid gap-4 sm:gap-6 lg:grid-cols-[minmax(18rem,auto)_minmax(0,1fr)]">
        <dl>
          <dt className="text-muted">Portfolio Value</dt>
          <dd>
            {portfolio ? (
              <BigMoney rupees={totals.currentValue} className="live-number" />
            ) : (
              <Skeleton className="h-8 w-56 sm:h-12 sm:w-72" />
            )}
          </dd>
          {owed > 0 && (
            <dd className="text-sm text-muted">
              <Money rupees={owed} /> of it borrowed for intraday
            </dd>
          )}
        </dl>
        <StatRow
          className={isLong ? 'grid-cols-2 xl:grid-cols-4' : 'grid-cols-2 md:grid-cols-4'}
          stats={[
            {
              name: 'Current Value',
              value: shown(<Money rupees={totals.currentValue} className="live-number" />),
              note: shown(<>Invested {<Money rupees={invested} />}</>),
            },
            {
              name: 'Overall Profit',
              value: shown(<Change value={totals.overallProfit} className="live-number" />),
              note: shown(
                <Change
                  value={profitPercent(totals.overallProfit, totals.currentValue)}
                  kind="percent"
                  arrow={false}
                  className="live-number"
                />,
              ),
            },
            {
              name: day ? `Profit on ${day}` : "Today's Profit",
              value: shown(<Change value={totals.todaysProfit} className="live-number" />),
              note: shown(
                <>
                  <Change
                    value={profitPercent(totals.todaysProfit, totals.currentValue)}
                    kind="percent"
                    arrow={false}
                    className="live-number"
                  />
                  <SoldToday />
                </>,
              ),
            },
            {
              name: 'Cash to trade',
              value: shown(<Money rupees={portfolio?.balance ?? 0} />),
              note: shown(
                portfolio && portfolio.heldBalance > 0 ? (
                  <>{<Money rupees={portfolio.heldBalance} />} in orders</>
                ) : null,
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** `day` is today's sum without its percentage, to fit in one line. */
type LiveFigure = 'value' | 'overall' | 'today' | 'day';

/** One live cell: only this renders when the stock ticks. */
function LiveCell({ item, figure }: { item: PortfolioItem; figure: LiveFigure }) {
  const { price, currentValue, overallProfit, todaysProfit } = useLivePosition(item);
  if (figure === 'value')
    return (
      <span className="live-number block">
        <span className="block leading-4">
          <Money rupees={currentValue} />
        </span>
        <span className="block text-sm leading-4 text-faint">{`at ${priceText(price)}`}</span>
      </span>
    );
  if (figure === 'day') return <Change value={todaysProfit} className="live-number" />;
  const profit = figure === 'today' ? todaysProfit : overallProfit;
  return (
    <span className="live-number inline-flex flex-col items-end">
      <Change value={profit} className="leading-4" />
      <Change value={profitPercent(profit, currentValue)} kind="percent" arrow={false} className="text-sm leading-4" />
    </span>
  );
}

function StockName({ item }: { item: PortfolioItem }) {
  return (
    <Link to="/stockdetails/$symbol" params={{ symbol: item.symbol }} className="finger group/name block min-w-0">
      <span className="flex items-center gap-2 leading-4 font-semibold group-hover/name:text-accent-text max-md:flex-wrap max-md:wrap-anywhere">
        {item.symbol}
        {item.intradayQuantity > 0 && <Badge tone="warn">{intradayWords(item)}</Badge>}
      </span>
      {/* On a tablet as wide as the other columns leave, in the table of this width, and on two lines, as the figures are on three. */}
      <span className="block truncate text-sm leading-4 font-normal text-muted md:max-lg:in-[table]:line-clamp-2 md:max-lg:in-[table]:max-w-[max(7rem,100cqw-38rem)] md:max-lg:in-[table]:overflow-hidden! md:max-lg:in-[table]:wrap-anywhere md:max-lg:in-[table]:whitespace-normal">
        {item.name}
      </span>
    </Link>
  );
}

function Actions({ item }: { item: PortfolioItem }) {
  const { symbol } = item;
  return (
    <span className="inline-flex gap-1 md:max-lg:[&_button]:px-2">
      <TradeButton side="BUY" symbol={symbol} />
      <TradeButton side="SELL" symbol={symbol} />
      <ExitButton item={item} />
    </span>
  );
}

/** Where the table has no room for average prices, they are shown below the quantity. */
function Quantity({ item }: { item: PortfolioItem }) {
  const inOrders = item.quantity - item.availableQuantity;
  const note = 'text-sm leading-4 whitespace-nowrap text-faint';
  return (
    <>
      <span className="block leading-4">{countText(item.quantity)}</span>
      <span className={classList(note, 'block @4xl:hidden')}>{`at ${priceText(item.averagePrice)}`}</span>
      {inOrders > 0 && <span className={classList(note, 'block')}>{`${countText(inOrders)} in orders`}</span>}
    </>
  );
}

function DayName() {
  return useProfitDay().name ?? 'Today';
}

const todaysColumns: Column<PortfolioItem>[] = [
  { key: 'stock', sortKey: 'symbol', header: 'Stock', isRowHeader: true, cell: (item) => <StockName item={item} /> },
  {
    key: 'average',
    header: 'Avg Price',
    align: 'end',
    from: 'lg',
    cell: (item) => <Money rupees={item.averagePrice} />,
  },
  { key: 'quantity', sortKey: 'quantity', header: 'Qty', align: 'end', cell: (item) => <Quantity item={item} /> },
  {
    key: 'value',
    sortKey: 'value',
    header: 'Current Value',
    align: 'end',
    cell: (item) => <LiveCell item={item} figure="value" />,
  },
  {
    key: 'overall',
    sortKey: 'overall',
    header: 'Overall Profit',
    align: 'end',
    cell: (item) => <LiveCell item={item} figure="overall" />,
  },
  {
    key: 'today',
    sortKey: 'today',
    header: 'Today',
    align: 'end',
    from: 'md',
    cell: (item) => <LiveCell item={item} figure="today" />,
  },
  {
    key: 'actions',
    header: <span className="sr-only">Actions</span>,
    align: 'end',
    cell: (item) => <Actions item={item} />,
  },
];

function PhoneHolding({ item }: { item: PortfolioItem }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start justify-between gap-3">
        <StockName item={item} />
        <span className="text-right">
          <LiveCell item={item} figure="value" />
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <span>{`${countText(item.quantity)} at ${priceText(item.averagePrice)}`}</span>
        <LiveCell item={item} figure="overall" />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-muted">
        <span className="inline-flex gap-1">
          <DayName /> <LiveCell item={item} figure="day" />
        </span>
        <Actions item={item} />
      </div>
    </div>
  );
}

function NoHoldings() {
  return (
    <EmptyState
      title="You hold no stocks"
      text="Shares you buy appear here with their value and their profit, moving with the market. Trades you have closed are in your diary."
      action={
        <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
          Browse stocks
        </Link>
      }
    />
  );
}

function useColumns(): readonly Column<PortfolioItem>[] {
  const { name } = useProfitDay();
  return useMemo(
    () => todaysColumns.map((column) => (name && column.key === 'today' ? { ...column, header: name } : column)),
    [name],
  );
}

/** Rows stay in place while prices tick: they are sorted when the order is chosen and when the holdings change. */
function useSorted(
  items: readonly PortfolioItem[] | undefined,
  sort: HoldingSort | undefined,
): readonly PortfolioItem[] | undefined {
  return useMemo(() => items && sortHoldings(items, sort, (symbol) => quoteOf(symbol)?.price), [items, sort]);
}

/** Columns of such sums are too wide for a tablet. Judged by what was paid, so that no tick changes the layout. */
function hasSumOf(rupees: number): (item: PortfolioItem) => boolean {
  return ({ quantity, averagePrice }) => quantity * averagePrice >= rupees;
}

export function PortfolioScreen() {
  const search: HoldingsSearch = holdingsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { data, error, refetch } = useCall('GET /portfolio', {});
  const items = useSorted(data?.portfolio, search.sort);
  const columns = useColumns();
  // The headings of a narrow table have no room for arrows.
  const isWide = useMediaQuery('(width >= 64rem)');
  const isPhone = useLayoutQuery('(width < 48rem)');
  const isTablet = useLayoutQuery('(width < 64rem)');
  const isUpright = useLayoutQuery('(width < 52rem)');
  const hasLongRows = isTablet && items?.some(hasSumOf(isUpright ? CRORE / 10 : CRORE / 2)) === true;
  const sort = search.sort ?? 'symbol';
  const onSort = (next: string): void =>
    void navigate({ search: holdingsSearch({ sort: next }), replace: true, resetScroll: false });
  return (
    <Screen
      title="Portfolio"
      actions={<HoldingsActions sort={sort} onSort={onSort} isWide={isWide} count={data?.portfolio.length} />}
    >
      {error && !data ? (
        <Card>
          <ErrorState
            title="Your portfolio could not be loaded"
            reason={error.message}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : (
        <>
          {!data && <LoadingNote what="portfolio" />}
          <Summary portfolio={data} />
          <Card title="Overall Stocks" flush actions={items && items.length > 1 && <ExitAll items={items} />}>
            <Table
              caption="Overall Stocks"
              columns={columns}
              rows={items}
              rowKey={(item) => item._id}
              rowSymbol={(item) => item.symbol}
              sort={sort}
              onSort={isWide ? onSort : undefined}
              phoneRow={(item) => <PhoneHolding item={item} />}
              hasLongRows={hasLongRows}
              rowHeight={isPhone || hasLongRows ? ROW_HEIGHTS.phone : isWide ? ROW_HEIGHTS.wide : ROW_HEIGHTS.narrow}
              empty={<NoHoldings />}
            />
          </Card>
          <ComingActions items={data?.portfolio ?? noItems} />
        </>
      )}
    </Screen>
  );
}
