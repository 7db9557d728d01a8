// The first and the last day of a filter, both included.
import { TextInput } from '../ui/text-input.tsx';

interface DayFieldsProps {
  /** Empty: without a beginning, or without an end. */
  from: string;
  to: string;
  onChange: (days: { from?: string; to?: string }) => void;
}

export function DayFields({ from, to, onChange }: DayFieldsProps) {
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
