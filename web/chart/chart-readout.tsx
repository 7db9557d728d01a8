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
}

export function changeOf(bar: Bar, previous: Bar | undefined): { change: number; percent: number } {
  const base = previous?.close ?? bar.open;
  const change = paisaExact(bar.close - base);
  return { change, percent: base === 0 ? 0 : ((bar.close - base) / base) * 100 };
}

function Figure({ name, spoken, text }: { name: string; spoken: string; text: string }) {
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="text-faint">
        {name}{' '}
      </span>
      <span className="sr-only">{spoken} </span>
      {text}
    </span>
  );
}

export function ChartReadout({ bar, previous, interval }: ChartReadoutProps) {
  // On phones the figures take two lines.
  if (!bar) return <div className="h-5 max-sm:h-[2.625rem]" />;
  const { change, percent } = changeOf(bar, previous);
  return (
    <div className="flex min-h-5 flex-wrap gap-x-3 text-sm max-sm:min-h-[2.625rem]" data-testid="chart-readout">
      <span className="whitespace-nowrap text-muted max-sm:hidden">{barTimeText(bar.timestamp, interval)}</span>
      <Figure name="O" spoken="Open" text={priceText(bar.open)} />
      <Figure name="H" spoken="High" text={priceText(bar.high)} />
      <Figure name="L" spoken="Low" text={priceText(bar.low)} />
      <Figure name="C" spoken="Close" text={priceText(bar.close)} />
      <Change value={change} kind="price" />
      <Change value={percent} kind="percent" arrow={false} />
      <Figure name="Vol" spoken="Volume" text={countText(bar.volume)} />
    </div>
  );
}
