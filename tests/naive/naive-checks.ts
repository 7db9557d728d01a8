// The checks of the naive twin, in the order of the documents: fields, account and stock, trading, limits, money or shares, band, stop side,
// and last the prices of an exit.
import type { PlaceOrder } from '../../core/command.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { TradingLimits } from '../../core/trade/settings.ts';
import { unoffered } from './naive-exits.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import type { NaiveMarket } from './naive-market.ts';
import { NaiveOrder } from './naive-order.ts';
import { ratesFor, ticksDown, ticksUp } from './naive-money.ts';

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
const isZero = (value: number) => value === 0;

export function checkTerms(terms: PlaceOrder, limits: TradingLimits): Refusal | null {
  const { orderType } = terms;
  if (!isCount(terms.quantity, Number.MAX_SAFE_INTEGER)) return { reason: 'invalid-quantity' };
  if (terms.quantity > 10_000_000) return checkQuantity(terms, limits);
  const isPrice = (price: number) => isCount(price, 1_000_000_000);
  const hasLimit = ['limit', 'stop-limit', 'bracket'].includes(orderType);
  if (hasLimit ? !isPrice(terms.limitPrice) : !isZero(terms.limitPrice))
    return { reason: hasLimit ? 'invalid-price' : 'price-not-own' };
  const stopIsRight = ['stop', 'stop-limit', 'bracket'].includes(orderType) ? isPrice : isZero;
  if (!stopIsRight(terms.stopPrice)) return { reason: 'invalid-stop-price' };
  return orderType === 'bracket' && terms.side === 'buy' ? { reason: 'invalid-exits' } : null;
}

/** The order as it will be stored, or why it is refused. */
export function checkPlacement(twin: NaiveExchange, terms: PlaceOrder, id: number, at: number): NaiveOrder | Refusal {
  const bad = checkTerms(terms, twin.limits);
  if (bad !== null) return bad;
  const account = twin.accounts.get(terms.account);
  if (account === undefined) return { reason: 'unknown-account' };
  const market = twin.markets.get(terms.symbol);
  if (market === undefined) return { reason: 'unknown-instrument' };
  const onTick = terms.side === 'buy' ? ticksDown : ticksUp;
  const limitPrice = Number(onTick(BigInt(terms.limitPrice), market.tick));
  if (terms.limitPrice > 0 && limitPrice === 0) return { reason: 'invalid-price' };
  const order = new NaiveOrder(
    id,
    { ...terms, limitPrice, exits: exitsOnTick(terms, market) },
    'trader',
    ratesFor(twin.fees, terms.quantity, at),
  );
  return checkOrder(twin, order, market, { at }) ?? checkTarget(order, market) ?? checkExits(order, market) ?? order;
}

/**
 * Checks for placed and changed orders alike, as the order would be stored. Neither is among the open ones at that moment. `added`: shares
 * more than before; `trigger`: where it has one already.
 */
export function checkOrder(
  twin: NaiveExchange,
  order: NaiveOrder,
  market: NaiveMarket,
  { at = twin.at, added = order.terms.quantity, trigger = 0 },
): Refusal | null {
  if (twin.accounts.get(order.owner)!.isBlocked) return { reason: 'account-blocked' };
  if (twin.isHalted) return { reason: 'market-halted' };
  if (market.isHalted) return { reason: 'trading-halted', symbol: market.symbol };
  const afford = order.side === 'buy' ? checkMoney : checkShares;
  const beyond = added > 0 ? checkLimits(twin, order, at) : null;
  return beyond ?? afford(twin, order, market) ?? checkPrices(order, market, trigger);
}

/** The target is a sale's limit, and is rounded up to the tick. */
function exitsOnTick({ exits }: PlaceOrder, market: NaiveMarket): PlaceOrder['exits'] {
  if (exits === undefined || !isCount(exits.target, 1_000_000_000) || !isCount(exits.stop, 1_000_000_000)) return exits;
  return { ...exits, target: Number(ticksUp(BigInt(exits.target), market.tick)) };
}

/** A sale with two prices, new or with a new target, must wait for its target. */
export function checkTarget({ isExit, limit, terms }: NaiveOrder, { last }: NaiveMarket): Refusal | null {
  const isReached = isExit && terms.exits === undefined && limit <= last;
  return isReached ? { reason: 'exits-on-wrong-side', price: last } : null;
}

export function checkExits({ terms }: NaiveOrder, market: NaiveMarket): Refusal | null {
  const { exits, side, limitPrice, stopPrice } = terms;
  if (exits === undefined) return null;
  const arePrices = [exits.target, exits.stop].every((price) => isCount(price, 1_000_000_000));
  if (side === 'sell' || !arePrices) return { reason: 'invalid-exits' };
  const price = [limitPrice, stopPrice, market.last].find((each) => each > 0)!;
  return exits.stop < price && exits.target > price ? null : { reason: 'exits-on-wrong-side', price };
}

const limitOf = (side: PlaceOrder['side'], limits: TradingLimits) =>
  side === 'buy' ? limits.maxBuyLimit : limits.maxSellLimit;

function checkQuantity({ side, quantity }: PlaceOrder, limits: TradingLimits): Refusal | null {
  const limit = limitOf(side, limits);
  return quantity > limit ? { reason: `over-${side}-limit`, limit } : null;
}

function checkLimits(twin: NaiveExchange, order: NaiveOrder, at: number): Refusal | null {
  const { side, symbol, account } = order.terms;
  const tooMany = checkQuantity(order.terms, twin.limits);
  if (tooMany !== null) return tooMany;
  const hours = twin.limits.timeframeInHours;
  const limit = limitOf(side, twin.limits);
  const waiting = twin.open.filter(
    (each) => each.owner === account && each.terms.symbol === symbol && each.side === side,
  );
  const open = waiting.reduce((sum, each) => sum + each.left, 0);
  const already = twin.holding(account, symbol).tradedSince(side, at - hours * 3_600_000);
  if (already + order.left <= limit - open) return null;
  return { reason: `over-${side}-limit-in-timeframe`, limit, symbol, hours, already, open };
}

function checkMoney(twin: NaiveExchange, order: NaiveOrder, market: NaiveMarket): Refusal | null {
  const { limitPrice, stopPrice, product, account } = order.terms;
  const expected = [limitPrice, stopPrice, market.last].find((price) => price > 0)!;
  const required = Number(order.cashFor(order.left, expected));
  const available = Number(twin.free(account, 'RUPEES'));
  if (required <= available) return null;
  return { reason: product === 'intraday' ? 'insufficient-margin' : 'insufficient-balance', required, available };
}

function checkShares(twin: NaiveExchange, order: NaiveOrder): Refusal | null {
  const { owner, terms, id } = order;
  const free = Number(twin.free(owner, terms.symbol));
  const available = order.isIntradayExit ? Math.min(free, unoffered(twin, owner, terms.symbol, id)) : free;
  return order.left > available ? { reason: 'not-enough-shares', available } : null;
}

function checkPrices(order: NaiveOrder, market: NaiveMarket, trigger: number): Refusal | null {
  const { limitPrice, stopPrice, side } = order.terms;
  const { low, high } = market.bandEdges();
  for (const price of [order.isExit ? 0 : limitPrice, stopPrice === trigger ? 0 : stopPrice]) {
    if (price !== 0 && (price < low || price > high)) return { reason: 'outside-price-band', low, high };
  }
  const { last } = market;
  const isOnWrongSide = stopPrice !== 0 && !order.hasFired && (side === 'buy' ? stopPrice <= last : stopPrice >= last);
  return isOnWrongSide ? { reason: 'stop-on-wrong-side', side, last } : null;
}
