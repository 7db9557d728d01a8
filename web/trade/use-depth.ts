// The best five levels of a stock's book, fetched every second while somebody looks at them.
import type { DepthData } from '../../contract/market.ts';
import { useCall } from '../query.ts';

const POLL_MS = 1000;

export interface Depth {
  depth: DepthData | undefined;
  error: Error | null;
  retry: () => void;
}

export function useDepth(symbol: string): Depth {
  const { data, error, refetch } = useCall(
    'GET /depth',
    { symbol },
    { refetchInterval: POLL_MS, staleTime: 0, enabled: symbol !== '' },
  );
  return { depth: data, error: data ? null : error, retry: () => void refetch() };
}
