// A stock's price over a day, a month, half a year or a year: the small chart of the stock page.
import { Suspense, useMemo } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { Card } from '../ui/card.tsx';
import { Change } from '../ui/money.tsx';
import { now } from '../ui/now.ts';
import { priceText } from '../ui/number-text.ts';
import { Segmented } from '../ui/segmented.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { ChartCredit } from './chart-credit.tsx';
import { barsOfRange, changeOfRange, priceRanges, rangeLabels, rangeSpans, tooFewText } from './price-range.ts';
import type { PriceRange } from './price-range.ts';
import { useBars } from './use-bars.ts';

const AreaChart = lazyPart(async () => ({ default: (await import('./area-chart.tsx')).AreaChart }));

export interface PriceLineProps {
  symbol: string;
  range: PriceRange;
  onRange: (range: PriceRange) => void;
}

export function PriceLine({ symbol, range, onRange }: PriceLineProps) {
  const { interval } = rangeSpans[range];
  const { bars, isLoading, error, retry } = useBars(symbol, interval);
  const shown = useMemo(() => barsOfRange(bars, range), [bars, range]);
  const change = changeOfRange(shown, range, now() / 1000);
  const [first, last] = [shown[0], shown.at(-1)];
  const label =
    first && last ? rangeLabels[range]({ symbol, from: priceText(first.open), to: priceText(last.close) }) : symbol;
  return (
    <Card
      title="Price"
      actions={
        change && (
          <span className="text-sm text-muted">
            <Change value={change.percent} kind="percent" className="live-number" /> {change.words}
          </span>
        )
      }
    >
      <div data-symbol={symbol} className="flex flex-col gap-2">
        <div className="live-picture h-56">
          {isLoading ? (
            <>
              <LoadingNote what="chart" />
              <Skeleton className="h-full w-full" />
            </>
          ) : error ? (
            <ErrorState title="The chart could not be loaded" reason={error.message} onRetry={retry} />
          ) : shown.length < 2 ? (
            <EmptyState title="Not enough trades yet" text={tooFewText(range)} />
          ) : (
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <AreaChart label={label} bars={shown} interval={interval} />
            </Suspense>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Segmented
            label="Time"
            value={range}
            onChoose={onRange}
            choices={priceRanges.map((value) => ({ value, label: value }))}
          />
          <ChartCredit />
        </div>
      </div>
    </Card>
  );
}
