// A field for a day of the market, by picker or by keys.
import { useState } from 'react';
import { controlLook } from '../ui/field.tsx';
import { classList } from '../ui/class-list.ts';
import { isDay } from './diary/calendar.ts';

/** A year is typed digit by digit: on the way to 2026 it is 2, 20 and 202, none of which is meant. */
const EARLIEST = '1900-01-01';

export interface DayInputProps {
  label: string;
  day: string | undefined;
  /** The last day that can be chosen. */
  max: string;
  /** Called with the day, or undefined when the field is emptied. */
  onDay: (day: string | undefined) => void;
  className: string;
}

export function DayInput({ label, day, max, onDay, className }: DayInputProps) {
  /** The text while it is being typed: if it were set from outside, the digits typed so far would be lost. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      type="date"
      aria-label={label}
      max={max}
      value={typed ?? day ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const isMeant = isDay(value) && value >= EARLIEST;
        setTyped(value);
        if (isMeant || value === '') onDay(value || undefined);
      }}
      onBlur={() => setTyped(null)}
      className={classList(controlLook, className)}
    />
  );
}
