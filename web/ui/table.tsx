// A plain, readable table: sticky headings, numbers aligned right, skeleton rows, and two-line cards on phones.
import { Fragment, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { classList } from './class-list.ts';
import { useLayoutQuery } from './media-query.ts';
import { Sideways } from './sideways.tsx';
import { LoadingNote, Skeleton } from './skeleton.tsx';
import { directionOf, headLook, SortHead } from './sort-head.tsx';
import { useVisibleRows } from './visible-rows.ts';

/** With more rows than this, a table that knows their height renders only those near the screen. */
const WHOLE_UNTIL = 120;

export interface Column<Row> {
  key: string;
  /** The sort that a press on this column's heading chooses; the header must then be plain text. */
  sortKey?: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** 'end' for numbers. */
  align?: 'start' | 'end';
  /** Hidden in tables narrower than this: the usual width on a tablet, a small or a large desktop. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /** This cell names the row. */
  isRowHeader?: boolean;
  className?: string;
}

export interface TableProps<Row> {
  /** Read out as the name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  /** `undefined` while loading: skeleton rows stand in. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row, index: number) => string;
  /** Symbol of the stock that a row shows. */
  rowSymbol?: (row: Row) => string | undefined;
  isSelected?: (row: Row) => boolean;
  skeletonRows?: number;
  /** The present sort: a column's `sortKey`, with `-` in front for descending. */
  sort?: string;
  /** Called with the next sort when the heading of a column with a `sortKey` is pressed. */
  onSort?: (sort: string) => void;
  /** Shown in place of the rows if there are none; on phones in place of the whole table. */
  empty?: ReactNode;
  /** Renders a row on phones: two short lines, no sideways scrolling. */
  phoneRow?: (row: Row) => ReactNode;
  /** Rows as on a phone on wider screens, too: what they contain is too long for columns. */
  hasLongRows?: boolean;
  /** What is open below this row, over the whole width. */
  below?: (row: Row) => ReactNode;
  /** The height of every row in pixels; with it, only rows near the screen are rendered if there are very many. */
  rowHeight?: number;
  className?: string;
}

/** The actions of a row stay visible while the rest of it scrolls. Their edge is a shadow: a border would make a table that scrolls wider than one that fits. */
const PINNED =
  'in-data-[scrolls]:sticky in-data-[scrolls]:right-0 in-data-[scrolls]:shadow-[inset_1px_0_var(--color-line)]';

/** By the width of the table, not of the screen: beside a sidebar it has less. */
const shownFrom = { sm: '@max-xl:hidden', md: '@max-[43rem]:hidden', lg: '@max-4xl:hidden', xl: '@max-[62rem]:hidden' };

function cellLook<Row>(column: Column<Row>): string {
  return classList(
    column.align === 'end' ? 'text-right' : 'text-left',
    column.from && shownFrom[column.from],
    column.key === 'actions' && `${PINNED} print:hidden`,
    column.className,
  );
}

/** All rows; if there are very many, those near the screen and spacers for the others. */
function useShownRows<Row>(list: RefObject<HTMLElement | null>, { rows, rowHeight }: TableProps<Row>) {
  const count = rows?.length ?? 0;
  const isLong = rowHeight !== undefined && count > WHOLE_UNTIL;
  const near = useVisibleRows(list, { count: isLong ? count : 0, rowHeight: rowHeight ?? 1, wholeUntil: WHOLE_UNTIL });
  if (!isLong) return { shown: rows, isLong, from: 0, before: 0, after: 0, height: undefined };
  return { ...near, shown: rows?.slice(near.from, near.to), isLong, height: rowHeight };
}

function PhoneList<Row>(props: TableProps<Row>) {
  const { caption, rows, rowKey, rowSymbol, phoneRow, below, skeletonRows = 6 } = props;
  const list = useRef<HTMLUListElement>(null);
  const { shown, from, before, after, height } = useShownRows(list, props);
  return (
    <ul
      ref={list}
      aria-label={caption}
      className="divide-y divide-line"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows === undefined &&
        Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className="flex flex-col gap-2 px-4 py-3">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/4" />
          </li>
        ))}
      {shown?.map((row, index) => (
        <li key={rowKey(row, from + index)} data-symbol={rowSymbol?.(row)} style={{ minHeight: height }}>
          <div className="px-4 py-3">{phoneRow?.(row)}</div>
          {below?.(row)}
        </li>
      ))}
    </ul>
  );
}

function HeadRow<Row>({
  columns,
  sort,
  onSort,
  isLong,
}: Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort'> & { isLong: boolean }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { key, sortKey, header, align } = column;
          const look = classList(
            cellLook(column),
            isLong && key === 'actions' && 'w-52',
            '@max-[66rem]:px-2 @max-[50rem]:px-1.5 first:pl-4 last:pr-4',
          );
          if (sortKey !== undefined && onSort)
            return (
              <SortHead
                key={key}
                label={String(header)}
                direction={directionOf(sortKey, sort)}
                isNumber={align === 'end'}
                onSort={() => onSort(nextSort(sortKey, sort))}
                className={look}
              />
            );
          return (
            <th key={key} scope="col" className={classList(headLook, look)}>
              {header}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Descending first: the newest, the largest. */
function nextSort(sortKey: string, sort: string | undefined): string {
  return sort === `-${sortKey}` ? sortKey : `-${sortKey}`;
}

function BodyRow<Row>({
  row,
  columns,
  symbol,
  isSelected,
  height,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  symbol?: string;
  isSelected: boolean;
  height?: number;
}) {
  return (
    <tr
      data-symbol={symbol}
      style={{ height }}
      className={classList('group', isSelected ? 'bg-accent-soft' : 'in-data-[scrolls]:bg-surface hover:bg-bg')}
    >
      {columns.map((column) => {
        const look = classList(
          'h-10 border-b border-line px-3 py-1.5 @max-[66rem]:px-2 @max-[50rem]:px-1.5 group-last:border-b-0 first:pl-4 last:pr-4',
          cellLook(column),
          column.key === 'actions' && 'bg-inherit',
        );
        return column.isRowHeader ? (
          <th key={column.key} scope="row" className={classList(look, 'font-medium')}>
            {column.cell(row)}
          </th>
        ) : (
          <td key={column.key} className={look}>
            {column.cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

function SkeletonRows<Row>({
  columns,
  count,
  height,
}: {
  columns: readonly Column<Row>[];
  count: number;
  height?: number;
}) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} style={{ height }} className="group">
      {columns.map((column) => (
        <td
          key={column.key}
          className={classList(
            'h-10 border-b border-line px-3 @max-[66rem]:px-2 @max-[50rem]:px-1.5 group-last:border-b-0 first:pl-4 last:pr-4',
            cellLook(column),
          )}
        >
          <Skeleton className={column.align === 'end' ? 'ml-auto w-16 @max-4xl:w-10' : 'w-24 @max-4xl:w-14'} />
        </td>
      ))}
    </tr>
  ));
}

/** In place of the rows that are not near the screen. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true">
      <td style={{ height }} />
    </tr>
  );
}

/** What is open below a row. */
function Below({ content, columns }: { content: ReactNode; columns: number }) {
  if (!content) return null;
  return (
    <tr className="group">
      <td colSpan={columns} className="border-b border-line group-last:border-b-0">
        {content}
      </td>
    </tr>
  );
}

function WideTable<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowSymbol, isSelected, below, skeletonRows = 6, empty } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const { shown, isLong, from, before, after, height } = useShownRows(body, props);
  return (
    <Sideways label={caption} fitting="lg:overflow-visible lg:[--head-top:3.5rem]">
      {/* Columns keep their width, whichever rows are in view. */}
      <table
        aria-rowcount={isLong ? rows!.length + 1 : undefined}
        className={classList('w-full border-separate border-spacing-0 text-base', isLong && 'table-fixed')}
      >
        <caption className="sr-only">{caption}</caption>
        <HeadRow columns={columns} sort={props.sort} onSort={props.onSort} isLong={isLong} />
        <tbody ref={body}>
          {shown === undefined && <SkeletonRows columns={columns} count={skeletonRows} height={props.rowHeight} />}
          {rows?.length === 0 && empty && (
            <tr>
              <td colSpan={columns.length}>{empty}</td>
            </tr>
          )}
          <Gap height={before} />
          {shown?.map((row, index) => (
            <Fragment key={rowKey(row, from + index)}>
              <BodyRow
                row={row}
                columns={columns}
                symbol={rowSymbol?.(row)}
                isSelected={isSelected?.(row) ?? false}
                height={height}
              />
              <Below content={below?.(row)} columns={columns.length} />
            </Fragment>
          ))}
          <Gap height={after} />
        </tbody>
      </table>
    </Sideways>
  );
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, empty, phoneRow, hasLongRows = false, className } = props;
  const isPhone = useLayoutQuery('(width < 48rem)');
  // The headings show what the table will contain. On a phone they may be wider than the screen, and would push the words aside.
  if (rows?.length === 0 && empty && isPhone) return <>{empty}</>;
  return (
    <div className={classList('@container relative min-w-0', className)} aria-busy={rows === undefined}>
      {rows === undefined && <LoadingNote what={caption} />}
      {(isPhone || hasLongRows) && phoneRow ? <PhoneList {...props} /> : <WideTable {...props} />}
    </div>
  );
}
