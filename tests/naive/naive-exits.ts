// How the naive exchange closes positions itself: the exit of a bracketed buy, and intraday shares that must go.
import type { SquareOff } from '../../core/command.ts';
import type { Refusal } from '../../core/trade/refusal.ts';
import type { NaiveExchange } from './naive-exchange.ts';
import { ratesFor, ticksUp } from './naive-money.ts';
import { NaiveOrder } from './naive-order.ts';

export function noteExit(twin: NaiveExchange, entry: NaiveOrder, quantity: number): void {
  const due = { entry, quantity: (twin.exitsDue.get(entry.id)?.quantity ?? 0) + quantity };
  twin.exitsDue.set(entry.id, due);
  twin.log.push(`exit due ${entry.id} for ${due.quantity}`);
}

function intradayExits(twin: NaiveExchange, account: number, symbol: string, but = 0): NaiveOrder[] {
  const isMeant = (order: NaiveOrder) => order.owner === account && order.terms.symbol === symbol && order.id !== but;
  return twin.open.filter((order) => order.isIntradayExit && isMeant(order)).sort((a, b) => a.id - b.id);
}

/** Intraday shares without an exit of their own; below zero if exits offer more than there is. */
export function unoffered(twin: NaiveExchange, account: number, symbol: string, but = 0): number {
  const offered = intradayExits(twin, account, symbol, but).reduce((sum, { left }) => sum + left, 0);
  return Number(twin.holding(account, symbol).intraday()) - offered;
}

/** Cancels exits whose shares another order has sold, the oldest first; the last one is reduced to the remaining shares. */
export function trimExits(twin: NaiveExchange, account: number, symbol: string): void {
  for (const exit of intradayExits(twin, account, symbol)) {
    const tooMany = -unoffered(twin, account, symbol);
    if (tooMany <= 0 || exit.left === 0) continue;
    if (tooMany >= exit.left) twin.end(exit, 'squared-off');
    else {
      exit.terms = { ...exit.terms, quantity: exit.terms.quantity - tooMany };
      twin.log.push(`modified ${exit.id}`);
    }
  }
}

/** One sale with both prices, for the shares that are still there. */
export function placeExit(twin: NaiveExchange, entryId: number, sequence: number): Refusal | null {
  const due = twin.exitsDue.get(entryId);
  if (due === undefined) return { reason: 'unknown-order' };
  const { account, symbol, product, exits } = due.entry.terms;
  if (twin.isStopped(twin.markets.get(symbol)!)) return { reason: 'trading-halted', symbol };
  const free = Number(twin.free(account, symbol));
  const kept = product === 'intraday' ? unoffered(twin, account, symbol) : free;
  const quantity = twin.accounts.get(account)!.isBlocked ? 0 : Math.min(due.quantity, free, kept);
  twin.exitsDue.delete(entryId);
  twin.log.push(`exit due ${entryId} for 0`);
  if (quantity <= 0) return null;
  const rates = ratesFor(twin.fees, quantity, twin.at);
  const terms = {
    kind: 'place-order',
    account,
    symbol,
    side: 'sell',
    orderType: 'bracket',
    timeInForce: 'gtc',
    product,
    quantity,
    limitPrice: Number(ticksUp(BigInt(exits!.target), twin.markets.get(symbol)!.tick)),
    stopPrice: exits!.stop,
  } as const;
  twin.accept(new NaiveOrder(sequence, terms, 'exit', rates));
  return null;
}

export function squareOff(
  twin: NaiveExchange,
  { account, symbol, cause, boughtBefore = Infinity }: SquareOff,
  sequence: number,
): Refusal | null {
  if (!twin.accounts.has(account)) return { reason: 'unknown-account' };
  const market = twin.markets.get(symbol);
  if (market === undefined) return { reason: 'unknown-instrument' };
  const lots = twin
    .holding(account, symbol)
    .lots.filter(({ product, at }) => product === 'intraday' && at < boughtBefore);
  const quantity = Number(lots.reduce((sum, lot) => sum + lot.quantity, 0n));
  const newestFirst = twin.open
    .filter((order) => order.owner === account && order.terms.symbol === symbol)
    .sort((a, b) => b.id - a.id);
  const canSell = twin.isOpen && !twin.isStopped(market);
  for (const order of newestFirst) {
    if (order.terms.product === 'delivery' || order.at >= boughtBefore) continue;
    if (order.side === 'sell' && !canSell) continue;
    twin.end(order, 'squared-off');
  }
  if (!canSell) return null;
  for (const order of newestFirst) {
    const isHeld = Number(twin.free(account, symbol)) < quantity;
    if (isHeld && order.place !== 'ended' && order.side === 'sell') twin.end(order, 'squared-off');
  }
  if (quantity === 0) return null;
  const sale = {
    side: 'sell',
    orderType: 'market',
    timeInForce: 'ioc',
    product: 'intraday',
    limitPrice: 0,
    stopPrice: 0,
  } as const;
  const origin = cause === 'loss' ? 'square-off-on-loss' : 'square-off-at-day-end';
  const rates = ratesFor(twin.fees, quantity, twin.at);
  const terms = { kind: 'place-order', account, symbol, quantity, ...sale } as const;
  twin.accept(new NaiveOrder(sequence, terms, origin, rates));
  return null;
}
