// The first and the last day of a list; without them, all days. Moving one past the other drops the other.
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { classList } from '../ui/class-list.ts';
import { IconButton } from '../ui/button.tsx';
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

/** On a phone behind a button, so that the list begins higher; open while a day is chosen, since a filter that is not seen misleads. */
export function FoldedDaysFilter(props: DaysFilterProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { from, to } = props.days;
  const isChosen = from !== undefined || to !== undefined;
  const isOpen = isOpened || isChosen;
  return (
    <>
      {!isChosen && (
        <IconButton
          label="Choose days"
          aria-expanded={isOpen}
          onClick={() => setIsOpened(!isOpened)}
          className="border border-line sm:hidden"
        >
          <CalendarRange size={16} aria-hidden="true" />
        </IconButton>
      )}
      {/* A day that is emptied to type another one must not take its field away. */}
      <div onFocus={() => setIsOpened(true)} className={classList('max-sm:w-full', !isOpen && 'max-sm:hidden')}>
        <DaysFilter {...props} />
      </div>
    </>
  );
}
