// The trades of one day, each with entry and exit.
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateTime, dateTimeText } from '../../ui/date-time.tsx';
import { Change } from '../../ui/money.tsx';
import { countText, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { SideBadge } from '../order-words.tsx';
import { dayWords } from './calendar.ts';
import { tradesFrom, tradesOnPage } from './diary-days.ts';
import { moodNames } from './figure-words.ts';

type Detail = DiaryDay['details'][number];

function columnsOf(opening: Omit<OpenProps, 'row'>, commentsOf: (id: string) => number): Column<Detail>[] {
  return [
    ...columns,
    {
      key: 'notes',
      header: 'Notes',
      from: 'md',
      className: 'max-w-64',
      cell: (row) => <Noted row={row} comments={commentsOf(row._id)} />,
    },
    {
      key: 'open',
      header: <span className="sr-only">Details</span>,
      align: 'end',
      className: 'print:hidden',
      cell: (row) => <Open row={row} {...opening} />,
    },
  ];
}

interface OpenProps {
  row: Detail;
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
}

function Open({ row, open, onOpen }: OpenProps) {
  const isOpen = row._id === open;
  return (
    <Button
      size="small"
      tone="quiet"
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Close' : 'Open'} the trade in ${row.symbol} at ${dateTimeText(row.time, 'time')}`}
      onClick={() => onOpen(isOpen ? undefined : row._id)}
      className="-mr-3 print:hidden"
    >
      {isOpen ? 'Close' : 'Open'}
    </Button>
  );
}

const columns: Column<Detail>[] = [
  {
    key: 'time',
    header: 'Time',
    isRowHeader: true,
    cell: (row) => <DateTime at={row.time} shape="time" className="font-normal" />,
  },
  { key: 'type', header: 'Type', cell: (row) => <SideBadge side={row.type} /> },
  {
    key: 'symbol',
    header: 'Symbol',
    cell: (row) => (
      <Link
        to="/stockdetails/$symbol"
        params={{ symbol: row.symbol }}
        className="finger inline-block font-semibold hover:text-accent-text"
      >
        {row.symbol}
      </Link>
    ),
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (row) => countText(row.quantity) },
  { key: 'entry', header: 'Entry', align: 'end', cell: (row) => priceText(row.entry) },
  { key: 'exit', header: 'Exit', align: 'end', cell: (row) => priceText(row.exit) },
  { key: 'pnl', header: 'P&L', align: 'end', cell: (row) => <Change value={row.pnl} /> },
];

/** The beginning of the note; the opened trade shows all of it. */
function Noted({ row, comments }: { row: Detail; comments: number }) {
  const { notes, tags, mood } = row;
  if (notes === '' && tags.length === 0 && mood === null && comments === 0)
    return <span className="text-faint max-md:hidden">{NO_NUMBER}</span>;
  return (
    <span className="flex flex-col gap-1">
      {notes && <span className="line-clamp-2 break-words">{notes}</span>}
      {(tags.length > 0 || mood !== null || comments > 0) && (
        <span className="flex flex-wrap gap-1">
          {tags.map((tag) => (
            <Badge key={tag}>{`#${tag}`}</Badge>
          ))}
          {mood !== null && <Badge tone="accent">{moodNames[mood]}</Badge>}
          {comments > 0 && <Badge tone="warn">{comments === 1 ? '1 comment' : `${comments} comments`}</Badge>}
        </span>
      )}
    </span>
  );
}

function PhoneTrade({ row, comments, ...opening }: OpenProps & { comments: number }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex items-center gap-2">
          <SideBadge side={row.type} />
          <span className="font-semibold">{row.symbol}</span>
        </span>
        <Change value={row.pnl} className="font-semibold" />
      </div>
      <div className="-my-1 flex items-center justify-between gap-3 text-sm text-muted">
        <span className="flex flex-wrap gap-x-2">
          <span>{`${countText(row.quantity)}: ${priceText(row.entry)} to ${priceText(row.exit)}`}</span>
          <DateTime at={row.time} shape="time" />
        </span>
        <Open row={row} {...opening} />
      </div>
      <Noted row={row} comments={comments} />
    </div>
  );
}

export interface TradeDetailsProps {
  record: DiaryDay;
  /** Only trades from this time on. */
  time: string | undefined;
  /** The id of the trade that is open. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
  /** The details of the open trade. */
  renderOpen: (trade: Detail) => ReactNode;
  /** The number of comments on a trade. */
  commentsOf: (id: string) => number;
  /** Opened by a press on View: the panel takes the focus. */
  takesFocus: boolean;
  onClose: () => void;
}

export function TradeDetails(props: TradeDetailsProps) {
  const { record, time, open, onOpen, renderOpen, commentsOf, takesFocus, onClose } = props;
  const rows = tradesFrom(record, time);
  const [turned, setTurned] = useState<{ of: string; page: number }>();
  /** Which trades are paged: another day, or another time, begins on its own first page. */
  const of = `${record.date} ${time ?? ''}`;
  const { page, totalPages, onPage } = tradesOnPage(rows, turned?.of === of ? turned.page : undefined, open);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [record.date, takesFocus]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Trade Details"
      className="min-w-0 scroll-mt-4 rounded-box border border-line bg-surface outline-none"
    >
      <div className="flex min-h-12 items-center justify-between gap-3 pt-2 pr-2 pb-1 pl-4">
        <h2 className="text-base font-semibold">Trade Details</h2>
        <span className="ml-auto text-sm text-muted">{dayWords(record.date)}</span>
        <IconButton label="Close trade details" onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <Table
        caption={`Trades of ${dayWords(record.date)}`}
        columns={columnsOf({ open, onOpen }, commentsOf)}
        rows={onPage}
        isSelected={(row) => row._id === open}
        rowKey={(row) => row._id}
        rowSymbol={(row) => row.symbol}
        phoneRow={(row) => <PhoneTrade row={row} open={open} onOpen={onOpen} comments={commentsOf(row._id)} />}
        below={(row) => row._id === open && renderOpen(row)}
        empty={
          record.trades === 0 ? (
            <EmptyState
              title="Nothing was sold on this day"
              text="Shares were bought, and their charges count. A trade is complete when the shares are sold."
            />
          ) : (
            <EmptyState title="No trades from this time on" text="Clear the time to see the whole day." />
          )
        }
      />
      {totalPages > 1 && (
        <Pager page={page} totalPages={totalPages} onPage={(to) => setTurned({ of, page: to })} label="Trades" />
      )}
    </section>
  );
}
