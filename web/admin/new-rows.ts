// How many rows have come to a list since its first page was on the screen: they push the others onto later pages, where one reads some again.

/** `key` stands for the search and the filters; `rows` are those of an earlier key until its own have come. */
export interface ShownList {
  readonly key: string;
  readonly page: number;
  readonly rows: unknown;
  readonly total: number | undefined;
}

/** The list as it was when paging began; without a total, that is not known yet. */
export type BegunList = Omit<ShownList, 'page'>;

/** The same object while nothing has to be remembered anew. */
export function begunAfter(begun: BegunList, { key, page, rows, total }: ShownList): BegunList {
  const isOther = begun.key !== key;
  if (isOther && page > 1) return { key, rows, total: undefined };
  const isUnknown = begun.total === undefined && total !== undefined && rows !== begun.rows;
  const isLess = begun.total !== undefined && total !== undefined && total < begun.total;
  const isFirst = page === 1 && total !== begun.total;
  return isOther || isFirst || isUnknown || isLess ? { key, rows, total } : begun;
}

export const newRows = (begun: BegunList, { total = 0 }: ShownList): number =>
  Math.max(0, total - (begun.total ?? total));
