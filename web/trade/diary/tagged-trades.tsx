// The trades in view that carry one tag, and the choice of the tag.
import type { DiaryDay } from '../../../contract/trade/diary.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Change } from '../../ui/money.tsx';
import { countText, priceText } from '../../ui/number-text.ts';
import { paisaExact } from '../../ui/paisa-exact.ts';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table.tsx';
import { tradesText } from './figure-words.ts';

type Detail = DiaryDay['details'][number];

/** Every tag of the trades in view, the most frequent first. */
export function tagsOf(days: readonly DiaryDay[] | undefined): string[] {
  const counts = new Map<string, number>();
  for (const { details } of days ?? [])
    for (const { tags } of details) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b)).map(([tag]) => tag);
}

export interface TagFilterProps {
  tags: readonly string[];
  tag: string | undefined;
  onTag: (tag: string | undefined) => void;
}

export function TagFilter({ tags, tag, onTag }: TagFilterProps) {
  // The tag in the address may not occur in the days in view.
  const all = tag !== undefined && !tags.includes(tag) ? [tag, ...tags] : tags;
  return (
    <Select
      label="Trades with the tag"
      hideLabel
      className="w-40"
      choices={[{ value: '', label: 'All tags' }, ...all.map((value) => ({ value, label: `#${value}` }))]}
      value={tag ?? ''}
      onChoose={(chosen) => onTag(chosen || undefined)}
    />
  );
}

function columnsOf(onOpen: (trade: Detail) => void): Column<Detail>[] {
  return [
    {
      key: 'time',
      header: 'Sold',
      isRowHeader: true,
      cell: (row) => <DateTime at={row.time} className="font-normal" />,
    },
    { key: 'symbol', header: 'Symbol', cell: (row) => <span className="font-semibold">{row.symbol}</span> },
    { key: 'quantity', header: 'Quantity', align: 'end', cell: (row) => countText(row.quantity) },
    { key: 'entry', header: 'Entry', align: 'end', from: 'md', cell: (row) => priceText(row.entry) },
    { key: 'exit', header: 'Exit', align: 'end', from: 'md', cell: (row) => priceText(row.exit) },
    { key: 'net', header: 'Net P&L', align: 'end', cell: (row) => <Change value={row.net} /> },
    {
      key: 'open',
      header: <span className="sr-only">Details</span>,
      align: 'end',
      cell: (row) => <Open row={row} onOpen={onOpen} />,
    },
  ];
}

function Open({ row, onOpen }: { row: Detail; onOpen: (trade: Detail) => void }) {
  return (
    <Button
      size="small"
      tone="quiet"
      aria-label={`Open the trade in ${row.symbol}`}
      onClick={() => onOpen(row)}
      className="-mr-3"
    >
      Open
    </Button>
  );
}

function PhoneTrade({ row, onOpen }: { row: Detail; onOpen: (trade: Detail) => void }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span>
        <span className="block font-semibold">{row.symbol}</span>
        <DateTime at={row.time} className="text-sm text-muted" />
      </span>
      <span className="flex items-center gap-2">
        <Change value={row.net} />
        <Open row={row} onOpen={onOpen} />
      </span>
    </div>
  );
}

export interface TaggedTradesProps {
  tag: string;
  days: readonly DiaryDay[];
  onOpen: (trade: Detail) => void;
  onAll: () => void;
}

export function TaggedTrades({ tag, days, onOpen, onAll }: TaggedTradesProps) {
  const trades = days.flatMap((day) => day.details.filter(({ tags }) => tags.includes(tag)));
  const net = paisaExact(trades.reduce((sum, trade) => sum + trade.net, 0));
  return (
    <Card
      title={`Trades tagged #${tag}`}
      flush
      actions={
        <span className="flex items-center gap-3 text-sm text-muted">
          {trades.length > 0 && (
            <span>
              {tradesText(trades.length)}, net <Change value={net} />
            </span>
          )}
          <Button size="small" onClick={onAll}>
            Show all
          </Button>
        </span>
      }
    >
      <Table
        caption={`Trades tagged ${tag}`}
        columns={columnsOf(onOpen)}
        rows={trades}
        rowKey={({ _id }) => _id}
        rowSymbol={({ symbol }) => symbol}
        phoneRow={(row) => <PhoneTrade row={row} onOpen={onOpen} />}
        empty={
          <EmptyState
            title={`No trade in these days has the tag ${tag}`}
            text="Tags are given in the details of a trade. Choose other days, or all tags."
          />
        }
      />
    </Card>
  );
}
