// Tools about the asker's own account: portfolio, balance, a day, performance, orders and the story of one.
import type { Order, Transaction } from '../../../contract/trade.ts';
import type { PortfolioItem } from '../../../contract/trade/portfolio.ts';
import type { ToolInput } from '../../../contract/assistant.ts';
import { concentration } from '../../../core/market/indicators/returns.ts';
import { dayText, marketDay } from '../../../core/market/day.ts';
import { WAITS_FOR_OPENING } from '../../../contract/messages/order-reasons.ts';
import { toRupees } from '../../../contract/wire/sums.ts';
import { HttpError } from '../../http-error.ts';
import type { Asker } from '../asker.ts';
import { findStock, isProblem, round } from './market-tools.ts';
import { marketNow, quotesDay } from './quotes-day.ts';

function weight(part: number, whole: number): number {
  return whole === 0 ? 0 : round((part / whole) * 100);
}

function sum(values: readonly number[]): number {
  return round(values.reduce((total, value) => total + value, 0));
}

function positionOf(item: PortfolioItem, total: number) {
  const { symbol, name, sector, quantity, availableQuantity, averagePrice, currentPrice, currentValue, isIntraday } =
    item;
  const { overallProfit, todaysProfit } = item;
  const cost = round(currentValue - overallProfit);
  const result = { overallProfit, profitPercent: weight(overallProfit, cost), todaysProfit };
  const weightPercent = weight(currentValue, total);
  return {
    symbol,
    name,
    sector,
    quantity,
    availableQuantity,
    averagePrice,
    currentPrice,
    currentValue,
    weightPercent,
    ...result,
    isIntraday,
  };
}

function sectorsOf(items: readonly PortfolioItem[], total: number) {
  const values = new Map<string, number>();
  for (const { sector, currentValue } of items) values.set(sector, (values.get(sector) ?? 0) + currentValue);
  return [...values]
    .map(([sector, value]) => ({ sector, value: round(value), weightPercent: weight(value, total) }))
    .toSorted((one, other) => other.value - one.value);
}

/** The loans in the value of intraday shares, which do not belong to the holder. */
export function borrowedFor(items: readonly Pick<PortfolioItem, 'loan'>[]): number {
  return sum(items.map(({ loan }) => loan));
}

export async function portfolio(asker: Asker) {
  const {
    portfolio: items,
    totalPortfolioValue: value,
    overallProfit,
    todaysProfit,
    balance,
    heldBalance,
  } = await asker.read('GET /portfolio', {});
  const positions = items
    .map((item) => positionOf(item, value))
    .toSorted((one, other) => other.currentValue - one.currentValue);
  const cost = round(value - overallProfit);
  const index = concentration(items.map(({ currentValue }) => currentValue));
  const sectors = sectorsOf(items, value);
  return {
    value,
    cost,
    overallProfit,
    overallProfitPercent: weight(overallProfit, cost),
    todaysProfit,
    /** Which day `todaysProfit` is of. */
    day: quotesDay(asker),
    balance,
    heldBalance,
    cashPercent: weight(balance + heldBalance, value + balance + heldBalance - borrowedFor(items)),
    positions,
    /** Part of these positions. */
    intraday: items.flatMap(({ symbol, intradayQuantity }) =>
      intradayQuantity === 0 ? [] : [{ symbol, quantity: intradayQuantity }],
    ),
    borrowed: borrowedFor(items),
    sectors,
    concentration:
      positions.length === 0
        ? null
        : {
            positions: positions.length,
            sectors: sectors.length,
            /** The sum of the squared weights, and how many equal positions would be just as concentrated. */
            herfindahl: round(index),
            equalPositions: round(1 / index, 1),
            largest: { symbol: positions[0].symbol, weightPercent: positions[0].weightPercent },
            topThreePercent: weight(sum(positions.slice(0, 3).map(({ currentValue }) => currentValue)), value),
            largestSector: sectors[0],
          },
  };
}

export async function balance(asker: Asker) {
  const { balance: cash, heldBalance, totalPortfolioValue, portfolio: items } = await asker.read('GET /portfolio', {});
  const { totalOrders } = await asker.read('GET /getOrders', { page: 1, limit: 1, status: 'PENDING' });
  const borrowed = borrowedFor(items);
  const total = round(cash + heldBalance + totalPortfolioValue - borrowed);
  const onMargin = round(cash * 5);
  return {
    balance: cash,
    heldBalance,
    openOrders: totalOrders,
    portfolioValue: totalPortfolioValue,
    borrowed,
    total,
    onMargin,
  };
}

const PAGE_OF_FILLS = 100;
const MOST_PAGES = 10;

/** What was bought and sold on one day. */
async function tradedOn(asker: Asker, date: string) {
  const note = await asker.read('GET /contractNote', { day: date }).catch((failure: unknown) => {
    if (failure instanceof HttpError && failure.status === 422) return null;
    throw failure;
  });
  if (note === null) return tradedNewest(asker, date);
  const of = (side: 'BUY' | 'SELL') => {
    const own = note.orders.filter(({ type, filledQuantity }) => type === side && filledQuantity > 0);
    return {
      fills: own.reduce((total, { fills }) => total + fills.length, 0),
      shares: own.reduce((total, { filledQuantity }) => total + filledQuantity, 0),
      value: sum(own.map(({ value }) => value)),
    };
  };
  return { bought: of('BUY'), sold: of('SELL'), isCut: false };
}

/** The same of the newest fills of a day that has too many for a contract note. */
async function tradedNewest(asker: Asker, date: string) {
  const fills: Transaction[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const asked = { page, limit: PAGE_OF_FILLS, from: date, to: date };
    const { transactions } = await asker.read('GET /transactions', asked);
    fills.push(...transactions);
  }
  const of = (side: 'BUY' | 'SELL') => {
    const own = fills.filter(({ type }) => type === side);
    return {
      fills: own.length,
      shares: own.reduce((total, { quantity }) => total + quantity, 0),
      value: sum(own.map(({ totalAmount }) => totalAmount)),
    };
  };
  return { bought: of('BUY'), sold: of('SELL'), isCut: true };
}

export async function day(asker: Asker, { date }: ToolInput<'day'>) {
  const today = dayText(marketDay(asker.now()));
  const wanted = date ?? today;
  const [diary, { bought, sold, isCut }, held, pending] = await Promise.all([
    asker.read('GET /tradeDiary', { from: wanted, to: wanted }),
    tradedOn(asker, wanted),
    asker.read('GET /portfolio', {}),
    asker.read('GET /getOrders', { page: 1, limit: 1, status: 'PENDING' }),
  ]);
  const trips = (diary.trades.at(0)?.details ?? []).map(({ symbol, quantity, entry, exit, pnl, charges }) => ({
    symbol,
    quantity,
    entry,
    exit,
    pnl,
    charges,
  }));
  const isToday = wanted === today;
  return {
    date: wanted,
    isToday,
    bought,
    sold,
    isCut,
    trips,
    realisedGross: diary.overallPL,
    charges: diary.charges,
    realisedNet: diary.netPL,
    unrealisedToday: isToday ? held.todaysProfit : null,
    /** Which day the change of what is held is of. */
    heldDay: quotesDay(asker),
    togetherToday: isToday ? round(diary.netPL + held.todaysProfit) : null,
    openOrders: pending.totalOrders,
  };
}

export async function performance(asker: Asker, { from, to }: ToolInput<'performance'>) {
  const diary = await asker.read('GET /tradeDiary', { from, to });
  const trips = diary.trades.flatMap(({ date, details }) =>
    details.map(({ symbol, quantity, entry, pnl }) => ({ date, symbol, quantity, cost: round(quantity * entry), pnl })),
  );
  const sorted = trips.toSorted((one, other) => other.pnl - one.pnl);
  const days = diary.trades
    .filter(({ details }) => details.length > 0)
    .map(({ date, netPL }) => ({ date, netPL }))
    .toSorted((one, other) => other.netPL - one.netPL);
  const won = sum(trips.filter(({ pnl }) => pnl > 0).map(({ pnl }) => pnl));
  const lost = sum(trips.filter(({ pnl }) => pnl < 0).map(({ pnl }) => -pnl));
  const { winRate, averageWin, averageLoss, overallPL, netPL, totalTrades, charges, brokerage, statutoryCharges } =
    diary;
  return {
    from: from ?? null,
    to: to ?? null,
    totalTrades,
    wins: trips.filter(({ pnl }) => pnl > 0).length,
    winRate,
    averageWin,
    averageLoss,
    overallPL,
    charges,
    brokerage,
    statutoryCharges,
    flatFees: round(charges - brokerage - statutoryCharges),
    netPL,
    profitFactor: lost === 0 ? null : round(won / lost),
    expectancy: totalTrades === 0 ? null : round(overallPL / totalTrades),
    best: sorted.at(0) ?? null,
    worst: sorted.at(-1) ?? null,
    /** By what its shares had cost. */
    largest: trips.toSorted((one, other) => other.cost - one.cost).at(0) ?? null,
    bestDay: days.at(0) ?? null,
    worstDay: days.at(-1) ?? null,
    daysWon: days.filter(({ netPL }) => netPL > 0).length,
    daysLost: days.filter(({ netPL }) => netPL < 0).length,
  };
}

/** From what was paid in to what everything is worth now. */
export async function trail(asker: Asker) {
  const [{ deposited, totalEarned }, { total }, { totalTrades, overallPL, charges }, { overallProfit }] =
    await Promise.all([
      asker.read('GET /rewards', {}),
      balance(asker),
      asker.read('GET /tradeDiary', {}),
      asker.read('GET /portfolio', {}),
    ]);
  const paidIn = round(deposited + totalEarned);
  const result = round(total - paidIn);
  return {
    deposited,
    rewards: totalEarned,
    paidIn,
    total,
    result,
    totalTrades,
    closedResult: overallPL,
    charges,
    beforeCharges: round(result + charges),
    heldResult: overallProfit,
    rest: round(result - overallPL + charges - overallProfit),
  };
}

function orderLine({
  orderId,
  stock,
  type,
  orderType,
  quantity,
  filledQuantity,
  price,
  stopPrice,
  averagePrice,
  status,
  reason,
  createdAt,
}: Order) {
  return {
    order: orderId,
    symbol: stock.symbol,
    side: type,
    orderType,
    quantity,
    filledQuantity,
    price,
    stopPrice,
    averagePrice,
    status,
    reason,
    createdAt,
  };
}

export async function orders(asker: Asker, { stock: name, isOpen, isFilled, isFailed, from, to }: ToolInput<'orders'>) {
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const status = isOpen ? 'PENDING' : isFilled ? 'COMPLETED' : isFailed ? 'FAILED' : undefined;
  const own = await asker.read('GET /getOrders', { page: 1, limit: 10, status, symbol: stock?.symbol, from, to });
  return { total: own.totalOrders, symbol: stock?.symbol ?? null, orders: own.orders.map(orderLine) };
}

const TRIGGERED: readonly string[] = ['STOP', 'STOP-LIMIT', 'BRACKET'];

/** Which orders a question is about; the first of them, newest first, is meant. */
function isMeant(
  { status, filledQuantity, quantity, orderType }: Order,
  { isFilled, isNewest, isEnded, isReached, isOpen, isFailed }: ToolInput<'story'>,
): boolean {
  if (isOpen) return status === 'PENDING';
  if (isFailed) return status === 'FAILED';
  if (isReached) return filledQuantity > 0 && TRIGGERED.includes(orderType);
  if (isEnded) return status !== 'PENDING' && filledQuantity < quantity;
  if (isFilled) return filledQuantity > 0;
  return isNewest === true || status !== 'COMPLETED' || filledQuantity < quantity;
}

/** By number, or the newest (of a stock) that is meant; if no special one is asked for, otherwise the newest of all. */
async function orderMeant(asker: Asker, input: ToolInput<'story'>) {
  const { order: id, stock: name, isEnded, isReached, isOpen, isFailed } = input;
  if (id !== undefined) {
    const { orders: found } = await asker.read('GET /getOrders', { page: 1, limit: 100, q: id });
    return found.find(({ orderId }) => orderId === id) ?? null;
  }
  const stock = name === undefined ? null : await findStock(asker, name);
  if (stock !== null && isProblem(stock)) return stock;
  const isSpecial = [isEnded, isReached, isOpen, isFailed].includes(true);
  const limit = isSpecial ? 100 : 20;
  const { orders: found } = await asker.read('GET /getOrders', { page: 1, limit, symbol: stock?.symbol });
  return found.find((order) => isMeant(order, input)) ?? (isSpecial ? null : found.at(0)) ?? null;
}

/** Why an order is in its present state: its story, what keeps it from trading now, and recent refusals. */
export async function story(asker: Asker, input: ToolInput<'story'>) {
  const order = await orderMeant(asker, input);
  if (order !== null && isProblem(order)) return order;
  const refused = asker.refusals().map(({ at, order: asked, sentence }) => ({
    at: new Date(at).toISOString(),
    symbol: asked.stock,
    side: asked.type,
    orderType: asked.orderType,
    quantity: asked.quantity,
    price: asked.price === undefined ? null : toRupees(asked.price),
    sentence,
  }));
  if (order === null) return { order: null, refused };
  const [events, book, { place }, market] = await Promise.all([
    asker.read('GET /orders/{id}/events', { id: order.orderId }),
    asker.read('GET /depth', { symbol: order.stock.symbol }),
    asker.read('GET /orders/{id}/queue', { id: order.orderId }),
    marketNow(asker),
  ]);
  const isTrading = (market.tradingHours?.phase ?? 'open') === 'open' && !market.isMarketHalted;
  return {
    order: orderLine(order),
    events,
    now: whyNotTraded(order, book),
    place,
    /** What keeps every order from trading now. */
    market: order.status !== 'PENDING' || isTrading ? null : market,
    refused,
  };
}

/** What keeps an open order from trading. */
function whyNotTraded(
  order: Order,
  {
    lastPrice,
    bids,
    asks,
  }: {
    lastPrice: number;
    bids: readonly { price: number; quantity: number }[];
    asks: readonly { price: number; quantity: number }[];
  },
) {
  const [bid, ask] = [bids.at(0) ?? null, asks.at(0) ?? null];
  const book = { lastPrice, bestBid: bid?.price ?? null, bestAsk: ask?.price ?? null };
  const waitsForPrice = order.status === 'PENDING' && order.reason !== WAITS_FOR_OPENING;
  if (!waitsForPrice) return { ...book, awaited: null, away: null, awayPercent: null };
  const awaited = order.orderType === 'STOP' || order.orderType === 'STOP-LIMIT' ? order.stopPrice : order.price;
  if (awaited === null) return { ...book, awaited: null, away: null, awayPercent: null };
  const counter = order.orderType === 'LIMIT' ? (order.type === 'BUY' ? ask?.price : bid?.price) : lastPrice;
  const away = counter === undefined ? null : round(Math.abs(counter - awaited));
  return {
    ...book,
    awaited,
    away,
    awayPercent: away === null || lastPrice === 0 ? null : round((away / lastPrice) * 100),
  };
}
