// Live chart: one stock's candles from a minute to a week, with the trader's own fills, orders and average, and the book beside it.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { useCall } from '../query.ts';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Screen } from '../ui/screen.tsx';
import { EmptyState } from '../ui/states.tsx';
import { AlertButton } from './alert-button.tsx';
import { useChartChoice } from './chart/use-chart-choice.ts';
import { StockChart } from './chart/stock-chart.tsx';
import { DepthCard } from './depth-card.tsx';
import { liveChartSearch, shownTrade } from './live-chart-search.ts';
import type { LiveChartSearch } from './live-chart-search.ts';
import { OwnPosition } from './own-position.tsx';
import { fillsOfTrade, TradeNote, untilOf } from './trade-note.tsx';
import { WatchButton } from './watch-button.tsx';

const route = getRouteApi('/trader/tradingview');

const noTrade = { from: undefined, to: undefined, entry: undefined, exit: undefined, quantity: undefined };
interface ChartOfProps {
  symbol: string;
  search: LiveChartSearch;
  onChange: (changes: LiveChartSearch) => void;
}

function ChartOf({ symbol, search, onChange }: ChartOfProps) {
  const { from, to, entry, exit, quantity } = search;
  const shown = useMemo(() => shownTrade({ from, to, entry, exit, quantity }), [from, to, entry, exit, quantity]);
  const choice = useChartChoice(search, onChange, shown === null);
  const trade = useMemo(
    () => (shown ? { fills: fillsOfTrade(shown), until: untilOf(shown, choice.interval) } : undefined),
    [shown, choice.interval],
  );
  return (
    <>
      {shown && (
        <TradeNote symbol={symbol} trade={shown} onLeave={() => onChange({ ...noTrade, interval: search.interval })} />
      )}
      <StockChart
        symbol={symbol}
        choice={choice}
        search={search}
        onChange={onChange}
        onSymbol={(next, replay) => onChange({ ...noTrade, symbol: next, replay })}
        trade={trade}
      />
    </>
  );
}

function Heading({ symbol }: { symbol: string }) {
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  return (
    <div data-symbol={symbol} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="flex min-h-7 flex-wrap items-baseline gap-x-3 max-sm:min-h-[3.25rem]">
        <Link
          to="/stockdetails/$symbol"
          params={{ symbol }}
          className="text-lg font-semibold tracking-tight hover:text-accent-text"
        >
          {symbol}
        </Link>
        <span className="text-muted max-sm:order-last max-sm:w-full">{stock?.name}</span>
        <LivePrice symbol={symbol} known={stock} className="text-lg font-semibold" />
        <LiveChange symbol={symbol} known={stock} />
        {stock?.isHalted && <Badge tone="warn">Trading halted</Badge>}
      </p>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        <WatchButton symbol={symbol} />
        <AlertButton symbol={symbol} />
        <TradeButton side="BUY" symbol={symbol} size="large" className="max-sm:flex-1" />
        <TradeButton side="SELL" symbol={symbol} size="large" className="max-sm:flex-1" />
      </div>
    </div>
  );
}

/** Spec 2: the symbol defaults to a sample one; ours is the first of the market. */
function useSymbol(asked: string | undefined): { symbol: string | undefined; isUnknown: boolean } {
  const stocks = useCall('GET /stocks', {});
  const first = stocks.data?.[0]?.symbol;
  const isUnknown =
    asked !== undefined && stocks.data !== undefined && !stocks.data.some((stock) => stock.symbol === asked);
  return { symbol: asked ?? first, isUnknown };
}

export function LiveChartScreen() {
  const search = liveChartSearch(route.useSearch());
  const navigate = route.useNavigate();
  const { symbol, isUnknown } = useSymbol(search.symbol);
  // What is shown live would give away how the past went on, so none of it stands beside a replay.
  const isNow = search.replay === undefined;
  // What a chart shows of a stock is kept for the next time, so that going back could not undo it: it goes back to what was shown before.
  const change = (changes: LiveChartSearch): void => {
    const isElsewhere = 'symbol' in changes || 'replay' in changes || 'from' in changes;
    void navigate({ search: { ...search, ...changes }, replace: !isElsewhere, resetScroll: false });
  };
  return (
    <Screen
      title="Live chart"
      documentTitle={symbol ? `${symbol} live chart` : 'Live chart'}
      hideTitle
      className="max-w-[100rem]"
    >
      {isUnknown ? (
        <Card>
          <EmptyState
            title="This stock is not listed"
            text="Check the symbol in the address, or choose a stock of the market."
            action={
              <Link to="/stocks" className={buttonLook({ tone: 'primary' })}>
                Browse stocks
              </Link>
            }
          />
        </Card>
      ) : (
        <>
          {symbol && isNow && <Heading symbol={symbol} />}
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] min-[90rem]:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="flex min-w-0 flex-col gap-4">
              <ChartOf key={symbol} symbol={symbol ?? ''} search={search} onChange={change} />
            </div>
            {symbol && isNow && (
              <div className="grid min-w-0 content-start gap-4 sm:max-lg:grid-cols-2">
                <DepthCard symbol={symbol} />
                {/* Shown only to holders, and late, so what is above it must stay in place. */}
                <OwnPosition symbol={symbol} />
              </div>
            )}
          </div>
        </>
      )}
    </Screen>
  );
}
