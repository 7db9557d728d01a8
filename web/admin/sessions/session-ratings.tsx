// Learners' ratings of a session, behind a button: each can be hidden for a reason, and shown again.
import { useState } from 'react';
import type { LessonRow } from '../../../contract/learn.ts';
import type { LessonRating } from '../../../contract/ratings.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { Ratings } from '../../learn/ratings.tsx';
import { titleOf } from '../../learn/lesson-words.tsx';
import { invalidateCalls } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** The field for the reason, below its rating. */
function Hide({ rating: { _id: id, name, hidden } }: { rating: LessonRating }) {
  const [isAsked, setAsked] = useState(false);
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function set(isHidden: boolean): Promise<void> {
    setBusy(true);
    const reply = await call(
      'POST /hideRating/{id}',
      { id, isHidden, reason },
      { idempotencyKey: newIdempotencyKey() },
    );
    await invalidateCalls('GET /lessonRatings/{id}');
    setBusy(false);
    setError(reply.ok ? null : reply.message);
    if (!reply.ok) return;
    setAsked(false);
    setReason('');
  }

  if (hidden !== null)
    return (
      <div>
        <Button size="small" busy={isBusy} aria-label={`Show again: rating by ${name}`} onClick={() => void set(false)}>
          Show again
        </Button>
        {error && <p className="text-sm text-down">{error}</p>}
      </div>
    );
  if (!isAsked)
    return (
      <div>
        <Button size="small" aria-label={`Hide: rating by ${name}`} onClick={() => setAsked(true)}>
          Hide
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void set(true);
      }}
    >
      <TextInput
        label="Reason"
        autoFocus
        maxLength={200}
        value={reason}
        error={error}
        hint={`${isolated(name)} is told.`}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setError(null);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" tone="danger" busy={isBusy}>
          Hide rating
        </Button>
        <Button size="small" disabled={isBusy} onClick={() => setAsked(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Nothing if nobody has rated it. */
export function SessionRatings({ lesson, what }: { lesson: LessonRow; what: string }) {
  const [isOpen, setOpen] = useState(false);
  // An exchange from before an upgrade does not report them.
  if (!(lesson.ratings > 0)) return null;
  return (
    <>
      <Button size="small" aria-label={`Ratings: ${what}`} onClick={() => setOpen(true)}>
        Ratings
      </Button>
      <Dialog title={`Ratings: ${titleOf(lesson)}`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Ratings lesson={lesson.id} scope="lesson" action={(rating) => <Hide rating={rating} />} />
      </Dialog>
    </>
  );
}
