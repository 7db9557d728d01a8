// A number field that keeps the text as typed; the mouse wheel scrolls the page and never changes the number.
import type { WheelEvent } from 'react';
import { TextInput } from './text-input.tsx';
import type { TextInputProps } from './text-input.tsx';

export interface NumberInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'min' | 'max' | 'step'> {
  value: string;
  onType: (text: string) => void;
  min?: number;
  max?: number;
  /** What an arrow key adds; 1 for whole numbers. */
  step?: number;
}

function leaveOnWheel(event: WheelEvent<HTMLInputElement>): void {
  event.currentTarget.blur();
}

export function NumberInput({ value, onType, step = 1, ...rest }: NumberInputProps) {
  return (
    <TextInput
      {...rest}
      type="number"
      inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
      step={step}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onWheel={leaveOnWheel}
      autoComplete="off"
    />
  );
}
