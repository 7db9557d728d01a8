// In which order everybody hears of halts and of the phases of the day.
import { expect, test } from 'vitest';
import type { MarketState } from '../../contract/admin/market-state.ts';
import { DAY_MS, dayStartAt, HOUR_MS, marketDay } from '../../core/market/day.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { Halts } from './halts.ts';

test('a phase that begins while trading resumes does not bring the halt back on the screens', async () => {
  const told: boolean[] = [];
  const market = { isHalted: true, at: 0 };
  const reasons: (() => void)[] = [];
  const halts = new Halts({
    venue: 1,
    now: () => 0,
    calendar: new TradingCalendar('always'),
    exchange: { read: async (look: (engine: object) => unknown) => look({ venue: market }) },
    // Why trading is halted is said late.
    db: { query: () => new Promise((resolve) => reasons.push(() => resolve({ rows: [] }))) },
    acts: {
      isDone: async () => false,
      carryOut: async () => {
        market.isHalted = false;
      },
    },
    tellMarketState: ({ isHalted }: MarketState) => void told.push(isHalted),
  } as never);
  const phase = halts.tell();
  await expect.poll(() => reasons.length).toBe(1);
  const [sayLate] = reasons;
  const resumed = halts.set({ isHalted: false, reason: '', by: { actor: '', ip: '' }, id: '' } as never);
  const sayOthers = setInterval(() => reasons.slice(1).forEach((say) => say()), 1);
  await new Promise((resolve) => setTimeout(resolve, 30));
  sayLate();
  await Promise.all([phase, resumed]);
  clearInterval(sayOthers);
  expect(told).toEqual([true, false]);
});

test('behind a clock that was set back, the phase is that of the time by which the exchange trades', async () => {
  const monday = marketDay(Date.UTC(2026, 2, 9));
  const clock = { at: dayStartAt(monday) + 9 * HOUR_MS };
  const venue = { isHalted: false, at: clock.at + HOUR_MS };
  const halts = new Halts({
    venue: 1,
    now: () => clock.at,
    calendar: new TradingCalendar('nse'),
    exchange: { read: async (look: (engine: object) => unknown) => look({ venue }) },
  } as never);
  expect((await halts.state()).phase).toBe('open');
  clock.at -= DAY_MS;
  expect(await halts.state()).toMatchObject({ phase: 'open', session: '2026-03-09', day: '2026-03-09' });
  // One that is right leads: the exchange follows with its next command.
  clock.at += 2 * DAY_MS;
  expect(await halts.state()).toMatchObject({ phase: 'pre-open', day: '2026-03-10' });
});
