// Holdings at the prices of this moment; whoever uses it renders when one of these stocks ticks.
import { useEffect, useMemo, useState } from 'react';
import type { PortfolioItem } from '../../contract/trade.ts';
import { onQuote, quoteOf, useQuote } from '../quotes.ts';
import { livePosition, positionTotals } from './live-position.ts';
import type { LivePosition, PositionTotals } from './live-position.ts';

export function useLivePosition(item: PortfolioItem): LivePosition {
  return livePosition(item, useQuote(item.symbol)?.price);
}

/** The sums over all holdings, at most once a frame. */
export function useLiveTotals(items: readonly PortfolioItem[]): PositionTotals {
  const [tick, setTick] = useState(0);
  useEffect(() => {
    let frame = 0;
    const wake = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setTick((before) => before + 1);
      });
    };
    const stops = items.map((item) => onQuote(item.symbol, wake));
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [items]);
  return useMemo(
    () => positionTotals(items.map((item) => livePosition(item, quoteOf(item.symbol)?.price))),
    [items, tick],
  );
}
