// What the instructor's lessons have brought, month by month, and the statement of one month to keep.
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EarnedLesson, EarnedMonth, LessonEarnings } from '../../contract/learn/earnings.ts';
import { LessonBadge, titleOf } from '../learn/lesson-words.tsx';
import { useCall } from '../query.ts';
import { monthWords } from '../trade/diary/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { download } from '../ui/download.ts';
import { countText, moneyText, NO_NUMBER } from '../ui/number-text.ts';
import { Screen } from '../ui/screen.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { earningsCsv } from './earnings-csv.ts';
import { earningsSearch } from './earnings-search.ts';

const route = getRouteApi('/instructor/earnings');

type Sums = Pick<EarnedMonth, 'placesSold' | 'sold' | 'placesBack' | 'paidBack' | 'net'>;

const unlessNone = (count: number, text: string): string => (count === 0 ? NO_NUMBER : text);

const sumColumns: Column<Sums>[] = [
  { key: 'places', header: 'Places sold', align: 'end', from: 'md', cell: (row) => countText(row.placesSold) },
  { key: 'sold', header: 'Sold', align: 'end', cell: (row) => unlessNone(row.placesSold, moneyText(row.sold)) },
  {
    key: 'back',
    header: 'Paid back',
    align: 'end',
    cell: (row) => unlessNone(row.placesBack, moneyText(row.paidBack)),
  },
  { key: 'net', header: 'Net', align: 'end', cell: (row) => <strong>{moneyText(row.net)}</strong> },
];

function MonthLink({ month }: EarnedMonth) {
  return (
    <Link to="/earnings" search={{ month }} resetScroll={false} className="font-medium hover:text-accent-text">
      {monthWords(month)}
    </Link>
  );
}

const monthColumns: Column<EarnedMonth>[] = [
  { key: 'month', header: 'Month', isRowHeader: true, cell: (row) => <MonthLink {...row} /> },
  ...sumColumns,
];

function LessonName({ lesson }: { lesson: EarnedLesson }) {
  return (
    <Link to="/lesson/$id" params={{ id: lesson.id }} className="font-medium wrap-anywhere hover:text-accent-text">
      {titleOf(lesson)}
    </Link>
  );
}

const lessonColumns: Column<EarnedLesson>[] = [
  { key: 'lesson', header: 'Session', isRowHeader: true, cell: (row) => <LessonName lesson={row} /> },
  { key: 'start', header: 'Starting Time', from: 'md', cell: (row) => <DateTime at={row.start_time} /> },
  { key: 'status', header: 'Status', from: 'lg', cell: (row) => <LessonBadge status={row.status} /> },
  ...sumColumns,
];

function phoneSums({ placesSold, sold, placesBack, paidBack }: Sums): string {
  const parts = [
    ...(placesSold > 0 ? [`${countText(placesSold)} sold for ${moneyText(sold)}`] : []),
    ...(placesBack > 0 ? [`${moneyText(paidBack)} paid back`] : []),
  ];
  return parts.join(', ');
}

function PhoneRow({ name, sums }: { name: ReactNode; sums: Sums }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p>{name}</p>
        <p className="text-sm text-muted">{phoneSums(sums)}</p>
      </div>
      <strong className="whitespace-nowrap">{moneyText(sums.net)}</strong>
    </div>
  );
}

function OneMonth({ month, data }: { month: string | undefined; data: LessonEarnings | undefined }) {
  return (
    <Card flush title={month === undefined ? 'Month' : monthWords(month)}>
      <Table
        caption="Sessions of the month"
        columns={lessonColumns}
        rows={data?.lessons}
        rowKey={({ id }) => id}
        skeletonRows={3}
        phoneRow={(lesson) => <PhoneRow name={<LessonName lesson={lesson} />} sums={lesson} />}
        empty={<EmptyState title="Nothing was sold or paid back in this month" />}
      />
    </Card>
  );
}

function Months({ data }: { data: LessonEarnings }) {
  return (
    <Card flush title="All months">
      <Table
        caption="All months"
        columns={monthColumns}
        rows={data.months}
        rowKey={({ month }) => month}
        isSelected={({ month }) => month === data.asked.month}
        phoneRow={(month) => <PhoneRow name={<MonthLink {...month} />} sums={month} />}
        empty={
          <EmptyState
            title="No place has been sold yet"
            text="Each month in which somebody pays for a session of yours appears here."
          />
        }
      />
    </Card>
  );
}

export function EarningsScreen() {
  const { month } = earningsSearch(route.useSearch());
  const { data, error, refetch } = useCall('GET /lessonEarnings', { month }, { keepPrevious: true });
  return (
    <Screen
      title="Earnings"
      lead="By the day of payment, in India’s time. What goes back counts in the month in which that was decided."
      actions={
        <Button
          disabled={data === undefined}
          onClick={() => data && download(`istock-earnings-${data.asked.month}.csv`, earningsCsv(data))}
        >
          Save as CSV
        </Button>
      }
    >
      {error && !data ? (
        <Card flush>
          <ErrorState title="Your earnings could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <OneMonth month={data?.asked.month} data={data} />
          {data && <Months data={data} />}
        </>
      )}
    </Screen>
  );
}
