// Sign-up: name, e-mail, password twice, role, optional referral code; then the code that comes by mail.
import { Link, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { signupForm } from '../../contract/auth.ts';
import { PASSWORD_MIN } from '../../contract/login.ts';
import { otpMessages, signupMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { useCutOff } from '../ui/cut-off.ts';
import { focusFirstMistake, useForm } from '../ui/form.ts';
import { NewPasswordInput } from '../ui/new-password-input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { AuthFrame, FormNote, textLink } from './auth-frame.tsx';
import { useConfig } from './config.ts';
import { GoogleLogin } from './google-login.tsx';
import { problemOf } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { codeSent, rememberedEntered, rememberEntered } from './pending-code.ts';
import type { Entered } from './pending-code.ts';
import { useEnter } from './use-enter.ts';

type Role = Entered['role'];

const roleChoices = [
  { value: 'user', label: 'Trader' },
  { value: 'instructor', label: 'Instructor' },
] as const satisfies readonly { value: Role; label: string }[];

const empty = { name: '', email: '', password: '', confirmPassword: '', role: 'user' as Role };

/** An invitation link carries the referral code of its sender. */
function codeOfLink(): string {
  const code = new URLSearchParams(window.location.search).get('ref') ?? '';
  return /^[0-9A-Za-z]{1,32}$/.test(code) ? code.toUpperCase() : '';
}

const useSignupForm = (invitation: string) =>
  useForm(signupForm, { ...empty, referralCode: invitation, ...rememberedEntered() }, true);

interface SignupFieldsProps {
  form: ReturnType<typeof useSignupForm>;
  /** The referral code from the link; empty without one. */
  invitation: string;
}

function SignupFields({ form, invitation }: SignupFieldsProps) {
  const minimum = useConfig()?.passwordMin.signup ?? PASSWORD_MIN;
  return (
    <>
      <Segmented
        label="I am here as"
        name="role"
        showLabel
        wide
        choices={roleChoices}
        value={form.values.role}
        onChoose={(role) => form.set('role', role)}
      />
      <TextInput label="Full Name" autoComplete="name" required {...form.field('name')} />
      <TextInput label="Email" type="email" autoComplete="email" inputMode="email" required {...form.field('email')} />
      <NewPasswordInput
        label="Password"
        hint={`At least ${minimum} characters. A few words are easy to remember and hard to guess.`}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      <PasswordInput
        label="Confirm Password"
        // Its mistake appears when the button is pressed, which must not move away from under the pointer.
        keepErrorLine
        autoComplete="new-password"
        required
        {...form.field('confirmPassword')}
      />
      <TextInput
        label="Referral Code (optional)"
        autoComplete="off"
        autoCapitalize="characters"
        hint={invitation !== '' && form.values.referralCode === invitation ? 'From the link you opened.' : undefined}
        {...form.field('referralCode')}
      />
    </>
  );
}

export function SignupScreen() {
  const router = useRouter();
  const enter = useEnter();
  const [invitation] = useState(codeOfLink);
  const form = useSignupForm(invitation);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Problem | null>(null);
  /** Where a code may have gone by a try that had no answer. */
  const [mayHaveCode, setMayHaveCode] = useState<string | null>(null);
  const wasCutOff = useCutOff(429);
  const element = useRef<HTMLFormElement>(null);

  // Two different passwords do not disable the button: pressing it shows an alert (spec 5).
  const isMismatchOnly =
    form.mistakes.confirmPassword === signupMessages.mismatch && Object.keys(form.mistakes).length === 1;
  const maySend = form.isValid || isMismatchOnly;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!maySend || isBusy) return;
    const given = form.check();
    if (!given) return showAlert(signupMessages.mismatch);
    setIsBusy(true);
    setError(null);
    setMayHaveCode(null);
    const { confirmPassword: _, referralCode, ...account } = given;
    const reply = await call('POST /signup', { ...account, referralCode: referralCode || null });
    setIsBusy(false);
    if (!reply.ok) {
      if (wasCutOff(account.email, reply)) setMayHaveCode(account.email);
      form.refuse(reply.fields);
      // The button was disabled meanwhile (spec 2) and has lost the focus.
      if (element.current) focusFirstMistake(element.current);
      // What a field already says is not repeated.
      const isSaid = Object.values(reply.fields).includes(reply.message);
      return setError(isSaid ? null : problemOf(reply, signupMessages.failed));
    }
    const { name, email, role } = account;
    codeSent(email);
    rememberEntered({ name, email, role, referralCode: referralCode ?? '' });
    await router.navigate({ to: '/otp', search: { email } });
  }

  return (
    <AuthFrame
      title="Create your account"
      documentTitle="Sign up"
      // Wider windows say it beside the form.
      lead={<p className="lg:hidden">Learn the market by trading it, on a real exchange with practice money.</p>}
      footer={
        <p>
          Already have an account?{' '}
          <Link to="/login" className={textLink}>
            Log in
          </Link>
        </p>
      }
    >
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <SignupFields form={form} invitation={invitation} />
        <FormNote error={error} />
        {mayHaveCode !== null && (
          <p>
            {otpMessages.mayHaveCome}{' '}
            <Link to="/otp" search={{ email: mayHaveCode }} className={textLink}>
              Enter the code
            </Link>
          </p>
        )}
        <Button type="submit" tone="primary" size="large" wide busy={isBusy} disabled={!maySend || isBusy}>
          Sign up
        </Button>
      </form>
      <GoogleLogin text="signup_with" referralCode={form.values.referralCode} onLogin={enter} />
    </AuthFrame>
  );
}
