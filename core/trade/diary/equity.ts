// The worth of an account day by day: cash and shares at each close, falls from the peak, and returns that deposits do not touch.
import { DAYS_OF_YEAR, deviation } from '../../market/indicators/returns.ts';
import type { Paise, Quantity } from '../../money.ts';
import type { DayMove } from './closed-trades.ts';

/** Cash that came (above zero) or went on a day without a trade: deposits, rewards. */
export interface Flow {
  readonly day: number;
  readonly amount: Paise;
}

export interface EquityInput {
  /** The days at whose close the account is valued, in order. */
  readonly days: readonly number[];
  /** In order of days. */
  readonly flows: readonly Flow[];
  readonly moves: readonly Readonly<DayMove>[];
  /** The close of a stock on a day; undefined where it has none, and the last known mark goes on. */
  readonly close: (symbol: string, day: number) => Paise | undefined;
}

/** One close. Every figure counts from the first day. */
export interface EquityPoint {
  readonly day: number;
  readonly equity: Paise;
  /** What came in since the close before. */
  readonly flow: Paise;
  /** Equity less all that came in: what trading has made. */
  readonly profit: Paise;
  /** Time-weighted: 0.01 is one percent on what was there. */
  readonly change: number;
  /** What a rupee that was there on the first day would have become. */
  readonly index: number;
}

/** A point for each day of `days`; flows and moves of days in between count at the next close. */
export function equityCurve({ days, flows, moves, close }: EquityInput): EquityPoint[] {
  const points: EquityPoint[] = [];
  const holdings = new Map<string, { shares: Quantity; mark: Paise }>();
  let [nextFlow, nextMove] = [0, 0];
  let [cash, deposited, equity, index] = [0, 0, 0, 1];
  for (const day of days) {
    let flow = 0;
    for (; nextFlow < flows.length && flows[nextFlow].day <= day; nextFlow++) flow += flows[nextFlow].amount;
    cash += flow;
    deposited += flow;
    for (; nextMove < moves.length && moves[nextMove].day <= day; nextMove++) {
      const { symbol, shares, cash: moved, price } = moves[nextMove];
      cash += moved;
      const held = shares + (holdings.get(symbol)?.shares ?? 0);
      if (held === 0) holdings.delete(symbol);
      else holdings.set(symbol, { shares: held, mark: price });
    }
    const base = equity + flow;
    equity = cash;
    for (const [symbol, holding] of holdings) {
      holding.mark = close(symbol, day) ?? holding.mark;
      equity += holding.shares * holding.mark;
    }
    const change = base > 0 ? equity / base - 1 : 0;
    index *= 1 + change;
    points.push({ day, equity, flow, profit: equity - deposited, change, index });
  }
  return points;
}

/** How far below its peak the account stands at each close: the peak includes the start. */
export interface Fall {
  /** Zero or below. */
  readonly amount: Paise;
  /** Zero or below, of the time-weighted index: -0.1 is ten percent. */
  readonly rate: number;
}

/** `start` is the close before the first point, or nothing at the very beginning. */
export function fallsOf(points: readonly EquityPoint[], start: Pick<EquityPoint, 'profit' | 'index'> | null): Fall[] {
  let peakProfit = start?.profit ?? 0;
  let peakIndex = start?.index ?? 1;
  return points.map(({ profit, index }) => {
    peakProfit = Math.max(peakProfit, profit);
    peakIndex = Math.max(peakIndex, index);
    return { amount: profit - peakProfit, rate: index / peakIndex - 1 };
  });
}

/** Fewer days than this say nothing about risk. */
export const FEWEST_DAYS = 20;

export interface RiskFigures {
  readonly days: number;
  /** Mean daily return against how much it moves about, for a year; riskless rate 0. Null below `FEWEST_DAYS`. */
  readonly sharpe: number | null;
  /** The same against the moves downwards alone. */
  readonly sortino: number | null;
  /** How much the daily return moves about, for a year. */
  readonly volatility: number | null;
}

/** Of daily time-weighted returns. `daysOfYear` is how many of them make a year. */
export function riskOf(changes: readonly number[], daysOfYear = DAYS_OF_YEAR): RiskFigures {
  const days = changes.length;
  if (days < FEWEST_DAYS) return { days, sharpe: null, sortino: null, volatility: null };
  return { days, ...yearlyRisk(changes, daysOfYear) };
}

/** The formulas, whatever the number of days. */
export function yearlyRisk(changes: readonly number[], daysOfYear: number): Omit<RiskFigures, 'days'> {
  let [sum, squaresBelow] = [0, 0];
  for (const change of changes) {
    sum += change;
    if (change < 0) squaresBelow += change ** 2;
  }
  const mean = sum / changes.length;
  const spread = deviation(changes);
  const below = Math.sqrt(squaresBelow / changes.length);
  const year = Math.sqrt(daysOfYear);
  return {
    sharpe: spread === null || spread === 0 ? null : (mean / spread) * year,
    sortino: below === 0 ? null : (mean / below) * year,
    volatility: spread === null ? null : spread * year,
  };
}
