// Price alerts after a split or bonus: each is restated for the new shares, exactly once per action, even if the process ends in between.
import { priceAfter } from '../../core/market/corporate-action.ts';
import type { Database, Queryable } from '../db/open.ts';

interface Due {
  readonly id: number;
  readonly price: number;
  readonly action: number;
  readonly from: number;
  readonly to: number;
}

/** Restates waiting alerts that were set before an action that has been carried out. */
export async function restateAlerts(db: Database, venue: number): Promise<void> {
  if ((await nextDue(db, venue)).length === 0) return;
  await db.transaction(async (transaction) => {
    for (let due = await nextDue(transaction, venue); due.length > 0; due = await nextDue(transaction, venue))
      for (const alert of due) await restate(transaction, alert);
  });
}

/**
 * The alerts of the action that was carried out first, which need not have been planned first. Lowest price first: prices fall, so no
 * alert moves to a price at which another one still waits to be moved.
 */
async function nextDue(db: Queryable, venue: number): Promise<Due[]> {
  const { rows } = await db.query<Due>(
    `with due as (
       select a.id, a.price, c.id as action, c.from_shares as "from", c.to_shares as "to",
         first_value(c.id) over (order by c.ended_at, c.effective_day, c.id) as first
       from price_alerts a join corporate_actions c on c.venue = a.venue and c.instrument = a.instrument
       left join corporate_actions last on last.id = a.restated_by
       where a.venue = $1 and a.reached_at is null and c.state = 'done' and c.kind <> 'dividend' and c.ended_at > a.created_at
         and (last.id is null or (c.ended_at, c.effective_day, c.id) > (last.ended_at, last.effective_day, last.id)))
     select id, price, action, "from", "to" from due where action = first order by price, id`,
    [venue],
  );
  return rows;
}

async function restate(db: Queryable, { id, price, action, from, to }: Due): Promise<void> {
  const next = priceAfter(price, { from, to });
  // Two alerts that come to the same price become one.
  const { rows } = await db.query(
    `delete from price_alerts a using price_alerts b where a.id = $1 and b.id <> a.id and b.reached_at is null and b.venue = a.venue
       and b.account = a.account and b.instrument = a.instrument and b.direction = a.direction and b.price = $2 returning a.id`,
    [id, next],
  );
  if (rows.length === 0)
    await db.query('update price_alerts set price = $2, restated_by = $3 where id = $1', [id, next, action]);
}
