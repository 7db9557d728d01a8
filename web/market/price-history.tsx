// A stock's days, newest first, page by page.
import { useMemo } from 'react';
import type { HistoryItem } from '../../contract/market.ts';
import { useQuote } from '../quotes.ts';
import { useToday } from '../trade/diary/use-today.ts';
import { dateFormat } from '../ui/formats.ts';
import { Change } from '../ui/money.tsx';
import { countText, priceText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';

const PAGE_SIZE = 15;

const dayFormat = dateFormat({
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
});

/** A market day (`2026-11-20`) in words. */
function dayText(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`));
}

const columns: Column<HistoryItem>[] = [
  {
    key: 'date',
    header: 'Date',
    isRowHeader: true,
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.latestTradingDay}>{dayText(row.latestTradingDay)}</time>,
  },
  { key: 'open', header: 'Open', align: 'end', cell: (row) => priceText(row.open) },
  { key: 'high', header: 'High', align: 'end', cell: (row) => priceText(row.high) },
  { key: 'low', header: 'Low', align: 'end', cell: (row) => priceText(row.low) },
  { key: 'close', header: 'Close', align: 'end', cell: (row) => priceText(row.close) },
  {
    key: 'change',
    header: 'Change',
    align: 'end',
    from: 'md',
    cell: (row) => <Change value={row.changePercent} kind="percent" />,
  },
  { key: 'volume', header: 'Volume', align: 'end', cell: (row) => countText(row.volume) },
];

function PhoneDay({ day }: { day: HistoryItem }) {
  return (
    <>
      <span className="flex justify-between gap-3">
        <span className="font-medium">{dayText(day.latestTradingDay)}</span>
        <span className="flex gap-2">
          {priceText(day.close)}
          <Change value={day.changePercent} kind="percent" />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>{`O ${priceText(day.open)}  H ${priceText(day.high)}  L ${priceText(day.low)}`}</span>
        <span>{`Vol ${countText(day.volume)}`}</span>
      </span>
    </>
  );
}

/** The current day moves with its price, like the figures beside it. */
function useRunning(symbol: string, days: readonly HistoryItem[] | undefined): readonly HistoryItem[] | undefined {
  const quote = useQuote(symbol);
  const today = useToday();
  return useMemo(() => {
    const [first, ...before] = days ?? [];
    if (!quote || first?.latestTradingDay !== today) return days;
    const { open, high, low, price, volume, changePercent } = quote;
    return [{ ...first, open, high, low, close: price, volume, changePercent }, ...before];
  }, [days, quote, today]);
}

export interface PriceHistoryProps {
  symbol: string;
  days: readonly HistoryItem[] | undefined;
  page: number;
  onPage: (page: number) => void;
}

export function PriceHistory({ symbol, days: known, page, onPage }: PriceHistoryProps) {
  const days = useRunning(symbol, known);
  const totalPages = Math.max(1, Math.ceil((days?.length ?? 0) / PAGE_SIZE));
  const current = Math.min(page, totalPages);
  const rows = useMemo(() => days?.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE), [days, current]);
  return (
    <>
      <Table
        caption={`Price history of ${symbol}`}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.latestTradingDay}
        rowSymbol={() => symbol}
        skeletonRows={PAGE_SIZE}
        phoneRow={(row) => <PhoneDay day={row} />}
        empty={<EmptyState title="No history yet" text="The first day of this stock is still running." />}
      />
      <Pager page={current} totalPages={totalPages} onPage={onPage} label="Price history" />
    </>
  );
}
