// The trades of one day, each with its way in and its way out.
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { DiaryDay } from '../../../contract/trade.ts';
import { IconButton } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Change } from '../../ui/money.tsx';
import { countText, NO_NUMBER, priceText } from '../../ui/number-text.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { SideBadge } from '../order-words.tsx';
import { dayWords } from './calendar.ts';
import { tradesFrom } from './diary-days.ts';

type Detail = DiaryDay['details'][number];

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
      <Link to="/stockdetails/$symbol" params={{ symbol: row.symbol }} className="font-semibold hover:text-accent-text">
        {row.symbol}
      </Link>
    ),
  },
  { key: 'quantity', header: 'Quantity', align: 'end', cell: (row) => countText(row.quantity) },
  { key: 'entry', header: 'Entry', align: 'end', cell: (row) => priceText(row.entry) },
  { key: 'exit', header: 'Exit', align: 'end', cell: (row) => priceText(row.exit) },
  { key: 'pnl', header: 'P&L', align: 'end', cell: (row) => <Change value={row.pnl} /> },
  {
    key: 'notes',
    header: 'Notes',
    from: 'md',
    className: 'max-w-64',
    cell: (row) => row.notes || <span className="text-faint">{NO_NUMBER}</span>,
  },
];

function PhoneTrade({ row }: { row: Detail }) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <SideBadge side={row.type} />
          <span className="font-semibold">{row.symbol}</span>
        </span>
        <Change value={row.pnl} className="font-semibold" />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        <span>{`${countText(row.quantity)}: ${priceText(row.entry)} to ${priceText(row.exit)}`}</span>
        <DateTime at={row.time} shape="time" />
      </div>
      {row.notes && <p className="text-sm">{row.notes}</p>}
    </div>
  );
}

export interface TradeDetailsProps {
  record: DiaryDay;
  /** Only trades from this time on. */
  time: string | undefined;
  /** Asked for by a press on View: the panel takes the focus. */
  takesFocus: boolean;
  onClose: () => void;
}

export function TradeDetails({ record, time, takesFocus, onClose }: TradeDetailsProps) {
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
      className="min-w-0 scroll-mt-20 rounded-box border border-line bg-surface outline-none"
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
        columns={columns}
        rows={tradesFrom(record, time)}
        rowKey={(row) => row._id}
        rowSymbol={(row) => row.symbol}
        phoneRow={(row) => <PhoneTrade row={row} />}
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
    </section>
  );
}
