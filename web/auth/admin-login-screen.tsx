// Admin login: its own call, a code if the second factor is on, and then the admin panel.
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { loginMessages } from '../../contract/messages/login.ts';
import type { Credentials } from '../../contract/login.ts';
import { call } from '../api.ts';
import { beginSession, takeReturnPath } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { AuthFrame, FormNote, textLink } from './auth-frame.tsx';
import { refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';
import { LoginForm } from './login-form.tsx';

type LogIn = (credentials: Credentials, code?: string) => Promise<Problem | null>;

function CodeForm({ submit }: { submit: (code: string) => Promise<Problem | null> }) {
  const [code, setCode] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Problem | null>(null);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || code.trim() === '') return;
    setIsBusy(true);
    setError(null);
    const problem = await submit(code.trim());
    setIsBusy(false);
    // Each code is valid once: another attempt needs the next one.
    if (problem !== null) setCode('');
    setError(problem);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        autoFocus
        required
        maxLength={32}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FormNote error={error} />
      <Button type="submit" tone="primary" size="large" wide busy={isBusy}>
        Log in
      </Button>
    </form>
  );
}

export function AdminLoginScreen() {
  const router = useRouter();
  /** The credentials that were right, while the code is asked for. Kept nowhere else. */
  const [known, setKnown] = useState<Credentials | null>(null);

  const logIn: LogIn = async (credentials, code) => {
    const reply = await call('POST /adminLogin', { ...credentials, ...(code !== undefined && { code }) });
    if (!reply.ok && reply.code === 'code-required') {
      setKnown(credentials);
      return null;
    }
    if (!reply.ok) return refusedLogin(reply);
    if (!reply.data?.token) return loginMessages.invalidResponse;
    beginSession({ ...reply.data, role: 'admin', email: credentials.email });
    await router.navigate({ to: takeReturnPath() ?? '/adminHome', replace: true });
    return null;
  };

  if (known)
    return (
      <AuthFrame
        title="Enter the code"
        documentTitle="Admin login: code"
        lead="Enter the six digits of your authenticator app, or a recovery code."
        footer={
          <p>
            Not you?{' '}
            <button type="button" onClick={() => setKnown(null)} className={textLink}>
              Log in as somebody else
            </button>
          </p>
        }
      >
        <CodeForm submit={(code) => logIn(known, code)} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Admin login"
      lead="For the people who run this market."
      footer={
        <p>
          Not an administrator?{' '}
          <Link to="/login" className={textLink}>
            Log in as a trader
          </Link>
        </p>
      }
    >
      <LoginForm logIn={logIn} />
    </AuthFrame>
  );
}
