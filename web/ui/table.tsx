// A plain table that reads well and can be trusted: sticky heading, numbers to the right, skeleton rows, cards of two lines on phones.
import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import { useLayoutQuery } from './media-query.ts';
import { Sideways } from './sideways.tsx';
import { LoadingNote, Skeleton } from './skeleton.tsx';
import { directionOf, headLook, SortHead } from './sort-head.tsx';

export interface Column<Row> {
  key: string;
  /** What the table is sorted by when this column's head is pressed; the header must then be plain text. */
  sortKey?: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** 'end' for numbers. */
  align?: 'start' | 'end';
  /** Left out of narrower tables than this: as wide as one is on a tablet, or on a small or a large desktop. */
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
  /** How it is sorted: a column's `sortKey`, with `-` in front for falling. */
  sort?: string;
  /** Told the next sort when the head of a column with a `sortKey` is pressed. */
  onSort?: (sort: string) => void;
  /** Stands in place of the rows when there are none. */
  empty?: ReactNode;
  /** On phones each row is drawn by this instead: two short lines, no sideways scroll. */
  phoneRow?: (row: Row) => ReactNode;
  className?: string;
}

/** What can be done with a row stays in sight while the rest of it scrolls. */
const PINNED = 'in-data-[scrolls]:sticky in-data-[scrolls]:right-0 in-data-[scrolls]:border-l';

/** By the room the table has, not by the screen: beside a side bar it has less. */
const shownFrom = { sm: '@max-xl:hidden', md: '@max-[43rem]:hidden', lg: '@max-4xl:hidden', xl: '@max-[62rem]:hidden' };

function cellLook<Row>(column: Column<Row>): string {
  return classList(
    column.align === 'end' ? 'text-right' : 'text-left',
    column.from && shownFrom[column.from],
    column.key === 'actions' && `${PINNED} print:hidden`,
    column.className,
  );
}

function PhoneList<Row>({ caption, rows, rowKey, rowSymbol, phoneRow, skeletonRows = 6 }: TableProps<Row>) {
  return (
    <ul aria-label={caption} className="divide-y divide-line">
      {rows === undefined &&
        Array.from({ length: skeletonRows }, (_, index) => (
          <li key={index} className="flex flex-col gap-2 px-4 py-3">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-3/4" />
          </li>
        ))}
      {rows?.map((row, index) => (
        <li key={rowKey(row, index)} data-symbol={rowSymbol?.(row)} className="px-4 py-3">
          {phoneRow?.(row)}
        </li>
      ))}
    </ul>
  );
}

function HeadRow<Row>({ columns, sort, onSort }: Pick<TableProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { key, sortKey, header, align } = column;
          const look = classList(cellLook(column), '@max-[66rem]:px-2 @max-[50rem]:px-1.5 first:pl-4 last:pr-4');
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

/** Falling first: the newest, the largest. */
function nextSort(sortKey: string, sort: string | undefined): string {
  return sort === `-${sortKey}` ? sortKey : `-${sortKey}`;
}

function BodyRow<Row>({
  row,
  columns,
  symbol,
  isSelected,
}: {
  row: Row;
  columns: readonly Column<Row>[];
  symbol?: string;
  isSelected: boolean;
}) {
  return (
    <tr
      data-symbol={symbol}
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

function SkeletonRows<Row>({ columns, count }: { columns: readonly Column<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <tr key={index} className="group">
      {columns.map((column) => (
        <td
          key={column.key}
          className={classList(
            'h-10 border-b border-line px-3 @max-[66rem]:px-2 @max-[50rem]:px-1.5 group-last:border-b-0 first:pl-4 last:pr-4',
            cellLook(column),
          )}
        >
          <Skeleton className={column.align === 'end' ? 'ml-auto w-16' : 'w-24'} />
        </td>
      ))}
    </tr>
  ));
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowSymbol, isSelected, skeletonRows = 6, empty, phoneRow, className } = props;
  const isPhone = useLayoutQuery('(max-width: 767px)');
  if (rows?.length === 0 && empty) return <>{empty}</>;
  return (
    <div className={classList('@container relative min-w-0', className)} aria-busy={rows === undefined}>
      {rows === undefined && <LoadingNote what={caption} />}
      {isPhone && phoneRow ? (
        <PhoneList {...props} />
      ) : (
        <Sideways label={caption} fitting="lg:overflow-visible lg:[--head-top:3.5rem]">
          <table className="w-full border-separate border-spacing-0 text-base">
            <caption className="sr-only">{caption}</caption>
            <HeadRow columns={columns} sort={props.sort} onSort={props.onSort} />
            <tbody>
              {rows === undefined ? (
                <SkeletonRows columns={columns} count={skeletonRows} />
              ) : (
                rows.map((row, index) => (
                  <BodyRow
                    key={rowKey(row, index)}
                    row={row}
                    columns={columns}
                    symbol={rowSymbol?.(row)}
                    isSelected={isSelected?.(row) ?? false}
                  />
                ))
              )}
            </tbody>
          </table>
        </Sideways>
      )}
    </div>
  );
}
