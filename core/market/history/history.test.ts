// The made past: whole, on the tick, consistent between days and minutes, and the same every time.
import { expect, test } from 'vitest';
import { COMPANIES } from './companies.ts';
import type { BarColumns } from './day-path.ts';
import type { HistoryDay } from './day-painter.ts';
import { HISTORY_DAYS, makeHistory } from './history.ts';
import { tickSizeFor } from '../instrument.ts';
import { INDEX_BASE, MarketIndex } from './market-index.ts';
import { TradingCalendar } from '../trading-calendar.ts';
import { dayText, marketDay } from '../day.ts';
import { NSE_HOLIDAYS, opensAt } from '../trading-hours.ts';

/** Friday 20 November 2026, a moment after 14:23 in India. */
const UNTIL = Date.parse('2026-11-20T14:23:17+05:30');
const SOME = COMPANIES.slice(0, 12);

function make(options: Partial<Parameters<typeof makeHistory>[0]> = {}): HistoryDay[] {
  return [
    ...makeHistory({
      seed: 'test',
      hours: 'always',
      untilAt: UNTIL,
      days: 40,
      minuteDays: 3,
      companies: SOME,
      ...options,
    }),
  ];
}

function barAt(bars: BarColumns, i: number): number[] {
  return [bars.open[i], bars.high[i], bars.low[i], bars.close[i], bars.volume[i]];
}

function checkBars(bars: BarColumns, isOnTick: boolean): void {
  for (let i = 0; i < bars.open.length; i++) {
    const [open, high, low, close, volume] = barAt(bars, i);
    const isSane = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
    const onTick = [open, high, low, close].every((price) => price % tickSizeFor(price) === 0);
    const isWhole = Number.isSafeInteger(volume) && volume >= 0;
    if (!isSane || !isWhole || (isOnTick && !onTick)) throw new Error(`bar ${i}: ${barAt(bars, i)}`);
  }
}

test.each(['always', 'nse'] as const)('every bar of a market that trades %s is possible', (hours) => {
  for (const day of make({ hours })) {
    checkBars(day.daily, true);
    checkBars(day.index, false);
    for (const minutes of day.minutes ?? []) checkBars(minutes, true);
    if (day.indexMinutes !== null) checkBars(day.indexMinutes, false);
  }
});

test.each(['always', 'nse'] as const)('minutes of a market that trades %s add up to its days exactly', (hours) => {
  const days = make({ hours }).filter(({ minutes }) => minutes !== null);
  expect(days).toHaveLength(4);
  for (const day of days) {
    day.minutes?.forEach((bars, i) => {
      const last = bars.close.length - 1;
      const volume = bars.volume.reduce((sum, each) => sum + each, 0);
      expect(barAt(day.daily, i)).toEqual([
        bars.open[0],
        Math.max(...bars.high),
        Math.min(...bars.low),
        bars.close[last],
        volume,
      ]);
    });
    const index = day.indexMinutes;
    expect(index?.close.at(-1)).toBe(day.index.close[0]);
    expect(index === null ? 0 : Math.max(...index.high)).toBe(day.index.high[0]);
  }
});

test('the history ends with the last full minute, where live trading goes on', () => {
  const last = make().at(-1);
  expect(last?.isComplete).toBe(false);
  expect(dayText(last?.day ?? 0)).toBe('2026-11-20');
  expect(last?.firstMinuteAt).toBe(opensAt('always', marketDay(UNTIL)));
  // 14 hours and 23 minutes are 863 minutes, the last of them from 14:22 to 14:23.
  expect(last?.minutes?.[0].close).toHaveLength(863);
  expect(make({ hours: 'nse' }).at(-1)?.minutes?.[0].close).toHaveLength(5 * 60 + 8);
});

test('before the open, and at midnight, the history ends with the day before', () => {
  const early = make({ hours: 'nse', untilAt: Date.parse('2026-11-20T09:15:59+05:30') }).at(-1);
  expect([dayText(early?.day ?? 0), early?.isComplete]).toEqual(['2026-11-19', true]);
  const midnight = make({ untilAt: Date.parse('2026-11-20T00:00:30+05:30') }).at(-1);
  expect([dayText(midnight?.day ?? 0), midnight?.isComplete]).toEqual(['2026-11-19', true]);
  const sunday = make({ hours: 'nse', untilAt: Date.parse('2026-11-22T12:00:00+05:30') }).at(-1);
  expect([dayText(sunday?.day ?? 0), sunday?.isComplete]).toEqual(['2026-11-20', true]);
});

test('a later look at the same day sees the same past', () => {
  const early = make();
  const late = make({ untilAt: UNTIL + 3_600_000 });
  expect(late.slice(0, -1)).toEqual(early.slice(0, -1));
  const [before, after] = [early.at(-1)?.minutes, late.at(-1)?.minutes];
  before?.forEach((bars, i) => expect(after?.[i].close.subarray(0, 863)).toEqual(bars.close));
});

test('a market that never closes opens where it closed; one with a night has gaps', () => {
  const gaps = (days: HistoryDay[]): number[] =>
    days.slice(1).flatMap(({ daily }, d) => SOME.map((_, i) => daily.open[i] / days[d].daily.close[i] - 1));
  expect(gaps(make()).every((gap) => gap === 0)).toBe(true);
  const nights = gaps(make({ hours: 'nse' }));
  expect(nights.filter((gap) => Math.abs(gap) > 0.002).length).toBeGreaterThan(nights.length / 3);
});

test('days follow each other as the market trades, and no price leaves its band', () => {
  const days = make({ hours: 'nse', days: 300, minuteDays: 0 });
  const calendar = new TradingCalendar('nse', NSE_HOLIDAYS);
  for (let d = 1; d < days.length; d++) {
    expect(calendar.isTradingDay(days[d].day)).toBe(true);
    for (let i = 0; i < SOME.length; i++) {
      const previous = days[d - 1].daily.close[i];
      expect(days[d].daily.high[i]).toBeLessThanOrEqual(previous * 1.2);
      expect(days[d].daily.low[i]).toBeGreaterThanOrEqual(previous * 0.8);
    }
  }
});

test('an operator’s own holidays are days without bars', () => {
  const last = (holidays: readonly string[], untilAt = UNTIL) => {
    const calendar = new TradingCalendar('nse', holidays);
    return make({ hours: 'nse', calendar, days: 3, minuteDays: 0, untilAt }).map(({ day }) => dayText(day));
  };
  expect(last([])).toEqual(['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']);
  expect(last(['2026-11-18', '2026-11-20'])).toEqual(['2026-11-16', '2026-11-17', '2026-11-19']);
});

test('the index is that of the closes, from 10,000', () => {
  const days = make({ days: 20, minuteDays: 0 });
  const index = new MarketIndex(SOME);
  for (const { daily, index: bar } of days) expect(bar.close[0]).toBe(index.level(daily.close));
  // On its first day the index opens at its base to within a tick of each company.
  expect(Math.abs(days[0].index.open[0] / INDEX_BASE - 1)).toBeLessThan(0.001);
});

test('two years of days by default', () => {
  expect(HISTORY_DAYS).toEqual({ always: 731, nse: 504 });
  expect(make({ days: undefined, minuteDays: 0 })).toHaveLength(731 + 1);
});

test('one seed gives one history, on every machine', () => {
  const hash = (seed: string): string => {
    let state = 0x811c9dc5;
    for (const { daily, minutes } of make({ seed })) {
      for (const bars of [daily, ...(minutes ?? [])]) {
        for (const column of [bars.open, bars.high, bars.low, bars.close, bars.volume]) {
          for (const value of column) state = Math.imul(state ^ value, 0x01000193);
        }
      }
    }
    return (state >>> 0).toString(16);
  };
  expect(hash('golden')).toBe(hash('golden'));
  expect(hash('golden')).not.toBe(hash('other'));
  expect(hash('golden')).toBe('12c95482');
});
