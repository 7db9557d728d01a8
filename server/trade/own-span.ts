// The numbers that an account's own orders or fills of some days have, so that a list of them is found, and counted, in the index alone.
import { dayStartAt } from '../../core/market/day.ts';
import type { Conditions } from '../db/conditions.ts';
import type { Queryable } from '../db/open.ts';
import type { DaySpan } from './day-span.ts';
import type { Mine } from './mine.ts';

/** What is read, and its columns in the query. */
interface Numbered {
  readonly what: 'order' | 'trade';
  readonly number: string;
  readonly at: string;
}

interface NumberSpan {
  readonly from: number | null;
  readonly until: number | null;
  /** The time has gone back over an end of the span: what was at other times has numbers in between. */
  readonly isMixed: boolean;
}

/** Asked for first: with known numbers the list's query is planned well, and times need not be compared row by row. */
const numbersOf = (what: Numbered['what']): string => `select
    case when $3::bigint is not null then own_${what}_from($1::smallint, $2, $3) end as from,
    case when $4::bigint is not null then own_${what}_from($1::smallint, $2, $4, true) end as until,
    exists (select from set_backs where venue = $1
      and (back_to < $3 and $3 <= ahead_until or back_to < $4 and $4 <= ahead_until)) as "isMixed"`;

/** Adds which rows are of these days. */
export async function addDays(
  db: Queryable,
  { venue, account }: Mine,
  { fromDay, toDay }: DaySpan,
  { conditions, what, number, at }: Numbered & { conditions: Conditions },
): Promise<Conditions> {
  if (fromDay === null && toDay === null) return conditions;
  const fromAt = fromDay === null ? null : dayStartAt(fromDay);
  const toAt = toDay === null ? null : dayStartAt(toDay + 1);
  const { rows } = await db.query<NumberSpan>(numbersOf(what), [venue, account, fromAt, toAt]);
  const [{ from, until, isMixed }] = rows;
  conditions.addIf(`${number} >= ?`, from ?? undefined).addIf(`${number} < ?`, until ?? undefined);
  if (!isMixed) return conditions;
  // The sum keeps the index of times out of it, in which everybody's are.
  return conditions.addIf(`${at} + 0 >= ?`, fromAt ?? undefined).addIf(`${at} + 0 < ?`, toAt ?? undefined);
}
