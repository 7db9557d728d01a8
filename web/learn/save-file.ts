// Uploads and downloads a lesson's files, and makes its calendar file.
import { calendarText } from '../../contract/learn/calendar.ts';
import { MATERIAL_MAX_BYTES, MATERIAL_TYPES } from '../../contract/learn.ts';
import type { LessonData, MaterialType } from '../../contract/learn.ts';
import { materialMessages } from '../../contract/messages/learn.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { putFile } from '../put-file.ts';
import { download, downloadFrom } from '../ui/download.ts';
import { titleOf } from './lesson-words.tsx';

const NO_ANSWER = 'The file could not be uploaded. Check your network and try again.';

function isTaken(type: string): type is MaterialType {
  return MATERIAL_TYPES.some((each) => each === type);
}

/** The sentence of the refusal, or null when the lesson has the file. */
export async function sendMaterial(lessonId: string, file: File): Promise<string | null> {
  if (!isTaken(file.type)) return materialMessages.typeInvalid;
  if (file.size > MATERIAL_MAX_BYTES) return materialMessages.tooLarge;
  const asked = await call(
    'POST /addMaterial/{id}',
    // By whole characters: half an emoji is no text.
    { id: lessonId, fileName: [...file.name].slice(-120).join('') || 'File', fileType: file.type },
    { idempotencyKey: newIdempotencyKey() },
  );
  if (!asked.ok) return asked.message;
  const sent = await putFile(asked.data.signedUrl, file, file.type);
  if (sent.ok || sent.sentence !== null) return sent.ok ? null : sent.sentence;
  // Cut off: it may have arrived, and would be there twice if it were sent again.
  const lesson = await call('GET /getLesson/{id}', { id: lessonId });
  const hasIt = lesson.ok && lesson.data.materials?.some(({ _id }) => _id === asked.data._id);
  return hasIt ? null : NO_ANSWER;
}

/** Hands the file to the browser. The sentence of the refusal, or null. */
export async function fetchMaterial(id: string): Promise<string | null> {
  const reply = await call('GET /getMaterial/{id}', { id });
  if (!reply.ok) return reply.message;
  downloadFrom(reply.data.url, reply.data.name);
  return null;
}

export function saveCalendar(lesson: LessonData): void {
  const text = calendarText(
    {
      id: lesson.id,
      title: titleOf(lesson),
      instructor: lesson.instructor_name,
      about: lesson.about,
      startsAt: Date.parse(lesson.start_time),
      endsAt: Date.parse(lesson.end_time),
      status: lesson.status,
      url: `${location.origin}/lesson/${lesson.id}`,
    },
    Date.now(),
  );
  download('istock-lesson.ics', text, 'text/calendar');
}
