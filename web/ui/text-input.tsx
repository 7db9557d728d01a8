// A one-line text field with its label, hint and error.
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classList } from './class-list.ts';
import { controlLook, Field } from './field.tsx';
import type { ControlProps, FieldProps } from './field.tsx';

export interface TextInputProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  /** Inside the field before the text, such as a rupee sign. */
  prefix?: string;
  /** Inside the field after the text: a sign such as %, a word, or a small button. */
  suffix?: ReactNode;
  inputClassName?: string;
  ref?: Ref<HTMLInputElement>;
}

const isSign = (suffix: ReactNode): boolean => typeof suffix === 'string' && suffix.length === 1;

function describedBy({ id, 'aria-describedby': hints }: ControlProps, prefix: string | undefined): string | undefined {
  return [prefix ? `${id}-unit` : '', hints].filter(Boolean).join(' ') || undefined;
}

export function TextInput({
  label,
  hint,
  error,
  keepErrorLine,
  hideLabel,
  className,
  prefix,
  suffix,
  inputClassName,
  type = 'text',
  ...input
}: TextInputProps) {
  return (
    <Field {...{ label, hint, error, keepErrorLine, hideLabel, className }}>
      {(control) => (
        <span className="relative flex">
          {prefix && (
            // Hidden, but read out as the field's description: a price without its unit is only a number.
            <span
              id={`${control.id}-unit`}
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted"
            >
              {prefix}
            </span>
          )}
          <input
            type={type}
            {...input}
            {...control}
            aria-describedby={describedBy(control, prefix)}
            className={classList(
              controlLook,
              Boolean(prefix) && 'pl-7',
              Boolean(suffix) && (isSign(suffix) ? 'pr-8' : 'pr-16'),
              inputClassName,
            )}
          />
          {suffix && (
            <span
              className={classList(
                'absolute inset-y-0 flex items-center text-sm text-muted',
                isSign(suffix) ? 'right-3' : 'right-1',
              )}
            >
              {suffix}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}
