// What each day brought. Days that are over do not change any more: they are counted once and kept, so that only the last one or two are counted anew.
import { dayStartAt, marketDay } from '../../core/market/trading-hours.ts';
import type { Database, Queryable } from '../db/open.ts';

export interface DayFigures {
  readonly day: number;
  readonly newUsers: number;
  readonly orders: number;
  readonly completed: number;
  readonly failed: number;
  /** Paise. */
  readonly tradedValue: number;
  readonly fees: number;
  readonly deposits: number;
  readonly lessonsSold: number;
  readonly lessonSales: number;
}

/** A commit of the last moments of a day may still be under way when the next one begins. */
const SETTLED_AFTER_MS = 60_000;
/** Years of history are counted at the first start of this version. */
const COUNT_TIMEOUT_MS = 600_000;

// A trade between two people has two fills and is counted once, by the one who came.
const COUNTED = `
  select day, sum(new_users)::bigint as new_users, sum(orders)::bigint as orders, sum(completed)::bigint as completed,
    sum(failed)::bigint as failed, sum(traded_value)::bigint as traded_value, sum(fees)::bigint as fees,
    sum(deposits)::bigint as deposits, sum(lessons_sold)::bigint as lessons_sold, sum(lesson_sales)::bigint as lesson_sales
  from (
    select market_day(created_at) as day, count(*) as new_users, 0 as orders, 0 as completed, 0 as failed, 0 as traded_value,
        0 as fees, 0 as deposits, 0 as lessons_sold, 0 as lesson_sales
      from users where role <> 'admin' and deleted_at is null and created_at >= $2 and created_at < $3 group by 1
    union all
    select market_day(created_at), 0, count(*), 0, 0, 0, 0, 0, 0, 0
      from orders where venue = $1 and created_at >= $2 and created_at < $3 group by 1
    union all
    select market_day(ended_at), 0, 0, count(*) filter (where remaining < quantity), count(*) filter (where remaining = quantity),
        0, 0, 0, 0, 0
      from orders where venue = $1 and ended_at >= $2 and ended_at < $3 group by 1
    union all
    select market_day(at), 0, 0, 0, 0, coalesce(sum(price * quantity) filter (where counterparty is null or not is_maker), 0),
        sum(brokerage + flat_fee), 0, 0, 0
      from fills where venue = $1 and at >= $2 and at < $3 group by 1
    union all
    select market_day(at), 0, 0, 0, 0, 0, 0, sum(amount), 0, 0
      from transfers where venue = $1 and kind = 'deposit' and at >= $2 and at < $3 group by 1
    union all
    select market_day(e.enrolled_at), 0, 0, 0, 0, 0, 0, 0, count(*), coalesce(sum(p.amount), 0)
      from enrolments e join payments p on p.id = e.payment where e.enrolled_at >= $2 and e.enrolled_at < $3 group by 1
  ) counted group by day`;

const COLUMNS = `day, new_users as "newUsers", orders, completed, failed, traded_value as "tradedValue", fees, deposits,
  lessons_sold as "lessonsSold", lesson_sales as "lessonSales"`;

export class DayBook {
  readonly #db: Database;
  readonly #venue: number;
  readonly #now: () => number;
  #keeping: Promise<void> | null = null;

  constructor({ db, venue, now }: { db: Database; venue: number; now: () => number }) {
    this.#db = db;
    this.#venue = venue;
    this.#now = now;
  }

  /** Counts and keeps the days that are over and not kept yet. Whoever asks meanwhile waits for the same count. */
  keep(): Promise<void> {
    this.#keeping ??= this.#keep().finally(() => (this.#keeping = null));
    return this.#keeping;
  }

  /** Every kept day and those that are still counted, oldest first; today is always there. */
  async read(): Promise<DayFigures[]> {
    const kept = await this.#db.query<DayFigures>(`select ${COLUMNS} from desk_days where venue = $1 order by day`, [
      this.#venue,
    ]);
    const today = marketDay(this.#now());
    const from = (kept.rows.at(-1)?.day ?? -1) + 1;
    const open = await countDays(this.#db, this.#venue, { fromDay: from, toDay: today });
    const hasToday = open.some(({ day }) => day === today);
    return [...kept.rows, ...open, ...(hasToday ? [] : [noFigures(today)])].sort((a, b) => a.day - b.day);
  }

  async #keep(): Promise<void> {
    const lastDay = marketDay(this.#now() - SETTLED_AFTER_MS) - 1;
    await this.#db.transaction(
      async (transaction) => {
        const { rows } = await transaction.query<{ day: number | null }>(
          'select max(day) as day from desk_days where venue = $1',
          [this.#venue],
        );
        const fromDay = (rows[0].day ?? -1) + 1;
        if (fromDay > lastDay) return;
        await transaction.query(
          `insert into desk_days (venue, day, new_users, orders, completed, failed, traded_value, fees, deposits, lessons_sold, lesson_sales)
           select $1, counted.* from (${COUNTED}) counted on conflict do nothing`,
          [this.#venue, dayStartAt(fromDay), dayStartAt(lastDay + 1)],
        );
        // A quiet day is kept too: it is not looked for again.
        await transaction.query('insert into desk_days (venue, day) values ($1, $2) on conflict do nothing', [
          this.#venue,
          lastDay,
        ]);
      },
      { statementTimeoutMs: COUNT_TIMEOUT_MS },
    );
  }
}

async function countDays(
  db: Queryable,
  venue: number,
  { fromDay, toDay }: { fromDay: number; toDay: number },
): Promise<DayFigures[]> {
  const { rows } = await db.query<DayFigures>(`select ${COLUMNS} from (${COUNTED}) counted order by day`, [
    venue,
    dayStartAt(fromDay),
    dayStartAt(toDay + 1),
  ]);
  return rows;
}

export function noFigures(day: number): DayFigures {
  const nothing = { newUsers: 0, orders: 0, completed: 0, failed: 0, tradedValue: 0, fees: 0, deposits: 0 };
  return { day, ...nothing, lessonsSold: 0, lessonSales: 0 };
}

const SUMS = Object.keys(noFigures(0)).filter((key) => key !== 'day') as (keyof DayFigures)[];

export function sumOf(days: readonly DayFigures[]): DayFigures {
  const sum: Record<string, number> = {};
  for (const key of SUMS) sum[key] = days.reduce((total, figures) => total + figures[key], 0);
  return { ...noFigures(0), ...sum };
}
