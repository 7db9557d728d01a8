// The portfolio on the wire: what somebody holds, what it is worth now, and the cash beside it.
import * as z from 'zod/mini';
import { count, id, percent, rupees } from '../wire.ts';

const itemFields = {
  quantity: count,
  /** Shares that no open sell order holds. */
  availableQuantity: count,
  /** What a share cost on average, charges not included; `averagePrice` is the same. */
  price: rupees,
  averagePrice: rupees,
  /** What a share is worth now. */
  currentPrice: rupees,
  currentValue: rupees,
  overallProfit: rupees,
  todaysProfit: rupees,
  change: rupees,
  changePercent: percent,
  /** Whether all of them were bought on margin. */
  isIntraday: z.boolean(),
  /** Shares bought on margin, which are sold for their owner at the end of the day, and what is owed for them. */
  intradayQuantity: count,
  loan: rupees,
};

/** The fields stand both flat and inside `record`, whose `stockId` is the stock itself. */
export const portfolioItem = z.object({
  _id: id,
  symbol: z.string(),
  name: z.string(),
  sector: z.string(),
  stockId: id,
  originalId: id,
  ...itemFields,
  record: z.object({
    stockId: z.object({ _id: id, originalId: id, symbol: z.string(), name: z.string(), price: rupees }),
    ...itemFields,
  }),
});

export const portfolioSummary = z.object({ totalPortfolioValue: rupees, overallProfit: rupees, todaysProfit: rupees });

export const portfolioData = z.object({
  portfolio: z.array(portfolioItem),
  ...portfolioSummary.shape,
  /** Cash that can be spent. */
  balance: rupees,
  /** Cash that open orders hold. */
  heldBalance: rupees,
});

/** The client's own idea of its portfolio: taken, never believed, never stored. */
const claimedItems = z.array(z.unknown()).check(z.maxLength(500, 'A portfolio has at most 500 items.'));
export const updatePortfolioInput = z.union([claimedItems, z.object({ portfolio: z.optional(claimedItems) })], {
  error: 'Send the portfolio as a list of at most 500 items.',
});

export type PortfolioItem = z.output<typeof portfolioItem>;
export type PortfolioSummary = z.output<typeof portfolioSummary>;
export type PortfolioData = z.output<typeof portfolioData>;
