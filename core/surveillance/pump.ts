// Pump and dump: buying so much of a quiet stock that it rises, and selling to those who follow.
import { MINUTE_MS } from '../market/day.ts';
import { sharesOf, valueOf } from './conduct.ts';
import type { Conduct, Flag, WatchedFill, WatchedMinute } from './conduct.ts';

/** Of everything that was traded while the person bought, in percent. */
const BOUGHT_PART = 30;
/** From before the first purchase to the top, in percent. */
const RISE = 3;
/** Of what was bought, in percent. */
const SOLD_PART = 50;

/** At most one flag, of everything bought and of what was sold since the first purchase. */
export function pump({ fills, minutes }: Conduct): Flag[] {
  const firstBuy = fills.findIndex(({ side }) => side === 'buy');
  if (firstBuy < 0) return [];
  const run = fills.slice(firstBuy);
  const buys = run.filter(({ side }) => side === 'buy');
  const sales = run.filter(({ side }) => side === 'sell');
  const flag = pumpFlag(buys, sales, minutes);
  return flag === null ? [] : [flag];
}

function pumpFlag(
  buys: readonly WatchedFill[],
  sales: readonly WatchedFill[],
  minutes: readonly WatchedMinute[],
): Flag | null {
  const bought = sharesOf(buys);
  const sold = sharesOf(sales);
  const [from, boughtUntil] = [buys[0].at, buys.at(-1)!.at];
  const before = minutes.findLast(({ startAt }) => startAt + MINUTE_MS <= from)?.close ?? buys[0].price;
  const during = minutes.filter(({ startAt }) => startAt + MINUTE_MS > from && startAt <= boughtUntil);
  const market = Math.max(bought, sharesOf(during.map(({ volume }) => ({ quantity: volume }))));
  const top = Math.max(...buys.map(({ price }) => price), ...sales.map(({ price }) => price));
  const part = Math.floor((bought * 100) / market);
  const rise = Math.floor(((top - before) * 100) / before);
  if (part < BOUGHT_PART || rise < RISE || sold * 100 < bought * SOLD_PART) return null;
  // A pump pays only if the shares were sold for more than they cost on average.
  if (valueOf(sales) * bought <= valueOf(buys) * sold) return null;
  const fills = [...buys, ...sales];
  return {
    pattern: 'pump',
    from,
    // Buying may have gone on after the last sale: the flag covers all the trades that it names.
    to: Math.max(boughtUntil, sales.at(-1)!.at),
    other: null,
    orderIds: [...new Set(fills.map(({ orderId }) => orderId))],
    tradeIds: fills.map(({ tradeId }) => tradeId),
    figures: { bought, sold, part, rise, before, top },
  };
}
