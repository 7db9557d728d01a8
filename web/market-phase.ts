// The phase of the market, fetched again when it changes.
import { useEffect } from 'react';
import type { MarketState } from '../contract/admin/market-state.ts';
import { invalidateCalls, useCall } from './query.ts';
import type { Phases } from './phase-words.ts';
import { now } from './ui/now.ts';

/** The server announces each change; a page that was disconnected at that moment asks a little later. */
const ASK_AFTER_MS = 1_500;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Undefined until it is known. */
export function useMarketState(): MarketState | undefined {
  return useCall('GET /marketState', {}, { staleTime: 60_000 }).data;
}

/** Undefined until it is known, and where trading never closes. */
export function useMarketPhase(): Phases | undefined {
  const data = useMarketState();
  const nextAt = data?.nextPhase?.at;
  useEffect(() => {
    if (nextAt === undefined) return;
    const wait = Math.max(0, Date.parse(nextAt) - now()) + ASK_AFTER_MS;
    if (wait > LONGEST_TIMER_MS) return;
    const timer = setTimeout(() => void invalidateCalls('GET /marketState'), wait);
    return () => clearTimeout(timer);
  }, [nextAt]);
  return data?.nextPhase ? data : undefined;
}
