// A password field that can show what was typed.
import { useState } from 'react';
import { TextInput } from './text-input.tsx';
import type { TextInputProps } from './text-input.tsx';

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix' | 'prefix'>;

export function PasswordInput(input: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextInput
      {...input}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      suffix={
        <button
          type="button"
          // Its name does not contain "password", so that the field's label is unique.
          aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
          onClick={() => setIsShown(!isShown)}
          className="h-8 rounded-box px-2 text-sm font-medium text-accent-text hover:bg-accent-soft"
        >
          {isShown ? 'Hide' : 'Show'}
        </button>
      }
    />
  );
}
