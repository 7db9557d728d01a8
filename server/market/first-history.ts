// Makes the practice market on the first start: the companies' history from the seed, and their listing on the exchange.
import { COMPANIES } from '../../core/market/history/companies.ts';
import type { Company } from '../../core/market/history/companies.ts';
import type { BarColumns } from '../../core/market/history/day-path.ts';
import { HISTORY_MINUTE_DAYS, makeHistory } from '../../core/market/history/history.ts';
import type { HistoryDay } from '../../core/market/history/day-painter.ts';
import { INDEX_ID } from '../../core/market/index-symbol.ts';
import { DEFAULT_PRICE_BAND, tickSizeFor } from '../../core/market/instrument.ts';
import type { Quote } from '../../core/market/quote.ts';
import type { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import { closesAt } from '../../core/market/trading-hours.ts';
import type { Database, Queryable } from '../db/open.ts';
import { AT_ONCE, politely } from '../db/polite.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { saveDays, saveMinutes, savePages } from './bars-store.ts';
import type { DayRow, MinuteRow, PageOfMinutes } from './bars-store.ts';

export interface MarketMaking {
  readonly db: Database;
  readonly venue: number;
  readonly exchange: Exchange;
  readonly seed: number;
  readonly calendar: TradingCalendar;
  readonly now: number;
  /** Called with what is being done, for the person who is waiting. */
  readonly report: (sentence: string) => void;
  /** For a market whose last days are lived through as they are made. */
  readonly past?: LivedPast;
}

interface LivedPast {
  /** How many whole days before today; today so far is lived through as well. */
  readonly days: number;
  /** Called with each day of the history, oldest first. From the first lived day on, all stocks are listed. */
  readonly onDay: (day: HistoryDay, isLived: boolean) => Promise<void>;
  /** Whether to keep the minutes of the day just passed to `onDay`, though it is longer ago than minutes usually are. */
  readonly keepsMinutes: (symbol: string) => boolean;
}

const DAYS_A_WRITE = 64;

/** Returns false if the companies are already listed. Listing comes last, so that an interrupted first start begins again. */
export async function makeMarket(making: MarketMaking): Promise<boolean> {
  const listed = await making.exchange.read(
    (engine) => COMPANIES.filter(({ symbol }) => engine.market(symbol) !== undefined).length,
  );
  if (listed === COMPANIES.length) return false;
  making.report(`Making two years of history for ${COMPANIES.length} companies ...`);
  // A machine that is busy with much else may take longer over a day than people would wait for an answer.
  const last = await politely(making.db, (asked) => writeHistory(making, asked), { pace: AT_ONCE });
  if (making.past !== undefined) return true;
  const { calendar, now } = making;
  const day = calendar.dayAt(now);
  await listAll(making, last, { day, at: Math.min(now, closesAt(calendar.hours, day) - 1) });
  return true;
}

async function listAll(
  { exchange }: MarketMaking,
  last: LastDays,
  { day, at }: { day: number; at: number },
): Promise<void> {
  await exchange.submit({ kind: 'start-day', day });
  for (const [index, company] of COMPANIES.entries()) await list(exchange, company, index, { ...last, at });
}

/** The last two days made: yesterday, and today so far. */
interface LastDays {
  readonly complete: HistoryDay;
  readonly today: HistoryDay | null;
}

async function writeHistory(making: MarketMaking, db: Queryable): Promise<LastDays> {
  const { venue, seed, calendar, now, report, past } = making;
  const livedFrom = past === undefined ? Number.POSITIVE_INFINITY : marketDay(now) - past.days;
  const minuteDays = Math.max(HISTORY_MINUTE_DAYS, past?.days ?? 0);
  const allMinutesFrom = marketDay(now) - HISTORY_MINUTE_DAYS;
  let before: HistoryDay | null = null;
  let complete: HistoryDay | null = null;
  let today: HistoryDay | null = null;
  let rows: DayRow[] = [];
  let written = Promise.resolve();
  let count = 0;
  let isListed = false;
  for (const day of makeHistory({ seed, hours: calendar.hours, calendar, untilAt: now, minuteDays })) {
    const isLived = day.day >= livedFrom;
    if (isLived && !isListed) {
      await listAll(making, { complete: complete!, today: null }, { day: day.day, at: dayStartAt(day.day) });
      isListed = true;
    }
    await past?.onDay(day, isLived);
    await written;
    if (day.isComplete) {
      before = complete;
      complete = day;
      rows.push(...dayRows(day));
      const isKept = (symbol: string) => past === undefined || day.day >= allMinutesFrom || past.keepsMinutes(symbol);
      // The next day is made while this one is written.
      written = savePages(db, venue, pagesOf(day, isKept));
      // A failure is thrown where it is awaited. If something else fails first, nobody awaits it, which must not end the process.
      written.catch(() => {});
    } else {
      today = day;
      await saveToday(db, venue, day);
    }
    if (++count % DAYS_A_WRITE === 0) {
      await written;
      await saveDays(db, venue, rows);
      rows = [];
      report(`... ${count} days`);
    }
  }
  await written;
  await saveDays(db, venue, rows);
  // After its close, and on days without trading, the last day is still the market's day.
  if (before !== null && complete?.day === calendar.dayAt(now)) return { complete: before, today: complete };
  return { complete: complete!, today };
}

function barAt(columns: BarColumns, i: number): Omit<DayRow, 'instrument' | 'day'> {
  return {
    open: columns.open[i],
    high: columns.high[i],
    low: columns.low[i],
    close: columns.close[i],
    volume: columns.volume[i],
  };
}

function dayRows({ day, daily, index }: HistoryDay): DayRow[] {
  const rows = COMPANIES.map((_, i) => ({ instrument: i + 1, day, ...barAt(daily, i) }));
  return [...rows, { instrument: INDEX_ID, day, ...barAt(index, 0) }];
}

/** All minute bars of a day, instrument by instrument: the index and then the companies. */
function* minuteColumns(day: HistoryDay): Generator<[instrument: number, bars: BarColumns]> {
  if (day.indexMinutes !== null) yield [INDEX_ID, day.indexMinutes];
  for (const [i, bars] of (day.minutes ?? []).entries()) yield [i + 1, bars];
}

function pagesOf(day: HistoryDay, isKept: (symbol: string) => boolean): PageOfMinutes[] {
  const first = (day.firstMinuteAt - dayStartAt(day.day)) / MINUTE_MS;
  const kept = [...minuteColumns(day)].filter(([id]) => id === INDEX_ID || isKept(COMPANIES[id - 1].symbol));
  return kept.map(([instrument, bars]) => {
    const minutes = Array.from(bars.open, (_, i) => first + i);
    return { instrument, day: day.day, minutes, bars };
  });
}

async function saveToday(db: Queryable, venue: number, day: HistoryDay): Promise<void> {
  const first = day.firstMinuteAt / MINUTE_MS;
  for (const [instrument, bars] of minuteColumns(day)) {
    const rows: MinuteRow[] = Array.from(bars.open, (_, i) => ({ instrument, minute: first + i, ...barAt(bars, i) }));
    await saveMinutes(db, venue, rows);
  }
}

async function list(
  exchange: Exchange,
  company: Company,
  index: number,
  { complete, today, at }: LastDays & { at: number },
): Promise<void> {
  const { symbol, name, sector, sharesIssued } = company;
  const previousClose = complete.daily.close[index];
  const sofar = today === null ? null : barAt(today.daily, index);
  const quote: Quote = {
    last: sofar?.close ?? previousClose,
    open: sofar?.open ?? previousClose,
    high: sofar?.high ?? previousClose,
    low: sofar?.low ?? previousClose,
    volume: sofar?.volume ?? 0,
    tradedAt: at,
  };
  const instrument = {
    symbol,
    name,
    sector,
    sharesIssued,
    previousClose,
    priceBand: DEFAULT_PRICE_BAND,
    tickSize: tickSizeFor(previousClose),
  };
  await exchange.submit({ kind: 'list-instrument', instrument, quote });
}
