// A few choices side by side, exactly one of them selected: styled radio buttons.
import { useId } from 'react';
import { classList } from './class-list.ts';
import type { Choice } from './select.tsx';

export interface SegmentedProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
  /** As the field of a form; by default one of its own. */
  name?: string;
  showLabel?: boolean;
  wide?: boolean;
  className?: string;
}

export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onChoose,
  name,
  showLabel = false,
  wide = false,
  className,
}: SegmentedProps<Value>) {
  const ownName = useId();
  return (
    <fieldset className={classList('min-w-0', className)}>
      <legend className={showLabel ? 'mb-1 text-sm font-medium text-muted' : 'sr-only'}>{label}</legend>
      <div className={classList('rounded-box bg-sunken p-0.5', wide ? 'flex' : 'inline-flex max-w-full flex-wrap')}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={classList(
              'finger relative flex h-8 items-center justify-center rounded-[4px] text-sm font-medium whitespace-nowrap text-muted hover:text-ink',
              'has-checked:bg-raised has-checked:text-ink has-checked:ring-1 has-checked:ring-line',
              // Otherwise forced colours would put a plate of the page's colour behind the text, and hide it.
              'forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent-text',
              'has-disabled:cursor-not-allowed has-disabled:opacity-50',
              wide ? 'flex-1 px-1' : 'px-3',
            )}
          >
            <input
              type="radio"
              name={name ?? ownName}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChoose(choice.value)}
              className="absolute inset-0 cursor-[inherit] appearance-none outline-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
