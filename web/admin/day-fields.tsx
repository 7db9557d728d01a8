// The first and the last day of a filter, both included.
import { TextInput } from '../ui/text-input.tsx';

export interface Days {
  /** Empty: without a beginning, or without an end. */
  from: string;
  to: string;
}

export function DayFields({ from, to, onChange }: Days & { onChange: (days: Partial<Days>) => void }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextInput
        label="From day"
        type="date"
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To day"
        type="date"
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </div>
  );
}

/** As the calls take it. One day alone is that day; two in the wrong order are turned round. */
export function dateRangeOf({ from, to }: Partial<Days>): string | undefined {
  const days = [from, to].filter(Boolean).sort();
  return days.length === 0 ? undefined : days.join(',');
}
