// Restates the bars from before a split or bonus, so that a chart shows no cliff. What is stored stays as it was traded.
import type { Bar } from '../../core/market/bars.ts';
import { priceAfter, sharesAfter } from '../../core/market/corporate-action.ts';
import type { Ratio } from '../../core/market/corporate-action.ts';
import type { Queryable } from '../db/open.ts';

/** The bars of days before `day` are restated by it. */
export interface Restating extends Ratio {
  readonly instrument: number;
  readonly day: number;
}

/** All splits and bonuses carried out since `fromDay`. */
export async function readRestatings(
  db: Queryable,
  venue: number,
  instruments: readonly number[],
  fromDay: number,
): Promise<Restating[]> {
  const { rows } = await db.query<Restating>(
    `select instrument, done_day as day, from_shares as "from", to_shares as "to" from corporate_actions
     where venue = $1 and instrument = any($2) and done_day > $3 and state = 'done' and kind <> 'dividend' order by id`,
    [venue, instruments, fromDay],
  );
  return rows;
}

/** All changes from `day` until today as one ratio; null if there are none. */
export function ratioSince(restatings: readonly Restating[], instrument: number, day: number): Ratio | null {
  const since = restatings.filter((each) => each.instrument === instrument && each.day > day);
  if (since.length === 0) return null;
  const product = (of: 'from' | 'to'): number => since.reduce((all, each) => all * each[of], 1);
  return { from: product('from'), to: product('to') };
}

export function restatedBar<Figures extends Omit<Bar, 'startAt'>>(bar: Figures, ratio: Ratio | null): Figures {
  if (ratio === null) return bar;
  const { open, high, low, close, volume } = bar;
  const prices = { open, high, low, close };
  for (const name of ['open', 'high', 'low', 'close'] as const) prices[name] = priceAfter(prices[name], ratio);
  return { ...bar, ...prices, volume: sharesAfter(volume, ratio) };
}
