// The instructor's dashboard: the figures of all lessons, and the next one two clicks from live.
import { Link } from '@tanstack/react-router';
import type { AssignedLesson, AssignedSummary } from '../../contract/learn.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { CallButton } from '../learn/call-button.tsx';
import { durationText, LessonTime, untilText, useNow } from '../learn/lesson-time.tsx';
import { isRunning, titleOf } from '../learn/lesson-words.tsx';
import { ratingText } from '../learn/rating-words.ts';
import { useBegun, useEnded } from '../learn/use-ended.ts';
import { useCall, useWholeCall } from '../query.ts';
import { homeOf, session } from '../session.ts';
import type { Session } from '../session.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonLook } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { dollarText } from '../ui/dollars.tsx';
import { countText, moneyText } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { LoadingNote, Skeleton } from '../ui/skeleton.tsx';
import { StatRow } from '../ui/stat.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';

function Tiles({ summary, rate }: { summary: AssignedSummary | undefined; rate: number | undefined }) {
  const figure = (text: (known: AssignedSummary) => string) =>
    summary ? text(summary) : <Skeleton className="mt-1 w-12" />;
  const dollars = (rupees: number | undefined) => (rupees === undefined ? '' : dollarText(rupees, rate));
  return (
    <Card>
      <StatRow
        className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-6"
        stats={[
          { name: 'Total Sessions', value: figure(({ total }) => countText(total)) },
          {
            name: 'Completed',
            value: figure(({ completed }) => countText(completed)),
            note: summary?.rating && ratingText(summary.rating),
          },
          {
            name: 'Average Rate (per hour)',
            value: figure(({ averageRate }) => moneyText(averageRate)),
            note: dollars(summary?.averageRate),
          },
          { name: 'Upcoming', value: figure(({ upcoming }) => countText(upcoming)) },
          { name: 'Places taken', value: figure(({ learners }) => countText(learners)) },
          { name: 'Earned', value: figure(({ earned }) => moneyText(earned)), note: dollars(summary?.earned) },
        ]}
      />
    </Card>
  );
}

function LessonLine({ lesson, now }: { lesson: AssignedLesson; now: number }) {
  const start = Date.parse(lesson.start_time);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Link to="/lesson/$id" params={{ id: lesson.id }} className="min-w-0 wrap-anywhere hover:text-accent-text">
            {titleOf(lesson)}
          </Link>
          {isRunning(lesson, now) && <Badge tone="down">Live now</Badge>}
        </p>
        <p className="text-sm text-muted">
          <LessonTime start={lesson.start_time} /> {'\u00b7'} {durationText(Date.parse(lesson.end_time) - start)}{' '}
          {'\u00b7'} {lesson.enrolled} enrolled
          {start > now && ` \u00b7 ${untilText(start - now)}`}
        </p>
      </div>
      <CallButton lesson={lesson} isHost label="Start Session" />
    </li>
  );
}

function NextLessons({ lessons, now }: { lessons: readonly AssignedLesson[] | undefined; now: number }) {
  return (
    <Card
      title="Next sessions"
      actions={
        <Link to="/instructorhome" className={classList(buttonLook({ tone: 'quiet', size: 'small' }), '-mr-3')}>
          All sessions
        </Link>
      }
    >
      {lessons === undefined ? (
        <div className="flex flex-col gap-4 py-3">
          <LoadingNote what="your sessions" />
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      ) : lessons.length === 0 ? (
        <EmptyState
          title="No sessions to come"
          text="When an administrator assigns a session to your email address, it appears here, and you are told."
        />
      ) : (
        <ul className="divide-y divide-line">
          {lessons.map((lesson) => (
            <LessonLine key={lesson.id} lesson={lesson} now={now} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Nothing while no diary is open. */
function OpenDiaries() {
  const { data } = useCall('GET /sharedDiaries', {});
  if (data === undefined || data.length === 0) return null;
  const [{ learner }] = data;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 wrap-anywhere">
          {data.length === 1
            ? `${isolated(learner)} has opened the diary to you.`
            : `${data.length} diaries are open to you.`}
        </p>
        <Link to="/learnerDiaries" className={buttonLook()}>
          {data.length === 1 ? 'Read it' : 'See them'}
        </Link>
      </div>
    </Card>
  );
}

function InstructorDashboard({ login }: { login: Session }) {
  const { data: reply, error, refetch } = useWholeCall('GET /getAssigned', { page: 1, limit: 5, isPast: false });
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;
  const now = useNow();
  useEnded(reply?.data, now);
  useBegun(reply?.data, now);
  return (
    <Screen
      title={`Welcome back, ${login.name}`}
      documentTitle="Instructor dashboard"
      actions={
        <Link to="/earnings" className={buttonLook()}>
          Earnings by month
        </Link>
      }
    >
      {error && !reply ? (
        <Card flush>
          <ErrorState title="Your sessions could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <Tiles summary={reply?.top.summary} rate={rate} />
          <OpenDiaries />
          <NextLessons lessons={reply?.data} now={now} />
        </>
      )}
    </Screen>
  );
}

/** Spec 2: the address has no guard. Anybody else is shown the way. */
export function DashboardScreen() {
  const login = session();
  if (login?.role === 'instructor') return <InstructorDashboard login={login} />;
  return (
    <Screen title="Instructor dashboard">
      <Card flush>
        <EmptyState
          title="This page is for instructors"
          text="It sums up their sessions, their learners and what they have earned."
          action={
            <Link to={login ? homeOf(login.role) : '/instructorLogin'} className={buttonLook({ tone: 'primary' })}>
              {login ? 'Go to home' : 'Go to instructor login'}
            </Link>
          }
        />
      </Card>
    </Screen>
  );
}
