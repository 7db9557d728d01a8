// A field for a new password, which says how hard it is to guess. Apart from that of a login, which needs none of this.
import { PasswordInput } from './password-input.tsx';
import type { PasswordInputProps } from './password-input.tsx';
import { passwordStrength } from './password-strength.ts';

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

export function NewPasswordInput({ hint, ...input }: PasswordInputProps) {
  return (
    <PasswordInput
      {...input}
      hint={
        <>
          {hint}
          <StrengthMeter password={typeof input.value === 'string' ? input.value : ''} />
        </>
      }
    />
  );
}
