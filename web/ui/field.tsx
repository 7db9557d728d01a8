// The frame of every form field: a label tied to its control, a hint, and an error that is announced when it appears.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';

/** Attributes for the control inside a field. */
export interface ControlProps {
  id: string;
  /** The direction of the typed text follows its script. */
  dir: 'auto';
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Keeps one line free below the control, so that an error does not push the form down. */
  keepErrorLine?: boolean;
  hideLabel?: boolean;
  className?: string;
}

export function Field({
  label,
  hint,
  error,
  keepErrorLine = false,
  hideLabel = false,
  className,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={classList('flex min-w-0 flex-col', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 text-sm font-medium text-muted'}>
        {label}
      </label>
      {children({
        id,
        dir: 'auto',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="mt-1 text-sm text-faint">
          {hint}
        </div>
      )}
      <div aria-live="polite" className={keepErrorLine ? 'min-h-6' : undefined}>
        {error && (
          <p id={`${id}-error`} className="mt-1 text-sm text-down">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** The look of every text-like control. Sixteen pixels on phones, or iOS zooms the page into the field. */
export const controlLook = classList(
  'h-11 w-full min-w-0 rounded-box border border-edge bg-surface px-3 text-md text-ink placeholder:text-faint sm:h-9 sm:text-base',
  'aria-invalid:border-down disabled:cursor-not-allowed disabled:opacity-60 [[readonly]]:bg-bg',
);
