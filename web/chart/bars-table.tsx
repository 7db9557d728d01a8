// The bars as a table, the newest first: the chart for those who cannot see it, and for copying figures.
import { useMemo, useState } from 'react';
import type { Bar, Interval } from '../../contract/market.ts';
import { Change } from '../ui/money.tsx';
import { countText, priceText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { changeOf } from './chart-readout.tsx';
import { barTimeText, hasTimeOfDay } from './chart-time.ts';

const PAGE_SIZE = 20;

interface BarRow {
  bar: Bar;
  previous: Bar | undefined;
}

function columnsOf(interval: Interval): Column<BarRow>[] {
  const price = (key: 'open' | 'high' | 'low' | 'close', header: string): Column<BarRow> => ({
    key,
    header,
    align: 'end',
    cell: ({ bar }) => priceText(bar[key]),
  });
  return [
    {
      key: 'time',
      header: hasTimeOfDay(interval) ? 'Time' : 'Date',
      isRowHeader: true,
      className: 'whitespace-nowrap',
      cell: ({ bar }) => barTimeText(bar.timestamp, interval),
    },
    price('open', 'Open'),
    price('high', 'High'),
    price('low', 'Low'),
    price('close', 'Close'),
    {
      key: 'change',
      header: 'Change',
      align: 'end',
      cell: ({ bar, previous }) => <Change value={changeOf(bar, previous).percent} kind="percent" />,
    },
    { key: 'volume', header: 'Volume', align: 'end', cell: ({ bar }) => countText(bar.volume) },
  ];
}

function PhoneBar({ row: { bar, previous }, interval }: { row: BarRow; interval: Interval }) {
  return (
    <>
      <span className="flex justify-between gap-3">
        <span className="font-medium">{barTimeText(bar.timestamp, interval)}</span>
        <span className="flex gap-2">
          {priceText(bar.close)}
          <Change value={changeOf(bar, previous).percent} kind="percent" />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>
          O {priceText(bar.open)} H {priceText(bar.high)} L {priceText(bar.low)}
        </span>
        <span>Vol {countText(bar.volume)}</span>
      </span>
    </>
  );
}

export function BarsTable({ bars, interval, symbol }: { bars: readonly Bar[]; interval: Interval; symbol: string }) {
  const [wanted, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(interval), [interval]);
  const totalPages = Math.max(1, Math.ceil(bars.length / PAGE_SIZE));
  const page = Math.min(wanted, totalPages);
  const end = bars.length - (page - 1) * PAGE_SIZE;
  const rows = bars
    .slice(Math.max(0, end - PAGE_SIZE), end)
    .map((bar, index): BarRow => ({ bar, previous: bars[Math.max(0, end - PAGE_SIZE) + index - 1] }))
    .reverse();
  return (
    <div data-symbol={symbol}>
      <Table
        caption={`Bars of ${symbol}`}
        columns={columns}
        rows={rows}
        rowKey={({ bar }) => String(bar.timestamp)}
        phoneRow={(row) => <PhoneBar row={row} interval={interval} />}
      />
      <Pager page={page} totalPages={totalPages} onPage={setPage} label="Bars" />
    </div>
  );
}
