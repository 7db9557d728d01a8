// The first and the last day of a list; without them, all days. Moving one past the other drops the other.
import { DayInput } from './day-input.tsx';

export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

interface DaysFilterProps {
  /** What the days belong to, for screen readers. */
  legend: string;
  days: Days;
  /** The last day that can be chosen. */
  today: string;
  onDays: (days: Days) => void;
}

export function DaysFilter({ legend, days: { from, to }, today, onDays }: DaysFilterProps) {
  const field = (label: string, day: string | undefined, change: (day: string | undefined) => Days) => (
    <DayInput
      label={label}
      max={today}
      day={day}
      onDay={(chosen) => onDays(change(chosen))}
      className="min-w-0 flex-1 sm:w-36 sm:flex-none"
    />
  );
  return (
    <fieldset className="flex min-w-0 items-center gap-2 max-sm:w-full">
      <legend className="sr-only">{legend}</legend>
      {field('From day', from, (day) => ({ from: day, to: day && to && day > to ? undefined : to }))}
      <span aria-hidden="true" className="text-muted">
        {'\u2013'}
      </span>
      {field('To day', to, (day) => ({ to: day, from: day && from && day < from ? undefined : from }))}
    </fieldset>
  );
}
