// Where this person is logged in, with buttons to end one login or all others.
import { Monitor, Smartphone } from 'lucide-react';
import { useId, useState } from 'react';
import type { ActiveLogin } from '../../contract/auth.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Age } from './age.tsx';

function DeviceIcon({ device }: { device: string }) {
  const Icon = /iPhone|iPad|Android/.test(device) ? Smartphone : Monitor;
  return <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />;
}

function LoginRow({ login, isBusy, onEnd }: { login: ActiveLogin; isBusy: boolean; onEnd: () => void }) {
  const detailsId = useId();
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <DeviceIcon device={login.device} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <span className="wrap-anywhere">{login.device}</span>
          {login.isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        <p id={detailsId} className="text-sm text-faint">
          {login.isCurrent ? 'In use now' : 'Last used: '}
          {!login.isCurrent && <Age at={login.lastUsedAt} />}
          {login.ip && ` \u00b7 ${login.ip}`} {'\u00b7'} Since <DateTime at={login.createdAt} shape="date" />
        </p>
      </div>
      {!login.isCurrent && (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={`End the login on ${login.device}`}
          aria-describedby={detailsId}
          onClick={onEnd}
        >
          End
        </Button>
      )}
    </li>
  );
}

/** More than these are not read, but looked through. */
const SHOWN_AT_FIRST = 5;

type Asked = { kind: 'one'; login: ActiveLogin } | { kind: 'others' };

export function LoginList() {
  const { data, error, refetch } = useCall('GET /logins', {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState<{ text: string; isError: boolean } | null>(null);
  const [isWhole, setIsWhole] = useState(false);

  async function end(): Promise<void> {
    if (!asked) return;
    setIsBusy(true);
    const key = { idempotencyKey: newIdempotencyKey() };
    const reply =
      asked.kind === 'one'
        ? await call('POST /endLogin/{id}', { id: asked.login._id }, key)
        : await call('POST /endOtherLogins', {}, key);
    // A login that has ended by itself meanwhile is gone from the list, as intended.
    const isGone = !reply.ok && reply.status === 404;
    setNote(isGone ? null : { text: reply.message, isError: !reply.ok });
    await refetch();
    setIsBusy(false);
    setAsked(null);
  }

  if (!data && error)
    return <ErrorState title="Your logins could not be loaded" reason={error.message} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="flex flex-col gap-6 border-t border-line px-4 py-3">
        <LoadingNote what="your logins" />
        <Skeleton className="h-10" />
        <Skeleton className="h-9" />
      </div>
    );
  return (
    <>
      <ul className="divide-y divide-line border-t border-line">
        {data.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((login) => (
          <LoginRow key={login._id} login={login} isBusy={isBusy} onEnd={() => setAsked({ kind: 'one', login })} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3">
        {data.length > SHOWN_AT_FIRST && (
          <Button aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : 'Show all'}
          </Button>
        )}
        {data.length > 1 ? (
          <Button tone="danger" disabled={isBusy} onClick={() => setAsked({ kind: 'others' })}>
            End all other logins
          </Button>
        ) : (
          <p className="text-muted">You are logged in nowhere else.</p>
        )}
        <p role="status" className={note?.isError ? 'text-down' : 'text-up'}>
          {note?.text}
        </p>
      </div>
      <Confirm
        title={asked?.kind === 'others' ? 'End all other logins' : 'End this login'}
        text={
          asked?.kind === 'one'
            ? `${asked.login.device} will be logged out at once. Nothing of your orders changes.`
            : 'Every other device will be logged out at once. This one stays logged in, and nothing of your orders changes.'
        }
        confirmLabel="End"
        isOpen={asked !== null}
        isBusy={isBusy}
        onConfirm={() => void end()}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}
