// The days and hours of the live market: which phase it is in, what comes next, and which day an instant belongs to.
import type { Instant } from '../money.ts';
import { dayStartAt, dayText, HOUR_MS, isWeekend, marketDay, MINUTE_MS } from './day.ts';
import { closesAt, opensAt, SQUARE_OFF_MS, squareOffAt } from './trading-hours.ts';
import type { MarketHours } from './trading-hours.ts';

/**
 * `pre-open`: orders are collected for the opening auction, nothing trades. `opening`: the auction has been held, and trading has
 * not begun.
 */
export type MarketPhase = 'open' | 'pre-open' | 'opening' | 'closed';

export interface PhaseChange {
  readonly phase: MarketPhase;
  readonly at: Instant;
}

/** After India's midnight. The market's day begins with the pre-open session. */
const PRE_OPEN_MS = 9 * HOUR_MS;
const AUCTION_MS = PRE_OPEN_MS + 8 * MINUTE_MS;

/** When the opening auction of a day is held. Source: NSE, pre-open session of the cash market. */
function auctionAt(day: number): Instant {
  return dayStartAt(day) + AUCTION_MS;
}

export class TradingCalendar {
  readonly hours: MarketHours;
  readonly #holidays: ReadonlySet<string>;

  /** `holidays`: days as `YYYY-MM-DD` on which an `nse` market stays closed, in addition to weekends. */
  constructor(hours: MarketHours, holidays: Iterable<string> = []) {
    this.hours = hours;
    this.#holidays = new Set(holidays);
  }

  /** Whether the market opens on this day: never on a holiday or a weekend of `nse`, always where it has no hours. */
  isTradingDay(day: number): boolean {
    return this.hours === 'always' || (!isWeekend(day) && !this.#holidays.has(dayText(day)));
  }

  /** False for a year without any listed holiday: then only weekends are closed. */
  isYearKnown(day: number): boolean {
    const year = dayText(day).slice(0, 4);
    return this.hours === 'always' || [...this.#holidays].some((holiday) => holiday.startsWith(year));
  }

  /** The first day from `day` on that trades. */
  tradingDayFrom(day: number): number {
    let next = day;
    while (!this.isTradingDay(next)) next++;
    return next;
  }

  /** What the market does at this instant: trades, collects orders for an auction, or is closed. */
  phaseAt(at: Instant): MarketPhase {
    if (this.hours === 'always') return 'open';
    const day = marketDay(at);
    if (!this.isTradingDay(day)) return 'closed';
    return this.#changesOf(day).findLast((change) => change.at <= at)?.phase ?? 'closed';
  }

  /** Null where trading never closes. */
  nextChange(at: Instant): PhaseChange | null {
    if (this.hours === 'always') return null;
    const today = this.tradingDayFrom(marketDay(at));
    const next = this.#changesOf(today).find((change) => change.at > at);
    return next ?? this.#changesOf(this.tradingDayFrom(today + 1))[0];
  }

  /** The market day at an instant. It begins at midnight, or, where trading has hours, with the pre-open session of a trading day. */
  dayAt(at: Instant): number {
    const day = marketDay(at);
    if (this.hours === 'always') return day;
    return this.#lastTradingDay(day, at, PRE_OPEN_MS);
  }

  /** The day on which an order that arrives at `at` takes part in trading. */
  sessionOf(at: Instant): number {
    const day = marketDay(at);
    if (this.hours === 'always') return day;
    return this.tradingDayFrom(at < closesAt(this.hours, day) ? day : day + 1);
  }

  /**
   * Intraday shares bought before this instant must be sold now. It is the last 15:20, even if nothing could be sold since then. Where
   * trading has hours, shares bought between 15:20 and the close are due as well: no intraday position is kept overnight.
   */
  lastSquareOff(at: Instant): Instant {
    const day = marketDay(at);
    if (this.hours === 'always') return squareOffAt(at >= squareOffAt(day) ? day : day - 1);
    return Math.min(at, closesAt(this.hours, this.#lastTradingDay(day, at, SQUARE_OFF_MS)));
  }

  /** The last trading day on which the time `momentMs` after midnight has come. */
  #lastTradingDay(day: number, at: Instant, momentMs: number): number {
    let last = at >= dayStartAt(day) + momentMs ? day : day - 1;
    while (!this.isTradingDay(last)) last--;
    return last;
  }

  /** In order of time. */
  #changesOf(day: number): PhaseChange[] {
    return [
      { phase: 'pre-open', at: dayStartAt(day) + PRE_OPEN_MS },
      { phase: 'opening', at: auctionAt(day) },
      { phase: 'open', at: opensAt(this.hours, day) },
      { phase: 'closed', at: closesAt(this.hours, day) },
    ];
  }
}
