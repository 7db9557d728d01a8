// Watches sessions of one stock with its simulated traders second by second, and measures them.
import { TradingCalendar } from '../../core/market/trading-calendar.ts';
import { NSE_HOLIDAYS, opensAt, sessionMinutes } from '../../core/market/trading-hours.ts';
import type { SessionMeasure } from './bands.ts';
import { TestMarket } from './market.ts';
import { autocorrelation, correlation, deviation, excessKurtosis, mean, slope, variance } from './measures.ts';

const MINUTES = sessionMinutes('nse');
const SECONDS = MINUTES * 60;
/** Half an hour at each end of the session. */
const EDGE = 30;
const STEP_MS = 1_000;
/** Thursday 19 November 2026. */
const FIRST_DAY = 20_776;
const CALENDAR = new TradingCalendar('nse', NSE_HOLIDAYS);

interface Session {
  /** Each second: middle of the book, last trade, spread over the middle, mean best queue, shares and signed shares traded. */
  readonly middle: Float64Array;
  readonly last: Float64Array;
  readonly spread: Float64Array;
  readonly queue: Float64Array;
  readonly volume: Float64Array;
  readonly signed: Float64Array;
  /** Each execution: taker's sign, and second. */
  readonly signs: number[];
  readonly times: number[];
  readonly placed: number;
  readonly canceled: number;
  readonly taken: number;
}

/** Runs `days` sessions of one stock, nights between them. */
export function watch(seed: string, days: number): Session[] {
  let day = FIRST_DAY;
  const market = new TestMarket(seed, 'nse', undefined, opensAt('nse', day));
  const sessions: Session[] = [];
  for (let i = 0; i < days; i++) {
    if (i > 0) market.pass(opensAt('nse', day) - market.at);
    market.desk.instrument.previousClose = market.desk.lastPrice;
    sessions.push(watchDay(market));
    day = CALENDAR.tradingDayFrom(day + 1);
  }
  return sessions;
}

function watchDay(market: TestMarket): Session {
  const { desk } = market;
  const column = (): Float64Array => new Float64Array(SECONDS);
  const [middle, last, spread, queue, volume, signed] = [column(), column(), column(), column(), column(), column()];
  const signs: number[] = [];
  const times: number[] = [];
  const before = { ...desk.counts };
  for (let second = 0; second < SECONDS; second++) {
    desk.tape.length = 0;
    market.pass(STEP_MS);
    for (const { quantity, sign } of desk.tape) {
      volume[second] += quantity;
      signed[second] += sign * quantity;
      signs.push(sign);
      times.push(second);
    }
    const [buy] = desk.book.depth('buy', 1);
    const [sell] = desk.book.depth('sell', 1);
    if (buy === undefined || sell === undefined || buy.price >= sell.price)
      throw new Error(`no market at ${market.at}`);
    middle[second] = (buy.price + sell.price) / 2;
    last[second] = desk.lastPrice;
    spread[second] = (sell.price - buy.price) / middle[second];
    queue[second] = (buy.quantity + sell.quantity) / 2;
  }
  const placed = desk.counts.placed - before.placed;
  const canceled = desk.counts.canceled - before.canceled;
  return {
    middle,
    last,
    spread,
    queue,
    volume,
    signed,
    signs,
    times,
    placed,
    canceled,
    taken: desk.counts.taken - before.taken,
  };
}

/** Means over the sessions; what needs many days is pooled. */
export function measureSessions(sessions: readonly Session[], usualVolume: number): Record<SessionMeasure, number> {
  const over = (measure: (session: Session) => number): number => mean(sessions.map(measure));
  const minutes = sessions.map(minutesOf);
  const returns = minutes.map((each) => each.returns);
  const volatility = profileOf(returns.map((each) => each.map((value) => value * value))).map(Math.sqrt);
  const logVolumes = minutes.map(({ volumes }) => volumes.map((value) => Math.log(value + 1)));
  const usualLog = smooth(profileOf(logVolumes));
  const unusual = logVolumes.map((each) => each.map((value, i) => value - usualLog[i]));
  const usualSize = smooth(volatility);
  const standard = returns.map((each) => each.map((value, i) => value / usualSize[i]));
  const absolute = standard.map((each) => each.map(Math.abs));
  // Each day scaled to the same size, so that memory within a day is measured and not memory between days.
  const levelled = absolute.map((each) => {
    const level = rootMeanSquare(each);
    return each.map((value) => value / level);
  });
  const share = profileOf(minutes.map(({ volumes }) => volumes.map((value) => (100 * value) / sum(volumes))));
  const bins = Array.from({ length: 25 }, (_, i) => rootMeanSquare(volatility.subarray(i * 15, i * 15 + 15)));
  const halfHours = Array.from({ length: (MINUTES - EDGE) / 5 + 1 }, (_, i) =>
    sum(share.subarray(i * 5, i * 5 + EDGE)),
  );
  const realised = (seconds: number): number => sum(sessions.map(({ middle }) => realisedVariance(middle, seconds)));
  const impact = impactOf(sessions);
  const index = (session: number): { moves: Float64Array; volumes: Float64Array } => ({
    moves: absolute[session],
    volumes: unusual[session],
  });
  return {
    volatilityFirst: bins[0] / mean(bins),
    volatilityNoon: mean(bins.slice(9, 15)) / mean(bins),
    volatilityLast: bins[24] / mean(bins),
    volumeFirst: halfHours[0],
    volumeLast: halfHours[halfHours.length - 1],
    volumeQuietest: Math.min(...halfHours),
    zeroMinutes: mean(returns.map((each) => each.filter((value) => value === 0).length / MINUTES)),
    acfMinute: mean(returns.map((each) => autocorrelation(each, 1))),
    kurtosisMinute: mean(standard.map(excessKurtosis)),
    acfAbsMinute1: pooledAutocorrelation(levelled, 1),
    acfAbsMinute30: pooledAutocorrelation(levelled, 30),
    moveVolumeMinute: mean(sessions.map((_, i) => correlation(index(i).moves, index(i).volumes))),
    volumeDeviationMinute: mean(unusual.map(deviation)),
    volumeMemoryMinute: mean(unusual.map((each) => autocorrelation(each, 1))),
    minuteOverHalfHour: realised(60) / realised(1_800),
    spreadBasisPoints: over(({ spread }) => 10_000 * mean(spread)),
    spreadFirst: over(({ spread }) => mean(spread.subarray(0, EDGE * 60)) / mean(spread)),
    queueFirst: over(({ queue }) => mean(queue.subarray(0, EDGE * 60)) / mean(queue)),
    signMemory1: over(({ signed }) => autocorrelation(signed.map(Math.sign), 1)),
    signMemory20: over(({ signed }) => autocorrelation(signed.map(Math.sign), 20)),
    secondOverFiveMinutes: realised(1) / realised(300),
    impactCorrelation: impact.correlation,
    impactExponent: impact.exponent,
    cancelPerLimit: over(({ placed, canceled }) => canceled / placed),
    limitPerTaker: over(({ placed, taken }) => placed / taken),
    tradeGapVariation: over(({ times }) => variation(times)),
    tradeSignMemory1: over(({ signs }) => autocorrelation(signs, 1)),
    volumeOfUsual: over(({ volume }) => sum(volume) / usualVolume),
  };
}

/** Excess kurtosis of mid-price changes over this many seconds: the median over all sessions. */
export function middleKurtosis(sessions: readonly Session[], seconds: number): number {
  const values = sessions.map(({ middle }) => excessKurtosis(changes(middle, seconds))).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)];
}

function minutesOf({ last, volume }: Session): { returns: Float64Array; volumes: Float64Array } {
  const returns = new Float64Array(MINUTES);
  const volumes = new Float64Array(MINUTES);
  for (let minute = 0; minute < MINUTES; minute++) {
    const end = minute * 60 + 59;
    returns[minute] = Math.log(last[end] / last[Math.max(0, end - 60)]);
    volumes[minute] = sum(volume.subarray(minute * 60, minute * 60 + 60));
  }
  return { returns, volumes };
}

/** Signed volume of five minutes against their return: correlation, and exponent of the mean move by size of imbalance. */
function impactOf(sessions: readonly Session[]): { correlation: number; exponent: number } {
  const pairs: { imbalance: number; move: number }[] = [];
  for (const { middle, signed } of sessions) {
    for (let end = 300; end < SECONDS; end += 300) {
      pairs.push({ imbalance: sum(signed.subarray(end - 300, end)), move: Math.log(middle[end] / middle[end - 300]) });
    }
  }
  const sorted = [...pairs].sort((a, b) => Math.abs(a.imbalance) - Math.abs(b.imbalance));
  // The smallest imbalances move the price by chance only.
  const groups = Array.from({ length: 5 }, (_, i) =>
    sorted.slice(((i + 1) * sorted.length) / 6, ((i + 2) * sorted.length) / 6),
  );
  const size = groups.map((group) => Math.log(mean(group.map(({ imbalance }) => Math.abs(imbalance)))));
  const moves = groups.map((group) => mean(group.map(({ imbalance, move }) => Math.sign(imbalance) * move)));
  return {
    correlation: correlation(
      pairs.map(({ imbalance }) => imbalance),
      pairs.map(({ move }) => move),
    ),
    exponent: slope(
      size,
      moves.map((move) => Math.log(Math.max(move, 1e-6))),
    ),
  };
}

/** Autocorrelation at a lag inside days, with the mean and variance of all days together. */
function pooledAutocorrelation(days: readonly Float64Array[], lag: number): number {
  const all = Float64Array.from(days.flatMap((day) => [...day]));
  const centre = mean(all);
  const products = days.flatMap((day) =>
    [...day.subarray(lag)].map((value, i) => (value - centre) * (day[i] - centre)),
  );
  return mean(products) / variance(all);
}

function changes(prices: Float64Array, step: number): Float64Array {
  const count = Math.floor((prices.length - 1) / step);
  return Float64Array.from({ length: count }, (_, i) => Math.log(prices[(i + 1) * step] / prices[i * step]));
}

function realisedVariance(prices: Float64Array, step: number): number {
  return changes(prices, step).reduce((total, change) => total + change * change, 0);
}

function variation(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, i) => time - times[i]);
  return deviation(gaps) / mean(gaps);
}

function profileOf(days: readonly Float64Array[]): Float64Array {
  return Float64Array.from({ length: MINUTES }, (_, minute) => mean(days.map((day) => day[minute])));
}

function smooth(values: Float64Array): Float64Array {
  return values.map((_, i) => rootMeanSquare(values.subarray(Math.max(0, i - 7), i + 8)));
}

function rootMeanSquare(values: Float64Array): number {
  return Math.sqrt(mean(values.map((value) => value * value)));
}

function sum(values: ArrayLike<number>): number {
  return mean(values) * values.length;
}
