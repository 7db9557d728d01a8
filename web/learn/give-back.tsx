// Gives back one's place in an upcoming lesson, after one question that says what follows.
import { useState } from 'react';
import type { LessonData } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { showAlert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { refreshLessons } from './buy.ts';
import { useNow } from './lesson-time.tsx';
import { doorAt, giveBackText } from './lesson-words.tsx';

/** `paid`: what the place cost, whatever the lesson costs now; in rupees. */
export function GiveBack({ lesson, paid }: { lesson: LessonData; paid: number }) {
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (doorAt(lesson, now) !== 'early') return null;

  async function leave(): Promise<void> {
    setBusy(true);
    const reply = await call('POST /unenrol/{id}', { id: lesson.id }, { idempotencyKey: newIdempotencyKey() });
    await refreshLessons();
    setBusy(false);
    setOpen(false);
    await showAlert(reply.message);
  }

  return (
    <>
      <Button wide onClick={() => setOpen(true)}>
        Give back my place
      </Button>
      <Confirm
        isOpen={isOpen}
        isBusy={isBusy}
        title="Give back your place?"
        text={giveBackText(paid)}
        confirmLabel="Give back"
        cancelLabel="Keep my place"
        onConfirm={() => void leave()}
        onCancel={() => setOpen(false)}
      >
        <p className="mt-2 text-muted">{lessonMessages.tooLateToLeave}</p>
      </Confirm>
    </>
  );
}
