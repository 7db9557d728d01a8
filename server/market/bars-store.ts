// Price history in the database: a row a day, a page of minutes for each past day, rows for the minutes of the running one.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Bar } from '../../core/market/bars.ts';
import { DAY_MS, dayStartAt, INDIA_OFFSET_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { numbersOf } from '../db/number-list.ts';
import type { Queryable } from '../db/open.ts';
import { ratioSince, readRestatings, restatedBar } from './restated-bars.ts';

const BAR_COLUMNS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Bars as parallel columns, prices in paise. */
interface Columns {
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
}

export interface DayRow {
  readonly instrument: number;
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface MinuteRow extends Omit<DayRow, 'day'> {
  /** Minutes since 1970. */
  readonly minute: number;
}

/** By hand, because millions of numbers come by here, and joining typed arrays takes twice as long. */
function arrayText(values: ArrayLike<number>): string {
  let text = '';
  for (let i = 0; i < values.length; i++) text += i === 0 ? values[i] : `,${values[i]}`;
  return `{${text}}`;
}

function columnsOf<Row extends Omit<DayRow, 'day'>>(rows: readonly Row[]): string[] {
  return BAR_COLUMNS.map((name) => arrayText(rows.map((row) => row[name])));
}

export async function saveDays(db: Queryable, venue: number, rows: readonly DayRow[]): Promise<void> {
  await db.query(
    `insert into daily_bars (venue, instrument, day, open, high, low, close, volume)
     select $1, * from unnest($2::integer[], $3::integer[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[])
     on conflict (venue, instrument, day) do update set open = excluded.open, high = excluded.high, low = excluded.low,
       close = excluded.close, volume = excluded.volume`,
    [
      venue,
      arrayText(rows.map(({ instrument }) => instrument)),
      arrayText(rows.map(({ day }) => day)),
      ...columnsOf(rows),
    ],
  );
}

/**
 * Closed minutes of the running day. A minute that comes in two parts, around a restart, is joined. `isAgain`: they may be stored
 * already, and must not count twice.
 */
export async function saveMinutes(
  db: Queryable,
  venue: number,
  rows: readonly MinuteRow[],
  isAgain = false,
): Promise<void> {
  const volume = isAgain ? 'greatest(known.volume, excluded.volume)' : 'known.volume + excluded.volume';
  await db.query(
    `insert into minute_bars as known (venue, instrument, minute, open, high, low, close, volume)
     select $1, * from unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::integer[], $7::integer[], $8::bigint[])
     on conflict (venue, instrument, minute) do update set high = greatest(known.high, excluded.high),
       low = least(known.low, excluded.low), close = excluded.close, volume = ${volume}`,
    [
      venue,
      arrayText(rows.map(({ instrument }) => instrument)),
      arrayText(rows.map(({ minute }) => minute)),
      ...columnsOf(rows),
    ],
  );
}

/** One day of an instrument's minutes. */
export interface PageOfMinutes {
  readonly instrument: number;
  readonly day: number;
  /** Counted from the start of the day. */
  readonly minutes: ArrayLike<number>;
  readonly bars: Columns;
}

/** All in one statement, or none. */
export async function savePages(db: Queryable, venue: number, pages: readonly PageOfMinutes[]): Promise<void> {
  if (pages.length === 0) return;
  const values: unknown[] = [venue];
  const rows = pages.map(({ instrument, day, minutes, bars }) => {
    const columns = [minutes, ...BAR_COLUMNS.map((name) => bars[name])].map(arrayText);
    const places = [instrument, day, ...columns].map((value) => `$${values.push(value)}`);
    return `($1, ${places.join(', ')})`;
  });
  await db.query(
    `insert into minute_pages (venue, instrument, day, minutes, open, high, low, close, volume) values ${rows.join(', ')}
     on conflict (venue, instrument, day) do update set minutes = excluded.minutes, open = excluded.open, high = excluded.high,
       low = excluded.low, close = excluded.close, volume = excluded.volume`,
    values,
  );
}

/**
 * Moves the minutes of days before `day` into pages, and gives those days their daily bars if they lack them. One instrument at a time:
 * a whole day of all of them takes seconds, and on a slow machine longer than a statement may. What is done when one fails stays done. A
 * day that has a page is closed once more, after the clock was set back: what was traded since is added to it.
 */
export async function closeDays(db: Queryable, venue: number, day: number): Promise<void> {
  const until = dayStartAt(day) / MINUTE_MS;
  const { rows } = await db.query<{ instrument: number }>(
    'select distinct instrument from minute_bars where venue = $1 and minute < $2 order by instrument',
    [venue, until],
  );
  for (const { instrument } of rows) await closeDaysOf(db, venue, instrument, until);
}

async function closeDaysOf(db: Queryable, venue: number, instrument: number, until: number): Promise<void> {
  await db.query(
    `with gone as (
       delete from minute_bars where venue = $1 and minute < $2 and instrument = $3 returning *),
     placed as (
       select *, (minute * 60000::bigint + ${INDIA_OFFSET_MS}) / ${DAY_MS} as day from gone),
     known as (
       select p.venue, p.instrument, p.day, m.* from minute_pages p,
         unnest(p.minutes, p.open, p.high, p.low, p.close, p.volume) as m (minute, open, high, low, close, volume)
       where p.venue = $1 and p.instrument = $3 and p.day in (select day from placed)),
     parts as (
       select venue, instrument, day, minute, open, high, low, close, volume, 1 as part from known
       union all
       select venue, instrument, day, (minute - (day * ${DAY_MS / MINUTE_MS} - ${INDIA_OFFSET_MS / MINUTE_MS}))::smallint, open, high, low, close, volume, 2 from placed),
     whole as (
       select venue, instrument, day, minute, (array_agg(open order by part))[1] as open, max(high) as high, min(low) as low,
         (array_agg(close order by part desc))[1] as close, sum(volume)::bigint as volume
       from parts group by venue, instrument, day, minute),
     pages as (
       insert into minute_pages (venue, instrument, day, minutes, open, high, low, close, volume)
       select venue, instrument, day, array_agg(minute order by minute), array_agg(open order by minute),
         array_agg(high order by minute), array_agg(low order by minute), array_agg(close order by minute),
         array_agg(volume order by minute)
       from whole group by venue, instrument, day on conflict (venue, instrument, day) do update set minutes = excluded.minutes,
         open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume)
     insert into daily_bars (venue, instrument, day, open, high, low, close, volume)
     select venue, instrument, day, (array_agg(open order by minute))[1], max(high), min(low),
       (array_agg(close order by minute desc))[1], sum(volume)
     from placed group by venue, instrument, day on conflict (venue, instrument, day) do nothing`,
    [venue, until, instrument],
  );
}

/** Each column as the database writes an array, `{1,2,3}`: the driver takes several times as long to read as many rows, or arrays. */
type ColumnTexts = Readonly<Record<(typeof BAR_COLUMNS)[number], string>>;

/** The bars of columns; `startOf` says when the nth one starts. */
function barsOf(texts: ColumnTexts, startOf: (n: number) => number): Bar[] {
  const [open, high, low, close, volume] = BAR_COLUMNS.map((name) => numbersOf(texts[name]));
  return open.map((_, n) => ({
    startAt: startOf(n),
    open: open[n],
    high: high[n],
    low: low[n],
    close: close[n],
    volume: volume[n],
  }));
}

/** Rows of a table as columns, in the order of `key`. */
async function readColumns(
  db: Queryable,
  key: 'day' | 'minute',
  source: string,
  values: readonly unknown[],
): Promise<{ keys: number[]; texts: ColumnTexts }> {
  const columns = [key, ...BAR_COLUMNS].map((name) => `coalesce(array_agg(${name})::text, '{}') as ${name}`);
  const { rows } = await db.query<ColumnTexts & Record<'day' | 'minute', string>>(
    `select ${columns.join(', ')} from (select * from (${source}) as found order by ${key}) as bars`,
    values,
  );
  return { keys: numbersOf(rows[0][key]), texts: rows[0] };
}

/** Daily bars from `fromDay` to `toDay` in shares of today, oldest first, at most `limit` of the newest. */
export async function readDays(
  db: Queryable,
  venue: number,
  instrument: number,
  span: { fromDay: number; toDay: number; limit: number },
): Promise<Bar[]> {
  const { keys: days, texts } = await readColumns(
    db,
    'day',
    'select * from daily_bars where venue = $1 and instrument = $2 and day between $3 and $4 order by day desc limit $5',
    [venue, instrument, span.fromDay, span.toDay, span.limit],
  );
  const restatings = await readRestatings(db, venue, [instrument], days.at(0) ?? span.toDay);
  return barsOf(texts, (n) => dayStartAt(days[n])).map((bar, n) =>
    restatedBar(bar, ratioSince(restatings, instrument, days[n])),
  );
}

type Page = ColumnTexts & { readonly day: number; readonly minutes: string };

/** Minute bars from one instant to another in shares of today, oldest first. */
export async function readMinutes(
  db: Queryable,
  venue: number,
  instrument: number,
  fromAt: number,
  toAt: number,
): Promise<Bar[]> {
  // Before the pages: a day that is closed in between is then found twice, and not missed.
  const live = await readColumns(
    db,
    'minute',
    'select * from minute_bars where venue = $1 and instrument = $2 and minute between $3 and $4',
    [venue, instrument, Math.floor(fromAt / MINUTE_MS), Math.floor(toAt / MINUTE_MS)],
  );
  const pages = await db.query<Page>(
    `select day, ${['minutes', ...BAR_COLUMNS].map((name) => `${name}::text`).join(', ')} from minute_pages
     where venue = $1 and instrument = $2 and day between $3 and $4 order by day`,
    [venue, instrument, marketDay(fromAt), marketDay(toAt)],
  );
  const bars: Bar[] = [];
  for (const page of pages.rows) {
    // A millisecond's work each: a chart of months must not hold up orders.
    if (bars.length > 0) await nextTurn();
    const [start, minutes] = [dayStartAt(page.day), numbersOf(page.minutes)];
    bars.push(...barsOf(page, (n) => start + minutes[n] * MINUTE_MS));
  }
  const lastPaged = bars.at(-1)?.startAt ?? -1;
  bars.push(...barsOf(live.texts, (n) => live.keys[n] * MINUTE_MS).filter(({ startAt }) => startAt > lastPaged));
  const asked = bars.filter(({ startAt }) => startAt >= fromAt && startAt <= toAt);
  const restatings = await readRestatings(db, venue, [instrument], marketDay(fromAt));
  if (restatings.length === 0) return asked;
  return asked.map((bar) => restatedBar(bar, ratioSince(restatings, instrument, marketDay(bar.startAt))));
}

/** When the last minute bar up to `toAt` starts; `toAt` when there is none. */
export async function lastMinuteAt(db: Queryable, venue: number, instrument: number, toAt: number): Promise<number> {
  const live = await db.query<{ minute: number | null }>(
    'select max(minute) as minute from minute_bars where venue = $1 and instrument = $2 and minute <= $3',
    [venue, instrument, Math.floor(toAt / MINUTE_MS)],
  );
  if (live.rows[0].minute !== null) return live.rows[0].minute * MINUTE_MS;
  const lastDay = marketDay(toAt);
  const page = await db.query<{ day: number; minute: number }>(
    `select day, (select max(minute) from unnest(minutes) minute where day < $3 or minute <= $4) as minute from minute_pages
     where venue = $1 and instrument = $2 and day <= $3 and (day < $3 or minutes[1] <= $4) order by day desc limit 1`,
    [venue, instrument, lastDay, Math.floor((toAt - dayStartAt(lastDay)) / MINUTE_MS)],
  );
  return page.rows.length === 0 ? toAt : dayStartAt(page.rows[0].day) + page.rows[0].minute * MINUTE_MS;
}

/** The figures of `day` so far by instrument, from its stored minutes; `startAt` is the last of them. */
export async function readDaySoFar(db: Queryable, venue: number, day: number): Promise<Map<number, Bar>> {
  const { rows } = await db.query<MinuteRow>(
    `select instrument, max(minute) as minute, (array_agg(open order by minute))[1] as open, max(high) as high, min(low) as low,
       (array_agg(close order by minute desc))[1] as close, sum(volume)::bigint as volume
     from minute_bars where venue = $1 and minute between $2 and $3 group by instrument`,
    [venue, dayStartAt(day) / MINUTE_MS, dayStartAt(day + 1) / MINUTE_MS - 1],
  );
  return new Map(rows.map(({ instrument, minute, ...bar }) => [instrument, { startAt: minute * MINUTE_MS, ...bar }]));
}
