// What can be chosen over the live chart: the stock, the interval, and which averages are drawn.
import type { Interval, Stock } from '../../contract/market.ts';
import { overlayIds } from '../chart/overlay-ids.ts';
import type { OverlayId } from '../chart/overlay-ids.ts';
import { overlays } from '../chart/overlays.ts';
import { classList } from '../ui/class-list.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';

export const chartIntervals = ['1m', '5m', '15m', '1h', '1D', '1W'] as const satisfies readonly Interval[];

export interface ChartToolbarProps {
  stocks: readonly Stock[] | undefined;
  symbol: string;
  onSymbol: (symbol: string) => void;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  shown: readonly OverlayId[];
  onShown: (ids: OverlayId[]) => void;
}

function OverlayToggle({ id, isOn, onToggle }: { id: OverlayId; isOn: boolean; onToggle: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onToggle}
      className={classList(
        'inline-flex h-8 items-center gap-2 rounded-box border px-3 text-sm font-medium whitespace-nowrap',
        isOn ? 'border-edge bg-raised text-ink' : 'border-transparent text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <span
        aria-hidden="true"
        className="h-0.5 w-4 rounded-full"
        style={{ background: isOn ? `var(${overlays[id].color})` : 'var(--edge)' }}
      />
      {overlays[id].label}
    </button>
  );
}

export function ChartToolbar({ stocks, symbol, onSymbol, interval, onInterval, shown, onShown }: ChartToolbarProps) {
  const choices = (stocks ?? []).map((stock) => ({ value: stock.symbol, label: `${stock.symbol} - ${stock.name}` }));
  const known =
    choices.some((choice) => choice.value === symbol) || symbol === ''
      ? choices
      : [{ value: symbol, label: symbol }, ...choices];
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Select label="Stock" hideLabel choices={known} value={symbol} onChoose={onSymbol} className="w-full sm:w-64" />
      <Segmented
        label="Interval"
        value={interval}
        onChoose={onInterval}
        choices={chartIntervals.map((value) => ({ value, label: value }))}
      />
      <div role="group" aria-label="Averages" className="flex flex-wrap gap-1 sm:ml-auto">
        {overlayIds.map((id) => {
          const isOn = shown.includes(id);
          return (
            <OverlayToggle
              key={id}
              id={id}
              isOn={isOn}
              onToggle={() => onShown(isOn ? shown.filter((other) => other !== id) : [...shown, id])}
            />
          );
        })}
      </div>
    </div>
  );
}
