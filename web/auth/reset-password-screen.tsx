// Forgotten password, second step: the code and a new password; two seconds later the login screen (spec 9).
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { FormEvent } from 'react';
import { resetPasswordInput } from '../../contract/auth.ts';
import { RESET_PASSWORD_MIN } from '../../contract/login.ts';
import { resetMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { endSession, session, takeReturnPath } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useCutOff } from '../ui/cut-off.ts';
import { focusFirstMistake, useForm } from '../ui/form.ts';
import { NewPasswordInput } from '../ui/new-password-input.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { AuthFrame, FormNote, textLink } from './auth-frame.tsx';
import { useConfig } from './config.ts';
import type { Problem } from './log-in.ts';
import { Countdown } from './countdown.tsx';
import { MailboxLink } from './mailbox-link.tsx';
import { codeDeadline, codeUsed, rememberedResetEmail, rememberResetEmail } from './pending-code.ts';

const TO_LOGIN_AFTER_MS = 2000;

export function ResetPasswordScreen() {
  const router = useRouter();
  const config = useConfig();
  const [remembered] = useState(rememberedResetEmail);
  const [deadline] = useState(() => codeDeadline(remembered));
  const form = useForm(resetPasswordInput, { email: remembered, otp: '', newPassword: '' });
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open');
  const [error, setError] = useState<Problem | null>(null);
  const wasCutOff = useCutOff();
  const minimum = config?.passwordMin.reset ?? RESET_PASSWORD_MIN;

  useEffect(() => {
    if (state !== 'done') return;
    const timer = setTimeout(() => void router.navigate({ to: '/login', replace: true }), TO_LOGIN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [state, router]);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state !== 'open') return;
    const given = form.check();
    if (!given) return focusFirstMistake(event.currentTarget);
    setState('busy');
    setError(null);
    const isOwn = session()?.email === given.email;
    const reply = await call('POST /resetPassword', given);
    if (!reply.ok) {
      setState('open');
      form.refuse(reply.fields);
      if (wasCutOff(given.otp, reply)) return setError({ sentence: reply.message, reason: resetMessages.mayBeReset });
      return setError(Object.values(reply.fields).includes(reply.message) ? null : reply.message);
    }
    codeUsed();
    rememberResetEmail('');
    if (!isOwn) return setState('done');
    // It has ended every login of this person: in this tab they know why, and do not return to this form.
    endSession('expired');
    takeReturnPath();
    await showAlert(resetMessages.succeeded);
  }

  return (
    <AuthFrame
      title="Set a new password"
      documentTitle="Reset password"
      lead={
        remembered ? (
          <>
            <p>{resetMessages.sent}</p>
            <p>
              Account: <strong className="font-medium wrap-anywhere text-ink">{remembered}</strong>
            </p>
          </>
        ) : (
          'Enter the one-time password (OTP) from your email.'
        )
      }
      footer={
        <>
          {typeof error === 'object' && error !== null && (
            <p>
              Your password is set?{' '}
              <Link to="/login" className={textLink}>
                Log in
              </Link>
            </p>
          )}
          <p>
            No email, or another account?{' '}
            <Link to="/forgotPassword" className={textLink}>
              Send another OTP
            </Link>
          </p>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {remembered ? (
          <input type="hidden" name="username" autoComplete="username" value={remembered} readOnly />
        ) : (
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            {...form.field('email')}
          />
        )}
        <TextInput
          label="OTP"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
          required
          {...form.field('otp')}
        />
        {remembered && state !== 'done' && <Countdown deadline={deadline} />}
        <NewPasswordInput
          label="New password"
          hint={`At least ${minimum} characters.`}
          autoComplete="new-password"
          required
          {...form.field('newPassword')}
        />
        <FormNote error={error} success={state === 'done' ? resetMessages.succeeded : null} />
        <Button type="submit" tone="primary" size="large" wide busy={state === 'busy'} disabled={state === 'done'}>
          Reset password
        </Button>
        {remembered && <MailboxLink email={remembered} />}
      </form>
    </AuthFrame>
  );
}
