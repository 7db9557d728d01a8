// Cancels a lesson after one question that says what will follow.
import { useState } from 'react';
import type { LessonRow } from '../../../contract/learn.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { LessonTime } from '../../learn/lesson-time.tsx';
import { titleOf } from '../../learn/lesson-words.tsx';
import { showAlert } from '../../ui/alert.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { moneyText } from '../../ui/number-text.ts';
import { forgetSessions } from './save-session.ts';

function consequence({ enrolled, earned }: LessonRow): string {
  if (enrolled === 0) return 'Nobody has bought it yet.';
  const who = enrolled === 1 ? '1 learner is told' : `${enrolled} learners are told`;
  return earned > 0 ? `${who}, and ${moneyText(earned)} goes back to where it came from.` : `${who}.`;
}

/** Nothing is shown without a lesson. */
export function CancelSession({ lesson, onDone }: { lesson: LessonRow | null; onDone: () => void }) {
  const [isBusy, setIsBusy] = useState(false);

  async function cancel({ id }: LessonRow): Promise<void> {
    setIsBusy(true);
    const reply = await call(
      'POST /cancelSession/{id}',
      { id, status: 'CANCELED' },
      { idempotencyKey: newIdempotencyKey() },
    );
    setIsBusy(false);
    forgetSessions();
    onDone();
    await showAlert(reply.message);
  }

  return (
    <Confirm
      isOpen={lesson !== null}
      isBusy={isBusy}
      title="Cancel Session"
      text={
        lesson && (
          <>
            {isolated(titleOf(lesson))} with {isolated(lesson.instructor_name)},{' '}
            <LessonTime start={lesson.start_time} />.
            <span className="mt-2 block text-muted">{consequence(lesson)} This cannot be undone.</span>
          </>
        )
      }
      confirmLabel="Cancel session"
      cancelLabel="Keep session"
      onConfirm={() => lesson && void cancel(lesson)}
      onCancel={onDone}
    />
  );
}
