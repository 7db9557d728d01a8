// A stock's chart with its readout, in the heights of the spec; the drawing code is loaded when the first chart is opened.
import { Maximize2, Minimize2 } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import type { Interval } from '../../contract/market.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';
import { lazyPart, useShown } from '../lazy-part.ts';
import { CallError } from '../query.ts';
import { IconButton } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { NO_NUMBER, percentText, priceText } from '../ui/number-text.ts';
import { Segmented } from '../ui/segmented.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { indexOfBar } from './bars.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import type { PricePlace } from './chart-gestures.ts';
import { ChartCredit } from './chart-credit.tsx';
import { chartScales } from './chart-scale.ts';
import type { ChartScale } from './chart-scale.ts';
import { ChartReadout } from './chart-readout.tsx';
import { barTimeText, hasTimeOfDay } from './chart-time.ts';
import { percentSince } from './comparison.ts';
import type { Comparison } from './comparison.ts';
import { Legend } from './indicators/legend.tsx';
import type { LegendActions } from './indicators/legend.tsx';
import { figureText } from './indicators/shown.ts';
import type { ShownIndicator } from './indicators/shown.ts';
import type { LineActions } from './line-tags.tsx';
import { fillMarks } from './marks.ts';
import type { OwnFill, PriceLine } from './marks.ts';
import type { Bars } from './use-bars.ts';

const CandleChart = lazyPart(async () => ({ default: (await import('./candle-chart.tsx')).CandleChart }));

// Spec 2: 600 px high, 400 at widths up to 768 px, 300 up to 480 px. Taller if panes would leave too little for the candles.
const chartHeight =
  'h-[max(600px,calc(380px_+_var(--panes)_*_110px))] [@media(480px<width<=768px)]:h-[max(400px,calc(260px_+_var(--panes)_*_90px))] [@media(width<=480px)]:h-[max(300px,calc(230px_+_var(--panes)_*_80px))]';

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

interface ComparisonLegendProps {
  symbol: string;
  closes: readonly number[];
  comparison: Comparison;
  /** The first visible bar, from which percent counts, and the bar being read. */
  first: number;
  at: number;
}

function ComparisonLegend({ symbol, closes, comparison, first, at }: ComparisonLegendProps) {
  const text = (values: readonly (number | null)[]): string => {
    const percent = percentSince(values, first, at);
    return percent === null ? NO_NUMBER : percentText(percent);
  };
  return (
    <p data-testid="comparison" className="flex flex-wrap gap-x-3 pl-1 text-xs leading-6">
      <span>
        {symbol} <span className="font-medium">{text(closes)}</span>
      </span>
      <span className="text-[var(--series-4)]">
        {comparison.name} <span className="font-medium">{text(comparison.closes)}</span>
      </span>
      <span className="text-faint">since the first bar in view</span>
    </p>
  );
}

/** The bar in words, with the values of the indicators. */
function spokenText(bars: Bars['bars'], at: number, interval: Interval, indicators: readonly ShownIndicator[]): string {
  const said = indicators.map(
    ({ title, lines, figures }) =>
      `${title} ${lines.map(({ label, values }) => `${label} ${figureText(values[at], figures)}`.trim()).join(', ')}`,
  );
  return [`${barTimeText(bars[at].timestamp, interval)}: ${priceText(bars[at].close)}`, ...said].join('; ');
}

export interface ChartPanelProps extends LegendActions {
  symbol: string;
  interval: Interval;
  loaded: Bars;
  /** It reaches up to now, so that it is old once pushes stay away. */
  isLive: boolean;
  indicators: readonly ShownIndicator[];
  comparison: Comparison | null;
  scale: ChartScale;
  onScale: (scale: ChartScale) => void;
  /** As in `Drawing`. */
  since?: number;
  /** Fills the available space instead of using the spec's height. */
  isFull: boolean;
  /** Left out if the space cannot be filled. */
  onFull?: () => void;
  fills: readonly OwnFill[];
  lines: readonly PriceLine[];
  tick: number;
  lineActions: LineActions;
  drawing: ChartDrawing;
  hours: MarketHours;
  /** Left out if no actions are offered at a price, as on a chart of the past. */
  onAsk?: (place: PricePlace) => void;
  /** A bar is to be chosen: called with the second at which it begins. */
  onPick?: (second: number) => void;
}

const none: readonly never[] = [];
const scaleNames: Record<ChartScale, string> = { linear: 'Rupees', log: 'Log', percent: '%' };

/** The bar from which percent counts. Not tracked unless something is compared, so that panning renders nothing. */
function useFirstInView(isCompared: boolean): [first: number, onView: (first: number) => void] {
  const [first, setFirst] = useState(0);
  const inView = useRef(0);
  // The comparison may arrive after the chart has settled.
  useEffect(() => {
    if (isCompared) setFirst(inView.current);
  }, [isCompared]);
  return [
    first,
    (next) => {
      inView.current = next;
      if (isCompared) setFirst(next);
    },
  ];
}

type FooterProps = Pick<ChartPanelProps, 'comparison' | 'scale' | 'onScale' | 'isFull' | 'onFull'>;

function ChartFooter({ comparison, scale, onScale, isFull, onFull }: FooterProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-1 pb-2">
      <div className="flex items-center gap-2">
        <Segmented
          label="Price scale"
          value={comparison ? 'percent' : scale}
          choices={chartScales.map((value) => ({
            value,
            label: scaleNames[value],
            // Prices of different sizes only have percent in common.
            disabled: comparison !== null && value !== 'percent',
          }))}
          onChoose={onScale}
        />
        {onFull && (
          <IconButton size="small" label={isFull ? 'Leave full screen' : 'Full screen'} onClick={onFull}>
            {isFull ? <Minimize2 size={16} aria-hidden="true" /> : <Maximize2 size={16} aria-hidden="true" />}
          </IconButton>
        )}
      </div>
      <p className="text-right leading-4">
        <ChartCredit />
      </p>
    </div>
  );
}

function chartLabel(symbol: string, { onAsk, onPick }: ChartPanelProps): string {
  const reading = 'Arrow keys read bar by bar, plus and minus zoom';
  if (onPick) return `Chart of ${symbol}. ${reading}, Enter chooses the last bar that the replay shows.`;
  if (!onAsk)
    return `Chart of ${symbol} in replay. ${reading}. Shift with right or left goes a bar on or back, Shift with down plays and pauses.`;
  return `Chart of ${symbol}. ${reading}, Enter offers orders, alerts and lines at the price of the bar. A button below shows the same bars as a table.`;
}

/** In a replay the stock has traded, but the short bars of that time are gone. */
function emptyWords({ interval, onAsk }: ChartPanelProps): { title: string; text: string } {
  // Weeks are made of days: where there are none, no interval has any.
  if (onAsk && !hasTimeOfDay(interval))
    return { title: 'No trades yet', text: 'The chart begins with the first trade of the stock.' };
  if (onAsk)
    return {
      title: 'No trades at this interval yet',
      text: 'Choose a longer interval, or come back when the stock has traded.',
    };
  return {
    title: `No ${interval} bars this far back`,
    text: 'Choose a longer interval here. One bar forward goes to the first bar there is, which may be weeks later.',
  };
}

export function ChartPanel(props: ChartPanelProps) {
  const { symbol, interval, loaded, isLive, indicators, comparison, scale, isFull, fills, lines, tick, lineActions } =
    props;
  const { bars, isLoading, error, retry, loadOlder } = loaded;
  const isDue = useShown();
  const [pointed, setPointed] = useState<number | null>(null);
  const [first, onView] = useFirstInView(comparison !== null);
  const marks = useMemo(() => (fills.length === 0 ? none : fillMarks(fills, interval)), [fills, interval]);
  const closes = useMemo(() => (comparison ? bars.map(({ close }) => close) : none), [comparison, bars]);
  const at = pointed === null ? -1 : indexOfBar(bars, pointed);
  const shown = at < 0 ? bars.length - 1 : at;
  const isEmpty = !isLoading && !error && bars.length === 0;
  const panes = { '--panes': indicators.filter(({ place }) => place === 'pane').length } as CSSProperties;

  const legend = (pane: number) => (
    <>
      {pane === 0 && comparison && (
        <ComparisonLegend symbol={symbol} closes={closes} comparison={comparison} first={first} at={shown} />
      )}
      <Legend pane={pane} indicators={indicators} at={shown} onChange={props.onChange} onRemove={props.onRemove} />
    </>
  );

  return (
    <div
      data-symbol={symbol}
      className={classList(isFull && 'flex min-h-0 flex-1 flex-col short:min-h-88 short:shrink-0')}
    >
      <div className="px-4 pt-2">
        {isLoading ? (
          <Skeleton className="h-5 w-72 max-sm:h-[2.625rem]" />
        ) : (
          <ChartReadout bar={bars[shown]} previous={bars[shown - 1]} interval={interval} isLive={isLive && at < 0} />
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {at >= 0 && spokenText(bars, at, interval, indicators)}
      </p>
      <div
        className={classList('relative', isLive && 'live-picture', isFull ? 'min-h-0 flex-1' : chartHeight)}
        style={panes}
      >
        {(isLoading || !isDue) && (
          <div className="absolute inset-0">
            <ChartSkeleton />
          </div>
        )}
        {error && (
          <ErrorState
            title="The chart could not be loaded"
            reason={error instanceof CallError ? error.message : null}
            onRetry={retry}
          />
        )}
        {isEmpty && <EmptyState {...emptyWords(props)} />}
        {/* Created while the bars are on their way: both at once would slow a phone down. */}
        {isDue && !error && !isEmpty && (
          <Suspense fallback={!isLoading && <ChartSkeleton />}>
            <CandleChart
              label={chartLabel(symbol, props)}
              bars={bars}
              interval={interval}
              indicators={indicators}
              comparison={comparison}
              scale={scale}
              since={props.since}
              marks={marks}
              lines={lines}
              tick={tick}
              actions={lineActions}
              drawing={props.drawing}
              hours={props.hours}
              onAsk={props.onAsk}
              onPick={props.onPick}
              legend={legend}
              onPoint={setPointed}
              onView={onView}
              onNeedOlder={loadOlder}
            />
          </Suspense>
        )}
      </div>
      <ChartFooter {...props} />
    </div>
  );
}
