// Holdings at current prices; components that use it render when one of these stocks ticks.
import { useEffect, useState } from 'react';
import type { PortfolioItem } from '../../contract/trade/portfolio.ts';
import { onQuote, quoteOf, useQuote } from '../quotes.ts';
import { livePosition, positionTotals } from './live-position.ts';
import type { LivePosition, PositionTotals } from './live-position.ts';

export function useLivePosition(item: PortfolioItem): LivePosition {
  return livePosition(item, useQuote(item.symbol)?.price);
}

/** The sums over some holdings at current prices. */
export function totalsNow(items: readonly PortfolioItem[]): PositionTotals {
  return positionTotals(items.map((item) => livePosition(item, quoteOf(item.symbol)?.price)));
}

/** The sums over all holdings, brought up to now at most once a frame. */
export function useLiveTotals(items: readonly PortfolioItem[]): PositionTotals {
  const [live, setLive] = useState<{ of: readonly PortfolioItem[]; totals: PositionTotals } | null>(null);
  useEffect(() => {
    let frame = 0;
    const wake = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setLive({ of: items, totals: totalsNow(items) });
      });
    };
    const stops = items.map((item) => onQuote(item.symbol, wake));
    return () => {
      cancelAnimationFrame(frame);
      for (const stop of stops) stop();
    };
  }, [items]);
  return live?.of === items ? live.totals : totalsNow(items);
}
