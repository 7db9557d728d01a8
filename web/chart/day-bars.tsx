// The columns of days as a component, with its readout in words. Loaded when it is shown.
import { useEffect } from 'react';
import { ChartCredit } from './chart-credit.tsx';
import { createDayBarsCanvas } from './day-bars-canvas.ts';
import type { DayUnit, DayValue } from './day-bars-canvas.ts';
import { useSteppedCanvas } from './use-stepped-canvas.ts';

const PAGE_DAYS = 7;

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
  const { host, canvas, pointed, onKeyDown } = useSteppedCanvas(createDayBarsCanvas, PAGE_DAYS);
  useEffect(() => canvas.current?.setDays(days, unit), [canvas, days, unit]);

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
