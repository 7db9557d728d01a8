// One figure for each day: as columns, and as a table for people who cannot see them.
import { Suspense, useMemo, useState } from 'react';
import type { DeskDay } from '../../../contract/admin/dashboard.ts';
import type { DayValue } from '../../chart/day-bars-canvas.ts';
import { call } from '../../api.ts';
import { csvPage, CsvButton } from '../../csv-button.tsx';
import { lazyPart } from '../../lazy-part.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { weekdayFormat } from '../../ui/formats.ts';
import { countText, moneyText } from '../../ui/number-text.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import type { DashboardMeasure, DashboardSpan } from './dashboard-search.ts';

const DayBars = lazyPart(async () => ({ default: (await import('../../chart/day-bars.tsx')).DayBars }));

const measures: Record<DashboardMeasure, { label: string; unit: 'rupees' | 'count' }> = {
  tradedValue: { label: 'Traded value', unit: 'rupees' },
  orders: { label: 'Orders', unit: 'count' },
  fees: { label: 'Fees', unit: 'rupees' },
  deposits: { label: 'Deposits', unit: 'rupees' },
  newUsers: { label: 'New users', unit: 'count' },
  lessonsSold: { label: 'Lessons sold', unit: 'count' },
};

const measureChoices = Object.entries(measures).map(([value, { label }]) => ({
  value: value as DashboardMeasure,
  label,
}));

const spanChoices: { value: `${DashboardSpan}`; label: string }[] = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

const dayFormat = weekdayFormat('UTC');
const dayWords = (date: string): string => dayFormat.format(Date.parse(date));

const columns: Column<DeskDay>[] = [
  { key: 'day', header: 'Day', isRowHeader: true, cell: ({ date }) => <time dateTime={date}>{dayWords(date)}</time> },
  { key: 'value', header: 'Traded value', align: 'end', cell: (day) => moneyText(day.tradedValue) },
  { key: 'orders', header: 'Orders', align: 'end', cell: (day) => countText(day.orders) },
  { key: 'completed', header: 'Completed', align: 'end', from: 'md', cell: (day) => countText(day.completed) },
  { key: 'failed', header: 'Failed', align: 'end', from: 'md', cell: (day) => countText(day.failed) },
  { key: 'fees', header: 'Fees', align: 'end', cell: (day) => moneyText(day.fees) },
  { key: 'deposits', header: 'Deposits', align: 'end', from: 'sm', cell: (day) => moneyText(day.deposits) },
  { key: 'users', header: 'New users', align: 'end', from: 'md', cell: (day) => countText(day.newUsers) },
  { key: 'lessons', header: 'Lessons sold', align: 'end', from: 'lg', cell: (day) => countText(day.lessonsSold) },
];

const CSV_HEADER = [
  'Day',
  'Traded value',
  'Orders',
  'Completed',
  'Failed',
  'Fees',
  'Deposits',
  'New users',
  'Lessons sold',
];
const csvRow = (day: DeskDay) => [
  day.date,
  day.tradedValue,
  day.orders,
  day.completed,
  day.failed,
  day.fees,
  day.deposits,
  day.newUsers,
  day.lessonsSold,
];

export interface DaysCardProps {
  /** Oldest first; undefined while they load. */
  days: readonly DeskDay[] | undefined;
  measure: DashboardMeasure;
  span: DashboardSpan;
  onMeasure: (measure: DashboardMeasure) => void;
  onSpan: (span: DashboardSpan) => void;
}

export function DaysCard({ days, measure, span, onMeasure, onSpan }: DaysCardProps) {
  const [isTableShown, setIsTableShown] = useState(false);
  const { label, unit } = measures[measure];
  // Redrawn only when a figure has changed, not at every refresh.
  const shape = days?.map((day) => `${day.date}:${day[measure]}`).join();
  const values = useMemo(
    (): DayValue[] =>
      shape ? shape.split(',').map((day) => ({ date: day.slice(0, 10), value: Number(day.slice(11)) })) : [],
    [shape],
  );
  const newestFirst = useMemo(() => days && [...days].reverse(), [days]);
  const text = unit === 'rupees' ? moneyText : countText;
  const total = values.reduce((sum, { value }) => sum + value, 0);
  const words = (day: DayValue | undefined): string =>
    day ? `${dayWords(day.date)}: ${text(day.value)}` : `${label} in ${span} days: ${text(total)}`;

  return (
    <Card
      title="Day by day"
      flush
      actions={
        <span className="flex flex-wrap items-center justify-end gap-2">
          <Button size="small" aria-expanded={isTableShown} onClick={() => setIsTableShown(!isTableShown)}>
            {isTableShown ? 'Hide the table' : 'Show as a table'}
          </Button>
          <CsvButton
            name="days"
            size="small"
            header={CSV_HEADER}
            row={csvRow}
            disabled={!days?.length}
            load={async () =>
              csvPage(await call('GET /adminDashboard', { days: span }), (found) => ({
                rows: found.days,
                totalPages: 1,
              }))
            }
          />
        </span>
      }
    >
      <div className="flex flex-wrap items-center gap-2 px-4 pb-3">
        <Select
          label="What is shown"
          hideLabel
          value={measure}
          choices={measureChoices}
          onChoose={onMeasure}
          className="w-44"
        />
        <Segmented
          label="How far back"
          value={`${span}`}
          choices={spanChoices}
          onChoose={(value) => onSpan(Number(value) as DashboardSpan)}
        />
      </div>
      {days && total === 0 ? (
        <div className="flex h-76 items-center justify-center">
          <EmptyState title={words(undefined)} text="Each day on which something happens gets a column here." />
        </div>
      ) : days ? (
        <Suspense fallback={<Skeleton className="mx-4 mb-4 h-76" />}>
          <DayBars label={`${label} of each day`} days={values} unit={unit} words={words} />
        </Suspense>
      ) : (
        <Skeleton className="mx-4 mb-4 h-76" />
      )}
      {isTableShown && (
        <div className="border-t border-line">
          <Table caption="Day by day, newest first" columns={columns} rows={newestFirst} rowKey={({ date }) => date} />
        </div>
      )}
    </Card>
  );
}
