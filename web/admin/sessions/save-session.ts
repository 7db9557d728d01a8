// Saves the form of a lesson, and has every list that shows lessons fetched again.
import type { LessonForm, LessonFormWire } from '../../../contract/learn.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import type { Refusal } from '../../api.ts';
import type { CallOnce } from '../../call-once.ts';
import { callKey, invalidateCalls } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';
import { readIfStale } from '../read-if-stale.ts';

function wireOf(form: LessonForm): LessonFormWire {
  return {
    ...form,
    specialization: form.specialization ?? '',
    hourly_rate: toRupees(form.hourly_rate),
    start_time: new Date(form.start_time).toISOString(),
    end_time: new Date(form.end_time).toISOString(),
  };
}

/** Also the lists that a refund changes. */
export function forgetSessions(): void {
  void invalidateCalls(
    'GET /getSessions',
    'GET /getSessionById/{id}',
    'GET /payments',
    'GET /payouts',
    'GET /adminDashboard',
  );
}

/** The lesson being changed, as it was when the form was opened. */
interface Changed {
  readonly id: string;
  readonly seen: LessonForm | undefined;
}

/** `changed`: null for a new lesson. Returns null when it was saved, and then the sentence has been shown. */
export async function saveSession(
  callOnce: CallOnce,
  changed: Changed | null,
  form: LessonForm,
  onSaved: () => void,
): Promise<Refusal | null> {
  const reply =
    changed === null
      ? await callOnce('POST /createSession', wireOf(form))
      : await callOnce('POST /updateSession/{id}', {
          id: changed.id,
          ...wireOf(form),
          seen: changed.seen && wireOf(changed.seen),
        });
  if (!reply.ok) {
    if (changed) readIfStale(reply, callKey('GET /getSessionById/{id}', { id: changed.id }));
    return reply;
  }
  forgetSessions();
  onSaved();
  void showAlert(reply.message);
  return null;
}
