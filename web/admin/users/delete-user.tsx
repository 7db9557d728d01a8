// Deletes an account for good on behalf of its person, after saying what will follow.
import { useState } from 'react';
import type { ListedUser } from '../../../contract/admin/users.ts';
import { useCallOnce } from '../../call-once.ts';
import { invalidateCalls } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';

export function DeleteUser({ user, onDeleted }: { user: ListedUser; onDeleted?: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const callOnce = useCallOnce();

  async function remove(): Promise<void> {
    setIsBusy(true);
    const reply = await callOnce('POST /deleteUser/{id}', { id: user._id });
    setIsBusy(false);
    setIsAsking(false);
    if (reply.ok) {
      onDeleted?.();
      void invalidateCalls('GET /userlist', 'GET /adminDashboard', 'GET /sentMessages');
    }
    await showAlert(reply.message);
  }

  return (
    <>
      <Button size="small" tone="danger" aria-label={`Delete ${user.email}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <Confirm
        title="Delete this account"
        text={
          user.role === 'admin'
            ? `${user.email} is logged out everywhere within a second, and name and address are erased. What this administrator did stays in the log. This cannot be undone.`
            : `${user.email} is logged out everywhere within a second. Open orders are canceled, practice money is given up, what was paid for lessons to come goes back, and name, address, photo and notes are erased. Orders and trades stay in the books under an account without a name. This cannot be undone.`
        }
        confirmLabel="Delete for good"
        isOpen={isAsking}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}
