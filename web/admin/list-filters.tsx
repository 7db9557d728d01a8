// The filters beside a list's search box: its state as buttons, one of many kinds as a select. Nothing chosen is everything.
import { countText } from '../ui/number-text.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Select } from '../ui/select.tsx';

interface Filter<Value extends string> {
  label: string;
  /** What can be chosen, in this order, and how each is called. */
  names: Readonly<Record<Value, string>>;
  value: Value | undefined;
  onChoose: (value: Value | undefined) => void;
}

const entriesOf = <Value extends string>(names: Readonly<Record<Value, string>>): [Value, string][] =>
  Object.entries(names) as [Value, string][];

interface StateFilterProps<State extends string> extends Filter<State> {
  /** How many there are of each. */
  counts?: Readonly<Record<State, number>> | undefined;
}

export function StateFilter<State extends string>({ label, names, value, counts, onChoose }: StateFilterProps<State>) {
  const choices = entriesOf(names).map(([state, name]) => ({
    value: state,
    label: counts ? `${name} ${countText(counts[state])}` : name,
  }));
  return (
    <Segmented<State | 'ALL'>
      label={label}
      value={value ?? 'ALL'}
      choices={[{ value: 'ALL', label: 'All' }, ...choices]}
      onChoose={(chosen) => onChoose(chosen === 'ALL' ? undefined : chosen)}
    />
  );
}

interface KindFilterProps<Kind extends string> extends Filter<Kind> {
  /** 'Every reason'. */
  every: string;
}

export function KindFilter<Kind extends string>({ label, every, names, value, onChoose }: KindFilterProps<Kind>) {
  return (
    <Select<Kind | ''>
      label={label}
      hideLabel
      value={value ?? ''}
      choices={[{ value: '', label: every }, ...entriesOf(names).map(([kind, name]) => ({ value: kind, label: name }))]}
      onChoose={(chosen) => onChoose(chosen || undefined)}
    />
  );
}
