// Finds a listed stock, and its figures of the running day.
import type { Bar } from '../../core/market/bars.ts';
import type { Engine } from '../../core/engine.ts';
import type { Market } from '../../core/market/market.ts';
import type { Order } from '../../core/trade/order.ts';
import { notFound } from '../http-error.ts';

/** @throws HttpError 404 */
export function known(engine: Engine, symbol: string): Market<Order> {
  const market = engine.market(symbol);
  if (market === undefined) throw notFound();
  return market;
}

interface RunningDay {
  readonly bar: Bar;
  readonly previousClose: number;
  readonly updatedAt: number;
}

export function todayOf({ instrument, quote }: Market<Order>): RunningDay {
  const { last: close, open, high, low, volume, tradedAt } = quote;
  return {
    bar: { startAt: tradedAt, open, high, low, close, volume },
    previousClose: instrument.previousClose,
    updatedAt: tradedAt,
  };
}
