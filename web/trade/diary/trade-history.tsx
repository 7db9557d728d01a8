// The days of the view as a list, newest first.
import type { ReactNode } from 'react';
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { Badge } from '../../ui/badge.tsx';
import type { BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Change } from '../../ui/money.tsx';
import { countOf, countText } from '../../ui/number-text.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { dayWords } from './calendar.ts';

const tones: Record<DiaryDay['status'], BadgeTone> = { PROFIT: 'up', LOSS: 'down', FLAT: 'neutral' };

/** Based on the result before charges; if the charges reverse it, that is shown beside it. */
function Status({ day: { status, netPL } }: { day: DiaryDay }) {
  const isTurned = status !== 'LOSS' && netPL < 0;
  return (
    <span className="inline-flex items-center gap-x-2 max-md:ml-auto max-md:flex-wrap">
      <Badge tone={tones[status]}>{status}</Badge>
      {isTurned && <span className="text-sm whitespace-nowrap text-muted">before charges</span>}
    </span>
  );
}

function View({ day, onView }: { day: DiaryDay; onView: (day: string) => void }) {
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label={`View ${dayWords(day.date)}`}
      onClick={() => onView(day.date)}
      className="-mr-3 print:hidden"
    >
      View
    </Button>
  );
}

function columnsOf(onView: (day: string) => void): Column<DiaryDay>[] {
  return [
    {
      key: 'day',
      header: 'Trade Day',
      isRowHeader: true,
      cell: (day) => (
        <time dateTime={day.date} className="whitespace-nowrap">
          {dayWords(day.date)}
        </time>
      ),
    },
    {
      key: 'trades',
      header: 'No. of Trades',
      align: 'end',
      className: '@max-4xl:w-20 @max-4xl:whitespace-normal',
      cell: (day) => countText(day.trades),
    },
    { key: 'overall', header: 'Overall P&L', align: 'end', cell: (day) => <Change value={day.overallPL} /> },
    { key: 'net', header: 'Net P&L', align: 'end', cell: (day) => <Change value={day.netPL} /> },
    { key: 'status', header: 'Status', cell: (day) => <Status day={day} /> },
    {
      key: 'view',
      header: 'Transaction',
      align: 'end',
      className: 'print:hidden',
      cell: (day) => <View day={day} onView={onView} />,
    },
  ];
}

function PhoneDay({ day, onView }: { day: DiaryDay; onView: (day: string) => void }) {
  return (
    <div className="flex items-center gap-2">
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
          {dayWords(day.date)}
          <Change value={day.netPL} className="ml-auto" />
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
          {countOf(day.trades, 'trade')}
          <Status day={day} />
        </span>
      </span>
      <View day={day} onView={onView} />
    </div>
  );
}

export interface TradeHistoryProps {
  days: readonly DiaryDay[] | undefined;
  selected: string | undefined;
  onView: (day: string) => void;
  empty: ReactNode;
}

export function TradeHistory({ days, selected, onView, empty }: TradeHistoryProps) {
  return (
    <Table
      caption="Trade History"
      columns={columnsOf(onView)}
      rows={days}
      rowKey={(day) => day.date}
      isSelected={(day) => day.date === selected}
      skeletonRows={5}
      empty={empty}
      phoneRow={(day) => <PhoneDay day={day} onView={onView} />}
    />
  );
}
