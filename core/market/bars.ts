// Bars: trades become minute bars and a day bar while the market runs; finer bars become coarser ones.
import { assertNever } from '../assert.ts';
import type { Instant, Paise, Quantity } from '../money.ts';
import { priceAfter, sharesAfter } from './corporate-action.ts';
import type { Ratio } from './corporate-action.ts';
import { DAY_MS, dayStartAt, HOUR_MS, marketDay, MINUTE_MS, weekday } from './day.ts';

export type BarInterval = '1m' | '5m' | '15m' | '1h' | '1D' | '1W';

export interface Bar {
  /** Start of the bar's time, in India's minutes, hours, days and weeks (from Monday). */
  startAt: Instant;
  open: Paise;
  high: Paise;
  low: Paise;
  close: Paise;
  volume: Quantity;
}

/** The start of the bar that an instant falls into. */
export function barStartAt(interval: BarInterval, at: Instant): Instant {
  switch (interval) {
    case '1m':
      return at - modulo(at, MINUTE_MS);
    case '5m':
      return at - modulo(at, 5 * MINUTE_MS);
    case '15m':
      return at - modulo(at, 15 * MINUTE_MS);
    case '1h':
      // India is half an hour off UTC, so its hours are too.
      return at - modulo(at - HOUR_MS / 2, HOUR_MS);
    case '1D':
      return dayStartAt(marketDay(at));
    case '1W': {
      const day = marketDay(at);
      return dayStartAt(day - ((weekday(day) + 6) % 7));
    }
    default:
      return assertNever(interval);
  }
}

/** The bar of one instrument that is being made from trades, for one interval. Time never runs backwards. */
export class LiveBar {
  readonly #interval: BarInterval;
  #current: Bar | null = null;

  constructor(interval: BarInterval, current: Bar | null = null) {
    this.#interval = interval;
    this.#current = current === null ? null : { ...current };
  }

  /** The bar so far, or null when nothing has traded in it. */
  get current(): Readonly<Bar> | null {
    return this.#current;
  }

  /** Takes in a trade; returns the bar that it closed, if the trade is the first of a later one. */
  trade(at: Instant, price: Paise, quantity: Quantity): Bar | null {
    const closed = this.roll(at);
    const bar = this.#current;
    if (bar === null) {
      const startAt = barStartAt(this.#interval, at);
      this.#current = { startAt, open: price, high: price, low: price, close: price, volume: quantity };
      return closed;
    }
    if (price > bar.high) bar.high = price;
    if (price < bar.low) bar.low = price;
    bar.close = price;
    bar.volume += quantity;
    return closed;
  }

  /** A split or bonus: the bar so far in new shares. */
  restate(ratio: Ratio): void {
    const bar = this.#current;
    if (bar === null) return;
    for (const price of ['open', 'high', 'low', 'close'] as const) bar[price] = priceAfter(bar[price], ratio);
    bar.volume = sharesAfter(bar.volume, ratio);
  }

  /** Tells the time; returns the bar that has ended by it. A stretch without trades gives no bar. */
  roll(at: Instant): Bar | null {
    const bar = this.#current;
    if (bar === null || at < barEndAt(this.#interval, bar.startAt)) return null;
    this.#current = null;
    return bar;
  }
}

/** Joins bars in time order into those of a coarser interval. */
export function aggregateBars(bars: readonly Readonly<Bar>[], interval: BarInterval): Bar[] {
  const joined: Bar[] = [];
  let last: Bar | null = null;
  for (const bar of bars) {
    const startAt = barStartAt(interval, bar.startAt);
    if (last === null || startAt !== last.startAt) {
      last = { ...bar, startAt };
      joined.push(last);
      continue;
    }
    if (bar.high > last.high) last.high = bar.high;
    if (bar.low < last.low) last.low = bar.low;
    last.close = bar.close;
    last.volume += bar.volume;
  }
  return joined;
}

const DURATION_MS: Record<BarInterval, number> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '1D': DAY_MS,
  '1W': 7 * DAY_MS,
};

/** The first instant after a bar that starts at `startAt`. */
export function barEndAt(interval: BarInterval, startAt: Instant): Instant {
  return startAt + DURATION_MS[interval];
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
