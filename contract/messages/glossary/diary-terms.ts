// The glossary's terms of the diary's analysis: how results are measured against what was risked.
import type { TermRow } from './term.ts';

export const DIARY_TERMS: readonly TermRow[] = [
  [
    'R-multiple',
    'r multiple, r, r multiples, r-multiples, r value, average r, r on average',
    'What a trade brought for each rupee that it risked: its result over what its stop loss would have lost. A trade of 2R made twice its risk, one of \u22121R lost all of it. It makes trades of different size comparable.',
  ],
  [
    'System quality number',
    'sqn, system quality',
    'How steady results are: the average R-multiple over how much R-multiples differ, times the square root of the number of trades, counted up to 100. Only trades with a stop have one, and of a few trades it says little.',
  ],
  [
    'Payoff ratio',
    'payoff, pay off, win loss ratio, win/loss ratio',
    'The average win over the average loss. With a payoff of 2, one trade won of three breaks even.',
  ],
  [
    'Kelly criterion',
    'kelly, kelly formula, kelly percentage',
    'The part of the capital that a formula would risk on each trade, from win rate and payoff: the win rate, less the share of losing trades over the payoff. It takes past results for certain, which they are not, and below zero it says that these trades have lost.',
  ],
  [
    'Recovery factor',
    'recovery, recovery ratio',
    'What the account has made over its deepest drawdown: how well the gain made up for the worst fall on the way.',
  ],
  [
    'Sortino ratio',
    'sortino',
    'Like the Sharpe ratio, but only days with a loss count as risk: the average daily return over how far losing days went below zero, for a year.',
  ],
  [
    'Efficiency',
    'trade efficiency, exit efficiency',
    'How much of the best point of a trade (MFE) the sale kept. 100% is a sale at the very best price since the buy; below zero the trade was ahead once and ended with a loss.',
  ],
];
