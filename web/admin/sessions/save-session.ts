// Sends what the form of a lesson holds, and lets every list that shows lessons be read anew.
import type { LessonForm, LessonFormWire } from '../../../contract/learn.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { call, newIdempotencyKey } from '../../api.ts';
import type { Refusal } from '../../api.ts';
import { callKey, queryClient } from '../../query.ts';
import { showAlert } from '../../ui/alert.tsx';

function wireOf(form: LessonForm): LessonFormWire {
  return {
    ...form,
    specialization: form.specialization ?? '',
    hourly_rate: toRupees(form.hourly_rate),
    start_time: new Date(form.start_time).toISOString(),
    end_time: new Date(form.end_time).toISOString(),
  };
}

export function forgetSessions(): void {
  for (const name of ['GET /getSessions', 'GET /getSessionById/{id}'] as const)
    void queryClient.invalidateQueries({ queryKey: callKey(name) });
}

/** `id`: of the lesson that is changed; null for a new one. Null when it was saved, and then the sentence has been shown. */
export async function saveSession(id: string | null, form: LessonForm, onSaved: () => void): Promise<Refusal | null> {
  const options = { idempotencyKey: newIdempotencyKey() };
  const reply =
    id === null
      ? await call('POST /createSession', wireOf(form), options)
      : await call('POST /updateSession/{id}', { id, ...wireOf(form) }, options);
  if (!reply.ok) return reply;
  forgetSessions();
  onSaved();
  void showAlert(reply.message);
  return null;
}
