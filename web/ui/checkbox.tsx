// A checkbox with its label, and an optional line of explanation.
import { useId } from 'react';
import type { InputHTMLAttributes, ReactNode } from 'react';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
        className="mt-0.5 size-4 shrink-0 accent-accent disabled:cursor-not-allowed"
      />
      <div>
        <label htmlFor={id} className="text-base">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
