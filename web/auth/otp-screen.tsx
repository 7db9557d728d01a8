// The one-time password after sign-up: entry, countdown, resend; then home, from where a link that led here can be opened.
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { verifyOtpInput } from '../../contract/auth.ts';
import { otpMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { homeOf, session, takeReturnPath } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useCutOff } from '../ui/cut-off.ts';
import { focusFirstMistake, selectField, useForm } from '../ui/form.ts';
import { TextInput } from '../ui/text-input.tsx';
import { AuthFrame, FormNote, textLink } from './auth-frame.tsx';
import { Countdown } from './countdown.tsx';
import { beginLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { codeDeadline, codeSent, codeUsed } from './pending-code.ts';

interface Note {
  error?: Problem;
  /** The account may be open: the way to log in is shown. */
  isOpen?: boolean;
  success?: string;
}

export function OtpScreen() {
  const router = useRouter();
  const { email = '' } = useSearch({ from: '/guest/otp' });
  const element = useRef<HTMLFormElement>(null);
  const form = useForm(verifyOtpInput, { otp: '', email });
  const [deadline, setDeadline] = useState(() => codeDeadline(email));
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);
  const [note, setNote] = useState<Note>({});
  const wasCutOff = useCutOff();

  async function verify(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const given = form.check();
    if (!given) return void (element.current && focusFirstMistake(element.current));
    setBusy('verify');
    setNote({});
    const reply = await call('POST /verifyOtp', { otp: given.otp, ...(email && { email }) });
    const problem = reply.ok ? beginLogin(reply.data) : reply.message;
    setBusy(null);
    if (problem) {
      const isOpen = !reply.ok && wasCutOff(given.otp, reply);
      setNote({ error: isOpen ? { sentence: problem, reason: otpMessages.mayBeVerified } : problem, isOpen });
      // Without a connection the code may be right, and is sent once more as it is.
      if (!reply.ok && reply.status === 400 && element.current) selectField(element.current, 'otp');
      return;
    }
    codeUsed();
    const home = homeOf(session()?.role ?? 'user');
    const link = takeReturnPath();
    const isElsewhere = link !== null && link !== home;
    void showAlert(
      otpMessages.verified,
      isElsewhere ? { label: 'Open the link', act: () => void router.navigate({ to: link }) } : undefined,
    );
    await router.navigate({ to: home, replace: true });
  }

  async function resend(): Promise<void> {
    setBusy('resend');
    setNote({});
    const reply = await call('POST /resendOtp', { email });
    setBusy(null);
    // Asking too soon or too often gets its own sentence; everything else gets the spec's.
    if (!reply.ok) return setNote({ error: reply.status === 429 ? reply.message : otpMessages.resendFailed });
    setDeadline(codeSent(email));
    form.empty('otp');
    setNote({ success: otpMessages.resent });
    if (element.current) selectField(element.current, 'otp');
  }

  return (
    <AuthFrame
      title="Enter the code"
      documentTitle="Enter the OTP"
      lead={
        email ? (
          <>
            We sent a one-time password (OTP) to <strong className="font-medium wrap-anywhere text-ink">{email}</strong>
            .
          </>
        ) : (
          'We sent a one-time password (OTP) to your email.'
        )
      }
      footer={
        <>
          {note.isOpen && (
            <p>
              Your account is open?{' '}
              <Link to="/login" className={textLink}>
                Log in
              </Link>
            </p>
          )}
          <p>
            Wrong address?{' '}
            <Link to="/signup" className={textLink}>
              Sign up again
            </Link>
          </p>
        </>
      }
    >
      <form ref={element} noValidate onSubmit={(event) => void verify(event)} className="flex flex-col gap-4">
        <TextInput
          label="OTP"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={64}
          autoFocus
          required
          inputClassName="text-center text-lg tracking-[0.4em] sm:h-11 sm:text-lg"
          {...form.field('otp')}
        />
        <Countdown deadline={deadline} />
        <FormNote error={note.error} success={note.success} />
        <Button type="submit" tone="primary" size="large" wide busy={busy === 'verify'} disabled={busy === 'resend'}>
          Verify
        </Button>
        <Button
          wide
          size="large"
          busy={busy === 'resend'}
          disabled={busy === 'verify' || !email}
          onClick={() => void resend()}
        >
          Resend OTP
        </Button>
        {email && <MailboxLink email={email} />}
      </form>
    </AuthFrame>
  );
}
