// A stock's chart with its readout, in the heights of the spec; the drawing itself is loaded when the first chart is opened.
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Interval } from '../../contract/market.ts';
import { CallError } from '../query.ts';
import { priceText } from '../ui/number-text.ts';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ChartCredit } from './chart-credit.tsx';
import { ChartReadout } from './chart-readout.tsx';
import { barTimeText } from './chart-time.ts';
import { fillMarks } from './marks.ts';
import type { OwnFill, PriceLine } from './marks.ts';
import type { OverlayId } from './overlay-ids.ts';
import type { Bars } from './use-bars.ts';

const CandleChart = lazy(async () => ({ default: (await import('./candle-chart.tsx')).CandleChart }));

// Spec 2: 600 px high, 400 at 768 px width or less, 300 at 480 px or less.
const chartHeight = 'h-[600px] max-[768px]:h-[400px] max-[480px]:h-[300px]';

const skeletonBars = [38, 52, 44, 60, 72, 58, 66, 80, 70, 62, 76, 88, 74, 68, 82, 64, 56, 70, 78, 60];

function ChartSkeleton() {
  return (
    <div className="flex h-full items-end gap-2 overflow-hidden px-4 pb-8">
      <LoadingNote what="chart" />
      {skeletonBars.map((height, index) => (
        <span
          key={index}
          aria-hidden="true"
          className="skeleton-fill flex-1 motion-safe:animate-pulse"
          style={{ height: `${height}%` }}
        />
      ))}
    </div>
  );
}

export interface ChartPanelProps {
  symbol: string;
  interval: Interval;
  loaded: Bars;
  overlays: readonly OverlayId[];
  fills: readonly OwnFill[];
  lines: readonly PriceLine[];
}

const none: readonly never[] = [];

export function ChartPanel({ symbol, interval, loaded, overlays, fills, lines }: ChartPanelProps) {
  const { bars, isLoading, error, retry, loadOlder } = loaded;
  const [pointed, setPointed] = useState<number | null>(null);
  const marks = useMemo(() => (fills.length === 0 ? none : fillMarks(fills, interval)), [fills, interval]);
  const at = useMemo(
    () => (pointed === null ? -1 : bars.findIndex((bar) => bar.timestamp === pointed)),
    [bars, pointed],
  );
  const shown = at < 0 ? bars.length - 1 : at;
  const isEmpty = !isLoading && !error && bars.length === 0;

  return (
    <div data-symbol={symbol}>
      <div className="px-4 pt-2">
        {isLoading ? (
          <Skeleton className="h-5 w-72" />
        ) : (
          <ChartReadout bar={bars[shown]} previous={bars[shown - 1]} interval={interval} />
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {at >= 0 && `${barTimeText(bars[at].timestamp, interval)}: ${priceText(bars[at].close)}`}
      </p>
      <div className={chartHeight}>
        {isLoading && <ChartSkeleton />}
        {error && (
          <ErrorState
            title="The chart could not be loaded"
            reason={error instanceof CallError ? error.message : null}
            onRetry={retry}
          />
        )}
        {isEmpty && (
          <EmptyState
            title="No trades at this interval yet"
            text="Choose a longer interval, or come back when the stock has traded."
          />
        )}
        {!isLoading && !error && !isEmpty && (
          <Suspense fallback={<ChartSkeleton />}>
            <CandleChart
              label={`Chart of ${symbol}. Arrow keys read bar by bar, plus and minus zoom. A button below shows the same bars as a table.`}
              bars={bars}
              interval={interval}
              overlays={overlays}
              marks={marks}
              lines={lines}
              onPoint={setPointed}
              onNeedOlder={loadOlder}
            />
          </Suspense>
        )}
      </div>
      <p className="px-4 pt-1 pb-2 text-right leading-4">
        <ChartCredit />
      </p>
    </div>
  );
}
