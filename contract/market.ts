// Market data: stocks, quotes, history, bars, depth and the index.
import * as z from 'zod/mini';
import { FULL_DEPTH, RECENT_TRADES } from './market/depth.ts';
import { intervals } from './market/intervals.ts';
import { watchMessages } from './messages/market.ts';
import { MAX_PRICE } from '../core/trade/check-order.ts';
import { tradeMessages } from './messages/trade.ts';
import {
  count,
  day,
  id,
  idInput,
  instant,
  percent,
  positiveRupees,
  rupees,
  searchText,
  symbolInput,
  wholeNumberQuery,
} from './wire.ts';

export const symbolQuery = z.object({ symbol: symbolInput });

/** `symbol` is an older spelling of `q`. A blank search finds nothing and is no error. */
export const searchInput = z.pipe(
  z.object({ q: z.optional(searchText()), symbol: z.optional(searchText()) }),
  z.transform(({ q, symbol }: { q?: string | undefined; symbol?: string | undefined }) => ({ q: q ?? symbol ?? '' })),
);

export const stock = z.object({
  _id: id,
  originalId: id,
  stockId: id,
  symbol: z.string(),
  name: z.string(),
  sector: z.string(),
  price: rupees,
  previousClose: rupees,
  /** Rupees since the previous close; `changePercent` is the same in percent. */
  change: rupees,
  changePercent: percent,
  open: rupees,
  high: rupees,
  low: rupees,
  volume: count,
  tickSize: rupees,
  isHalted: z.boolean(),
});

/** The fields of a stock that change while it trades; `stock-update` sends these. */
export const quoteChange = z.pick(stock, {
  symbol: true,
  price: true,
  change: true,
  changePercent: true,
  open: true,
  high: true,
  low: true,
  volume: true,
});

/** One day of a stock, as the stock page shows it. The first in the list is the current day. */
export const historyItem = z.object({
  symbol: z.string(),
  price: rupees,
  change: rupees,
  changePercent: percent,
  open: rupees,
  high: rupees,
  low: rupees,
  close: rupees,
  volume: count,
  latestTradingDay: day,
  timestamp: instant,
});

/** A candle. `timestamp` is the second at which it begins. */
export const bar = z.object({
  timestamp: z.int(),
  open: rupees,
  high: rupees,
  low: rupees,
  close: rupees,
  volume: count,
});

export type Interval = (typeof intervals)[number];

const second = wholeNumberQuery(0, 100_000_000_000, 'From and to are seconds since 1970.');

export const barsInput = z.object({
  symbol: symbolInput,
  interval: z._default(z.enum(intervals, { error: `Interval must be one of ${intervals.join(' ')}.` }), '1D'),
  from: z.optional(second),
  to: z.optional(second),
});

export const barsData = z.object({ symbol: z.string(), interval: z.enum(intervals), bars: z.array(bar) });

const depthLevel = z.object({ price: rupees, quantity: count, orders: count });

/** At most five levels on each side, the best first. */
export const depthData = z.object({
  symbol: z.string(),
  bids: z.array(depthLevel).check(z.maxLength(5)),
  asks: z.array(depthLevel).check(z.maxLength(5)),
  totalBidQuantity: count,
  totalAskQuantity: count,
  lastPrice: rupees,
  /** Today's price band: no order may name a price outside it, and nothing trades there. */
  lowestPrice: rupees,
  highestPrice: rupees,
});

/** `total`: this level and the better ones together. */
const fullLevels = z.array(z.extend(depthLevel, { total: count })).check(z.maxLength(FULL_DEPTH));

/** At most twenty levels on each side, the best first. */
export const fullDepthData = z.extend(depthData, { bids: fullLevels, asks: fullLevels });

/** The newest first: each line is what traded at one instant, at one price and from one side. */
export const recentTradesData = z.object({
  symbol: z.string(),
  trades: z
    .array(
      z.object({
        at: instant,
        price: rupees,
        quantity: count,
        /** The side of the order that came and took: a buy took offers, a sale took bids. */
        side: z.enum(['BUY', 'SELL']),
      }),
    )
    .check(z.maxLength(RECENT_TRADES)),
});

export const indexData = z.object({
  symbol: z.string(),
  name: z.string(),
  value: rupees,
  previousClose: rupees,
  change: rupees,
  changePercent: percent,
  timestamp: instant,
});

/** Prices of the last day, the oldest first; empty for a stock without minute bars. */
export const sparkline = z.object({ symbol: z.string(), prices: z.array(rupees) });

const alertDirections = ['above', 'below'] as const;
export type AlertDirection = (typeof alertDirections)[number];

export const priceAlert = z.object({
  _id: id,
  symbol: z.string(),
  price: rupees,
  direction: z.enum(alertDirections),
  createdAt: instant,
});

export const priceAlertInput = z.object({
  symbol: symbolInput,
  price: positiveRupees(tradeMessages.priceInvalid, tradeMessages.priceInvalid, {
    most: MAX_PRICE,
    error: tradeMessages.priceTooLarge,
  }),
  direction: z.enum(alertDirections, { error: watchMessages.directionInvalid }),
});

export const priceAlertIdInput = z.object({ id: idInput });

export type PriceAlert = z.output<typeof priceAlert>;
export type Stock = z.output<typeof stock>;
export type QuoteChange = z.output<typeof quoteChange>;
export type HistoryItem = z.output<typeof historyItem>;
export type Bar = z.output<typeof bar>;
export type DepthData = z.output<typeof depthData>;
export type RecentTradesData = z.output<typeof recentTradesData>;
export type FullDepthData = z.output<typeof fullDepthData>;
export type IndexData = z.output<typeof indexData>;
