// Opens the learner's diary to an instructor for some days, and closes it again at once.
import { Link } from '@tanstack/react-router';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { SHARE_DAYS } from '../../../contract/user/shared-diary.ts';
import type { DiaryShare, ShareDays } from '../../../contract/user/shared-diary.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { callKey, takePushed, useCall } from '../../query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

const dayChoices = SHARE_DAYS.map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));
const USUAL: ShareDays = 7;

function lessonsText({ lessons }: DiaryShare): string {
  if (lessons === 0) return 'No lesson of yours any more';
  return lessons === 1 ? '1 lesson of yours' : `${lessons} lessons of yours`;
}

function ShareRow({ share, onSaid }: { share: DiaryShare; onSaid: (sentence: string, isRefusal: boolean) => void }) {
  const { instructorId, name, openUntil, lessons } = share;
  const [days, setDays] = useState(String(USUAL));
  const [busy, setBusy] = useState<'open' | 'close' | null>(null);

  async function change(what: 'open' | 'close'): Promise<void> {
    setBusy(what);
    const options = { idempotencyKey: newIdempotencyKey() };
    const chosen = SHARE_DAYS.find((known) => String(known) === days) ?? USUAL;
    const reply =
      what === 'open'
        ? await call('POST /openDiary', { instructorId, days: chosen }, options)
        : await call('POST /closeDiary', { instructorId }, options);
    setBusy(null);
    if (reply.ok) takePushed(callKey('GET /diaryShares', {}), reply.data);
    onSaid(reply.message, !reply.ok);
  }

  return (
    <li className="flex flex-col gap-3 py-4 first:pt-0">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          <p className="text-sm text-muted">{lessonsText(share)}</p>
        </div>
        {openUntil !== null && <Badge tone="up">Open</Badge>}
      </div>
      {openUntil !== null && (
        <p className="text-sm text-muted">
          Reads your diary until <DateTime at={openUntil} />.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {lessons > 0 && (
          <>
            <Select
              label={`For how long to ${name}`}
              hideLabel
              value={days}
              choices={dayChoices}
              onChoose={setDays}
              className="w-28"
            />
            <Button
              tone={openUntil === null ? 'primary' : 'plain'}
              busy={busy === 'open'}
              aria-label={`${openUntil === null ? 'Open' : 'Set time from now:'} the diary to ${name}`}
              onClick={() => void change('open')}
            >
              {openUntil === null ? 'Open' : 'Set time from now'}
            </Button>
          </>
        )}
        {openUntil !== null && (
          <Button
            tone="danger"
            busy={busy === 'close'}
            aria-label={`Close now: the diary to ${name}`}
            onClick={() => void change('close')}
          >
            Close now
          </Button>
        )}
      </div>
    </li>
  );
}

function Shares() {
  const { data, error, refetch } = useCall('GET /diaryShares', {});
  const [said, setSaid] = useState<{ sentence: string; isRefusal: boolean } | null>(null);
  if (error && !data)
    return (
      <ErrorState title="Your instructors could not be loaded" reason={error.message} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <>
        <LoadingNote what="your instructors" />
        <Skeleton className="h-20 w-full" />
      </>
    );
  if (data.length === 0)
    return (
      <EmptyState
        title="No instructor yet"
        text="The diary can be opened to the instructor of a lesson that you have."
        action={
          <Link to="/courses" className={buttonLook({ tone: 'primary' })}>
            See the courses
          </Link>
        }
      />
    );
  return (
    <>
      <p className="mb-4 text-muted">
        An instructor reads your closed trades with their charts and their analysis, your notes, tags and moods, and can
        write comments beside trades. Nothing can be changed, and your orders, holdings and money are not shown.
      </p>
      <ul className="divide-y divide-line">
        {data.map((share) => (
          <ShareRow
            key={share.instructorId}
            share={share}
            onSaid={(sentence, isRefusal) => setSaid({ sentence, isRefusal })}
          />
        ))}
      </ul>
      <p role="status" className={said?.isRefusal ? 'text-down' : 'text-up'}>
        {said?.sentence}
      </p>
    </>
  );
}

/** `isSmall`: one of several icons in a line on a phone. */
export function ShareDiary({
  label = 'Open to instructor',
  wide = false,
  isSmall = false,
}: {
  label?: string;
  wide?: boolean;
  isSmall?: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        wide={wide}
        title={label}
        className={isSmall ? 'max-sm:px-2.5' : undefined}
        onClick={() => setIsOpen(true)}
      >
        <UserRoundCheck size={16} aria-hidden="true" />
        <span className={isSmall ? 'max-sm:sr-only' : undefined}>{label}</span>
      </Button>
      <Dialog title="Open your diary to an instructor" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Shares />
      </Dialog>
    </>
  );
}
