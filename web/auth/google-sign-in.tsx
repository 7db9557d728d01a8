// Sign-in with Google: its own button, and the password that an existing account may ask for once.
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { googleMessages } from '../../contract/messages/account.ts';
import { call } from '../api.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { FormNote } from './auth-frame.tsx';
import type { GoogleLoginProps } from './google-login.tsx';
import { makeNonce } from './google-nonce.ts';
import { loadGoogle } from './google-script.ts';
import { refusedLogin } from './log-in.ts';
import type { Problem } from './log-in.ts';

/** What Google returned, and the secret behind its nonce. */
interface Given {
  id_token: string;
  nonce?: string;
}

export function GoogleSignIn({ clientId, text, referralCode, onLogin }: GoogleLoginProps & { clientId: string }) {
  const [error, setError] = useState<Problem | null>(null);
  const [waiting, setWaiting] = useState<Given | null>(null);

  async function logIn(given: Given, password?: string): Promise<void> {
    setError(null);
    const reply = await call('POST /auth/google/login', {
      ...given,
      password,
      referralCode: referralCode?.trim() || null,
    });
    if (!reply.ok) {
      if (reply.code === 'password-needed') return setWaiting(given);
      return setError(refusedLogin(reply, googleMessages.failed));
    }
    const problem = await onLogin(reply.data);
    if (problem) return setError(problem);
    void showAlert(googleMessages.succeeded);
  }

  return (
    <div className="mt-6 flex flex-col gap-4">
      <p className="flex items-center gap-3 text-sm text-faint before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {waiting ? (
        <PasswordOnce onSend={(password) => logIn(waiting, password)} onCancel={() => setWaiting(null)} />
      ) : (
        <GoogleButton clientId={clientId} text={text} onGiven={(given) => void logIn(given)} onFailed={setError} />
      )}
      <FormNote error={error} />
    </div>
  );
}

interface GoogleButtonProps {
  clientId: string;
  text: GoogleLoginProps['text'];
  onGiven: (given: Given) => void;
  onFailed: (sentence: string) => void;
}

/** Google draws its button itself, in a frame of its own. */
function GoogleButton({ clientId, text, onGiven, onFailed }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const callbacks = useRef({ onGiven, onFailed });
  useEffect(() => {
    callbacks.current = { onGiven, onFailed };
  });

  useEffect(() => {
    let isGone = false;
    async function draw(): Promise<void> {
      const [google, nonce] = await Promise.all([loadGoogle(), makeNonce()]);
      if (isGone || !place.current) return;
      google.initialize({
        client_id: clientId,
        callback: ({ credential }) => callbacks.current.onGiven({ id_token: credential, nonce: nonce?.secret }),
        nonce: nonce?.hash,
        ux_mode: 'popup',
        auto_select: false,
        cancel_on_tap_outside: true,
      });
      google.renderButton(place.current, {
        type: 'standard',
        theme: document.documentElement.dataset.theme === 'dark' ? 'filled_black' : 'outline',
        size: 'large',
        text,
        width: Math.min(400, Math.max(200, place.current.clientWidth)),
        logo_alignment: 'center',
      });
    }
    draw().catch(() => !isGone && callbacks.current.onFailed(googleMessages.unreachable));
    return () => {
      isGone = true;
    };
  }, [clientId, text]);

  return <div ref={place} data-testid="google-button" className="flex h-11 justify-center overflow-hidden" />;
}

function PasswordOnce({ onSend, onCancel }: { onSend: (password: string) => Promise<void>; onCancel: () => void }) {
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || password === '') return;
    setIsBusy(true);
    await onSend(password);
    setIsBusy(false);
  }

  return (
    <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
      <p role="status">{googleMessages.passwordNeeded}</p>
      <PasswordInput
        label="Password of your account"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" size="large" busy={isBusy} disabled={password === ''} className="flex-1">
          Connect and log in
        </Button>
        <Button size="large" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
