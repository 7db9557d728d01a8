// The columns of days as a component, with its readout in words. Loaded when it is shown.
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useShownTheme } from '../ui/theme.ts';
import { ChartCredit } from './chart-credit.tsx';
import { createDayBarsCanvas } from './day-bars-canvas.ts';
import type { DayBarsCanvas, DayUnit, DayValue } from './day-bars-canvas.ts';

const keys: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7, Home: -1e6, End: 1e6 };

export interface DayBarsProps {
  /** What it shows, in words. */
  label: string;
  /** Must keep their identity while they are the same. */
  days: readonly DayValue[];
  unit: DayUnit;
  /** One day in words; without a day pointed at, the whole span. */
  words: (day: DayValue | undefined) => string;
}

export function DayBars({ label, days, unit, words }: DayBarsProps) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<DayBarsCanvas | null>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useShownTheme();
  useEffect(() => {
    if (!host.current) return;
    const made = createDayBarsCanvas(host.current, setPointed);
    canvas.current = made;
    return () => {
      canvas.current = null;
      made.remove();
    };
  }, []);
  useEffect(() => canvas.current?.setDays(days, unit), [days, unit]);
  useEffect(() => canvas.current?.recolor(), [theme]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = keys[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    canvas.current?.step(step);
  }

  return (
    <div>
      <p aria-live="polite" className="min-h-5 px-4 text-sm text-muted">
        {words(pointed === null ? undefined : days[pointed])}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is operated by its own keys */}
      <div
        ref={host}
        role="application"
        aria-label={`${label}. Arrow keys read day by day. A button above shows the days as a table.`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is operated by its own keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="h-64 -outline-offset-2"
      />
      <p className="px-4 pt-1 pb-2 text-right leading-4">
        <ChartCredit />
      </p>
    </div>
  );
}
