// People whom the host has removed from a lesson's call, with a button to let each back in; nothing if there are none.
import { useState } from 'react';
import { call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls, useCall } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { clockText } from './lesson-time.tsx';

const REFRESH_MS = 15_000;

/** Call it after a person was removed. */
export function refreshRemoved(): void {
  void invalidateCalls('GET /removedPeople/{id}');
}

export function RemovedPeople({ lesson, className }: { lesson: string; className?: string }) {
  const { data } = useCall('GET /removedPeople/{id}', { id: lesson }, { refetchInterval: REFRESH_MS });
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  async function letIn(id: string): Promise<void> {
    setBusy(id);
    const reply = await call('POST /letIn/{id}', { id }, { idempotencyKey: newIdempotencyKey() });
    setBusy(null);
    if (!reply.ok) return void showAlert(reply.message);
    setSaid(reply.message);
    refreshRemoved();
  }

  if (!data?.length && said === null) return null;
  return (
    <section aria-label="Removed from the call" className={className}>
      <h3 className="text-sm font-semibold text-muted">Removed from the call</h3>
      <ul className="divide-y divide-line">
        {data?.map(({ _id, name, removedAt }) => (
          <li key={_id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block text-sm text-faint">at {clockText(Date.parse(removedAt))}</span>
            </span>
            <Button
              size="small"
              aria-label={`Let in again: ${name}`}
              busy={busy === _id}
              onClick={() => void letIn(_id)}
            >
              Let in again
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm text-muted">
        {said}
      </p>
    </section>
  );
}
