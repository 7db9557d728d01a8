// What a chart takes for granted about a stock until it is told: when it trades, and by which steps its price moves.
import type { MarketHours } from '../../../core/market/trading-hours.ts';
import { useMarketState } from '../../market-phase.ts';

/** Until the stock's own is known. */
export const USUAL_TICK = 0.05;

/** Where trading never closes there is no next phase. */
export function useHours(): MarketHours {
  return useMarketState()?.nextPhase ? 'nse' : 'always';
}
