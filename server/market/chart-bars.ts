// The bars of a chart as JSON: past ones as they are kept, those of the running hour from the database and the books.
import { aggregateBars, barEndAt, barStartAt } from '../../core/market/bars.ts';
import type { Bar } from '../../core/market/bars.ts';
import { INDEX_ID, INDEX_SYMBOL } from '../../core/market/index-symbol.ts';
import { DAY_MS, dayStartAt, HOUR_MS, marketDay, MINUTE_MS } from '../../core/market/day.ts';
import type { Interval } from '../../contract/market.ts';
import { lastMinuteAt, readDays, readMinutes } from './bars-store.ts';
import { cutOut } from './encoded-bars.ts';
import type { Present } from './encoded-bars.ts';
import { known, todayOf } from './known-stock.ts';
import { PastBars } from './past-bars.ts';
import type { Standpoint } from './past-bars.ts';
import { presentBar } from './present.ts';
import type { MarketContext } from './routes.ts';

type MinuteInterval = Exclude<Interval, '1D' | '1W'>;

/** How far back a chart goes by default, and the most bars in one answer. */
const DEFAULT_SPAN_MS: Record<MinuteInterval, number> = {
  '1m': DAY_MS,
  '5m': 5 * DAY_MS,
  '15m': 15 * DAY_MS,
  '1h': 60 * DAY_MS,
};
const MOST_MINUTES_MS = 90 * DAY_MS;
const DEFAULT_DAYS = 731;
const MOST_DAYS = 10_000;

export interface BarsAsked {
  readonly symbol: string;
  readonly interval: Interval;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface StandpointNow extends Standpoint {
  /** The market's own time where the machine's clock was set back behind it: the newest bars lie between the two. */
  readonly now: number;
}

interface Span {
  readonly fromAt: number;
  readonly toAt: number;
}

export class ChartBars {
  readonly #context: MarketContext;
  readonly #past: PastBars;

  constructor(context: MarketContext) {
    this.#context = context;
    this.#past = new PastBars(context.db, context.venue);
  }

  /** The text of an array of bars. */
  async json(asked: BarsAsked): Promise<string> {
    const { symbol, interval, from, to } = asked;
    const standpoint = await this.#standpoint(symbol);
    const toAt = to === undefined ? standpoint.now : to * 1000;
    const fromAt = from === undefined ? null : from * 1000;
    if (interval === '1D') return this.#daily(standpoint, symbol, { fromAt, toAt });
    if (interval === '1W') return this.#weekly(standpoint, symbol, { fromAt, toAt });
    // A clock that was set back before a restart has not reached the market's day: its minutes are those of an earlier one.
    const day = Math.min(standpoint.day, marketDay(standpoint.now));
    return this.#ofMinutes({ ...standpoint, day }, interval, { symbol, from, toAt });
  }

  /** Daily bars as far back as a chart goes, each at midnight UTC of its date. */
  async jsonAtUtc(symbol: string): Promise<string> {
    const standpoint = await this.#standpoint(symbol);
    const span = { fromAt: null, toAt: standpoint.now };
    return this.#daily(standpoint, symbol, span, { form: 'utc', present: presentAtUtc });
  }

  #standpoint(symbol: string): Promise<StandpointNow> {
    const { exchange, now } = this.#context;
    return exchange.read((engine) => ({
      instrument: symbol === INDEX_SYMBOL ? INDEX_ID : known(engine, symbol).instrument.id,
      day: engine.venue.day,
      generation: exchange.generation,
      now: Math.max(now(), engine.venue.at),
    }));
  }

  async #daily(
    standpoint: StandpointNow,
    symbol: string,
    { fromAt, toAt }: { fromAt: number | null; toAt: number },
    { form, present }: { form: string; present: Present } = { form: 'day', present: presentBar },
  ): Promise<string> {
    const past = await this.#past.days(standpoint, form, present);
    const firstDay = fromAt === null ? 0 : marketDay(fromAt);
    const most = fromAt === null ? DEFAULT_DAYS : MOST_DAYS;
    const days = cutOut(past, { fromAt: dayStartAt(firstDay), toAt, most });
    return arrayOf([days, textOf(await this.#today(standpoint, symbol, { firstDay, toAt }), present)]);
  }

  async #weekly(
    standpoint: StandpointNow,
    symbol: string,
    { fromAt, toAt }: { fromAt: number | null; toAt: number },
  ): Promise<string> {
    const { db, venue } = this.#context;
    const { instrument, day } = standpoint;
    const firstDay = fromAt === null ? 0 : marketDay(fromAt);
    const span = {
      fromDay: firstDay,
      toDay: Math.min(marketDay(toAt), day - 1),
      limit: fromAt === null ? DEFAULT_DAYS : MOST_DAYS,
    };
    const past = await readDays(db, venue, instrument, span);
    const days = [...past, ...(await this.#today(standpoint, symbol, { firstDay, toAt }))];
    return arrayOf([textOf(aggregateBars(days, '1W'), presentBar)]);
  }

  /** The running day's bar, if it has one and the span reaches that far. */
  async #today(
    { day, now }: StandpointNow,
    symbol: string,
    { firstDay, toAt }: { firstDay: number; toAt: number },
  ): Promise<Bar[]> {
    const { exchange } = this.#context;
    const startAt = dayStartAt(day);
    if (startAt > toAt || day < firstDay) return [];
    if (symbol === INDEX_SYMBOL) {
      const minutes = await this.#minutesUpTo(INDEX_ID, symbol, { fromAt: startAt, toAt: now });
      return aggregateBars(minutes, '1D');
    }
    const { bar } = await exchange.read((engine) => todayOf(known(engine, symbol)));
    return bar.volume > 0 ? [{ ...bar, startAt }] : [];
  }

  async #ofMinutes(
    standpoint: StandpointNow,
    interval: MinuteInterval,
    { symbol, from, toAt }: { symbol: string; from: number | undefined; toAt: number },
  ): Promise<string> {
    const { db, venue } = this.#context;
    const { instrument, day } = standpoint;
    // Imported history may have ended long ago: without a start, the chart shows the last bars there are.
    const lastAt = from === undefined ? Math.min(toAt, await lastMinuteAt(db, venue, instrument, toAt)) : toAt;
    const asks = from === undefined ? lastAt - DEFAULT_SPAN_MS[interval] : from * 1000;
    const fromAt = Math.max(asks, lastAt - MOST_MINUTES_MS);
    const todayAt = dayStartAt(day);
    const overUntil = toAt < todayAt ? todayAt : await this.#past.overUntil(standpoint, standpoint.now);
    const parts = await this.#pastMinutes(standpoint, interval, { fromAt, toAt: Math.min(toAt, overUntil - 1) });
    if (toAt >= overUntil) {
      const running = await this.#minutesUpTo(instrument, symbol, { fromAt: Math.max(fromAt, overUntil), toAt });
      parts.push(textOf(aggregateBars(running, interval), presentBar));
    }
    return arrayOf(parts);
  }

  /** Whole bars as they are kept; one that the span begins or ends in is made anew, of those of its minutes that belong to it. */
  async #pastMinutes(standpoint: Standpoint, interval: Interval, span: Span): Promise<string[]> {
    const fromAt = Math.ceil(span.fromAt / MINUTE_MS) * MINUTE_MS;
    const toAt = Math.floor(span.toAt / MINUTE_MS) * MINUTE_MS;
    if (fromAt > toAt) return [];
    const firstWhole = wholeFrom(interval, fromAt);
    const endWhole = wholeUntil(interval, toAt);
    const made = async (from: number, until: number): Promise<string> => {
      const { db, venue } = this.#context;
      const minutes = await readMinutes(db, venue, standpoint.instrument, from, until);
      return textOf(aggregateBars(minutes, interval), presentBar);
    };
    if (firstWhole >= endWhole) return [await made(fromAt, toAt)];
    const todayAt = dayStartAt(standpoint.day);
    const days = { fromAt: firstWhole, endAt: Math.min(endWhole, todayAt), each: DAY_MS };
    const hours = { fromAt: Math.max(firstWhole, todayAt), endAt: endWhole, each: HOUR_MS };
    const whole = [
      ...(await this.#past.minutes(standpoint, interval, days, presentBar)),
      ...(await this.#past.minutes(standpoint, interval, hours, presentBar)),
    ];
    return [
      ...(firstWhole > fromAt ? [await made(fromAt, firstWhole - 1)] : []),
      ...whole.map((bars) => cutOut(bars, { fromAt: firstWhole, toAt: endWhole - 1 })),
      ...(endWhole <= toAt ? [await made(endWhole, toAt)] : []),
    ];
  }

  /** Stored minutes and the current one. */
  async #minutesUpTo(instrument: number, symbol: string, { fromAt, toAt }: Span): Promise<Bar[]> {
    const { db, venue, board } = this.#context;
    const stored = await readMinutes(db, venue, instrument, fromAt, toAt);
    const running = board.minute(symbol);
    if (running === null || running.startAt > toAt || running.startAt < fromAt) return stored;
    const last = stored.at(-1);
    if (last === undefined || running.startAt > last.startAt) return [...stored, { ...running }];
    return stored;
  }
}

/** Where the first bar starts that begins in the span. */
function wholeFrom(interval: Interval, fromAt: number): number {
  const startAt = barStartAt(interval, fromAt);
  return startAt === fromAt ? fromAt : barEndAt(interval, startAt);
}

/** Where the last bar ends of which the span has every minute. */
function wholeUntil(interval: Interval, toAt: number): number {
  const startAt = barStartAt(interval, toAt);
  const endAt = barEndAt(interval, startAt);
  return toAt >= endAt - MINUTE_MS ? endAt : startAt;
}

const textOf = (bars: readonly Bar[], present: Present): string =>
  bars.map((bar) => JSON.stringify(present(bar))).join(',');

const arrayOf = (parts: readonly string[]): string => `[${parts.filter(Boolean).join(',')}]`;

/** At the second at which the market's calendar day begins in UTC, for charts that know no other time zone. */
const presentAtUtc: Present = (bar) => ({
  ...presentBar(bar),
  timestamp: (marketDay(bar.startAt) * DAY_MS) / 1000,
});
