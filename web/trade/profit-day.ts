// Which day "today's profit" is of, by the market and the clock.
import { useMarketState } from '../market-phase.ts';
import { profitDay } from '../phase-words.ts';
import { useToday } from './diary/use-today.ts';

export function useProfitDay(): ReturnType<typeof profitDay> {
  return profitDay(useMarketState(), useToday());
}
