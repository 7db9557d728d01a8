// Notes where the time of a venue goes back: what is found by time in the order of its numbers must know (0075_set_backs.sql).
import type { Queryable } from '../db/open.ts';

/** At a start, before anything is decided. Nothing where the clock is not behind what is stored. */
export async function noteSetBack(db: Queryable, venue: number, now: number): Promise<void> {
  await db.query(
    `insert into set_backs as known (venue, first_order, first_trade, ahead_until, back_to)
     select venue, sequence + 1, last_trade + 1, at, $2::bigint from (
       select * from batches where venue = $1 order by sequence desc limit 1) newest
     where at > $2::bigint
     on conflict (venue, first_order) do update set back_to = least(known.back_to, excluded.back_to)`,
    [venue, now],
  );
}
