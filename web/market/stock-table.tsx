// The market as a dense table: forty stocks on one screen, sorted by any column, with prices updated in place.
import { memo, useRef, useState } from 'react';
import type { Stock } from '../../contract/market.ts';
import { LiveChange, LivePrice } from '../live-text.tsx';
import { TradeButton } from '../trade/trade-buttons.tsx';
import { classList } from '../ui/class-list.ts';
import { directionOf, headLook, SortHead } from '../ui/sort-head.tsx';
import { useLayoutQuery } from '../ui/media-query.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { textScale, useVisibleRows } from '../ui/visible-rows.ts';
import { DayRange } from './day-range.tsx';
import { LiveVolume } from './live-volume.tsx';
import { StockActions } from './stock-actions.tsx';
import { nextSort } from './stock-list.ts';
import { StockName } from './stock-name.tsx';
import type { StockSort } from './stocks-search.ts';

// At the usual size of text: `h-11` and `min-h-15`.
const ROW_HEIGHT = 44;
const PHONE_ROW_HEIGHT = 60;
const WHOLE_UNTIL = 150;

export interface StockTableProps {
  stocks: readonly Stock[];
  sort: StockSort;
  onSort: (sort: StockSort) => void;
}

/** On a tablet figures stand closer together, so that no company's name is cut. */
const figureLook = 'text-right max-lg:px-2';
const cell = `border-b border-line px-3 ${figureLook}`;

const StockRow = memo(function StockRow({ stock }: { stock: Stock }) {
  const { symbol } = stock;
  return (
    <tr data-symbol={symbol} className="h-11 hover:bg-bg">
      <th scope="row" className="border-b border-line pr-3 pl-4 max-lg:pr-0">
        <StockName stock={stock} />
      </th>
      <td className={cell}>
        <LivePrice symbol={symbol} known={stock} plain className="font-medium" />
      </td>
      <td className={classList(cell, 'max-md:hidden')}>
        <LiveChange symbol={symbol} known={stock} kind="price" arrow={false} />
      </td>
      <td className={cell}>
        <LiveChange symbol={symbol} known={stock} />
      </td>
      <td className={classList(cell, 'max-xl:hidden')}>
        <DayRange symbol={symbol} known={stock} aligned />
      </td>
      <td className={classList(cell, 'max-lg:hidden')}>
        <LiveVolume symbol={symbol} known={stock} />
      </td>
      <td className="border-b border-line pr-4 pl-1 text-right">
        <StockActions symbol={symbol} />
      </td>
    </tr>
  );
});

const PhoneRow = memo(function PhoneRow({ stock }: { stock: Stock }) {
  const { symbol } = stock;
  return (
    <li
      data-symbol={symbol}
      style={{ contentVisibility: 'auto' }}
      className="flex min-h-15 items-center gap-3 border-b border-line px-4 max-[24rem]:gap-2 max-[24rem]:px-3"
    >
      <span className="min-w-0 flex-1">
        <StockName stock={stock} />
      </span>
      <span className="flex flex-col items-end">
        <LivePrice symbol={symbol} known={stock} plain className="leading-4 font-medium" />
        <LiveChange symbol={symbol} known={stock} className="text-sm" />
      </span>
      <span className="flex gap-1">
        <TradeButton side="BUY" symbol={symbol} className="max-[24rem]:px-2" />
        <TradeButton side="SELL" symbol={symbol} className="max-[24rem]:px-2" />
      </span>
    </li>
  );
});

type SortColumn = 'symbol' | 'price' | 'change' | 'volume';

interface HeadProps {
  column: SortColumn;
  label: string;
  sort: StockSort;
  onSort: (sort: StockSort) => void;
  className?: string;
}

function StockHead({ column, sort, onSort, ...rest }: HeadProps) {
  const look = { direction: directionOf(column, sort), isNumber: column !== 'symbol' };
  return <SortHead {...rest} {...look} onSort={() => onSort(nextSort(column, sort))} />;
}

function WideTable({ stocks, sort, onSort }: StockTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [scale] = useState(textScale);
  const rows = useVisibleRows(body, { count: stocks.length, rowHeight: ROW_HEIGHT * scale, wholeUntil: WHOLE_UNTIL });
  return (
    <table aria-rowcount={stocks.length + 1} className="w-full table-fixed border-separate border-spacing-0 text-base">
      <caption className="sr-only">Stocks</caption>
      <thead>
        <tr>
          <StockHead column="symbol" label="Symbol / Name" sort={sort} onSort={onSort} className="pl-4 text-left" />
          <StockHead
            column="price"
            label={'Price (\u20b9)'}
            sort={sort}
            onSort={onSort}
            className={`${figureLook} w-26 max-lg:w-24`}
          />
          <th scope="col" className={classList(headLook, figureLook, 'w-26 max-lg:w-22 max-md:hidden')}>
            Change
          </th>
          <StockHead
            column="change"
            label="% Change"
            sort={sort}
            onSort={onSort}
            className={`${figureLook} w-28 max-lg:w-26`}
          />
          <th scope="col" className={classList(headLook, 'w-64 text-left max-xl:hidden')}>
            Day&rsquo;s range
          </th>
          <StockHead
            column="volume"
            label="Volume"
            sort={sort}
            onSort={onSort}
            className="w-32 text-right max-lg:hidden"
          />
          <th scope="col" className={classList(headLook, 'w-52 max-lg:w-49')}>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.before > 0 && (
          <tr aria-hidden="true">
            <td style={{ height: rows.before }} />
          </tr>
        )}
        {stocks.slice(rows.from, rows.to).map((stock) => (
          <StockRow key={stock.symbol} stock={stock} />
        ))}
        {rows.after > 0 && (
          <tr aria-hidden="true">
            <td style={{ height: rows.after }} />
          </tr>
        )}
      </tbody>
    </table>
  );
}

function PhoneList({ stocks }: { stocks: readonly Stock[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [scale] = useState(textScale);
  const rows = useVisibleRows(list, {
    count: stocks.length,
    rowHeight: PHONE_ROW_HEIGHT * scale,
    wholeUntil: WHOLE_UNTIL,
  });
  return (
    <ul ref={list} aria-label="Stocks" style={{ paddingTop: rows.before, paddingBottom: rows.after }}>
      {stocks.slice(rows.from, rows.to).map((stock) => (
        <PhoneRow key={stock.symbol} stock={stock} />
      ))}
    </ul>
  );
}

export function StockTable(props: StockTableProps) {
  const isPhone = useLayoutQuery('(width < 40rem)');
  return (
    <div className="rounded-box border border-line bg-surface">
      {isPhone ? <PhoneList stocks={props.stocks} /> : <WideTable {...props} />}
    </div>
  );
}

export function StockTableSkeleton() {
  return (
    <div className="rounded-box border border-line bg-surface">
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} className="flex h-11 items-center justify-between gap-4 border-b border-line px-4">
          <Skeleton className="w-40" />
          <Skeleton className="w-24" />
          <Skeleton className="w-40 max-md:hidden" />
          <Skeleton className="w-36 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
