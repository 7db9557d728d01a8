// The order book of a stock, fetched every second while it is visible: five levels each side, or all twenty.
import { useState } from 'react';
import type { DepthData, FullDepthData } from '../../contract/market.ts';
import { readOwn, writeOwn } from '../own-storage.ts';
import { useCall } from '../query.ts';

const POLL_MS = 1000;
const NAME = 'depth';

export interface Depth {
  depth: DepthData | FullDepthData | undefined;
  error: Error | null;
  retry: () => void;
  /** Twenty levels are wanted; kept in this browser. */
  isFull: boolean;
  setFull: (isFull: boolean) => void;
}

export function useDepth(symbol: string): Depth {
  const [isFull, setIsFull] = useState(() => readOwn(NAME) === 'full');
  const polled = { refetchInterval: POLL_MS, staleTime: 0 };
  const best = useCall('GET /depth', { symbol }, { ...polled, enabled: symbol !== '' && !isFull });
  const full = useCall('GET /fullDepth', { symbol }, { ...polled, enabled: symbol !== '' && isFull });
  const { data, error, refetch } = isFull ? full : best;
  // Until the other kind has arrived, the known levels stay.
  const depth = data ?? best.data ?? full.data;
  return {
    depth,
    error: depth ? null : error,
    retry: () => void refetch(),
    isFull,
    setFull: (next) => {
      setIsFull(next);
      writeOwn(NAME, next ? 'full' : 'best');
    },
  };
}
