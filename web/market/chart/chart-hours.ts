// The trading hours of the market, which tell a chart where its bars end.
import type { MarketHours } from '../../../core/market/trading-hours.ts';
import { useMarketState } from '../../market-phase.ts';

/** Where trading never closes, there is no next phase. */
export function useHours(): MarketHours {
  return useMarketState()?.nextPhase ? 'nse' : 'always';
}
