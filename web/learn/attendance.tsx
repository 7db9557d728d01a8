// Who came to a lesson and how long each was in its call: a button that opens the list, also as CSV.
import { useState } from 'react';
import type { Attendance } from '../../contract/learn.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { call } from '../api.ts';
import { CsvButton, csvPage } from '../csv-button.tsx';
import { useCall } from '../query.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import type { ButtonSize } from '../ui/button.tsx';
import { dateTimeText } from '../ui/date-time.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { clockText, zonedText } from './lesson-time.tsx';
import { titleOf } from './lesson-words.tsx';
import type { ShownLesson } from './lesson-words.tsx';
import { RemovedPeople } from './removed-people.tsx';

/** While people are in the call, the list updates itself. */
const REFRESH_MS = 15_000;

const timeText = (iso: string | null): string => (iso === null ? '\u2013' : clockText(Date.parse(iso)));
const partText = ({ part }: Attendance): string => (part === 'host' ? 'Instructor' : 'Learner');

function Presence({ row }: { row: Attendance }) {
  if (row.isPresent) return <Badge tone="up">In the call</Badge>;
  if (row.joinedAt === null) return <Badge tone="warn">Did not come</Badge>;
  return <>{timeText(row.leftAt)}</>;
}

const columns: Column<Attendance>[] = [
  {
    key: 'name',
    header: 'Name',
    isRowHeader: true,
    cell: (row) => (
      <span className="block">
        <span className="block break-words">{row.name}</span>
        {row.part === 'host' && <span className="block text-sm font-normal text-faint">Instructor</span>}
      </span>
    ),
  },
  { key: 'joined', header: 'Joined', cell: (row) => timeText(row.joinedAt) },
  { key: 'left', header: 'Left', cell: (row) => <Presence row={row} /> },
  { key: 'minutes', header: 'Minutes', align: 'end', cell: ({ minutes }) => minutes },
  { key: 'visits', header: 'Times', align: 'end', from: 'sm', cell: ({ visits }) => visits },
];

function PhoneRow({ row }: { row: Attendance }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-medium break-words">{row.name}</span>
        <span className="block text-sm text-muted">
          {partText(row)}
          {row.joinedAt !== null && ` \u00b7 from ${timeText(row.joinedAt)}`}
          {row.leftAt !== null && ` to ${timeText(row.leftAt)}`}
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {(row.isPresent || row.joinedAt === null) && <Presence row={row} />}
        {row.joinedAt !== null && <span className="text-sm">{row.minutes} min</span>}
      </span>
    </div>
  );
}

const csvHeader = ['Name', 'Part', 'Joined (IST)', 'Left (IST)', 'Minutes', 'Times'];
const csvRow = (row: Attendance) => [
  row.name,
  partText(row),
  row.joinedAt && dateTimeText(row.joinedAt),
  row.isPresent ? 'In the call' : row.leftAt && dateTimeText(row.leftAt),
  row.minutes,
  row.visits,
];

function AttendanceList({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /attendance/{id}', { id }, { refetchInterval: REFRESH_MS });
  if (error && !data)
    return <ErrorState title="Attendance could not be loaded" reason={error.message} onRetry={() => void refetch()} />;
  // Two people may have the same name.
  const rows = data?.map((row, place) => ({ ...row, key: String(place) }));
  const learners = data?.filter(({ part }) => part === 'learner') ?? [];
  const came = learners.filter(({ joinedAt }) => joinedAt !== null).length;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-muted">
          {data && `${came} of ${learners.length} ${learners.length === 1 ? 'learner' : 'learners'} came.`}
        </p>
        <CsvButton
          name="attendance"
          header={csvHeader}
          row={csvRow}
          disabled={!data}
          load={async () => csvPage(await call('GET /attendance/{id}', { id }), (rows) => ({ rows, totalPages: 1 }))}
        />
      </div>
      <Table
        caption="Attendance"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        skeletonRows={4}
        phoneRow={(row) => <PhoneRow row={row} />}
        empty={<EmptyState title="Nobody has a place in this lesson" />}
      />
      <RemovedPeople lesson={id} />
    </div>
  );
}

/** A lesson that has begun and was not canceled has an attendance list. */
export function hasAttendance({ start_time, status }: ShownLesson, now: number): boolean {
  return status !== 'CANCELED' && (status === 'COMPLETED' || Date.parse(start_time) <= now);
}

export function AttendanceButton({ lesson, size, wide }: { lesson: ShownLesson; size?: ButtonSize; wide?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  // With the zone, which is that of all times in it.
  const when = zonedText(Date.parse(lesson.start_time));
  return (
    <>
      <Button
        size={size}
        wide={wide}
        aria-label={`Attendance: ${titleOf(lesson)}, ${when}`}
        onClick={() => setIsOpen(true)}
      >
        Attendance
      </Button>
      <Dialog
        title={`Attendance: ${isolated(titleOf(lesson))}, ${when}`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <AttendanceList id={lesson.id} />
      </Dialog>
    </>
  );
}
