// A choice from a list, using the platform's own select: best on phones, and works inside any dialog.
import type { SelectHTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import { controlLook, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<Value extends string>
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'className' | 'id'> {
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}

export function Select<Value extends string>({
  label,
  hint,
  error,
  keepErrorLine,
  hideLabel,
  className,
  choices,
  value,
  onChoose,
  ...select
}: SelectProps<Value>) {
  return (
    <Field {...{ label, hint, error, keepErrorLine, hideLabel, className }}>
      {(control) => (
        <select
          {...select}
          {...control}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value as Value)}
          className={classList(controlLook, 'text-ellipsis')}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
