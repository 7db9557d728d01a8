// Market data in the words of the wire: quotes, history, bars, depth and the index.
import type { Bar } from '../../core/market/bars.ts';
import type { DepthLevel } from '../../core/market/book.ts';
import { changeRate } from '../../core/market/instrument.ts';
import { INDEX_NAME, INDEX_SYMBOL } from '../../core/market/index-symbol.ts';
import type { Market } from '../../core/market/market.ts';
import { dayText, marketDay } from '../../core/market/day.ts';
import type { Order } from '../../core/trade/order.ts';
import { FULL_DEPTH } from '../../contract/market/depth.ts';
import type {
  Bar as WireBar,
  DepthData,
  FullDepthData,
  HistoryItem,
  IndexData,
  QuoteChange,
  RecentTradesData,
  Stock,
} from '../../contract/market.ts';
import { toRupees } from '../../contract/wire/sums.ts';
import type { Print } from './tape.ts';

/** Percent with two decimals. */
function percentChange(price: number, previousClose: number): number {
  return Math.round(changeRate(price, previousClose) / 100) / 100;
}

function changeOf(price: number, previousClose: number): { change: number; changePercent: number } {
  return { change: toRupees(price - previousClose), changePercent: percentChange(price, previousClose) };
}

export function presentQuote({ instrument, quote }: Market<Order>): QuoteChange {
  const { symbol, previousClose } = instrument;
  const { last, open, high, low, volume } = quote;
  const change = changeOf(last, previousClose);
  return {
    symbol,
    price: toRupees(last),
    ...change,
    open: toRupees(open),
    high: toRupees(high),
    low: toRupees(low),
    volume,
  };
}

export function presentStock(market: Market<Order>): Stock {
  const { symbol, name, sector, previousClose, tickSize, isHalted } = market.instrument;
  return {
    _id: symbol,
    originalId: symbol,
    stockId: symbol,
    name,
    sector,
    previousClose: toRupees(previousClose),
    tickSize: toRupees(tickSize),
    isHalted,
    ...presentQuote(market),
  };
}

export function presentBar({ startAt, open, high, low, close, volume }: Bar): WireBar {
  const prices = { open: toRupees(open), high: toRupees(high), low: toRupees(low), close: toRupees(close) };
  return { timestamp: startAt / 1000, ...prices, volume };
}

/** The day of a bar against the close of the day before. */
export function presentDay(symbol: string, bar: Bar, previousClose: number, updatedAt: number): HistoryItem {
  const { startAt, open, high, low, close, volume } = bar;
  return {
    symbol,
    price: toRupees(close),
    ...changeOf(close, previousClose),
    open: toRupees(open),
    high: toRupees(high),
    low: toRupees(low),
    close: toRupees(close),
    volume,
    latestTradingDay: dayText(marketDay(startAt)),
    timestamp: new Date(updatedAt).toISOString(),
  };
}

function presentLevel({ price, quantity, orders }: DepthLevel): DepthData['bids'][number] {
  return { price: toRupees(price), quantity, orders };
}

const SHOWN_LEVELS = 5;

export function presentDepth(market: Market<Order>): DepthData {
  const { book } = market;
  return {
    ...presentTotals(market),
    bids: book.depth('buy', SHOWN_LEVELS).map(presentLevel),
    asks: book.depth('sell', SHOWN_LEVELS).map(presentLevel),
  };
}

export function presentFullDepth(market: Market<Order>): FullDepthData {
  const levels = (side: 'buy' | 'sell') => {
    let total = 0;
    return market.book
      .depth(side, FULL_DEPTH)
      .map((level) => ({ ...presentLevel(level), total: (total += level.quantity) }));
  };
  return { ...presentTotals(market), bids: levels('buy'), asks: levels('sell') };
}

export function presentPrint({ at, price, quantity, takerSide }: Print): RecentTradesData['trades'][number] {
  return {
    at: new Date(at).toISOString(),
    price: toRupees(price),
    quantity,
    side: takerSide === 'buy' ? 'BUY' : 'SELL',
  };
}

function presentTotals({ instrument, book, quote, band }: Market<Order>): Omit<DepthData, 'bids' | 'asks'> {
  const total = (side: 'buy' | 'sell') => book.levels(side).reduce((sum, level) => sum + level.quantity, 0);
  return {
    symbol: instrument.symbol,
    totalBidQuantity: total('buy'),
    totalAskQuantity: total('sell'),
    lastPrice: toRupees(quote.last),
    lowestPrice: toRupees(band.low),
    highestPrice: toRupees(band.high),
  };
}

export function presentIndex(level: number, previousClose: number, at: number): IndexData {
  return {
    symbol: INDEX_SYMBOL,
    name: INDEX_NAME,
    value: toRupees(level),
    previousClose: toRupees(previousClose),
    ...changeOf(level, previousClose),
    timestamp: new Date(at).toISOString(),
  };
}
