// A multi-line text field with its label, hint and error.
import type { TextareaHTMLAttributes } from 'react';
import { classList } from './class-list.ts';
import { controlLook, Field } from './field.tsx';
import type { FieldProps } from './field.tsx';

export interface TextAreaProps
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'value' | 'onChange'> {
  value: string;
  onText: (text: string) => void;
  /** The call accepts one paragraph: typed or pasted line breaks become spaces. */
  isParagraph?: boolean;
}

const BREAKS = /\s*[\p{Cc}\u2028\u2029]\s*/gu;

export function TextArea({
  label,
  hint,
  error,
  keepErrorLine,
  hideLabel,
  className,
  onText,
  isParagraph = false,
  rows = 3,
  ...area
}: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, keepErrorLine, hideLabel, className }}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          onChange={({ currentTarget: { value } }) => onText(isParagraph ? value.replace(BREAKS, ' ') : value)}
          className={classList(controlLook, 'h-auto resize-y py-2 sm:h-auto')}
        />
      )}
    </Field>
  );
}
