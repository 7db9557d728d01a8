// Disables a user after saying what will happen, or enables one again.
import { useState } from 'react';
import type { ListedUser } from '../../../contract/admin/users.ts';
import { userMessages } from '../../../contract/messages/admin.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { invalidateCalls } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { disablingText } from './disabling-text.ts';

/** Called with the row as the server now has it (spec 4: it is updated in place). */
export function ToggleUser({ user, onChanged }: { user: ListedUser; onChanged: (user: ListedUser) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  /** The action that was requested, whatever another administrator has done to the account since. */
  async function set(blocked: boolean): Promise<void> {
    setIsBusy(true);
    const reply = await call(
      'POST /disableUser/{id}',
      { id: user._id, blocked },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    setIsAsking(false);
    if (reply.ok) {
      onChanged(reply.data);
      void invalidateCalls('GET /userlist', 'GET /userPortfolio/{id}', 'GET /adminDashboard');
    }
    await showAlert(reply.ok ? reply.message : refusal(blocked, reply));
  }

  const verb = user.is_Blocked ? 'Enable' : 'Disable';
  return (
    <>
      {/* Wide enough for either word, so that the row keeps its shape. */}
      <Button
        size="small"
        tone={user.is_Blocked ? 'plain' : 'danger'}
        busy={isBusy && !isAsking}
        aria-label={`${verb} ${user.email}`}
        onClick={() => (user.is_Blocked ? void set(false) : setIsAsking(true))}
        className="min-w-18"
      >
        {verb}
      </Button>
      <Confirm
        title="Disable this user"
        text={disablingText(user)}
        confirmLabel="Disable"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void set(true)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

/** The spec's sentence, and the reason where the server has given one of its own. */
function refusal(blocked: boolean, { status, message }: { status: number; message: string }): string {
  const failed = blocked ? userMessages.disableFailed : userMessages.enableFailed;
  return status === 409 ? `${failed} ${message}` : failed;
}
