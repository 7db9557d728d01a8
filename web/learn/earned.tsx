// The earnings of lessons, for instructors and the desk: the sums of a row, and the list of months.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EarnedMonth } from '../../contract/learn/earnings.ts';
import { monthWords } from '../trade/diary/calendar.ts';
import { Card } from '../ui/card.tsx';
import { countText, moneyText, NO_NUMBER } from '../ui/number-text.ts';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';

type Sums = Omit<EarnedMonth, 'month'>;

/** What a month counts when. */
export const EARNED_LEAD =
  'By the day of payment in India. Refunds and sessions that change hands count when they were decided.';

const unlessNone = (count: number, text: string): string => (count === 0 ? NO_NUMBER : text);

/** With fixed widths, so that the sums line up in the two tables of a page. */
export const sumColumns: Column<Sums>[] = [
  {
    key: 'places',
    header: 'Places sold',
    align: 'end',
    from: 'lg',
    className: '@4xl:w-28',
    cell: (row) => countText(row.placesSold),
  },
  {
    key: 'sold',
    header: 'Sold',
    align: 'end',
    className: '@4xl:w-32',
    cell: (row) => unlessNone(row.placesSold, moneyText(row.sold)),
  },
  {
    key: 'back',
    header: 'Paid back',
    align: 'end',
    className: '@4xl:w-32',
    cell: (row) => unlessNone(row.placesBack, moneyText(row.paidBack)),
  },
  {
    key: 'taken',
    header: 'Taken over',
    align: 'end',
    className: '@4xl:w-32',
    cell: (row) => (row.takenOver === 0 ? NO_NUMBER : moneyText(row.takenOver)),
  },
  {
    key: 'net',
    header: 'Net',
    align: 'end',
    className: '@4xl:w-32',
    cell: (row) => <strong>{moneyText(row.net)}</strong>,
  },
];

/** The heads of these sums in a file. */
export const SUM_HEADS = [
  'Places sold',
  'Sold (INR)',
  'Places back',
  'Paid back (INR)',
  'Taken over (INR)',
  'Net (INR)',
];

export function sumCells({ placesSold, sold, placesBack, paidBack, takenOver, net }: Sums): number[] {
  return [placesSold, sold, placesBack, paidBack, takenOver, net];
}

function phoneText({ placesSold, sold, placesBack, paidBack, takenOver }: Sums): string {
  const parts = [
    ...(placesSold > 0 ? [`${countText(placesSold)} sold for ${moneyText(sold)}`] : []),
    ...(placesBack > 0 ? [`${moneyText(paidBack)} paid back`] : []),
    ...(takenOver === 0 ? [] : [`${moneyText(Math.abs(takenOver))} ${takenOver > 0 ? 'taken' : 'handed'} over`]),
  ];
  return parts.join(', ');
}

export function EarnedPhoneRow({ name, sums }: { name: ReactNode; sums: Sums }) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <div>{name}</div>
        <p className="text-sm text-muted">{phoneText(sums)}</p>
      </div>
      <strong className="whitespace-nowrap">{moneyText(sums.net)}</strong>
    </div>
  );
}

export interface MonthsProps {
  months: readonly EarnedMonth[];
  /** The month that is open. */
  asked: string;
  to: '/earnings' | '/payouts';
}

export function EarnedMonths({ months, asked, to }: MonthsProps) {
  const name = ({ month }: EarnedMonth) => (
    <Link to={to} search={{ month }} resetScroll={false} className="font-medium hover:text-accent-text">
      {monthWords(month)}
    </Link>
  );
  return (
    <Card flush title="All months">
      <Table
        caption="All months"
        columns={[{ key: 'month', header: 'Month', isRowHeader: true, cell: name }, ...sumColumns]}
        rows={months}
        rowKey={({ month }) => month}
        isSelected={({ month }) => month === asked}
        phoneRow={(month) => <EarnedPhoneRow name={name(month)} sums={month} />}
        empty={
          <EmptyState
            title="No place has been sold yet"
            text="Each month in which somebody pays for a session appears here."
          />
        }
      />
    </Card>
  );
}
