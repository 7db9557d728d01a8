// What every list of the desk has: a search box, room for filters, how many there are, a CSV file of all of them, the table and its pages.
import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { useLastPage } from '../ui/last-page.ts';
import { countText } from '../ui/number-text.ts';
import { Pager } from '../ui/pager.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { SearchBoxProps } from '../ui/search-box.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import type { TableProps } from '../ui/table.tsx';

export interface DeskListProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  search: Omit<SearchBoxProps, 'className'>;
  /** Beside the search box. */
  filters?: ReactNode;
  /** At the right end: the CSV button, a way to make a new one. */
  actions?: ReactNode;
  rows: readonly Row[] | undefined;
  total: number | undefined;
  /** Behind how many there are. */
  note?: ReactNode;
  /** One and many: 'user', 'users'. */
  names: readonly [one: string, many: string];
  page: number;
  totalPages: number | undefined;
  /** `replace`: not worth a step of the back button. */
  onPage: (page: number, replace: boolean) => void;
  error: Error | null;
  onRetry: () => void;
}

function countOf(total: number | undefined, [one, many]: readonly [string, string]): string {
  if (total === undefined) return '';
  return total === 1 ? `1 ${one}` : `${countText(total)} ${many}`;
}

export function DeskList<Row>(props: DeskListProps<Row>) {
  const { search, filters, actions, rows, total, note, names, page, totalPages, onPage, error, onRetry, ...table } =
    props;
  useLastPage(page, totalPages, (last) => onPage(last, true));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchBox {...search} />
        {filters}
        <p role="status" className="text-sm text-muted max-sm:order-last max-sm:w-full sm:ml-auto">
          {countOf(total, names)}
          {note !== undefined && <>, {note}</>}
        </p>
        {actions && <div className="flex items-center gap-2 max-sm:ml-auto">{actions}</div>}
      </div>
      <Card flush>
        {error && rows === undefined ? (
          <ErrorState title={`The ${names[1]} could not be loaded`} reason={error.message} onRetry={onRetry} />
        ) : (
          <Table {...table} rows={rows} />
        )}
        {totalPages !== undefined && total !== 0 && (
          <Pager page={page} totalPages={totalPages} onPage={(next) => onPage(next, false)} label={table.caption} />
        )}
      </Card>
    </>
  );
}
