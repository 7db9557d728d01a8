// The figures of each day. A day that is over does not change any more: it is counted once and stored, so that only the last one or two are counted again.
import { dayStartAt, marketDay } from '../../core/market/day.ts';
import type { Database, Queryable } from '../db/open.ts';
import { BEHIND, politely } from '../db/polite.ts';
import { keepTrading } from './day-trading.ts';

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

/** A commit from the last moments of a day may still be under way when the next day begins. */
const SETTLED_AFTER_MS = 60_000;
/** Past days counted by one statement. */
const DAYS_AT_ONCE = 7;

// A trade between two people has two fills, and is counted by that of the taker.
const TRADING = `
    select market_day(created_at) as day, 0 as new_users, count(*) as orders, 0 as completed, 0 as failed, 0 as traded_value,
        0 as fees, 0 as deposits, 0 as lessons_sold, 0 as lesson_sales
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
      from transfers where venue = $1 and kind = 'deposit' and at >= $2 and at < $3 group by 1`;
// A place that was given back later, whose row is gone, still counts on the day it was sold.
const PEOPLE = `
    select market_day(created_at) as day, count(*) as new_users, 0 as orders, 0 as completed, 0 as failed, 0 as traded_value,
        0 as fees, 0 as deposits, 0 as lessons_sold, 0 as lesson_sales
      from users where $1::smallint > 0 and role <> 'admin' and deleted_at is null and created_at >= $2 and created_at < $3 group by 1
    union all
    select market_day(e.enrolled_at), 0, 0, 0, 0, 0, 0, 0, count(*), coalesce(sum(p.amount), 0)
      from enrolments e join payments p on p.id = e.payment where e.enrolled_at >= $2 and e.enrolled_at < $3 group by 1
    union all
    select market_day(p.credited_at), 0, 0, 0, 0, 0, 0, 0, count(*), coalesce(sum(p.amount), 0)
      from refunds r join payments p on p.id = r.payment
      where r.reason in ('given-back', 'returned') and p.credited_at >= $2 and p.credited_at < $3
        and not exists (select 1 from enrolments e where e.payment = p.id) group by 1`;

const counted = (sources: string): string => `
  select day, sum(new_users)::bigint as new_users, sum(orders)::bigint as orders, sum(completed)::bigint as completed,
    sum(failed)::bigint as failed, sum(traded_value)::bigint as traded_value, sum(fees)::bigint as fees,
    sum(deposits)::bigint as deposits, sum(lessons_sold)::bigint as lessons_sold, sum(lesson_sales)::bigint as lesson_sales
  from (${sources}) counted group by day`;

/** The first day to count: the one after the last stored day that nothing makes doubtful, or else that of the first person, order or transfer. */
const FIRST_DAY = `
  select coalesce((select max(day) + 1 from desk_days where venue = $1 and not is_doubted), market_day(least(
    (select min(created_at) from users),
    (select created_at from orders where venue = $1 order by id limit 1),
    (select at from transfers where venue = $1 order by id limit 1)))) as day`;

/**
 * Days after $2 were counted by a clock that was ahead, before they were over. Or the clock is behind now, perhaps by years, and they are right: so
 * they stay until they are over and counted again.
 */
const DOUBT_LATER = 'update desk_days set is_doubted = true where venue = $1 and day > $2 and not is_doubted';

/** Who has left since is still one of those who came on that day. */
const AGAIN = `is_doubted = false, traded_orders = null, new_users = greatest(desk_days.new_users, excluded.new_users), ${[
  'orders',
  'completed',
  'failed',
  'traded_value',
  'fees',
  'deposits',
  'lessons_sold',
  'lesson_sales',
]
  .map((column) => `${column} = excluded.${column}`)
  .join(', ')}`;

const COLUMNS = `day, new_users as "newUsers", orders, completed, failed, traded_value as "tradedValue", fees, deposits,
  lessons_sold as "lessonsSold", lesson_sales as "lessonSales"`;

/** The trading since the first day that is not stored, up to an instant before which nothing changes any more. */
interface Settled {
  readonly fromDay: number;
  readonly upTo: number;
  readonly days: readonly DayFigures[];
}

export class DayBook {
  readonly #db: Database;
  readonly #venue: number;
  readonly #now: () => number;
  #keeping: Promise<void> | null = null;
  #settled: Settled | null = null;

  constructor({ db, venue, now }: { db: Database; venue: number; now: () => number }) {
    this.#db = db;
    this.#venue = venue;
    this.#now = now;
  }

  /** Counts and stores the days that are over and not stored yet. Concurrent callers wait for the same count. */
  keep(): Promise<void> {
    this.#keeping ??= politely(this.#db, (asked) => this.#keep(asked), { pace: BEHIND }).finally(
      () => (this.#keeping = null),
    );
    return this.#keeping;
  }

  /** The stored days and those that are still being counted, oldest first, up to today. */
  async read(): Promise<DayFigures[]> {
    const today = marketDay(this.#now());
    const kept = await this.#db.query<DayFigures>(
      // Of doubted ones, those are counted here that take no long time.
      `select ${COLUMNS} from desk_days where venue = $1 and day < $2 and (not is_doubted or day < $2 - ${DAYS_AT_ONCE}) order by day`,
      [this.#venue, today],
    );
    const fromDay = (kept.rows.at(-1)?.day ?? -1) + 1;
    const open = byDay([...(await this.#trading(fromDay)), ...(await this.#count(PEOPLE, dayStartAt(fromDay)))]);
    const hasToday = open.some(({ day }) => day === today);
    return [...kept.rows, ...open, ...(hasToday ? [] : [noFigures(today)])].sort((a, b) => a.day - b.day);
  }

  /** Counts only what has been added since the last call: a day may have a million orders. */
  async #trading(fromDay: number): Promise<DayFigures[]> {
    const safe = this.#now() - SETTLED_AFTER_MS;
    let known = this.#settled;
    if (known === null || known.fromDay !== fromDay || known.upTo > safe)
      known = { fromDay, upTo: dayStartAt(fromDay), days: [] };
    if (safe > known.upTo) {
      const more = await this.#count(TRADING, known.upTo, safe);
      known = { fromDay, upTo: safe, days: byDay([...known.days, ...more]) };
      this.#settled = known;
    }
    return [...known.days, ...(await this.#count(TRADING, known.upTo))];
  }

  /** @param to the end of today when left out */
  async #count(sources: string, from: number, to = dayStartAt(marketDay(this.#now()) + 1)): Promise<DayFigures[]> {
    const { rows } = await this.#db.query<DayFigures>(`select ${COLUMNS} from (${counted(sources)}) counted`, [
      this.#venue,
      from,
      to,
    ]);
    return rows;
  }

  /** A few days at a time, so that a failure loses little. The last of them is stored even without figures, so that they are not counted again. */
  async #keep(asked: Queryable): Promise<void> {
    const lastDay = marketDay(this.#now() - SETTLED_AFTER_MS) - 1;
    await asked.query(DOUBT_LATER, [this.#venue, lastDay]);
    const { rows } = await asked.query<{ day: number | null }>(FIRST_DAY, [this.#venue]);
    for (let day = rows[0].day ?? lastDay; day <= lastDay; day += DAYS_AT_ONCE) {
      const until = Math.min(day + DAYS_AT_ONCE - 1, lastDay);
      await asked.query(
        `with counted as (${counted(`${TRADING} union all ${PEOPLE}`)})
         insert into desk_days (venue, day, new_users, orders, completed, failed, traded_value, fees, deposits, lessons_sold, lesson_sales)
         select $1, counted.* from counted
         union all select $1, day, 0, 0, 0, 0, 0, 0, 0, 0, 0 from (
           select $4::integer as day union select day from desk_days where venue = $1 and is_doubted and day between $5 and $4) stored
         where day not in (select day from counted)
         on conflict (venue, day) do update set ${AGAIN}
         where desk_days.is_doubted`,
        [this.#venue, dayStartAt(day), dayStartAt(until + 1), until, day],
      );
    }
    await keepTrading(asked, this.#venue, lastDay);
  }
}

/** Adds up the parts of each day. */
function byDay(parts: readonly DayFigures[]): DayFigures[] {
  const days = [...new Set(parts.map(({ day }) => day))];
  return days.map((day) => ({ ...sumOf(parts.filter((part) => part.day === day)), day }));
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
