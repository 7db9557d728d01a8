// Forgotten password, first step: the address that the code goes to.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { forgotPasswordInput } from '../../contract/auth.ts';
import { otpMessages, resetMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { useCutOff } from '../ui/cut-off.ts';
import { focusFirstMistake, useForm } from '../ui/form.ts';
import { TextInput } from '../ui/text-input.tsx';
import { AuthFrame, FormNote, textLink } from './auth-frame.tsx';
import { codeSent, rememberResetEmail } from './pending-code.ts';

export function ForgotPasswordScreen() {
  const router = useRouter();
  const form = useForm(forgotPasswordInput, { email: '' });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  /** Where a code may have gone by a try that had no answer. */
  const [mayHaveCode, setMayHaveCode] = useState<string | null>(null);
  const wasCutOff = useCutOff(429);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    const given = form.check();
    if (!given) return focusFirstMistake(event.currentTarget);
    setIsBusy(true);
    setError(null);
    setMayHaveCode(null);
    const reply = await call('POST /forgotPassword', given);
    setIsBusy(false);
    if (!reply.ok && wasCutOff(given.email, reply)) setMayHaveCode(given.email);
    if (!reply.ok) return setError(reply.status === 429 ? reply.message : resetMessages.sendFailed);
    rememberResetEmail(given.email);
    codeSent(given.email);
    await router.navigate({ to: '/resetPassword' });
  }

  return (
    <AuthFrame
      title="Forgot your password?"
      documentTitle="Forgot password"
      lead="Give your email address, and we send a one-time password (OTP) to set a new one."
      footer={
        <p>
          Remembered it?{' '}
          <Link to="/login" className={textLink}>
            Log in
          </Link>
        </p>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          inputMode="email"
          autoFocus
          required
          {...form.field('email')}
        />
        <FormNote error={error} />
        {mayHaveCode !== null && (
          <p>
            {otpMessages.mayHaveCome}{' '}
            <Link to="/resetPassword" onClick={() => rememberResetEmail(mayHaveCode)} className={textLink}>
              Enter the code
            </Link>
          </p>
        )}
        <Button type="submit" tone="primary" size="large" wide busy={isBusy}>
          Send OTP
        </Button>
      </form>
    </AuthFrame>
  );
}
