// The profit report on the wire: what was sold in a span of days against what it had cost, by lots and terms, and other income.
import * as z from 'zod/mini';
import { count, day, instant, rupees } from '../wire.ts';

const gainTerms = ['SAME-DAY', 'SHORT', 'LONG'] as const;
export type GainTerm = (typeof gainTerms)[number];

const figures = {
  quantity: count,
  /** What the shares cost and brought, charges not included. */
  cost: rupees,
  proceeds: rupees,
  /** `proceeds` less `cost`. */
  profit: rupees,
  /** Of buying the shares that were sold, and of selling them. */
  charges: rupees,
  /** `profit` less `charges`. */
  net: rupees,
};

const gainFigures = z.object(figures);

const gainLine = z.object({
  symbol: z.string(),
  term: z.enum(gainTerms),
  boughtOn: day,
  soldOn: day,
  ...figures,
});

const stockGains = z.object({
  symbol: z.string(),
  name: z.string(),
  ...figures,
  /** `net` by term. */
  sameDay: rupees,
  shortTerm: rupees,
  longTerm: rupees,
});

const incomeKinds = ['DIVIDEND', 'FRACTION', 'REWARD'] as const;

const income = z.object({
  date: day,
  kind: z.enum(incomeKinds),
  /** Null for a reward. */
  symbol: z.nullable(z.string()),
  text: z.string(),
  /** Below zero for the part of a reward that was taken back unused. */
  amount: rupees,
});

export const profitReportData = z.object({
  from: z.nullable(day),
  to: z.nullable(day),
  trader: z.object({ name: z.string(), email: z.string(), account: z.string() }),
  issuedAt: instant,
  total: gainFigures,
  /** Sold on the day of the buy; within twelve months; later. */
  sameDay: gainFigures,
  shortTerm: gainFigures,
  longTerm: gainFigures,
  /** By symbol. */
  stocks: z.array(stockGains),
  /** One line for each stock, day of buying and day of selling; the oldest sale first. */
  lines: z.array(gainLine),
  /** The oldest first. */
  income: z.array(income),
  dividends: rupees,
  /** Cash in place of parts of a share. */
  fractions: rupees,
  rewards: rupees,
});

export type GainFigures = z.output<typeof gainFigures>;
export type Income = z.output<typeof income>;
export type ProfitReport = z.output<typeof profitReportData>;
