// In which order everybody hears of halts and of the phases of the day.
import { expect, test } from 'vitest';
import type { MarketState } from '../../contract/admin/market-state.ts';
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { Halts } from './halts.ts';

test('a phase that begins while trading resumes does not bring the halt back on the screens', async () => {
  const told: boolean[] = [];
  const market = { isHalted: true };
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
