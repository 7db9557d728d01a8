// The figures of the bar under the crosshair, or of the newest one: open, high, low, close, change and volume.
import type { Bar, Interval } from '../../contract/market.ts';
import { Change } from '../ui/money.tsx';
import { countText, priceText } from '../ui/number-text.ts';
import { paisaExact } from '../ui/paisa-exact.ts';
import { barTimeText } from './chart-time.ts';

export interface ChartReadoutProps {
  bar: Bar | undefined;
  /** The previous bar: change is counted from its close, or from this bar's own open if there is none. */
  previous: Bar | undefined;
  interval: Interval;
  /** The newest bar of a chart that follows the market. */
  isLive: boolean;
}

export function changeOf(bar: Bar, previous: Bar | undefined): { change: number; percent: number } {
  const base = previous?.close ?? bar.open;
  const change = paisaExact(bar.close - base);
  return { change, percent: base === 0 ? 0 : ((bar.close - base) / base) * 100 };
}

interface FigureProps {
  name: string;
  spoken: string;
  text: string;
  className?: string;
}

function Figure({ name, spoken, text, className }: FigureProps) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="text-faint">
        {name}{' '}
      </span>
      <span className="sr-only">{spoken} </span>
      <span className={className}>{text}</span>
    </span>
  );
}

export function ChartReadout({ bar, previous, interval, isLive }: ChartReadoutProps) {
  // On phones the figures take two lines.
  if (!bar) return <div className="h-5 max-sm:h-[2.625rem]" />;
  const { change, percent } = changeOf(bar, previous);
  const className = isLive ? 'live-number' : undefined;
  return (
    <div className="flex min-h-5 flex-wrap gap-x-3 text-sm max-sm:min-h-[2.625rem]" data-testid="chart-readout">
      <span className="whitespace-nowrap text-muted max-sm:hidden">{barTimeText(bar.timestamp, interval)}</span>
      <Figure name="O" spoken="Open" text={priceText(bar.open)} className={className} />
      <Figure name="H" spoken="High" text={priceText(bar.high)} className={className} />
      <Figure name="L" spoken="Low" text={priceText(bar.low)} className={className} />
      <Figure name="C" spoken="Close" text={priceText(bar.close)} className={className} />
      <Change value={change} kind="price" className={className} />
      <Change value={percent} kind="percent" arrow={false} className={className} />
      <Figure name="Vol" spoken="Volume" text={countText(bar.volume)} className={className} />
    </div>
  );
}
