// One assigned lesson: when, what about, who has enrolled, what it has brought, and Start Session.
import { Link } from '@tanstack/react-router';
import type { AssignedLesson } from '../../contract/learn.ts';
import { AttendanceButton, hasAttendance } from '../learn/attendance.tsx';
import { CallButton } from '../learn/call-button.tsx';
import { durationText, LessonTime, untilText } from '../learn/lesson-time.tsx';
import { fieldOf, isRunning, LessonBadge, titleOf } from '../learn/lesson-words.tsx';
import { Rating } from '../learn/rating.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { MoneyInDollars } from '../ui/dollars.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useScrolls } from '../ui/sideways.tsx';
import { StatRow } from '../ui/stat.tsx';

function Learners({ learners }: Pick<AssignedLesson, 'learners'>) {
  const [list, scrolls] = useScrolls<HTMLUListElement>();
  if (learners.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium text-accent-text">
        {learners.length === 1 ? 'See the learner' : `See the ${learners.length} learners`}
      </summary>
      <ul ref={list} aria-label="Learners" tabIndex={scrolls ? 0 : undefined} className="mt-2 max-h-48 overflow-y-auto">
        {learners.map(({ name, enrolledAt }) => (
          <li key={`${name} ${enrolledAt}`} className="py-1 break-words">
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}

export interface AssignedCardProps {
  lesson: AssignedLesson;
  now: number;
  rate: number | undefined;
}

export function AssignedCard({ lesson, now, rate }: AssignedCardProps) {
  const start = Date.parse(lesson.start_time);
  const field = fieldOf(lesson);
  const isAhead = lesson.status === 'SCHEDULED' && start > now;
  const materials = `Lesson and materials${lesson.materials === 0 ? '' : ` (${lesson.materials})`}`;
  return (
    <article className="flex min-w-0 flex-col gap-4 rounded-box border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        {isRunning(lesson, now) ? <Badge tone="down">Live now</Badge> : <LessonBadge status={lesson.status} />}
        {field && <Badge>{field}</Badge>}
        {isAhead && <span className="ml-auto text-sm text-muted">{untilText(start - now)}</span>}
      </div>
      <StatRow
        className="grid-cols-2"
        stats={[
          { name: 'Student Enrolled', value: lesson.enrolled },
          { name: 'Length', value: durationText(Date.parse(lesson.end_time) - start) },
        ]}
      />
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-sm text-muted">Starting Time</dt>
          <dd>
            <LessonTime start={lesson.start_time} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Topic</dt>
          <dd className="font-medium break-words">{titleOf(lesson)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Rate and earnings</dt>
          <dd>
            <MoneyInDollars rupees={lesson.hourly_rate} rate={rate} /> {'\u00b7'} earned{' '}
            <MoneyInDollars rupees={lesson.earned} rate={rate} />
          </dd>
        </div>
      </dl>
      {lesson.status === 'COMPLETED' && <Rating rating={lesson.rating} className="text-sm text-muted" />}
      <Learners learners={lesson.learners} />
      <div className="mt-auto flex flex-col gap-2 border-t border-line pt-4">
        {lesson.status === 'SCHEDULED' && <CallButton lesson={lesson} isHost label="Start Session" wide />}
        {hasAttendance(lesson, now) && <AttendanceButton lesson={lesson} wide />}
        <Link
          to="/lesson/$id"
          params={{ id: lesson.id }}
          aria-label={`${materials}: ${titleOf(lesson)}`}
          className={buttonLook({ wide: true })}
        >
          {materials}
        </Link>
      </div>
    </article>
  );
}

export function AssignedSkeleton() {
  return (
    <div className="flex flex-col gap-4 rounded-box border border-line bg-surface p-4">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-10 w-3/4" />
      <Skeleton className="h-10 w-2/3" />
      <Skeleton className="h-10 w-1/2" />
      <Skeleton className="h-9 w-full" />
      <Skeleton className="h-9 w-full" />
    </div>
  );
}
