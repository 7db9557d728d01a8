// Pays back a lesson that was not held as it was sold, after one question that says what will follow.
import { useState } from 'react';
import type { LessonRow } from '../../../contract/learn.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import { LessonTime } from '../../learn/lesson-time.tsx';
import { titleOf } from '../../learn/lesson-words.tsx';
import { showAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { moneyText } from '../../ui/number-text.ts';
import { forgetSessions } from './save-session.ts';

export function PayBackSession({ lesson, what }: { lesson: LessonRow; what: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (lesson.earned === 0) return null;

  async function payBack(): Promise<void> {
    setBusy(true);
    const reply = await call('POST /refundSession/{id}', { id: lesson.id }, { idempotencyKey: newIdempotencyKey() });
    setBusy(false);
    setOpen(false);
    forgetSessions();
    await showAlert(reply.message);
  }

  return (
    <>
      <Button size="small" aria-label={`Pay back: ${what}`} onClick={() => setOpen(true)}>
        Pay back
      </Button>
      <Confirm
        isOpen={isOpen}
        isBusy={isBusy}
        title="Pay back this session?"
        text={
          <>
            {isolated(titleOf(lesson))} with {isolated(lesson.instructor_name)},{' '}
            <LessonTime start={lesson.start_time} />.
            <span className="mt-2 block text-muted">
              {lesson.hasHostCome ? 'The instructor was in its call.' : 'The instructor never came into its call.'}{' '}
              {moneyText(lesson.earned)} goes back to where it came from, and the learners and the instructor are told.
              This cannot be undone.
            </span>
          </>
        }
        confirmLabel="Pay back"
        cancelLabel="Keep the money"
        onConfirm={() => void payBack()}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}
