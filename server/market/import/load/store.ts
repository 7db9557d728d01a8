// The SQL of an import: reads what is listed and traded already, and writes the history of instruments.
import type { Queryable } from '../../../db/open.ts';
import { saveDays, savePages } from '../../bars-store.ts';
import type { Listing } from './listing.ts';

/** An instrument that is already listed, and whether people have traded it. */
export interface Listed {
  readonly id: number;
  readonly symbol: string;
  /** How many people ever had an order in it; nobody can hold shares without. */
  readonly people: number;
  /** When its shares were issued; bars from that day on are of live trading. */
  readonly listedAt: number;
}

export async function loadListed(db: Queryable, venue: number): Promise<Map<string, Listed>> {
  const { rows } = await db.query<Listed>(
    `select i.id, i.symbol, coalesce(o.people, 0)::integer as people,
       coalesce(t.at, 0) as "listedAt"
     from instruments i
     left join (select instrument, count(distinct account) as people from orders where venue = $1 group by instrument) o
       on o.instrument = i.id
     left join (select reference, min(at) as at from transfers where venue = $1 and kind = 'issue' group by reference) t
       on t.reference = i.id
     where i.venue = $1`,
    [venue],
  );
  return new Map(rows.map((row) => [row.symbol, row]));
}

/**
 * Removes history before a day; with `null` all of it: the minutes of the running day too, and the splits and dividends that were carried
 * out, because the bars that come are in shares of today.
 */
export async function deleteHistory(
  db: Queryable,
  venue: number,
  instrument: number,
  beforeDay: number | null,
): Promise<void> {
  const values = [venue, instrument, beforeDay];
  const where = 'where venue = $1 and instrument = $2 and ($3::integer is null or day < $3)';
  await db.query(`delete from daily_bars ${where}`, values);
  await db.query(`delete from minute_pages ${where}`, values);
  if (beforeDay !== null) return;
  await db.query('delete from minute_bars where venue = $1 and instrument = $2', [venue, instrument]);
  await db.query(`delete from corporate_actions where venue = $1 and instrument = $2 and state = 'done'`, [
    venue,
    instrument,
  ]);
}

const ROWS_AT_ONCE = 10_000;

/** `told` is called with the number of bars after each write. */
export async function saveHistory(
  db: Queryable,
  venue: number,
  instrument: number,
  { days, pages }: Pick<Listing, 'days' | 'pages'>,
  told: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < days.length; from += ROWS_AT_ONCE) {
    const rows = days.slice(from, from + ROWS_AT_ONCE).map((row) => ({ instrument, ...row }));
    await saveDays(db, venue, rows);
    told(rows.length);
  }
  for (const page of pages) {
    await savePages(db, venue, [{ instrument, day: page.day, minutes: page.minutes, bars: page }]);
    told(page.minutes.length);
  }
}

/** Changes what a newer import may know better, and the exchange never changes. */
export async function renameInstrument(
  db: Queryable,
  venue: number,
  instrument: number,
  listing: Listing,
): Promise<void> {
  await db.query('update instruments set name = $3, sector = $4 where venue = $1 and id = $2', [
    venue,
    instrument,
    listing.name,
    listing.sector,
  ]);
}
