// The market's trading hours, from which a chart knows when a bar ends.
import type { MarketHours } from '../../../core/market/trading-hours.ts';
import { useMarketState } from '../../market-phase.ts';

/** Where trading never closes, there is no next phase. */
export function useHours(): MarketHours {
  return useMarketState()?.nextPhase ? 'nse' : 'always';
}
