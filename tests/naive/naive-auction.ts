// The opening auction of the naive twin: every price is tried, one tick after the other, and every share is counted at each.
import { trimExits } from './naive-exits.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import { isCrowd, reaches } from './naive-market.ts';
import type { AnyOrder, NaiveMarket } from './naive-market.ts';
import { ticksDown, ticksUp } from './naive-money.ts';
import type { NaiveOrder } from './naive-order.ts';

export function auction(twin: NaiveExchange, market: NaiveMarket): void {
  const queued = () => twin.open.filter((order) => order.terms.symbol === market.symbol && isIn(order));
  const before = market.last;
  const price = settleOn(twin, market, queued);
  if (price > 0) allot(twin, market, queued(), price);
  for (const order of queued()) {
    const left = order.hasNoLimit
      ? asLimit(twin, market, order, { before, opening: price || market.previousClose })
      : order;
    if (left !== null) twin.rest(market, left);
  }
}

function isIn({ place, hasNoLimit, terms: { timeInForce } }: NaiveOrder): boolean {
  return place === 'queued' && timeInForce !== 'fok' && (hasNoLimit || timeInForce !== 'ioc');
}

/** 0 if no orders meet. Nobody trades with themselves: the older of two such orders ends first, and all is counted again. */
function settleOn(twin: NaiveExchange, market: NaiveMarket, queued: () => NaiveOrder[]): number {
  for (;;) {
    const all = [...market.resting, ...queued()];
    const price = bestPrice(market, all);
    if (price === 0) return 0;
    const doomed = doomedBySelfTrade(market, all, price);
    if (doomed.length === 0) return price;
    for (const order of doomed) twin.end(order, 'self-trade');
  }
}

function bestPrice(market: NaiveMarket, all: readonly AnyOrder[]): number {
  const { low, high } = market.bandEdges();
  const known = all.map((order) => ({
    side: order.side,
    limit: worstOf(market, order),
    shares: payable(order, worstOf(market, order)),
  }));
  const limits = (side: string) => known.filter((each) => each.side === side).map(({ limit }) => limit);
  // Outside of these nobody buys, or nobody sells.
  const [from, to] = [Math.max(low, Math.min(...limits('sell'))), Math.min(high, Math.max(...limits('buy')))];
  let best = { price: 0, volume: 0, over: 0, away: 0 };
  for (let price = Number(ticksUp(BigInt(Math.min(from, high)), market.tick)); price <= to; price += market.tick) {
    const shares = { buy: 0, sell: 0 };
    for (const each of known) if (reaches(each.side, each.limit, price)) shares[each.side] += each.shares;
    const volume = Math.min(shares.buy, shares.sell);
    const tried = {
      price,
      volume,
      over: Math.abs(shares.buy - shares.sell),
      away: Math.abs(price - market.previousClose),
    };
    // More shares, then fewer left over, then nearer the close, then higher.
    const gains = [volume - best.volume, best.over - tried.over, best.away - tried.away, price - best.price];
    if (volume > 0 && (gains.find((gain) => gain !== 0) ?? 0) > 0) best = tried;
  }
  return best.price;
}

/** A market order counts up to its protection; if its cash does not pay for a single share there, as far as the cash goes. */
function worstOf(market: NaiveMarket, order: AnyOrder): number {
  if (!isMarket(order)) return order.limit;
  const protection = market.protection(order.side, market.last);
  for (let price = protection; price >= market.bandEdges().low; price -= market.tick)
    if (payable(order, price) > 0) return price;
  return protection;
}

function isMarket(order: AnyOrder): boolean {
  return !isCrowd(order) && order.place === 'queued' && order.hasNoLimit;
}

function payable(order: AnyOrder, price: number, wanted = order.left): number {
  if (isCrowd(order) || order.side === 'sell' || !order.hasNoLimit) return wanted;
  let quantity = wanted;
  while (quantity > 0 && order.cashFor(quantity, price) > order.needs) quantity--;
  return quantity;
}

/** People with resting orders, people with queued ones, the crowd; each group by time. */
function line(order: AnyOrder): [number, number] {
  if (isCrowd(order)) return [2, order.turn];
  return order.place === 'queued' ? [1, order.id] : [0, order.turn];
}

function isFirst(one: AnyOrder, other: AnyOrder): boolean {
  const [a, b] = [line(one), line(other)];
  return a[0] === b[0] ? a[1] < b[1] : a[0] < b[0];
}

/** The orders on a side at `price`, in turn: by limit, then by their place in the queue. */
function inTurn(market: NaiveMarket, all: readonly AnyOrder[], side: string, price: number): AnyOrder[] {
  const able = all.filter((order) => order.side === side && reaches(order.side, worstOf(market, order), price));
  const better = (a: AnyOrder, b: AnyOrder) =>
    side === 'buy' ? worstOf(market, b) - worstOf(market, a) : worstOf(market, a) - worstOf(market, b);
  return able.sort((a, b) => better(a, b) || (isFirst(a, b) ? -1 : 1));
}

function doomedBySelfTrade(market: NaiveMarket, all: readonly AnyOrder[], price: number): NaiveOrder[] {
  const both = [...inTurn(market, all, 'buy', price), ...inTurn(market, all, 'sell', price)];
  return both.filter((order): order is NaiveOrder => {
    if (isCrowd(order)) return false;
    const own = both.filter(({ owner }) => owner === order.owner);
    const last = own.reduce((one, other) => (isFirst(one, other) ? other : one));
    return order.side !== last.side;
  });
}

/** First every buyer gets what they can pay for at their worst price; then buyers who can pay for more at this price get part of the rest. */
function allot(twin: NaiveExchange, market: NaiveMarket, queued: readonly NaiveOrder[], price: number): void {
  const all = [...market.resting, ...queued];
  const buyers = inTurn(market, all, 'buy', price);
  const sellers = inTurn(market, all, 'sell', price);
  const asked = new Map(buyers.map((buyer) => [buyer, payable(buyer, worstOf(market, buyer))]));
  for (const buyer of buyers) take(twin, market, buyer, sellers, { price, quantity: asked.get(buyer)! });
  for (const buyer of buyers) {
    if (buyer.left > 0) take(twin, market, buyer, sellers, { price, quantity: payable(buyer, price) });
  }
  for (const owner of new Set(sellers.map((seller) => seller.owner))) trimExits(twin, owner, market.symbol);
}

function take(
  twin: NaiveExchange,
  market: NaiveMarket,
  buyer: AnyOrder,
  sellers: readonly AnyOrder[],
  { price, quantity }: { price: number; quantity: number },
): void {
  let missing = quantity;
  for (const seller of sellers) {
    const part = Math.min(missing, seller.left);
    if (part === 0) continue;
    missing -= part;
    // The later order is the taker, but a simulated trader's order is always the maker.
    const isSellerTaking = isCrowd(buyer) || (!isCrowd(seller) && isFirst(buyer, seller));
    const [taker, maker] = isSellerTaking ? [seller, buyer] : [buyer, seller];
    twin.trade(market, taker, maker, part, price);
    if (taker.left === 0 && !isCrowd(taker)) twin.end(taker, 'filled');
  }
}

/** The rest of a market order becomes a limit order at the opening price; null if the cash does not pay for it. */
function asLimit(
  twin: NaiveExchange,
  market: NaiveMarket,
  order: NaiveOrder,
  { before, opening }: { before: number; opening: number },
): NaiveOrder | null {
  const worst = market.protection(order.side, before);
  const isBuy = order.side === 'buy';
  const inside = BigInt(isBuy ? Math.min(worst, opening) : Math.max(worst, opening));
  const price = Number(isBuy ? ticksDown(inside, market.tick) : ticksUp(inside, market.tick));
  if (payable(order, price) < order.left) {
    twin.end(order, 'cash-exhausted');
    return null;
  }
  return twin.retype(order, price);
}
