// What the instructor's lessons have brought, month by month, and the statement of one month to keep.
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { EarnedLesson, LessonEarnings } from '../../contract/learn/earnings.ts';
import { EARNED_LEAD, EarnedMonths, EarnedPhoneRow, sumColumns } from '../learn/earned.tsx';
import { earnedSearch } from '../learn/earned-search.ts';
import { LessonTime } from '../learn/lesson-time.tsx';
import { LessonBadge, titleOf } from '../learn/lesson-words.tsx';
import { useCall } from '../query.ts';
import { monthWords } from '../trade/diary/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { download } from '../ui/download.ts';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { earningsCsv } from './earnings-csv.ts';

const route = getRouteApi('/instructor/earnings');

function LessonName({ lesson }: { lesson: EarnedLesson }) {
  return (
    <Link to="/lesson/$id" params={{ id: lesson.id }} className="font-medium wrap-anywhere hover:text-accent-text">
      {titleOf(lesson)}
    </Link>
  );
}

const columns: Column<EarnedLesson>[] = [
  { key: 'lesson', header: 'Session', isRowHeader: true, cell: (row) => <LessonName lesson={row} /> },
  {
    key: 'start',
    header: 'Starting Time',
    from: 'md',
    cell: (row) => <LessonTime start={row.start_time} className="@6xl:whitespace-nowrap" />,
  },
  { key: 'status', header: 'Status', from: 'lg', cell: (row) => <LessonBadge status={row.status} /> },
  ...sumColumns,
];

function OneMonth({ data }: { data: LessonEarnings | undefined }) {
  return (
    <Card flush title={data ? monthWords(data.asked.month) : 'Month'}>
      <Table
        caption="Sessions of the month"
        columns={columns}
        rows={data?.lessons}
        rowKey={({ id }) => id}
        skeletonRows={3}
        phoneRow={(lesson) => <EarnedPhoneRow name={<LessonName lesson={lesson} />} sums={lesson} />}
        empty={<EmptyState title="Nothing was sold or paid back in this month" />}
      />
    </Card>
  );
}

export function EarningsScreen() {
  const { month } = earnedSearch(route.useSearch());
  const { data, error, refetch } = useCall('GET /lessonEarnings', { month }, { keepPrevious: true });
  return (
    <Screen
      title="Earnings"
      lead={EARNED_LEAD}
      actions={
        <Button
          disabled={data === undefined}
          onClick={() => data && download(`istock-earnings-${data.asked.month}.csv`, earningsCsv(data))}
        >
          <Download size={16} aria-hidden="true" />
          CSV
        </Button>
      }
    >
      {error && !data ? (
        <Card flush>
          <ErrorState title="Your earnings could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <OneMonth data={data} />
          {data && <EarnedMonths months={data.months} asked={data.asked.month} to="/earnings" />}
        </>
      )}
    </Screen>
  );
}
