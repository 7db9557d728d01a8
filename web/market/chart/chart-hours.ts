// What a chart assumes about a stock until it knows better: its trading hours and its tick.
import type { MarketHours } from '../../../core/market/trading-hours.ts';
import { useMarketState } from '../../market-phase.ts';

/** Used until the stock's own is known. */
export const USUAL_TICK = 0.05;

/** Where trading never closes, there is no next phase. */
export function useHours(): MarketHours {
  return useMarketState()?.nextPhase ? 'nse' : 'always';
}
