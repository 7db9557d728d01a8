// The figures of a list of closed trades: how often and how much was won and lost, and how it came one after the other.
import { deviation as deviationOf } from '../../market/indicators/returns.ts';
import { mean } from '../../money.ts';
import type { Paise } from '../../money.ts';

/** One closed trade; lists are in order of closing. */
export interface TradeResult {
  readonly net: Paise;
  readonly heldMs: number;
  /** `net` in units of what a stop had risked; null without a stop. */
  readonly r: number | null;
}

interface Streak {
  readonly kind: 'win' | 'loss';
  readonly length: number;
}

export interface TradeFigures {
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  /** Neither won nor lost a paisa. */
  readonly scratches: number;
  readonly net: Paise;
  readonly grossProfit: Paise;
  /** Zero or below. */
  readonly grossLoss: Paise;
  /** Of all trades, scratches too; null without trades, as all that follow where they would mean nothing. */
  readonly winRate: number | null;
  readonly averageWin: Paise | null;
  readonly averageLoss: Paise | null;
  /** The mean of a trade. */
  readonly expectancy: Paise | null;
  /** The average win against the average loss. */
  readonly payoff: number | null;
  /** What was won against what was lost: null when nothing was lost, 0 when nothing was won. */
  readonly profitFactor: number | null;
  /** The part of the capital that Kelly's formula would stake. */
  readonly kelly: number | null;
  readonly longestWins: number;
  readonly longestLosses: number;
  /** The run that the last trade stands in; a scratch breaks it. */
  readonly current: Streak | null;
  readonly averageHeldMs: number | null;
  readonly medianHeldMs: number | null;
  /** Trades that had a stop. */
  readonly stopped: number;
  readonly expectancyR: number | null;
  /** System quality: how steady the results are, in units of risk. */
  readonly sqn: number | null;
}

const MOST_FOR_SQN = 100;

/** Of trades in order of closing; a figure is null where there are no trades to make it of. */
export function figuresOf(trades: readonly TradeResult[]): TradeFigures {
  const won = trades.filter(({ net }) => net > 0).map(({ net }) => net);
  const lost = trades.filter(({ net }) => net < 0).map(({ net }) => net);
  const [grossProfit, grossLoss] = [sumOf(won), sumOf(lost)];
  const net = grossProfit + grossLoss;
  const averageWin = won.length === 0 ? null : mean(grossProfit, won.length);
  const averageLoss = lost.length === 0 ? null : mean(grossLoss, lost.length);
  const payoff = won.length === 0 || lost.length === 0 ? null : grossProfit / won.length / -(grossLoss / lost.length);
  const winRate = trades.length === 0 ? null : won.length / trades.length;
  const held = trades.map(({ heldMs }) => heldMs);
  const multiples = trades.flatMap(({ r }) => (r === null ? [] : [r]));
  return {
    trades: trades.length,
    wins: won.length,
    losses: lost.length,
    scratches: trades.length - won.length - lost.length,
    net,
    grossProfit,
    grossLoss,
    winRate,
    averageWin,
    averageLoss,
    expectancy: trades.length === 0 ? null : mean(net, trades.length),
    payoff,
    profitFactor: lost.length === 0 ? null : grossProfit / -grossLoss,
    kelly: winRate === null || payoff === null ? null : winRate - (1 - winRate) / payoff,
    ...streaksOf(trades),
    averageHeldMs: averageOf(held),
    medianHeldMs: medianOf(held),
    stopped: multiples.length,
    expectancyR: averageOf(multiples),
    sqn: sqnOf(multiples),
  };
}

function streaksOf(trades: readonly TradeResult[]): Pick<TradeFigures, 'longestWins' | 'longestLosses' | 'current'> {
  let longestWins = 0;
  let longestLosses = 0;
  let current = null as Streak | null;
  for (const { net } of trades) {
    if (net === 0) current = null;
    else {
      const kind: Streak['kind'] = net > 0 ? 'win' : 'loss';
      current = { kind, length: current?.kind === kind ? current.length + 1 : 1 };
      if (kind === 'win') longestWins = Math.max(longestWins, current.length);
      else longestLosses = Math.max(longestLosses, current.length);
    }
  }
  return { longestWins, longestLosses, current };
}

function sqnOf(multiples: readonly number[]): number | null {
  const deviation = deviationOf(multiples);
  if (deviation === null || deviation === 0) return null;
  return (Math.sqrt(Math.min(multiples.length, MOST_FOR_SQN)) * averageOf(multiples)!) / deviation;
}

function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function averageOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : sumOf(values) / values.length;
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
