// A password field that can show what was typed and, for a new password, how hard it is to guess.
import { useState } from 'react';
import { passwordStrength } from './password-strength.ts';
import { TextInput } from './text-input.tsx';
import type { TextInputProps } from './text-input.tsx';

const words = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'];
const fills = ['bg-down', 'bg-down', 'bg-warn', 'bg-up', 'bg-up'];

function StrengthMeter({ password }: { password: string }) {
  const strength = passwordStrength(password);
  return (
    <span className="flex items-center gap-3 pt-1" role="status">
      <span aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-full ${password && strength >= step ? fills[strength] : 'bg-line'}`}
          />
        ))}
      </span>
      <span className="min-w-16 text-right">
        {password && (
          <>
            <span className="sr-only">Password strength: </span>
            {words[strength]}
          </>
        )}
      </span>
    </span>
  );
}

export type PasswordInputProps = Omit<TextInputProps, 'type' | 'suffix' | 'prefix'> & { meter?: boolean };

export function PasswordInput({ meter = false, hint, ...input }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  const typed = typeof input.value === 'string' ? input.value : '';
  return (
    <TextInput
      {...input}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      hint={
        meter ? (
          <>
            {hint}
            <StrengthMeter password={typed} />
          </>
        ) : (
          hint
        )
      }
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
