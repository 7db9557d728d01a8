// A page of one stock that stays open while a day ends and the next begins.
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Stock } from '../../contract/market.ts';
import { onQuote, quoteOf } from '../quotes.ts';
import { useToday } from '../trade/diary/use-today.ts';

/** Changes when the stock's day does; undefined while the stock is not known. `volume`: traded so far. */
export function dayKey(
  today: string,
  previousClose: number | undefined,
  volume: number | undefined,
): string | undefined {
  if (previousClose === undefined || volume === undefined) return undefined;
  // Where trading has hours, the market's day begins later than the calendar's, and counts from another close. Its row comes with its first trade.
  return `${today} ${previousClose} ${volume > 0}`;
}

/** When a new day begins, the previous one is final; with its first trade, the new one gets its own row. */
export function useNewDay(symbol: string, stock: Stock | undefined, act: () => void): void {
  const today = useToday();
  const subscribe = useCallback((listener: () => void) => onQuote(symbol, listener), [symbol]);
  const key = useSyncExternalStore(subscribe, () =>
    dayKey(today, stock?.previousClose, (quoteOf(symbol) ?? stock)?.volume),
  );
  const before = useRef(key);
  useEffect(() => {
    if (before.current !== undefined && before.current !== key) act();
    before.current = key;
  }, [key, act]);
}
