// The checks an order passes before it is accepted, in a stated order; each failure is a refusal that changes nothing.
import type { Ledger } from '../ledger/ledger.ts';
import { HOUR_MS } from '../market/day.ts';
import { isWhole } from '../money.ts';
import type { Instant, Paise } from '../money.ts';
import type { ChangeableTerms, Order } from './order.ts';
import type { Refusal } from './refusal.ts';
import type { TradingLimits } from './settings.ts';

/** The most shares one order may name; above any limit an administrator sets. */
export const MAX_QUANTITY = 10_000_000;
/** The highest price that is handled: a crore of rupees a share. */
export const MAX_PRICE: Paise = 1_000_000_000;

export interface OrderFields {
  readonly side: Order['side'];
  readonly orderType: Order['orderType'];
  readonly quantity: number;
  readonly limitPrice: number;
  readonly stopPrice: number;
}

/** First check: are the fields themselves possible. */
export function checkFields(fields: OrderFields, limits: TradingLimits): Refusal | null {
  const { side, orderType, quantity, limitPrice, stopPrice } = fields;
  if (!isWhole(quantity) || quantity < 1) return { reason: 'invalid-quantity' };
  // Up to this quantity every sum is exact, at prices up to 90 lakh rupees. The trader is told the ordinary limit, which is lower.
  if (quantity > MAX_QUANTITY) return overLimit(side, limits);
  if (!needsLimit(orderType) && limitPrice !== 0) return { reason: 'price-not-own' };
  if (needsLimit(orderType) && !isPrice(limitPrice)) return { reason: 'invalid-price' };
  if (needsStop(orderType) ? !isPrice(stopPrice) : stopPrice !== 0) return { reason: 'invalid-stop-price' };
  return orderType === 'bracket' && side === 'buy' ? { reason: 'invalid-exits' } : null;
}

/** The other types carry no limit. */
export function needsLimit(type: Order['orderType']): boolean {
  return type === 'limit' || type === 'stop-limit' || type === 'bracket';
}

/** The other types carry no trigger. */
export function needsStop(type: Order['orderType']): boolean {
  return type === 'stop' || type === 'stop-limit' || type === 'bracket';
}

/** Paise: a limit, a trigger or an exit may be at it. */
export function isPrice(price: number): boolean {
  return isWhole(price) && price >= 1 && price <= MAX_PRICE;
}

/** The part of a venue that an order is checked against. */
export interface Rules {
  readonly ledger: Ledger;
  readonly limits: TradingLimits;
  readonly isHalted: boolean;
}

/**
 * The remaining checks, in order: trading, limits, money or shares, the price band, and the side of a stop. `before` is the order as it
 * stands, if this is a change of it. One that does not raise the quantity skips the limits, because the exchange places exits beyond
 * them, whose prices must stay movable.
 */
export function checkOrder(
  order: Order,
  { ledger, limits, isHalted }: Rules,
  at: Instant,
  before: ChangeableTerms | null = null,
): Refusal | null {
  const asksForMore = before === null || order.quantity > before.quantity;
  return (
    checkTrading(order, isHalted) ??
    (asksForMore ? checkLimits(order, limits, at) : null) ??
    (order.side === 'buy' ? checkMoney(order, ledger) : checkShares(order, ledger)) ??
    checkBand(order, before) ??
    checkStopSide(order)
  );
}

function checkTrading(order: Order, isMarketHalted: boolean): Refusal | null {
  if (order.trader.isBlocked) return { reason: 'account-blocked' };
  if (isMarketHalted) return { reason: 'market-halted' };
  const { isHalted, symbol } = order.market.instrument;
  return isHalted ? { reason: 'trading-halted', symbol } : null;
}

function overLimit(side: Order['side'], { maxBuyLimit, maxSellLimit }: TradingLimits): Refusal {
  return side === 'buy'
    ? { reason: 'over-buy-limit', limit: maxBuyLimit }
    : { reason: 'over-sell-limit', limit: maxSellLimit };
}

// Two limits: on the shares of one order (spec 5), and on those of one stock over the rolling timeframe.
function checkLimits(order: Order, limits: TradingLimits, at: Instant): Refusal | null {
  const isBuy = order.side === 'buy';
  const limit = isBuy ? limits.maxBuyLimit : limits.maxSellLimit;
  if (order.quantity > limit) return overLimit(order.side, limits);
  const { position } = order;
  const done = isBuy ? position.bought : position.sold;
  const open = isBuy ? position.openBuyQuantity : position.openSellQuantity;
  if (done.total + open + order.remaining <= limit) return null;
  const already = done.since(at - limits.timeframeInHours * HOUR_MS);
  if (already + open + order.remaining <= limit) return null;
  const { symbol } = order.market.instrument;
  const hours = limits.timeframeInHours;
  return {
    reason: isBuy ? 'over-buy-limit-in-timeframe' : 'over-sell-limit-in-timeframe',
    limit,
    symbol,
    hours,
    already,
    open,
  };
}

/** The price at which an order is expected to trade: its limit, else its trigger, else the last price. */
export function expectedPrice(order: { limitPrice: Paise; stopPrice: Paise; market: Order['market'] }): Paise {
  if (order.limitPrice > 0) return order.limitPrice;
  return order.stopPrice > 0 ? order.stopPrice : order.market.quote.last;
}

// Spec 5: an intraday buy needs a fifth of the cost, any other buy the whole of it; charges come on top.
function checkMoney(order: Order, ledger: Ledger): Refusal | null {
  const required = order.cashFor(order.remaining, expectedPrice(order));
  const available = ledger.available(order.trader.cash);
  if (required <= available) return null;
  return { reason: order.product === 'intraday' ? 'insufficient-margin' : 'insufficient-balance', required, available };
}

function checkShares(order: Order, ledger: Ledger): Refusal | null {
  const { position, isIntradayExit, id } = order;
  const free = ledger.available(position.shares);
  const available = isIntradayExit ? Math.min(free, Math.max(0, position.unofferedIntraday(id))) : free;
  return order.remaining > available ? { reason: 'not-enough-shares', available } : null;
}

/** Whether its limit is a price at which nothing can trade today. The target of an exit may lie outside: it waits for another day. */
export function isOutsideBand({
  limitPrice,
  market,
  isExit,
}: Pick<Order, 'limitPrice' | 'market' | 'isExit'>): boolean {
  return limitPrice > 0 && !isExit && isOutside(limitPrice, market);
}

function isOutside(price: Paise, { band: { low, high } }: Order['market']): boolean {
  return price < low || price > high;
}

/** A trigger that stays may have been left behind by the band of a later day, as the target of an exit may. */
function checkBand(order: Order, before: ChangeableTerms | null): Refusal | null {
  const { stopPrice, market } = order;
  const isNewTrigger = stopPrice > 0 && stopPrice !== before?.stopPrice;
  if (!isOutsideBand(order) && !(isNewTrigger && isOutside(stopPrice, market))) return null;
  const { low, high } = market.band;
  return { reason: 'outside-price-band', low, high };
}

// A buy stop waits above the last price and a sell stop below it; on the wrong side it would fire at once.
function checkStopSide(order: Order): Refusal | null {
  if (order.stopPrice === 0 || order.triggeredAt !== null) return null;
  const { last } = order.market.quote;
  const isRight = order.side === 'buy' ? order.stopPrice > last : order.stopPrice < last;
  return isRight ? null : { reason: 'stop-on-wrong-side', side: order.side, last };
}
