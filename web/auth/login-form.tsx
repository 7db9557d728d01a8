// The e-mail and password form shared by the three logins.
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { loginForm } from '../../contract/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { Button } from '../ui/button.tsx';
import { focusFirstMistake, useForm } from '../ui/form.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { FormNote } from './auth-frame.tsx';
import type { Problem } from './log-in.ts';

/** `logIn` returns what to show if it failed. */
export function LoginForm({
  logIn,
  note,
}: {
  logIn: (credentials: Credentials) => Promise<Problem | null>;
  note?: string | null;
}) {
  const form = useForm(loginForm, { email: '', password: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Problem | null>(note ?? null);
  const element = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const credentials = form.check();
    if (!credentials) {
      if (element.current) focusFirstMistake(element.current);
      return;
    }
    setIsBusy(true);
    setError(null);
    setError(await logIn(credentials));
    setIsBusy(false);
  }

  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoFocus
        required
        {...form.field('email')}
      />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.field('password')} />
      <FormNote error={error} />
      <Button type="submit" tone="primary" size="large" wide busy={isBusy}>
        Log in
      </Button>
    </form>
  );
}
