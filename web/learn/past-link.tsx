// The link to reporting what happened in past calls.
import { Link } from '@tanstack/react-router';
import { REPORT_AFTER_MS } from '../../contract/call.ts';
import { LESSON_DOOR_MS, LESSON_OVERRUN_MS } from '../../contract/learn.ts';
import type { LessonData } from '../../contract/learn.ts';

export const REPORT_LATER = 'Report something from a call';

/** Somebody may have been in its call, recently enough to report. */
export function hasPast({ start_time, end_time, part }: LessonData, now: number): boolean {
  if (part !== 'learner' && part !== 'host') return false;
  const [from, to] = [Date.parse(start_time) - LESSON_DOOR_MS, Date.parse(end_time) + LESSON_OVERRUN_MS];
  return now >= from && now < to + REPORT_AFTER_MS;
}

export function PastLink({ sessionId, onOpen }: { sessionId: string | undefined; onOpen?: () => void }) {
  return (
    <Link
      to="/videocall"
      search={{ past: true, session: sessionId }}
      className="rounded-box font-medium text-accent-text underline-offset-2 hover:underline"
      onClick={onOpen}
    >
      {REPORT_LATER}
    </Link>
  );
}
