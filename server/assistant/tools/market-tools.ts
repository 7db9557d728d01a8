// Tools about one or two stocks: quote, trend, risk, comparison. Each returns figures, rounded as the answer will show them.
import type { Bar, Stock } from '../../../contract/market.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { averageTrueRange } from '../../../core/market/indicators/bar-indicators.ts';
import { INDEX_SYMBOL } from '../../../core/market/index-symbol.ts';
import {
  dailyReturns,
  maxDrawdown,
  deviation,
  correlate,
  returnBetween,
} from '../../../core/market/indicators/returns.ts';
import { DAY_MS, dayText, marketDay } from '../../../core/market/day.ts';
import type { Asker } from '../asker.ts';
import { stockNamed, stocksNear } from '../stock-names.ts';
import { marketTime, quotesDay } from './quotes-day.ts';

/** A tool's result when it has no answer: the reason, and similar names. */
export interface Problem {
  readonly problem: string;
  readonly near: readonly string[];
}

/** The answer about a sum that no account could hold. */
export const TOO_LARGE: Problem = { problem: 'No account of this market can hold such a sum.', near: [] };

export function isProblem(result: object): result is Problem {
  return 'problem' in result;
}

export function round(value: number, decimals = 2): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

function percent(part: number): number {
  return round(part * 100);
}

function dayOf(timestamp: number): string {
  return dayText(marketDay(timestamp * 1000));
}

/** The stock that a name means, or the problem. */
export async function findStock(asker: Asker, name: string): Promise<Stock | Problem> {
  const stocks = await asker.read('GET /stocks', {});
  const symbol = stockNamed(name, stocks);
  const stock = stocks.find((each) => each.symbol === symbol);
  return stock ?? { problem: 'No stock of this market has that name.', near: stocksNear(name, stocks) };
}

/** Daily bars of the last two years, the running day last. */
export async function daysOf(asker: Asker, symbol: string): Promise<Bar[]> {
  return asker.read('GET /bars', { symbol, interval: '1D' }).then(({ bars }) => bars);
}

export async function quote(asker: Asker, { stock: name }: ToolInput<'quote'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { symbol, sector, price, change, changePercent, previousClose, open, high, low, volume, isHalted, tickSize } =
    stock;
  const { bids, asks, lowestPrice, highestPrice } = await asker.read('GET /depth', { symbol });
  const [bid, ask] = [bids.at(0) ?? null, asks.at(0) ?? null];
  const spread = bid === null || ask === null ? null : round(ask.price - bid.price);
  const spreadPercent = spread === null ? null : round((spread / price) * 100, 3);
  const figures = { price, change, changePercent, previousClose, open, high, low, volume, isHalted };
  const band = { lowestPrice, highestPrice, tickSize };
  const book = { bid, ask, spread, spreadPercent };
  return { symbol, name: stock.name, sector, ...figures, ...band, ...book, ...(await tradingNow(asker)) };
}

/** Which day the figures are of, and what keeps all stocks from trading now. */
async function tradingNow(asker: Asker) {
  const { at, isMarketHalted } = await marketTime(asker);
  return { day: quotesDay(asker), phase: asker.calendar.phaseAt(at), isMarketHalted };
}

const SPANS = [
  ['week', 7],
  ['month', 30],
  ['3 months', 91],
  ['year', 365],
] as const;

/** Bars of the last year, counted back from the newest. */
function lastYear(bars: readonly Bar[]): Bar[] {
  const newest = bars.at(-1)?.timestamp ?? 0;
  return bars.filter(({ timestamp }) => timestamp > newest - (365 * DAY_MS) / 1000);
}

/** Periods end now, or at the last bar if the history ended long ago. */
function reference(bars: readonly Bar[], now: number): number {
  const newest = bars.at(-1)?.timestamp ?? 0;
  return now - newest * 1000 < 7 * DAY_MS ? now / 1000 : newest;
}

/** Returns over several periods, each from the last close at or before its beginning. */
function returnsOf(bars: readonly Bar[], { price, changePercent }: Stock, now: number) {
  const newest = reference(bars, now);
  const spans = SPANS.flatMap(([span, days]) => {
    const from = bars.findLast(({ timestamp }) => timestamp <= newest - (days * DAY_MS) / 1000);
    const change = returnBetween(from?.close, price);
    return from === undefined || change === null
      ? []
      : [{ span, since: dayOf(from.timestamp), from: from.close, percent: percent(change) }];
  });
  return [{ span: 'today' as const, since: null, from: null, percent: changePercent }, ...spans];
}

/** The trading days of a year: 365 in a market that never closes, about 250 at an exchange. */
function daysInYear(bars: readonly Bar[]): number {
  const year = lastYear(bars);
  return year.length > 300 ? 365 : 252;
}

/** In percent, of the last year's days; null when there are too few. */
export function yearlyVolatility(bars: readonly Bar[]): number | null {
  const daily = deviation(dailyReturns(lastYear(bars).map(({ close }) => close)));
  return daily === null ? null : percent(daily * Math.sqrt(daysInYear(bars)));
}

/** The highest and the lowest price of the last year, and how far `price` is from them; null without bars. */
export function yearRangeOf(bars: readonly Bar[], price: number) {
  const year = lastYear(bars);
  if (year.length === 0) return null;
  const high = year.reduce((best, bar) => (bar.high > best.high ? bar : best));
  const low = year.reduce((best, bar) => (bar.low < best.low ? bar : best));
  return {
    high: high.high,
    highOn: dayOf(high.timestamp),
    low: low.low,
    lowOn: dayOf(low.timestamp),
    belowHighPercent: percent(1 - price / high.high),
    aboveLowPercent: percent(price / low.low - 1),
  };
}

const VOLUME_DAYS = 20;

export async function trend(asker: Asker, { stock: name }: ToolInput<'trend'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const { symbol, price } = stock;
  const bars = await daysOf(asker, symbol);
  const past = bars.slice(-VOLUME_DAYS - 1, -1);
  const averageVolume =
    past.length === 0 ? null : Math.round(past.reduce((sum, { volume }) => sum + volume, 0) / past.length);
  return {
    symbol,
    name: stock.name,
    price,
    day: quotesDay(asker),
    returns: returnsOf(bars, stock, asker.now()),
    year: yearRangeOf(bars, price),
    yearlyVolatilityPercent: yearlyVolatility(bars),
    volumeToday: stock.volume,
    averageVolume,
    volumeDays: past.length,
  };
}

export async function risk(asker: Asker, { stock: name }: ToolInput<'risk'>) {
  const stock = await findStock(asker, name);
  if (isProblem(stock)) return stock;
  const [all, index] = await Promise.all([daysOf(asker, stock.symbol), daysOf(asker, INDEX_SYMBOL)]);
  const bars = lastYear(all);
  const closes = bars.map(({ close }) => close);
  const returns = dailyReturns(closes);
  if (returns.length < 20)
    return { problem: `${stock.symbol} has too few days of history to measure its risk.`, near: [] };
  const worst = returns.indexOf(Math.min(...returns));
  const best = returns.indexOf(Math.max(...returns));
  const fall = maxDrawdown(closes);
  const against = correlateByDay(bars, index);
  const range = averageTrueRange(bars).at(-1) ?? null;
  return {
    symbol: stock.symbol,
    name: stock.name,
    price: stock.price,
    days: returns.length,
    usualDayPercent: percent(deviation(returns) ?? 0),
    yearlyVolatilityPercent: yearlyVolatility(all),
    worstDay: { percent: percent(returns[worst]), on: dayOf(bars[worst + 1].timestamp) },
    bestDay: { percent: percent(returns[best]), on: dayOf(bars[best + 1].timestamp) },
    deepestFall: {
      percent: percent(fall.depth),
      from: dayOf(bars[fall.peak].timestamp),
      to: dayOf(bars[fall.low].timestamp),
    },
    beta: against === null ? null : round(against.beta),
    correlation: against === null ? null : round(against.correlation),
    atr: range === null ? null : { days: 14, value: round(range), percent: round((range / stock.price) * 100) },
  };
}

/** Correlation of two series on the days that both have. */
function correlateByDay(one: readonly Bar[], other: readonly Bar[]) {
  const closes = new Map(other.map(({ timestamp, close }) => [timestamp, close]));
  const shared = one.filter(({ timestamp }) => closes.has(timestamp));
  const others = shared.map(({ timestamp }) => closes.get(timestamp) ?? 0);
  return correlate(dailyReturns(shared.map(({ close }) => close)), dailyReturns(others));
}

/** The correlation is that of two stocks; null where more are compared. */
export async function compare(asker: Asker, { stocks }: ToolInput<'compare'>) {
  const compared = [];
  for (const stock of stocks) {
    const found = await trend(asker, { stock });
    if (isProblem(found)) return found;
    const its = await risk(asker, { stock });
    compared.push({ ...found, risk: isProblem(its) ? null : its });
  }
  const [one, other] = await Promise.all(compared.slice(0, 2).map(({ symbol }) => daysOf(asker, symbol)));
  const together = compared.length === 2 ? correlateByDay(lastYear(one), lastYear(other)) : null;
  return { compared, correlation: together === null ? null : round(together.correlation) };
}
