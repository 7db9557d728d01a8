// One stock: its price, a small chart or the whole one, the day's figures, the order book, what the trader holds of it, and its past days.
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { isolated } from '../../contract/wire/isolated.ts';
import { PriceLine } from '../chart/price-line.tsx';
import { lazyPart } from '../lazy-part.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useMarketPhase } from '../market-phase.ts';
import { dayWord } from '../phase-words.ts';
import { CallError, useCall } from '../query.ts';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { AlertButton } from './alert-button.tsx';
import { DepthCard } from './depth-card.tsx';
import { useNewDay } from './new-day.ts';
import { OwnPosition } from './own-position.tsx';
import { PriceHistory } from './price-history.tsx';
import { PriceOverview } from './price-overview.tsx';
import { CorporateActions, StockNotice } from './stock-news.tsx';
import { stockDetailsSearch } from './stock-details-search.ts';
import type { StockDetailsSearch } from './stock-details-search.ts';
import { WatchButton } from './watch-button.tsx';

const OwnStockChart = lazyPart(async () => ({ default: (await import('./chart/own-stock-chart.tsx')).OwnStockChart }));

const route = getRouteApi('/trader/stockdetails/$symbol');
const HISTORY_STALE_MS = 60_000;

function UnknownStock({ symbol }: { symbol: string }) {
  return (
    <Screen title={symbol}>
      <Card>
        <EmptyState
          title="This stock is not listed"
          text="Check the symbol, or look for the stock by its name."
          action={
            <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
              Browse stocks
            </Link>
          }
        />
      </Card>
    </Screen>
  );
}

function Heading({ symbol }: { symbol: string }) {
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const phase = useMarketPhase();
  return (
    <section data-symbol={symbol} className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="max-w-full wrap-anywhere">
        <h2 className="flex items-center gap-2 text-lg leading-6 font-semibold tracking-tight">
          {symbol}
          {stock?.isHalted && <Badge tone="warn">Trading halted</Badge>}
        </h2>
        <p className="min-h-5 text-muted">{stock && `${isolated(stock.name)}, ${stock.sector}`}</p>
        <p className="mt-2 flex min-h-9 flex-wrap items-baseline gap-x-3 sm:min-h-12">
          <LivePrice symbol={symbol} known={stock} className="text-xl font-semibold tracking-tight sm:text-big" />
          {/* Shown with the price, whose width is unknown before: otherwise the change would be pushed aside. */}
          {!stocks.isPending && (
            <span className="flex min-h-6 flex-wrap items-baseline gap-x-2 text-md">
              <LiveChange symbol={symbol} known={stock} />
              <LiveChange symbol={symbol} known={stock} kind="price" arrow={false} />
              <span className="text-sm text-faint">{dayWord(phase)}</span>
            </span>
          )}
        </p>
      </div>
      {/* Beside the price only where every name fits: a row that wraps when the name arrives would move everything below it. */}
      <div className="flex flex-wrap gap-2 max-lg:w-full max-sm:grid max-sm:grid-cols-2">
        <TradeButton side="BUY" symbol={symbol} size="large" className="max-sm:flex-1" />
        <TradeButton side="SELL" symbol={symbol} size="large" className="max-sm:flex-1" />
        <WatchButton symbol={symbol} withText className="h-10 max-sm:flex-1" />
        <AlertButton symbol={symbol} withText className="h-10 max-sm:flex-1" />
      </div>
    </section>
  );
}

const chartChoices = [
  { value: 'line', label: 'Line' },
  { value: 'candles', label: 'Candles' },
] as const;

interface PriceCardProps {
  symbol: string;
  search: StockDetailsSearch;
  onChange: (changes: StockDetailsSearch) => void;
}

/** The price as a small line or as the full chart, which is loaded on request. */
function PriceCard({ symbol, search, onChange }: PriceCardProps) {
  const shape = search.chart ?? 'line';
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segmented
          label="Chart"
          value={shape}
          choices={chartChoices}
          onChoose={(chart) => onChange({ chart: chart === 'candles' ? chart : undefined })}
        />
        <Link
          to="/tradingview"
          search={{ symbol }}
          className={classList(buttonLook({ tone: 'quiet', size: 'small' }), '-mr-3')}
        >
          Open live chart
        </Link>
      </div>
      {shape === 'candles' ? (
        <Suspense
          fallback={
            // The chart's height with that of its toolbar, its readout and what stands below it.
            <Skeleton className="h-[730px] w-full [@media(480px<width<=768px)]:h-[622px] [@media(width<=480px)]:h-[594px]" />
          }
        >
          <OwnStockChart key={symbol} symbol={symbol} />
        </Suspense>
      ) : (
        <PriceLine
          symbol={symbol}
          range={search.range ?? '1D'}
          onRange={(range) => onChange({ range: range === '1D' ? undefined : range })}
        />
      )}
    </div>
  );
}

export function StockDetailsScreen() {
  const symbol = route.useParams().symbol.toUpperCase();
  const search = stockDetailsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const stocks = useCall('GET /stocks', {});
  const history = useCall('GET /gethistorical', { symbol }, { staleTime: HISTORY_STALE_MS });
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  useNewDay(symbol, stock, history.refetch);
  const status = history.error instanceof CallError ? history.error.refusal.status : 200;
  const change = (changes: StockDetailsSearch): void =>
    void navigate({ search: { ...search, ...changes }, resetScroll: false });

  if (status === 404 || status === 400) return <UnknownStock symbol={symbol} />;
  return (
    <Screen title={symbol} documentTitle={stock ? `${symbol}, ${stock.name}` : symbol} hideTitle>
      <StockNotice symbol={symbol} />
      <Heading symbol={symbol} />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <PriceCard symbol={symbol} search={search} onChange={change} />
        <div className="grid min-w-0 content-start gap-4 sm:max-lg:grid-cols-2 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <Card title="Price Overview">
            <PriceOverview symbol={symbol} stock={stock} today={history.data?.[0]} />
          </Card>
          <DepthCard symbol={symbol} />
          {/* Shown only to holders, and late, so what is above it must stay in place. */}
          <OwnPosition symbol={symbol} />
          <CorporateActions symbol={symbol} />
        </div>
        <Card title="Price History" flush className="lg:col-start-1">
          {history.error && !history.data ? (
            <ErrorState
              title="The price history could not be loaded"
              reason={history.error.message}
              onRetry={() => void history.refetch()}
            />
          ) : (
            <PriceHistory
              symbol={symbol}
              days={history.data}
              page={search.page ?? 1}
              onPage={(page) => change({ page: page > 1 ? page : undefined })}
            />
          )}
        </Card>
      </div>
    </Screen>
  );
}
