// The pages of a list that runs by number, newest first: of orders by their ids, of trades by theirs.
import type { DaySpan } from '../../../contract/admin/filters.ts';
import { dayStartAt } from '../../../core/market/day.ts';
import type { Queryable } from '../../db/open.ts';
import type { Conditions } from '../../db/conditions.ts';

/** The page after or before a number; without one, by its place in the list. */
export interface PageAsked {
  readonly page: number;
  readonly limit: number;
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** How many rows come before the page among those that meet its conditions, and in which order they are counted. */
export function cutOf({ page, limit, after, before }: PageAsked): { direction: 'asc' | 'desc'; offset: number } {
  // What comes before a number is nearest to it counted upwards.
  if (before !== undefined) return { direction: 'asc', offset: 0 };
  return { direction: 'desc', offset: after === undefined ? (page - 1) * limit : 0 };
}

export interface NumberSpan {
  readonly from: number;
  /** The first number that is too late. */
  readonly until: number;
}

/** The numbers of these days. Asked for first, because the list's query is planned well only with known numbers. */
export async function numberSpanOf(
  db: Queryable,
  venue: number,
  what: 'order' | 'trade',
  { fromDay, toDay }: DaySpan,
): Promise<NumberSpan> {
  const { rows } = await db.query<NumberSpan>(
    `select ${what}_from($1::smallint, $2) as from, ${what}_from($1::smallint, $3) as until`,
    [venue, dayStartAt(fromDay), dayStartAt(toDay + 1)],
  );
  return rows[0];
}

/** Adds which numbers may stand on the page. `column` holds them. */
export function addPlace(
  conditions: Conditions,
  column: string,
  { after, before }: Pick<PageAsked, 'after' | 'before'>,
  days: NumberSpan | undefined,
): Conditions {
  return conditions
    .addIf(`${column} < ?`, after)
    .addIf(`${column} > ?`, before)
    .addIf(`${column} >= ?`, days?.from)
    .addIf(`${column} < ?`, days?.until);
}
