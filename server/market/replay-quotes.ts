// What simulated traders do in the books while a painted bar is played: they quote inside the bar, and trade at its prices.
import type { Desk } from '../../core/market/traders/desk.ts';
import type { Side } from '../../core/market/instrument.ts';
import { roundDownToTick, roundUpToTick } from '../../core/money.ts';
import type { Paise, Quantity } from '../../core/money.ts';

export interface ReplayBar {
  readonly open: Paise;
  readonly high: Paise;
  readonly low: Paise;
  readonly close: Paise;
  readonly volume: Quantity;
}

const MAKER = -1;
const TAKER = -2;
/** More than anybody may order. */
const PLENTY = 100_000;
/** How many prices are quoted on each side, and the share of the minute's volume at each. */
const LEVELS = 3;
const LEVEL_SHARE = 0.2;
/** The share of a minute's volume that trades with orders waiting at exactly this price. */
const TOUCH_SHARE = 0.25;

/** Brings the last price to `price`, which lies in the bar: orders that wait on the way are filled, and stops that it reaches fire. */
export function meet(desk: Desk, { low, high, volume }: ReplayBar, price: Paise): void {
  clearQuotes(desk);
  const { tickSize } = desk.instrument;
  const ceiling = Math.min(high, price + tickSize);
  // For orders that must sell or buy on the way.
  desk.place(MAKER, 'buy', Math.max(low, price - tickSize), PLENTY);
  if (ceiling > price) desk.place(MAKER, 'sell', ceiling, PLENTY);
  desk.take(TAKER, 'sell', PLENTY, price + tickSize);
  desk.take(TAKER, 'buy', PLENTY, price - tickSize);
  const touch = Math.max(1, Math.round(volume * TOUCH_SHARE));
  const resting = desk.place(TAKER, 'sell', price, touch);
  if (resting !== null) desk.take(MAKER, 'buy', resting.remaining, price);
}

/** Quotes some prices on each side of the open, all inside the bar. In a bar of one price, only the side that an order of `side` needs. */
export function quoteRound(desk: Desk, { open, high, low, volume }: ReplayBar, side: Side): void {
  const { tickSize } = desk.instrument;
  const bid = high > open ? open : Math.max(low, open - tickSize);
  const ask = high > open ? Math.min(high, open + tickSize) : open;
  const size = Math.max(1, Math.round(volume * LEVEL_SHARE));
  for (let level = 0; level < LEVELS; level++) {
    const isLast = level === LEVELS - 1;
    const quantity = isLast ? PLENTY : size;
    const away = level * tickSize;
    if (bid < ask || side === 'buy') desk.place(MAKER, 'sell', isLast ? high : Math.min(high, ask + away), quantity);
    if (bid < ask || side === 'sell') desk.place(TAKER, 'buy', isLast ? low : Math.max(low, bid - away), quantity);
  }
}

/** Takes all quotes of simulated traders out of the book. */
export function clearQuotes(desk: Desk): void {
  const { book } = desk;
  for (const order of [...book.orders('buy'), ...book.orders('sell')]) if (order.owner < 0) desk.cancel(order);
}

/** The part of a bar that lies on the tick; the whole bar if no price in it does. */
export function onTick(bar: ReplayBar, tick: Paise): ReplayBar {
  const low = roundUpToTick(bar.low, tick);
  const high = roundDownToTick(bar.high, tick);
  if (low > high) return bar;
  const inside = (price: Paise): Paise => Math.min(high, Math.max(low, roundDownToTick(price, tick)));
  return { ...bar, low, high, open: inside(bar.open), close: inside(bar.close) };
}
