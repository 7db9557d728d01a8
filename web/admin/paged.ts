// Pages of lists with millions of rows: the address holds the page number, and the row from which it continues.

export interface PagedSearch {
  page?: number;
  /** The last row of the previous page. */
  after?: string;
  /** The first row of the next page. */
  before?: string;
}

function rowOf(value: unknown): string | undefined {
  return /^[1-9]\d{0,14}$/.test(String(value)) ? String(value) : undefined;
}

export function pagedSearch({ page, after, before }: Record<string, unknown>): PagedSearch {
  const number = Number(page);
  const isLater = Number.isSafeInteger(number) && number > 1;
  return {
    page: isLater ? number : undefined,
    after: isLater ? rowOf(after) : undefined,
    before: isLater ? rowOf(before) : undefined,
  };
}

export const FIRST_PAGE: PagedSearch = { page: undefined, after: undefined, before: undefined };

/** The place of `target`, relative to the page shown. Without its rows, which may still be on their way, it is counted from the first page. */
export function pageAt(target: number, shown: PagedSearch, rows: readonly { _id: string }[]): PagedSearch {
  if (target <= 1) return FIRST_PAGE;
  const { page = 1 } = shown;
  const isNext = target > page;
  return { page: target, after: isNext ? rows.at(-1)?._id : undefined, before: isNext ? undefined : rows[0]?._id };
}

/** As the call takes it. */
export function pageInput({ page = 1, after, before }: PagedSearch, limit: number) {
  return {
    page,
    limit,
    ...(after === undefined ? {} : { after: Number(after) }),
    ...(before === undefined ? {} : { before: Number(before) }),
  };
}
