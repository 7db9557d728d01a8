// A list as a CSV file: everything that matches the current search and filters, fetched page by page, not only what is on the screen.
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { DataOf, RouteName, WireInputOf } from '../contract/routes.ts';
import { call } from './api.ts';
import type { Reply } from './api.ts';
import { showAlert } from './ui/alert.tsx';
import { Button } from './ui/button.tsx';
import type { ButtonSize } from './ui/button.tsx';
import { download } from './ui/download.ts';
import { now } from './ui/now.ts';
import { countText } from './ui/number-text.ts';
import { csvOf } from '../contract/wire/csv.ts';
import { dayText, marketDay } from '../core/market/day.ts';

export const CSV_PAGE_SIZE = 100;
/** Nobody reads a larger spreadsheet; the file says that it ends there. */
const MOST_PAGES = 100;

type CsvCell = string | number | null;

export interface CsvPage<Row> {
  rows: readonly Row[];
  totalPages: number;
}

/** A row with its own number, by which a repeated row is known and a list continues. */
interface Listed {
  readonly _id: string;
}

export interface CsvButtonProps<Row> {
  /** `users` becomes `istock-users-2026-11-30.csv`. */
  name: string;
  header: readonly string[];
  row: (row: Row) => readonly CsvCell[];
  /** A last column, included only if one of the rows has a value in it. */
  rare?: { readonly name: string; readonly cell: (row: Row) => number };
  /** One page of `CSV_PAGE_SIZE` rows, and the last row before it. */
  load: (page: number, last: Row | undefined) => Promise<Reply<CsvPage<Row>>>;
  disabled?: boolean;
  size?: ButtonSize;
}

/** Asks a list call page by page, as `input` searches and filters it. */
export function csvPages<N extends RouteName, Row extends Listed>(
  name: N,
  input: WireInputOf<N>,
  read: (data: DataOf<N>) => CsvPage<Row>,
): CsvButtonProps<Row>['load'] {
  let seen = new Set<string>();
  return async (page) => {
    const reply = await call(name, { ...input, page, limit: CSV_PAGE_SIZE });
    if (!reply.ok) return reply;
    if (page === 1) seen = new Set();
    const { rows, totalPages } = read(reply.data);
    // New rows push the last ones of this page onto the next, where they must not be listed again.
    const fresh = rows.filter(({ _id }) => !seen.has(_id));
    for (const { _id } of fresh) seen.add(_id);
    return { ...reply, top: {}, data: { rows: fresh, totalPages } };
  };
}

/** The same for a list of millions: each page continues after the last row, however many arrive meanwhile. */
export function csvAfter<Data, Row extends Listed>(
  ask: (place: { limit: number; after?: number }) => Promise<Reply<Data>>,
  read: (data: Data) => CsvPage<Row>,
): CsvButtonProps<Row>['load'] {
  return async (_page, last) =>
    csvPage(await ask({ limit: CSV_PAGE_SIZE, ...(last === undefined ? {} : { after: Number(last._id) }) }), read);
}

/** A page of a list call as the button takes it. */
export function csvPage<Data, Row>(reply: Reply<Data>, read: (data: Data) => CsvPage<Row>): Reply<CsvPage<Row>> {
  return reply.ok ? { ...reply, data: read(reply.data) } : reply;
}

async function collect<Row>(load: CsvButtonProps<Row>['load']): Promise<{ rows: Row[]; isCut: boolean } | string> {
  const rows: Row[] = [];
  // A list that becomes shorter meanwhile is read as far as it once went.
  let pages = 1;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const reply = await load(page, rows.at(-1));
    if (!reply.ok) return reply.message;
    rows.push(...reply.data.rows);
    pages = Math.max(pages, reply.data.totalPages);
    if (page >= pages) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}

function textOf<Row>(rows: readonly Row[], { header, row, rare }: Omit<CsvButtonProps<Row>, 'load'>): string {
  if (rare === undefined || !rows.some((one) => rare.cell(one) !== 0)) return csvOf(header, rows.map(row));
  return csvOf(
    [...header, rare.name],
    rows.map((one) => [...row(one), rare.cell(one)]),
  );
}

export function CsvButton<Row>({ load, disabled, size, ...content }: CsvButtonProps<Row>) {
  const [isBusy, setIsBusy] = useState(false);

  async function save(): Promise<void> {
    setIsBusy(true);
    const collected = await collect(load);
    setIsBusy(false);
    if (typeof collected === 'string') return showAlert(collected);
    const { rows, isCut } = collected;
    download(`istock-${content.name}-${dayText(marketDay(now()))}.csv`, textOf(rows, content));
    if (isCut)
      await showAlert(`The file holds the first ${countText(rows.length)} rows. Narrow the list to get the others.`);
  }

  return (
    <Button size={size} busy={isBusy} disabled={disabled} onClick={() => void save()}>
      <Download size={16} aria-hidden="true" />
      CSV
    </Button>
  );
}
