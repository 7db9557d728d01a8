// The position of an instant on the time axis, counted in bars from the oldest: also between bars, before the first and after the last.
import { firstPlace } from '../../core/first-place.ts';
import type { Bar, Interval } from '../../contract/market.ts';
import { barEndAt, barStartAt } from '../../core/market/bars.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { dayStartAt, marketDay } from '../../core/market/day.ts';
import { closesAt, NSE_HOLIDAYS, opensAt } from '../../core/market/trading-hours.ts';
import type { MarketHours } from '../../core/market/trading-hours.ts';

export interface TimeAxis {
  /** At least one, in order of time. */
  readonly bars: readonly Bar[];
  readonly interval: Interval;
  /** Predicts when future bars will begin. */
  readonly hours: MarketHours;
}

/** This many future bars are counted one by one; beyond them, the average distance of past bars is used. */
const MOST_AHEAD = 1000;

/** An operator's own holidays are unknown here: a point beyond one may be a bar off until the holiday has passed. */
const exchangeDays = new TradingCalendar('nse', NSE_HOLIDAYS);

/** The first second after the bar that begins at `start`. */
export function endSecond(interval: Interval, start: number): number {
  return barEndAt(interval, start * 1000) / 1000;
}

/** When the next bar begins, if trading goes as usual. */
function nextStart({ interval, hours }: TimeAxis, start: number): number {
  const next = barEndAt(interval, start * 1000);
  if (hours === 'always' || interval === '1W') return next / 1000;
  const today = marketDay(next);
  const isOver = interval !== '1D' && next >= closesAt(hours, today);
  const day = exchangeDays.tradingDayFrom(isOver ? today + 1 : today);
  if (day === today) return next / 1000;
  return barStartAt(interval, interval === '1D' ? dayStartAt(day) : opensAt(hours, day)) / 1000;
}

/** Average seconds from one bar to the next, including nights and weekends. */
function usualStep({ bars, interval }: TimeAxis): number {
  const [first, last] = [bars[0].timestamp, bars[bars.length - 1].timestamp];
  return bars.length > 1 ? (last - first) / (bars.length - 1) : endSecond(interval, first) - first;
}

/** The first bar that is not over by then: the one containing the instant, or the next one after a night. */
function indexAt({ bars, interval }: TimeAxis, second: number): number {
  return firstPlace(bars.length - 1, (place) => endSecond(interval, bars[place].timestamp) > second);
}

/** The position of the instant. Before the loaded bars it is an estimate, since nobody knows how many there will be. */
export function placeOf(axis: TimeAxis, second: number): number {
  const { bars, interval } = axis;
  const last = bars.length - 1;
  if (second < bars[0].timestamp) return (second - bars[0].timestamp) / usualStep(axis);
  let start = bars[last].timestamp;
  if (second < endSecond(interval, start)) return indexAt(axis, second);
  for (let ahead = 1; ahead <= MOST_AHEAD; ahead++) {
    start = nextStart(axis, start);
    if (second < endSecond(interval, start)) return last + ahead;
  }
  return last + MOST_AHEAD + (second - start) / usualStep(axis);
}

/** The instant at which the bar at this position begins, or would begin. */
export function secondAt(axis: TimeAxis, place: number): number {
  const { bars, interval } = axis;
  const at = Math.round(place);
  const last = bars.length - 1;
  if (at < 0) {
    const second = Math.max(0, bars[0].timestamp + at * usualStep(axis));
    return barStartAt(interval, Math.round(second) * 1000) / 1000;
  }
  let start = bars[Math.min(at, last)].timestamp;
  for (let ahead = 1; ahead <= Math.min(at - last, MOST_AHEAD); ahead++) start = nextStart(axis, start);
  return start;
}
