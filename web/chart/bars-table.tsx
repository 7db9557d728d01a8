// The bars as a table, newest first, with the values of the indicators: the chart for people who cannot see it, and for copying figures.
import { useMemo, useState } from 'react';
import type { Bar, Interval } from '../../contract/market.ts';
import { Change } from '../ui/money.tsx';
import { countText, priceText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import type { Column } from '../ui/table.tsx';
import { changeOf } from './chart-readout.tsx';
import { barTimeText, hasTimeOfDay } from './chart-time.ts';
import { figureText } from './indicators/shown.ts';
import type { ShownIndicator } from './indicators/shown.ts';

const PAGE_SIZE = 20;

interface BarRow {
  bar: Bar;
  previous: Bar | undefined;
  /** Its index among all bars. */
  at: number;
}

/** The value of every indicator line at a bar: 'SMA 20' and '412.30'. */
function saidOf(indicators: readonly ShownIndicator[], at: number): [name: string, text: string][] {
  return indicators.flatMap(({ title, figures, lines }) =>
    lines.map(({ label, values }): [string, string] => [`${title} ${label}`.trim(), figureText(values[at], figures)]),
  );
}

function Said({ indicators, at }: { indicators: readonly ShownIndicator[]; at: number }) {
  return (
    <span className="flex flex-wrap gap-x-3 text-sm">
      {saidOf(indicators, at).map(([name, text]) => (
        <span key={name} className="whitespace-nowrap">
          <span className="text-faint">{name}</span> {text}
        </span>
      ))}
    </span>
  );
}

function columnsOf(interval: Interval, indicators: readonly ShownIndicator[]): Column<BarRow>[] {
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
    ...(indicators.length === 0
      ? []
      : [
          {
            key: 'indicators',
            header: 'Indicators',
            cell: ({ at }: BarRow) => <Said indicators={indicators} at={at} />,
          },
        ]),
  ];
}

interface PhoneBarProps {
  row: BarRow;
  interval: Interval;
  indicators: readonly ShownIndicator[];
}

function PhoneBar({ row: { bar, previous, at }, interval, indicators }: PhoneBarProps) {
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
      <Said indicators={indicators} at={at} />
    </>
  );
}

export interface BarsTableProps {
  /** `undefined` while loading. */
  bars: readonly Bar[] | undefined;
  interval: Interval;
  symbol: string;
  /** Computed over the same bars. */
  indicators: readonly ShownIndicator[];
}

export function BarsTable({ bars: known, interval, symbol, indicators }: BarsTableProps) {
  const [wanted, setPage] = useState(1);
  const bars = known ?? [];
  const columns = useMemo(() => columnsOf(interval, indicators), [interval, indicators]);
  const totalPages = Math.max(1, Math.ceil(bars.length / PAGE_SIZE));
  const page = Math.min(wanted, totalPages);
  const end = bars.length - (page - 1) * PAGE_SIZE;
  const start = Math.max(0, end - PAGE_SIZE);
  const rows = bars
    .slice(start, end)
    .map((bar, index): BarRow => ({ bar, previous: bars[start + index - 1], at: start + index }))
    .reverse();
  return (
    <div data-symbol={symbol}>
      <Table
        caption={`Bars of ${symbol}`}
        columns={columns}
        rows={known && rows}
        skeletonRows={PAGE_SIZE}
        rowKey={({ bar }) => String(bar.timestamp)}
        phoneRow={(row) => <PhoneBar row={row} interval={interval} indicators={indicators} />}
      />
      <Pager page={page} totalPages={totalPages} onPage={setPage} label="Bars" />
    </div>
  );
}
