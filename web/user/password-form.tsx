// Sets a new password, given the current one; people who came through Google are shown the way to a first one.
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { changePasswordForm } from '../../contract/auth.ts';
import { passwordMessages } from '../../contract/messages/account.ts';
import { RESET_PASSWORD_MIN } from '../../contract/login.ts';
import { call } from '../api.ts';
import { invalidateCalls, useCall } from '../query.ts';
import { buttonLook, Button } from '../ui/button.tsx';
import { useCutOff } from '../ui/cut-off.ts';
import { focusFirstMistake, useForm } from '../ui/form.ts';
import { NewPasswordInput } from '../ui/new-password-input.tsx';
import { PasswordInput } from '../ui/password-input.tsx';

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

export function PasswordForm() {
  // A fresh form after each change: nothing of a password stays in the page.
  const [round, setRound] = useState(0);
  const [done, setDone] = useState<string | null>(null);
  return (
    <Fields
      key={round}
      done={done}
      onStart={() => setDone(null)}
      onDone={(sentence) => {
        setDone(sentence);
        setRound(round + 1);
        void invalidateCalls('GET /logins');
      }}
    />
  );
}

interface FieldsProps {
  done: string | null;
  onStart: () => void;
  onDone: (sentence: string) => void;
}

function Fields({ done, onStart, onDone }: FieldsProps) {
  const form = useForm(changePasswordForm, empty);
  const { data: config } = useCall('GET /config', {}, { staleTime: Infinity });
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const wasCutOff = useCutOff();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    onStart();
    setError(null);
    const given = form.check();
    if (!given) return void (element.current && focusFirstMistake(element.current));
    setIsBusy(true);
    const { currentPassword, newPassword } = given;
    const reply = await call('POST /changePassword', { currentPassword, newPassword });
    setIsBusy(false);
    if (reply.ok) return onDone(reply.message);
    form.refuse(reply.fields);
    if (element.current) focusFirstMistake(element.current);
    if (wasCutOff(newPassword, reply)) return setError(passwordMessages.mayBeChanged);
    // A mistake shown at its field is not repeated.
    setError(Object.values(reply.fields).includes(reply.message) ? null : reply.message);
  }

  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        {...form.field('currentPassword')}
      />
      <NewPasswordInput
        label="New password"
        hint={`At least ${config?.passwordMin.reset ?? RESET_PASSWORD_MIN} characters.`}
        autoComplete="new-password"
        required
        {...form.field('newPassword')}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        required
        {...form.field('confirmPassword')}
      />
      <p role="status" className={error ? 'text-down' : 'text-up'}>
        {error ?? done}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>
          Change password
        </Button>
      </div>
    </form>
  );
}

export function FirstPassword() {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-muted">
        You log in with Google, so this account has no password yet. Set one by email to log in either way.
      </p>
      <Link to="/forgotPassword" className={buttonLook()}>
        Set a password
      </Link>
    </div>
  );
}
