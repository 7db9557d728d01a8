// Deleting the account: says what will be gone and what stays, asks for the password again, and logs out.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { deletionMessages } from '../../contract/messages/people.ts';
import type { ProfileData } from '../../contract/user.ts';
import { ANSWER_WITHIN_MS, call } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { endSession } from '../session.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { moneyText } from '../ui/number-text.ts';
import { PasswordInput } from '../ui/password-input.tsx';

const FORM_ID = 'delete-account';

function Consequences({ balance, heldBalance }: Pick<ProfileData, 'balance' | 'heldBalance'>) {
  const cash = balance + heldBalance;
  return (
    <ul className="list-disc pl-5 text-muted">
      <li>You are logged out everywhere, and open orders are canceled.</li>
      {cash > 0 && <li>{`Your practice money, ${moneyText(cash)}, is given up.`}</li>}
      <li>Your name, address, photo, notes, watchlists, alerts and notifications are erased.</li>
      <li>
        Lessons you have bought can no longer be attended. The price of those that open later goes back to where it came
        from.
      </li>
      <li>Orders and trades stay in the books, under an account without a name.</li>
    </ul>
  );
}

function SellFirst({ portfolio }: Pick<ProfileData, 'portfolio'>) {
  return (
    <>
      <p>{deletionMessages.stillHolds(portfolio)}</p>
      <p className="mt-4">
        <Link to="/portfolio" className={buttonLook()}>
          Go to your portfolio
        </Link>
      </p>
    </>
  );
}

function PasswordFirst() {
  return (
    <>
      <p>You log in with Google. To be sure that it is you, set a password first, then come back.</p>
      <p className="mt-4">
        <Link to="/forgotPassword" className={buttonLook()}>
          Set a password
        </Link>
      </p>
    </>
  );
}

export function DeleteAccount({ profile }: { profile: ProfileData }) {
  const [isOpen, setIsOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isPossible = profile.hasPassword && profile.portfolio.length === 0;

  function open(): void {
    setIsOpen(true);
    // The holdings may have changed since the profile was fetched.
    void invalidateCalls('GET /Userprofile');
  }

  function close(): void {
    setIsOpen(false);
    setPassword('');
    setError(null);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (password === '') return setError(deletionMessages.passwordRequired);
    setIsBusy(true);
    const reply = await call('POST /deleteAccount', { password }, { timeoutMs: ANSWER_WITHIN_MS });
    setIsBusy(false);
    if (!reply.ok) return setError(reply.message);
    endSession('logout');
    await showAlert(reply.message);
  }

  return (
    <>
      <Button tone="danger" onClick={open}>
        Delete account
      </Button>
      <Dialog
        role="alertdialog"
        size="small"
        title="Delete your account"
        isOpen={isOpen}
        isLocked={isBusy}
        onClose={close}
        footer={
          <>
            <Button disabled={isBusy} onClick={close}>
              Keep it
            </Button>
            {isPossible && (
              <Button type="submit" form={FORM_ID} tone="danger" busy={isBusy}>
                Delete for good
              </Button>
            )}
          </>
        }
      >
        {profile.portfolio.length > 0 && <SellFirst portfolio={profile.portfolio} />}
        {profile.portfolio.length === 0 && !profile.hasPassword && <PasswordFirst />}
        {isPossible && (
          <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
            <p>This cannot be undone.</p>
            <Consequences {...profile} />
            <PasswordInput
              label="Password"
              autoComplete="current-password"
              required
              value={password}
              error={error}
              onChange={(event) => {
                setPassword(event.currentTarget.value);
                setError(null);
              }}
            />
          </form>
        )}
      </Dialog>
    </>
  );
}
