// A stock's chart with everything that belongs to it: toolbar, indicators, own orders and drawn lines, comparison, and the table.
import { Suspense, useEffect, useMemo, useState } from 'react';
import { endSecond } from '../../chart/bar-places.ts';
import type { PricePlace, ScreenPoint } from '../../chart/chart-gestures.ts';
import { ChartPanel } from '../../chart/chart-panel.tsx';
import { showIndicators } from '../../chart/indicators/shown.ts';
import type { OwnFill } from '../../chart/marks.ts';
import type { SlopedLine } from '../../chart/drawn-lines.ts';
import { useBars } from '../../chart/use-bars.ts';
import type { Bars } from '../../chart/use-bars.ts';
import { lazyPart, useFetchLater } from '../../lazy-part.ts';
import { useCall } from '../../query.ts';
import { USUAL_TICK } from '../../quotes.ts';
import { Card } from '../../ui/card.tsx';
import { Coming } from '../../ui/coming.tsx';
import { pointBelow } from '../../ui/popover.tsx';
import { LoadingNote } from '../../ui/skeleton.tsx';
import { useFullScreen } from '../../ui/use-full-screen.ts';
import type { ChartSearch } from './chart-search.ts';
import { ChartTables } from './chart-tables.tsx';
import { ChartToolbar } from './chart-toolbar.tsx';
import { DrawMenu } from './draw-menu.tsx';
import { useHours } from './chart-hours.ts';
import type { OpenDialog } from './indicator-dialogs.tsx';
import { PriceActions } from './price-actions.tsx';
import type { ChartChoice } from './use-chart-choice.ts';
import { useChartLines } from './use-chart-lines.tsx';
import { useComparison, useOthers } from './use-comparison.ts';

// Most people look at the present market, so replays are loaded separately.
const ReplayChart = lazyPart(async () => ({ default: (await import('./replay/replay-chart.tsx')).ReplayChart }));
const ReplayStart = lazyPart(async () => ({ default: (await import('./replay/replay-start.tsx')).ReplayStart }));

const loadIndicatorDialogs = () => import('./indicator-dialogs.tsx');
const IndicatorDialogs = lazyPart(async () => ({ default: (await loadIndicatorDialogs()).IndicatorDialogs }));

export interface StockChartProps {
  symbol: string;
  choice: ChartChoice;
  search: ChartSearch;
  onChange: (changes: ChartSearch) => void;
  /** Left out if the stock cannot be changed. */
  onSymbol?: (symbol: string, replay?: number) => void;
  /** A closed trade, and the second up to which the chart shows it, if that has passed. */
  trade?: { fills: readonly OwnFill[]; until: number | undefined };
}

/** This many more bars are fetched for a line that begins before the loaded ones; beyond that its beginning is estimated. */
const MOST_FOR_LINES = 5000;

function useBarsFor(lines: readonly SlopedLine[], { bars, loadOlder }: Bars): void {
  const [first, last] = [bars[0]?.timestamp, bars.at(-1)?.timestamp];
  const earliest = Math.min(...lines.flatMap(({ from, to }) => [from.second, to.second]));
  const step = first === undefined || last === undefined ? 0 : (last - first) / bars.length;
  const missing = first === undefined ? 0 : (first - earliest) / step;
  const isShort = missing > 0 && missing < MOST_FOR_LINES;
  useEffect(() => {
    if (isShort) loadOlder();
    // Each page that arrives may still be too short.
  }, [isShort, first, loadOlder]);
}

/** The market as it is, or as it was: a replay has a chart of its own that fetches nothing from the present. */
export function StockChart(props: StockChartProps) {
  const { replay } = props.search;
  if (replay === undefined) return <LiveStockChart {...props} />;
  return (
    <Suspense fallback={<LoadingNote what="replay" />}>
      <ReplayChart {...props} start={replay} />
    </Suspense>
  );
}

/** The bars, and what stands on them: indicators, a comparison, and the trader's own lines and fills. */
function useOnChart({ symbol, choice, search, trade }: StockChartProps, tick: number) {
  const { interval, indicators: chosen } = choice;
  const loaded = useBars(symbol, interval, trade?.until);
  const { bars } = loaded;
  const own = useChartLines(symbol, tick, trade !== undefined);
  useBarsFor(own.drawing.chart.sloped, loaded);
  const indicators = useMemo(() => showIndicators(chosen, bars, interval), [chosen, bars, interval]);
  const others = useOthers(symbol);
  const compared = others.find(({ value }) => value === search.compare);
  const comparison = useComparison({ other: compared, bars, interval, until: trade?.until });
  return { loaded, own, indicators, others, compared, comparison };
}

function LiveStockChart(props: StockChartProps) {
  const { symbol, choice, search, onChange, onSymbol, trade } = props;
  const { interval, indicators: chosen, setIndicators } = choice;
  const stocks = useCall('GET /stocks', {});
  const stock = stocks.data?.find((one) => one.symbol === symbol);
  const tick = stock?.tickSize ?? USUAL_TICK;
  const { loaded, own, indicators, others, compared, comparison } = useOnChart(props, tick);
  const { bars } = loaded;
  const { drawing } = own;
  const [isFull, setIsFull] = useFullScreen();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [place, setPlace] = useState<PricePlace | null>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [drawMenu, setDrawMenu] = useState<ScreenPoint | null>(null);
  const hours = useHours();
  // A stock that has not traded has no bars, but a price at which it can be ordered.
  const last = bars.at(-1)?.close ?? stock?.price;
  useFetchLater(loadIndicatorDialogs);

  return (
    <>
      <div data-covers={isFull || undefined} className={isFull ? 'fixed inset-0 z-[35] flex' : undefined}>
        <Card
          flush
          className={
            isFull
              ? 'flex flex-1 flex-col rounded-none border-0 *:flex *:min-h-0 *:flex-1 *:flex-col short:*:overflow-y-auto'
              : undefined
          }
        >
          <ChartToolbar
            symbol={symbol}
            stocks={stocks.data}
            onSymbol={onSymbol}
            interval={interval}
            onInterval={choice.setInterval}
            indicatorCount={chosen.length}
            onIndicators={() => setOpen('menu')}
            others={others}
            compared={compared?.value}
            onCompare={(compare) => onChange({ compare })}
            drawing={drawing}
            onDraw={(button) => setDrawMenu(pointBelow(button))}
            isFull={isFull}
            onAsk={(button) => last !== undefined && setPlace({ price: last, ...pointBelow(button) })}
            replay={{ isChoosing, onChoose: () => setIsChoosing(!isChoosing) }}
          />
          {isChoosing && (
            <Suspense fallback={<LoadingNote what="replay" />}>
              <ReplayStart
                bars={bars}
                clock={{ interval, hours }}
                onStart={(replay) => onChange({ replay })}
                onLeave={() => setIsChoosing(false)}
              />
            </Suspense>
          )}
          <ChartPanel
            symbol={symbol}
            interval={interval}
            loaded={loaded}
            isLive={trade?.until === undefined}
            indicators={indicators}
            comparison={comparison}
            scale={choice.scale}
            onScale={choice.setScale}
            since={trade?.fills[0].second}
            isFull={isFull}
            onFull={() => setIsFull(!isFull)}
            fills={trade?.fills ?? own.fills}
            lines={own.lines}
            tick={tick}
            lineActions={own.actions}
            drawing={drawing.chart}
            hours={hours}
            onAsk={setPlace}
            onPick={isChoosing ? (second) => onChange({ replay: endSecond(interval, second) }) : undefined}
            onChange={(indicator) => setOpen(indicator.chosen)}
            onRemove={(indicator) => setIndicators(chosen.filter((one) => one !== indicator.chosen))}
          />
          <p role="status" className="sr-only">
            {own.said}
          </p>
        </Card>
      </div>
      <ChartTables
        symbol={symbol}
        interval={interval}
        bars={bars}
        isLoading={loaded.isLoading}
        indicators={indicators}
        own={own}
        leftOut={trade ? '' : own.leftOut}
        isShown={search.table === true}
        onShow={(isShown) => onChange({ table: isShown ? true : undefined })}
      />
      {open !== null && (
        <Suspense fallback={<Coming />}>
          <IndicatorDialogs choice={choice} open={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {place && stock && (
        <PriceActions
          key={`${place.clientX} ${place.clientY}`}
          stock={stock}
          place={place}
          onLine={drawing.addLevel}
          onClose={() => setPlace(null)}
        />
      )}
      {drawMenu && <DrawMenu at={drawMenu} own={drawing} onClose={() => setDrawMenu(null)} />}
      {own.dialogs}
    </>
  );
}
