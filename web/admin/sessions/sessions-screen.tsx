// Sessions: every lesson with its state, searched, filtered, changed and canceled.
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { specializations } from '../../../contract/learn.ts';
import type { LessonRow, LessonStatus } from '../../../contract/learn.ts';
import { isOfDeleted } from '../../../contract/wire/email.ts';
import { call } from '../../api.ts';
import { CSV_PAGE_SIZE, CsvButton } from '../../csv-button.tsx';
import { AttendanceButton, hasAttendance } from '../../learn/attendance.tsx';
import { dayText, markedClockText, shortDayText, spanText, startText, useNow, ZONE } from '../../learn/lesson-time.tsx';
import { LessonBadge } from '../../learn/lesson-words.tsx';
import { useCall, useWholeCall } from '../../query.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { MoneyInDollars } from '../../ui/dollars.tsx';
import { countText, moneyText } from '../../ui/number-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { DeskList } from '../desk-list.tsx';
import { StateFilter } from '../list-filters.tsx';
import { CancelSession } from './cancel-session.tsx';
import { PayBackSession } from './pay-back-session.tsx';
import { SessionRatings } from './session-ratings.tsx';
import { SESSIONS_HEADER, sessionLine } from './sessions-csv.ts';
import { sessionsSearch } from './sessions-search.ts';
import type { SessionsSearch } from './sessions-search.ts';

const route = getRouteApi('/admin/sessions');
const PAGE_SIZE = 20;
/** Lessons begin and end, places are sold, and refunds are made while somebody looks. */
const REFRESH_MS = 10_000;

const statusNames: Record<LessonStatus, string> = {
  SCHEDULED: 'Scheduled',
  COMPLETED: 'Completed',
  CANCELED: 'Canceled',
};

/** How many refunds of it are still to be made; a dash where there is nothing to say. */
function refundsText({ refundsDue }: LessonRow): string {
  if (refundsDue === 0) return '\u2013';
  return `${refundsDue === 1 ? '1 refund' : `${refundsDue} refunds`} under way`;
}

function Actions({ lesson, onCancel }: { lesson: LessonRow; onCancel: (lesson: LessonRow) => void }) {
  const now = useNow(60_000);
  const what = `${lesson.instructor_name}, ${startText(Date.parse(lesson.start_time))}`;
  if (lesson.status === 'CANCELED') return <span className="text-sm text-faint">{refundsText(lesson)}</span>;
  if (lesson.status === 'COMPLETED')
    return (
      <span className="inline-flex flex-col items-end gap-1">
        {lesson.refundsDue > 0 && <span className="text-sm text-faint">{refundsText(lesson)}</span>}
        <span className="inline-flex flex-wrap justify-end gap-1 md:max-w-48 @6xl:min-w-44">
          <AttendanceButton lesson={lesson} size="small" />
          <SessionRatings lesson={lesson} what={what} />
          <PayBackSession lesson={lesson} what={what} />
        </span>
      </span>
    );
  return (
    <span className="inline-flex flex-wrap justify-end gap-1 md:@max-4xl:max-w-44 md:@max-4xl:min-w-32 @6xl:min-w-44">
      <Link
        to="/editSession/$sessionId"
        params={{ sessionId: lesson.id }}
        aria-label={`Edit: ${what}`}
        className={buttonLook({ size: 'small' })}
      >
        Edit
      </Link>
      {hasAttendance(lesson, now) && <AttendanceButton lesson={lesson} size="small" />}
      <Button tone="danger" size="small" aria-label={`Delete: ${what}`} onClick={() => onCancel(lesson)}>
        Delete
      </Button>
    </span>
  );
}

/** `rate`: rupees for a dollar, for the price of an hour below the name where a tablet has no room for its column. */
function Instructor({ lesson, rate }: { lesson: LessonRow; rate?: number | undefined }) {
  const isDisabled = lesson.isInstructorBlocked && lesson.status === 'SCHEDULED';
  return (
    <span className="block min-w-0">
      <span className="block wrap-anywhere">{lesson.instructor_name}</span>
      <span className="hidden text-sm font-normal md:@max-4xl:block">
        <MoneyInDollars rupees={lesson.hourly_rate} rate={rate} />
      </span>
      <span className="block text-sm font-normal wrap-anywhere text-faint">
        {/* On a tablet there is room only for what is wrong. */}
        <span className="md:@max-4xl:hidden">
          {!isOfDeleted(lesson.instructor_email) && lesson.instructor_email}
          {(!lesson.hasInstructor || isDisabled) && ' \u00b7 '}
        </span>
        {!lesson.hasInstructor && 'not signed up yet'}
        {isDisabled && <span className="text-down">disabled</span>}
      </span>
    </span>
  );
}

/** A lesson that somebody has paid for, and nobody has come to teach. */
function State({ lesson }: { lesson: LessonRow }) {
  const isMissed = lesson.status === 'COMPLETED' && !lesson.hasHostCome && lesson.enrolled > 0;
  return (
    <>
      <LessonBadge status={lesson.status} />
      {isMissed && <span className="block text-sm text-down">Instructor did not come</span>}
    </>
  );
}

function fieldText({ topic, specialization }: LessonRow): ReactNode {
  if (!topic) return specialization ? specializations[specialization] : '\u2013';
  return (
    <>
      {specialization && specializations[specialization]}
      <span className="block wrap-anywhere text-sm text-faint md:max-w-52 @6xl:max-w-64">{topic}</span>
    </>
  );
}

/** The end of a lesson, as a time only, unless it ends on another day than it begins. */
function End({ start_time, end_time }: LessonRow) {
  const at = Date.parse(end_time);
  const isNextDay = dayText(at) !== dayText(Date.parse(start_time));
  return (
    <time dateTime={end_time} className="whitespace-nowrap">
      {isNextDay && shortDayText(at)}
      <span className={isNextDay ? 'block text-sm text-faint' : undefined}>{markedClockText(at)}</span>
    </time>
  );
}

/** Includes the end and the state where there is no room for columns of their own. */
function Start({ lesson }: { lesson: LessonRow }) {
  const { start_time, end_time } = lesson;
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
  return (
    <>
      <time dateTime={start_time} className="whitespace-nowrap">
        {dayText(start)}
        <span className="block text-sm text-faint">
          {markedClockText(start)}
          <span className="@4xl:hidden">{` \u2013 ${untilText(start, end)}`}</span>
        </span>
      </time>
      <span className="@4xl:hidden">
        <State lesson={lesson} />
      </span>
    </>
  );
}

function Learners({ enrolled, seats, earned }: LessonRow) {
  return (
    <span className="whitespace-nowrap">
      {countText(enrolled)} of {countText(seats)}
      {earned > 0 && <span className="block text-sm text-faint">{moneyText(earned)}</span>}
    </span>
  );
}

/** The day is repeated only if it is another one. */
const untilText = (start: number, end: number): string =>
  dayText(start) === dayText(end) ? markedClockText(end) : `${dayText(end)}, ${markedClockText(end)}`;

function columnsOf(rate: number | undefined, onCancel: (lesson: LessonRow) => void): Column<LessonRow>[] {
  return [
    {
      key: 'instructor',
      header: 'Instructor',
      isRowHeader: true,
      cell: (lesson) => <Instructor lesson={lesson} rate={rate} />,
      className: 'md:min-w-28 @4xl:min-w-32 @[60rem]:min-w-40',
    },
    { key: 'field', header: 'Specialization', cell: fieldText },
    {
      key: 'rate',
      header: 'Hourly Rate ($)',
      align: 'end',
      from: 'lg',
      cell: (lesson) => <MoneyInDollars rupees={lesson.hourly_rate} rate={rate} stacked />,
    },
    { key: 'start', header: 'Start Time', cell: (lesson) => <Start lesson={lesson} /> },
    { key: 'end', header: 'End Time', cell: End, from: 'lg' },
    { key: 'learners', header: 'Learners', align: 'end', from: 'lg', cell: Learners },
    { key: 'status', header: 'Status', from: 'lg', cell: (lesson) => <State lesson={lesson} /> },
    { key: 'actions', header: 'Actions', align: 'end', cell: (lesson) => <Actions {...{ lesson, onCancel }} /> },
  ];
}

function PhoneRow({
  lesson,
  rate,
  onCancel,
}: {
  lesson: LessonRow;
  rate: number | undefined;
  onCancel: (lesson: LessonRow) => void;
}) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-start justify-between gap-3 font-medium">
        <Instructor lesson={lesson} />
        <span className="text-right">
          <State lesson={lesson} />
        </span>
      </div>
      <p className="text-sm text-muted">{fieldText(lesson)}</p>
      <p className="text-sm text-muted">{spanText(Date.parse(lesson.start_time), Date.parse(lesson.end_time))}</p>
      <p className="text-sm text-muted">
        {countText(lesson.enrolled)} of {countText(lesson.seats)} enrolled
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <MoneyInDollars rupees={lesson.hourly_rate} rate={rate} />
        <Actions lesson={lesson} onCancel={onCancel} />
      </div>
    </div>
  );
}

function NoSessions({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No session matches"
        text="Search by instructor or topic, or choose another status."
        action={<Button onClick={onClear}>Show all sessions</Button>}
      />
    );
  return (
    <EmptyState
      title="No sessions yet"
      text="Plan the first live lesson: it appears among the courses at once."
      action={
        <Link to="/createSession" className={buttonLook({ tone: 'primary' })}>
          Create Session
        </Link>
      }
    />
  );
}

export function SessionsScreen() {
  const search = sessionsSearch(route.useSearch());
  const navigate = route.useNavigate();
  const change = (changes: SessionsSearch, replace = false): void =>
    void navigate({ search: { ...search, ...changes }, replace, resetScroll: false });
  const [toCancel, setToCancel] = useState<LessonRow | null>(null);
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;

  const { page = 1, q, status } = search;
  const asked = { page, limit: PAGE_SIZE, status, q };
  const {
    data: reply,
    isPlaceholderData,
    error,
    refetch,
  } = useWholeCall('GET /getSessions', asked, {
    keepPrevious: true,
    refetchInterval: REFRESH_MS,
  });

  return (
    <Screen
      title="Sessions"
      lead={`Times are in your time zone, ${ZONE}.`}
      actions={
        <>
          <Link to="/payouts" className={buttonLook()}>
            Earnings
          </Link>
          <Link to="/createSession" className={buttonLook({ tone: 'primary' })}>
            Create Session
          </Link>
        </>
      }
    >
      <DeskList
        caption="Sessions"
        names={['session', 'sessions']}
        search={{ label: 'Search', placeholder: 'Search instructor or topic' }}
        place={search}
        change={change}
        filters={
          <StateFilter
            label="Status"
            names={statusNames}
            value={status}
            onChoose={(chosen) => change({ status: chosen, page: undefined })}
          />
        }
        actions={
          <CsvButton
            name="sessions"
            header={SESSIONS_HEADER}
            row={sessionLine}
            disabled={!reply?.data.length}
            load={async (next) => {
              const found = await call('GET /getSessions', { ...asked, page: next, limit: CSV_PAGE_SIZE });
              return found.ok ? { ...found, data: { rows: found.data, totalPages: found.top.totalPages } } : found;
            }}
          />
        }
        columns={columnsOf(rate, setToCancel)}
        rows={reply?.data}
        rowKey={(lesson) => lesson.id}
        phoneRow={(lesson) => <PhoneRow lesson={lesson} rate={rate} onCancel={setToCancel} />}
        skeletonRows={8}
        total={reply?.top.total}
        totalPages={reply?.top.totalPages}
        isPlaceholderData={isPlaceholderData}
        error={error}
        onRetry={refetch}
        empty={
          <NoSessions
            isFiltered={q !== undefined || status !== undefined}
            onClear={() => change({ q: undefined, status: undefined, page: undefined })}
          />
        }
      />
      <CancelSession lesson={toCancel} onDone={() => setToCancel(null)} />
    </Screen>
  );
}
