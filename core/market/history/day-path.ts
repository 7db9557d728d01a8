// How a day's return is walked: paths through the day that end where the price model says, and the bars they leave.
import { applyRate, nearestTick, roundDownToTick, roundUpToTick } from '../../money.ts';
import type { Paise } from '../../money.ts';
import { DEFAULT_PRICE_BAND, tickSizeFor } from '../instrument.ts';
import type { RandomStream } from '../random.ts';

/** Bars as columns: one number of each a bar, so that millions of them cost no objects. Volume is zero for an index. */
export interface BarColumns {
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly volume: Float64Array;
}

/** Room for `count` bars, all zero; prices in paise. */
export function barColumns(count: number): BarColumns {
  return {
    open: new Int32Array(count),
    high: new Int32Array(count),
    low: new Int32Array(count),
    close: new Int32Array(count),
    volume: new Float64Array(count),
  };
}

/** Tails of the steps inside a day. */
const STEP_FREEDOM = 5;

/**
 * Fills `steps` with log returns that add up to `target` and wander with `deviation` on the way. `share` says how much
 * of the variance each step has (sum 1), `roughness` is the multiple of that in each step's deviation.
 */
export function walk(
  random: RandomStream,
  steps: Float64Array,
  options: { share: Float64Array; roughness: Float64Array; deviation: number; target: number },
): void {
  const { share, roughness, deviation, target } = options;
  let sum = 0;
  for (let i = 0; i < steps.length; i++) {
    const size = deviation * Math.sqrt(share[i]) * roughness[i];
    steps[i] = size * random.studentT(STEP_FREEDOM);
    sum += steps[i];
  }
  const missing = target - sum;
  for (let i = 0; i < steps.length; i++) steps[i] += missing * share[i];
}

/** Everything that one stock's day of bars is drawn from. */
export interface StockWalk {
  /** Real-valued price in paise at the previous close. */
  readonly from: number;
  /** Log return between the previous close and the open. */
  readonly gap: number;
  /** Log returns of the steps, news left out. */
  readonly returns: Float64Array;
  /** Usual deviation of each step, for the wicks. */
  readonly deviations: Float64Array;
  readonly jump: number;
  readonly jumpStep: number;
  /** Printed prices stay inside the band round the last printed close; the value behind them does not care. */
  readonly previousClose: Paise;
}

/** Writes open, high, low and close of each step on the tick; returns the real-valued price at the end. */
export function drawBars(random: RandomStream, stock: StockWalk, bars: BarColumns): number {
  const reach = applyRate(stock.previousClose, DEFAULT_PRICE_BAND);
  const lowest = upToTick(Math.max(1, stock.previousClose - reach));
  const highest = downToTick(stock.previousClose + reach);
  let price = stock.from * Math.exp(stock.gap);
  let open = print(price, lowest, highest);
  for (let i = 0; i < stock.returns.length; i++) {
    const change = stock.returns[i] + (i === stock.jumpStep ? stock.jump : 0);
    const next = price * Math.exp(change);
    // The highest point of a Brownian path between two known ends has this law; so has the lowest.
    const spread = 2 * stock.deviations[i] * stock.deviations[i];
    const above = Math.sqrt(change * change - spread * Math.log(random.uniform())) - Math.abs(change);
    const below = Math.sqrt(change * change - spread * Math.log(random.uniform())) - Math.abs(change);
    const close = print(next, lowest, highest);
    const high = print(Math.max(price, next) * (1 + 0.5 * above), lowest, highest);
    const low = print(Math.min(price, next) * (1 - 0.5 * below), lowest, highest);
    bars.open[i] = open;
    bars.high[i] = Math.max(high, open);
    bars.low[i] = Math.min(low, open);
    bars.close[i] = close;
    open = close;
    price = next;
  }
  return price;
}

/** A real-valued price as a trade would print it: on the tick, inside the band. */
function print(price: number, lowest: Paise, highest: Paise): Paise {
  const rounded = nearestTick(price, tickSizeFor(price));
  return rounded < lowest ? lowest : rounded > highest ? highest : rounded;
}

function upToTick(price: Paise): Paise {
  return roundUpToTick(price, tickSizeFor(price));
}

function downToTick(price: Paise): Paise {
  return Math.max(1, roundDownToTick(price, tickSizeFor(price)));
}

/** Splits a day's volume over its steps by weight into whole shares that add up to `total` exactly. */
export function spreadVolume(weights: Float64Array, total: number, volume: Float64Array): void {
  let weight = 0;
  for (let i = 0; i < weights.length; i++) weight += weights[i];
  let given = 0;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    sum += weights[i];
    // After the last weight both sums are the same number, so nothing is left over.
    const until = Math.floor((sum / weight) * total);
    volume[i] = until - given;
    given = until;
  }
}

/** The one bar that the first `count` bars add up to, written to place `at` of `into`. */
export function joinBars(bars: BarColumns, count: number, into: BarColumns, at: number): void {
  let high = bars.high[0];
  let low = bars.low[0];
  let volume = 0;
  for (let i = 0; i < count; i++) {
    if (bars.high[i] > high) high = bars.high[i];
    if (bars.low[i] < low) low = bars.low[i];
    volume += bars.volume[i];
  }
  into.open[at] = bars.open[0];
  into.high[at] = high;
  into.low[at] = low;
  into.close[at] = bars.close[count - 1];
  into.volume[at] = volume;
}

/** The bars up to a moment. */
export function firstBars(bars: BarColumns, count: number): BarColumns {
  if (count === bars.open.length) return bars;
  return {
    open: bars.open.slice(0, count),
    high: bars.high.slice(0, count),
    low: bars.low.slice(0, count),
    close: bars.close.slice(0, count),
    volume: bars.volume.slice(0, count),
  };
}
