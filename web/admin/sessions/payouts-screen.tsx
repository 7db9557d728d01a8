// What every instructor's lessons have brought in a month: what an operator who sells lessons owes to whom.
import { getRouteApi, Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import type { InstructorEarned, Payouts } from '../../../contract/learn/earnings.ts';
import { csvOf } from '../../../contract/wire/csv.ts';
import { isOfDeleted } from '../../../contract/wire/email.ts';
import { EARNED_LEAD, EarnedMonths, EarnedPhoneRow, SUM_HEADS, sumCells, sumColumns } from '../../learn/earned.tsx';
import { earnedSearch } from '../../learn/earned-search.ts';
import { useCall } from '../../query.ts';
import { monthWords } from '../../trade/diary/calendar.ts';
import { Button, buttonLook } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { download } from '../../ui/download.ts';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';

const route = getRouteApi('/admin/payouts');

const emailOf = ({ email }: InstructorEarned): string => (isOfDeleted(email) ? '' : email);

function Instructor({ row }: { row: InstructorEarned }) {
  return (
    <span className="block min-w-0">
      <span className="block font-medium wrap-anywhere">{row.name}</span>
      <span className="block text-sm font-normal wrap-anywhere text-muted">{emailOf(row)}</span>
    </span>
  );
}

const columns: Column<InstructorEarned>[] = [
  { key: 'instructor', header: 'Instructor', isRowHeader: true, cell: (row) => <Instructor row={row} /> },
  ...sumColumns,
];

function save({ asked, instructors }: Payouts): void {
  const rows = instructors.map((row) => [row.name, emailOf(row), ...sumCells(row)]);
  const header = ['Instructor', 'Instructor email', ...SUM_HEADS];
  download(`istock-payouts-${asked.month}.csv`, csvOf(header, [...rows, ['Total', '', ...sumCells(asked)]]));
}

export function PayoutsScreen() {
  const { month } = earnedSearch(route.useSearch());
  const { data, error, refetch } = useCall('GET /payouts', { month }, { keepPrevious: true });
  return (
    <Screen
      title="Earnings of instructors"
      lead={EARNED_LEAD}
      actions={
        <>
          <Button disabled={data === undefined} onClick={() => data && save(data)}>
            <Download size={16} aria-hidden="true" />
            CSV
          </Button>
          <Link to="/sessions" className={buttonLook()}>
            Sessions
          </Link>
        </>
      }
    >
      {error && !data ? (
        <Card flush>
          <ErrorState title="The earnings could not be loaded" reason={error.message} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          <Card flush title={data ? monthWords(data.asked.month) : 'Month'}>
            <Table
              caption="Instructors of the month"
              columns={columns}
              rows={data?.instructors}
              rowKey={({ email }) => email}
              skeletonRows={3}
              phoneRow={(row) => <EarnedPhoneRow name={<Instructor row={row} />} sums={row} />}
              empty={<EmptyState title="Nothing was sold or paid back in this month" />}
            />
          </Card>
          {data && <EarnedMonths months={data.months} asked={data.asked.month} to="/payouts" />}
        </>
      )}
    </Screen>
  );
}
