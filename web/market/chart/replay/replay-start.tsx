// Choosing where a replay begins: press a bar of the chart, type a day, or let chance decide. Esc leaves it.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Bar } from '../../../../contract/market.ts';
import { DayInput } from '../../../trade/day-input.tsx';
import { useToday } from '../../../trade/diary/use-today.ts';
import { Button } from '../../../ui/button.tsx';
import { isDialogOpen } from '../../../ui/dialog-open.ts';
import { instantByChance, instantOfDay } from './replay-view.ts';
import type { BarClock } from './replay-view.ts';

export interface ReplayStartProps {
  /** The bars of the chart. */
  bars: readonly Bar[];
  clock: BarClock;
  onStart: (instant: number) => void;
  onLeave: () => void;
}

function useEscape(act: () => void): void {
  const onEscape = useEffectEvent(act);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTaken = event.defaultPrevented || isDialogOpen();
      if (event.key !== 'Escape' || isTaken) return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

export function ReplayStart({ bars, clock, onStart, onLeave }: ReplayStartProps) {
  const today = useToday();
  const [day, setDay] = useState<string>();
  useEscape(onLeave);
  return (
    <form
      aria-label="Where the replay begins"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== undefined) onStart(instantOfDay(day));
      }}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-2"
    >
      <p role="status" className="mr-auto min-w-48 flex-1">
        Press the last bar to show, or choose the first day to hide.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <DayInput label="First day to hide" day={day} max={today} onDay={setDay} className="h-9! w-40!" />
        <Button type="submit" size="small" tone="primary" disabled={day === undefined || day > today}>
          Start
        </Button>
        <Button
          size="small"
          disabled={instantByChance(bars, clock, 0) === null}
          title="Nobody knows what comes"
          onClick={() => {
            const instant = instantByChance(bars, clock, Math.random());
            if (instant !== null) onStart(instant);
          }}
        >
          Random start
        </Button>
        <Button size="small" tone="quiet" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
