// What all lists of the desk share: a search box, space for filters, the number of results, a CSV file of all of them, the table and its pages.
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { useLastPage } from '../ui/last-page.ts';
import { countOf, countText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { SearchBoxProps } from '../ui/search-box.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { TableProps } from '../ui/table.tsx';
import { begunAfter, newRows } from './new-rows.ts';
import type { BegunList } from './new-rows.ts';

/** The part of the address that every list has. */
interface ListPlace {
  q?: string | undefined;
  page?: number | undefined;
}

export interface DeskListProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  search: Pick<SearchBoxProps, 'label' | 'placeholder'>;
  /** Search text and page, as they stand in the address. */
  place: ListPlace;
  /** Changes the address. `replace`: without a new history entry. */
  change: (place: ListPlace, replace: boolean) => void;
  /** Beside the search box. */
  filters?: ReactNode;
  /** At the right end: the CSV button, or a button to create something. */
  actions?: ReactNode;
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** After the number of results. */
  note?: ReactNode;
  /** Singular and plural: 'user', 'users'. */
  names: readonly [one: string, many: string];
  totalPages: number | undefined;
  /** They are those of the list shown before. */
  isPlaceholderData: boolean;
  error: Error | null;
  onRetry: () => unknown;
}

export function DeskList<Row>(props: DeskListProps<Row>) {
  const {
    search,
    place,
    change,
    filters,
    actions,
    rows,
    total,
    note,
    names,
    totalPages,
    isPlaceholderData,
    error,
    onRetry,
    ...table
  } = props;
  const { q, page = 1 } = place;
  const toPage = (next: number, replace: boolean): void => change({ page: next > 1 ? next : undefined }, replace);
  useLastPage(page, totalPages, isPlaceholderData, (last) => toPage(last, true));
  const shown = { key: JSON.stringify({ ...place, page: undefined }), page, rows, total };
  const [before, setBegun] = useState<BegunList>(shown);
  const begun = begunAfter(before, shown);
  if (begun !== before) setBegun(begun);
  const fresh = newRows(begun, shown);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox {...search} text={q} onText={(text) => change({ q: text, page: undefined }, true)} />
        {filters}
        <div className="flex flex-wrap items-center justify-between gap-2 max-sm:w-full sm:ml-auto">
          <p role="status" className="text-sm text-muted">
            {/* Its space is reserved, so that a longer line does not move everything below. */}
            <span className={total === undefined ? 'invisible' : undefined}>{countOf(total ?? 10, ...names)}</span>
            {note !== undefined && <>, {note}</>}
            {fresh > 0 && (
              <>
                {', '}
                <button type="button" className="text-accent-text hover:underline" onClick={() => toPage(1, false)}>
                  {countText(fresh)} new: first page
                </button>
              </>
            )}
          </p>
          {actions && <div className="flex items-center gap-2">{actions}</div>}
        </div>
      </div>
      <Card flush>
        {error && rows === undefined ? (
          <ErrorState
            title={`The ${names[1]} could not be loaded`}
            reason={error.message}
            onRetry={() => void onRetry()}
          />
        ) : (
          <Table {...table} rows={rows} />
        )}
        {totalPages !== undefined && total !== 0 && (
          <Pager page={page} totalPages={totalPages} onPage={(next) => toPage(next, false)} label={table.caption} />
        )}
      </Card>
    </>
  );
}
