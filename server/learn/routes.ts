// The school as one part: its calls, what it sells, who may sit in a lesson, and what it does as time passes.
import type { Handlers } from '../handler.ts';
import { admission, lessonTimes } from './admission.ts';
import type { Admission, LessonTimes } from './admission.ts';
import { assignedHandlers } from './assigned.ts';
import { attendanceHandlers } from './attendance.ts';
import type { LearnContext } from './context.ts';
import { courseHandlers } from './courses.ts';
import { deskHandlers } from './desk.ts';
import { earningsHandlers } from './earnings.ts';
import { Materials } from './materials.ts';
import { payingBackHandlers } from './paying-back.ts';
import { ratingHandlers } from './ratings.ts';
import { passTime } from './rounds.ts';
import { removalHandlers } from './removals.ts';
import { Sales } from './sales.ts';
import { Visits } from './visits.ts';

type LearnCalls =
  | keyof ReturnType<typeof deskHandlers>
  | keyof ReturnType<typeof payingBackHandlers>
  | keyof ReturnType<typeof courseHandlers>
  | keyof ReturnType<typeof assignedHandlers>
  | keyof ReturnType<typeof earningsHandlers>
  | keyof ReturnType<typeof attendanceHandlers>
  | keyof ReturnType<typeof removalHandlers>
  | keyof ReturnType<typeof ratingHandlers>
  | keyof Materials['handlers'];

export interface Learn {
  readonly handlers: Pick<Handlers, LearnCalls>;
  readonly sales: Sales;
  readonly files: Materials['files'];
  /** For the calls: who the person with this account number is in a lesson, by its public id. */
  readonly admission: (lessonId: string, account: number) => Promise<Admission | null>;
  readonly lessonTimes: (lessonId: string) => Promise<LessonTimes | null>;
  /** The listener is told whenever a lesson has been changed or canceled: its call may be under way. */
  onChange(hear: () => void): void;
  /** Who is in the call of which lesson. */
  readonly visits: Visits;
  /** Once a minute, and at start: lessons end, and people are reminded. */
  passTime(): Promise<void>;
  /** Call it now and then: deletes files that nobody can reach any more. */
  tidyUp(): Promise<void>;
}

export function createLearn(context: LearnContext): Learn {
  const sales = new Sales(context);
  const materials = new Materials(context);
  const visits = new Visits(context);
  const hearers: (() => void)[] = [];
  return {
    handlers: {
      ...deskHandlers(context, () => hearers.forEach((hear) => hear())),
      ...payingBackHandlers(context),
      ...courseHandlers(context, sales),
      ...assignedHandlers(context),
      ...earningsHandlers(context),
      ...attendanceHandlers(context),
      ...removalHandlers(context),
      ...ratingHandlers(context),
      ...materials.handlers,
    },
    sales,
    files: materials.files,
    admission: (lessonId, account) => admission(context.db, lessonId, account),
    async lessonTimes(lessonId) {
      // Read first, because it may be stored while the lesson is read. Before the lesson's start, an end is only a break.
      const endedAt = visits.endNotStored(lessonId);
      const times = await lessonTimes(context.db, lessonId);
      return times && endedAt !== null && times.startsAt <= endedAt ? { ...times, endedAt } : times;
    },
    onChange: (hear) => void hearers.push(hear),
    visits,
    passTime: () => passTime(context),
    tidyUp: () => materials.tidyUp(),
  };
}
