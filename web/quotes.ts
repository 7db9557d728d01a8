// The live price of each stock, kept outside React: a tick wakes only the cells that show that stock.
import { useCallback, useSyncExternalStore } from 'react';
import type { IndexData, QuoteChange, Stock } from '../contract/market.ts';
import type { PortfolioSummary } from '../contract/trade/portfolio.ts';

export type Quote = QuoteChange;

/** The step between two prices of a stock, in rupees, until its own is known. */
export const USUAL_TICK = 0.05;

const quotes = new Map<string, Quote>();
const waiting = new Map<string, Set<() => void>>();

function wake(symbol: string): void {
  for (const listener of waiting.get(symbol) ?? []) listener();
}

/** Takes in what changed. Anything with the fields of a quote will do, even a whole stock. */
export function takeQuotes(changes: readonly Quote[]): void {
  for (const change of changes) {
    const before = quotes.get(change.symbol);
    const isSame =
      before &&
      before.price === change.price &&
      before.volume === change.volume &&
      before.changePercent === change.changePercent;
    if (isSame) continue;
    quotes.set(change.symbol, change);
    wake(change.symbol);
  }
}

export function quoteOf(symbol: string): Quote | undefined {
  return quotes.get(symbol);
}

export function onQuote(symbol: string, listener: () => void): () => void {
  const listeners = waiting.get(symbol) ?? new Set();
  waiting.set(symbol, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) waiting.delete(symbol);
  };
}

/** The live quote of one stock, or `known` (what a call answered) until a newer one arrives. */
export function useQuote(symbol: string, known?: Quote): Quote | undefined {
  const subscribe = useCallback((listener: () => void) => onQuote(symbol, listener), [symbol]);
  return useSyncExternalStore(subscribe, () => quotes.get(symbol)) ?? known;
}

/** The quotes of a list of stocks from a call, brought up to date: for sorting and sums, not for cells. */
export function withLiveQuotes<Row extends Stock>(stocks: readonly Row[]): Row[] {
  return stocks.map((stock) => {
    // A kept quote may be a whole stock from earlier: take only what moves from it.
    const { isHalted, name, sector } = stock;
    return { ...stock, ...quotes.get(stock.symbol), isHalted, name, sector };
  });
}

/** One live value with its listeners. */
function liveValue<Value>() {
  let value: Value | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    take(next: Value | undefined): void {
      value = next;
      for (const listener of listeners) listener();
    },
    use: (): Value | undefined => useSyncExternalStore(subscribe, () => value),
  };
}

const index = liveValue<IndexData>();
const summary = liveValue<PortfolioSummary>();

export const takeIndex = index.take;
/** The market index as last pushed. */
export const useIndex = index.use;
export const takeSummary = summary.take;
/** Portfolio value and profits as last pushed; undefined until the first push. */
export const usePortfolioSummary = summary.use;

/** Nothing of one login is shown to the next. */
export function forgetQuotes(): void {
  quotes.clear();
  takeSummary(undefined);
  takeIndex(undefined);
}
