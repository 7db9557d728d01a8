// The stocks that have moved most, in an order that stands still for a while: rows that jump at every price cannot be read.
import type { Stock } from '../../contract/market.ts';
import { quoteOf, withLiveQuotes } from '../quotes.ts';

export const SHOWN = 5;

export interface Ranking {
  readonly turn: number;
  /** Changes when a day begins, from which on all changes count anew. */
  readonly closes: number;
  readonly risen: readonly Stock[];
  readonly fallen: readonly Stock[];
}

const closesOf = (stocks: readonly Stock[]): number =>
  stocks.reduce((sum, { previousClose }) => sum + previousClose, 0);

/** By the prices of now. */
export function rank(stocks: readonly Stock[], turn: number): Ranking {
  const ranked = withLiveQuotes(stocks).sort((one, other) => other.changePercent - one.changePercent);
  return {
    turn,
    closes: closesOf(stocks),
    risen: ranked.filter((stock) => stock.changePercent > 0).slice(0, SHOWN),
    fallen: ranked
      .filter((stock) => stock.changePercent < 0)
      .slice(-SHOWN)
      .reverse(),
  };
}

/** Whether `ranking` says nothing about now: its turn is over, or its day. */
export function isOver(ranking: Ranking | null, stocks: readonly Stock[], turn: number): boolean {
  return ranking === null || ranking.turn !== turn || ranking.closes !== closesOf(stocks);
}

/**
 * Whether a stock that is called risen no longer is, or one called fallen; or there is none yet. That happens when a day has just begun,
 * and all changes are about zero.
 */
export function isUntrue(ranking: Ranking | null): boolean {
  if (ranking === null) return false;
  const changeOf = (stock: Stock): number => (quoteOf(stock.symbol) ?? stock).changePercent;
  const { risen, fallen } = ranking;
  if (risen.length === 0 || fallen.length === 0) return true;
  return risen.some((stock) => changeOf(stock) <= 0) || fallen.some((stock) => changeOf(stock) >= 0);
}
