// What a chart may show at an instant of the past: bars, fills and lines that were over by then, and when the next bar ended.
import { firstPlace } from '../../../../core/first-place.ts';
import type { Bar, Interval } from '../../../../contract/market.ts';
import type { CorporateActionData } from '../../../../contract/market/corporate.ts';
import { dayNumber } from '../../../../contract/wire/day-number.ts';
import { dayStartAt, marketDay } from '../../../../core/market/day.ts';
import { closesAt } from '../../../../core/market/trading-hours.ts';
import type { MarketHours } from '../../../../core/market/trading-hours.ts';
import { endSecond } from '../../../chart/bar-places.ts';
import { barStartSecond } from '../../../chart/bars.ts';
import { barTimeText } from '../../../chart/chart-time.ts';
import type { SlopedLine } from '../../../chart/drawn-lines.ts';
import type { OwnFill } from '../../../chart/marks.ts';
import { paisaExact } from '../../../ui/paisa-exact.ts';

/** Decides when a bar is over. */
export interface BarClock {
  interval: Interval;
  hours: MarketHours;
}

const FRIDAY_AFTER_MONDAY = 4;

/** The second from which the end of a bar is known: for a day the end of its trading, for a week that of its Friday. */
export function overSecond({ interval, hours }: BarClock, start: number): number {
  const end = endSecond(interval, start);
  if (hours === 'always') return end;
  const day = marketDay(start * 1000) + (interval === '1W' ? FRIDAY_AFTER_MONDAY : 0);
  const close = closesAt(hours, day) / 1000;
  // An evening bar dates from a time when trading never closed.
  return close > start ? Math.min(close, end) : end;
}

/** Bars that know of these splits and bonuses, in the shares from before them. */
export function inSharesOfBefore(bars: readonly Bar[], since: readonly CorporateActionData[]): Bar[] {
  const ratio = since.reduce((part, { from, to }) => (from === null || to === null ? part : (part * to) / from), 1);
  const price = (rupees: number): number => paisaExact(rupees * ratio);
  return bars.map(({ timestamp, open, high, low, close, volume }) => ({
    timestamp,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: Math.round(volume / ratio),
  }));
}

/** How many bars have ended by the instant: nobody learns how a bar ends before it does. */
export function countOver(bars: readonly Bar[], clock: BarClock, instant: number): number {
  return firstPlace(bars.length, (place) => overSecond(clock, bars[place].timestamp) > instant);
}

/** The instant at which one more bar has ended; null if none is loaded. */
export function instantAfter(bars: readonly Bar[], clock: BarClock, instant: number): number | null {
  const next = bars.at(countOver(bars, clock, instant));
  return next === undefined ? null : overSecond(clock, next.timestamp);
}

/** The instant just before the last ended bar ended; null if nothing would be left. */
export function instantBefore(bars: readonly Bar[], clock: BarClock, instant: number): number | null {
  const count = countOver(bars, clock, instant);
  return count < 2 ? null : overSecond(clock, bars[count - 2].timestamp);
}

/** Minutes may be missing for years, and a bar from long ago is not the price at that time. A week covers the longest holidays. */
const OLDEST_PRICE_SECONDS = 7 * 86_400;

export function isPriceOld(pricedAt: number, instant: number): boolean {
  return instant - pricedAt > OLDEST_PRICE_SECONDS;
}

/** How the replay names its instant: by its last bar, if that is near. */
export function timeShown(last: Bar | undefined, clock: BarClock, instant: number): string {
  const time = barTimeText(instant, '1m');
  if (last === undefined) return `${time}, before the first bar`;
  const bar = barTimeText(last.timestamp, clock.interval);
  if (!isPriceOld(overSecond(clock, last.timestamp), instant)) return bar;
  return `${time}, with no bar since ${bar}`;
}

/** Fills in bars that have ended: an arrow in a later one would give it away. */
export function fillsBy(fills: readonly OwnFill[], clock: BarClock, instant: number): OwnFill[] {
  return fills.filter(({ second }) => overSecond(clock, barStartSecond(clock.interval, second)) <= instant);
}

/**
 * The lines that reveal nothing of the future: those drawn during the replay, and those whose two points had passed. Nobody knows at
 * which instant a horizontal line was drawn, so one from before the replay is hidden.
 */
export function slopedBy(lines: readonly SlopedLine[], drawnHere: ReadonlySet<number>, instant: number): SlopedLine[] {
  return lines.filter(({ id, from, to }) => drawnHere.has(id) || (from.second < instant && to.second < instant));
}

/** The instant at which a market day begins: `2025-03-14`. */
export function instantOfDay(day: string): number {
  return dayStartAt(dayNumber(day)) / 1000;
}

/** The number of bars shown before a random start, and left after it, where there are enough. */
const SEEN_BEFORE = 60;
const LEFT_AFTER = 20;

/** `chance` is at least 0 and below 1; null when no bar would follow. */
export function instantByChance(bars: readonly Bar[], clock: BarClock, chance: number): number | null {
  if (bars.length < 3) return null;
  const latest = Math.max(1, bars.length - 1 - LEFT_AFTER);
  const earliest = Math.min(SEEN_BEFORE, latest);
  const at = earliest + Math.floor(chance * (latest - earliest + 1));
  return overSecond(clock, bars[at].timestamp);
}

/** The end of the first page: it contains what has ended by the instant. */
export function firstPageEnd(clock: BarClock, instant: number): number {
  const { interval } = clock;
  const start = barStartSecond(interval, instant);
  return overSecond(clock, start) <= instant ? endSecond(interval, start) : start;
}
