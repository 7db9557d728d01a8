// One market as simulated traders see it during a step: its desk, its limits, and the units their habits are measured in.
import type { Paise, Quantity } from '../../money.ts';
import type { Desk } from './desk.ts';
import { bandHigh, bandLow } from '../instrument.ts';
import type { Side } from '../instrument.ts';
import type { RandomStream } from '../random.ts';

/** Agents' owner numbers: negative, one for each that must be able to trade with the others. */
export const AGENTS = { maker: -1, patient: -10, public: -11, taker: -12, parent: -13, informed: -14 } as const;

const USUAL_VOLATILITY = 0.016;
/** A natural step of price for a stock of usual volatility: one basis point. */
const NATURAL_STEP = 0.0001;
/** How many shares a day a stock trades whose traders have the habits below. */
const USUAL_DAILY_VOLUME = 4_200_000;
/** Lots shrink with the volume down to this; below it there are fewer of them instead. */
const SMALLEST_LOTS = 0.04;
const SLOWEST_PACE = 0.1;

/** What does not change about a stock from step to step. */
export class Habits {
  readonly dailyVolatility: number;
  /** Shares that the traders trade on a usual day. A stock that hardly traded before gets more than it had. */
  readonly dailyVolume: Quantity;
  /** A spread's and a level's natural size as a part of the price. */
  readonly naturalStep: number;
  /** Multiple of the usual lot. */
  readonly lots: number;
  /** Multiple of the usual number of orders. */
  readonly pace: number;

  /** `briskness` times as many orders as usual make the same volume, in smaller lots. */
  constructor(dailyVolatility: number, averageDailyVolume: Quantity, briskness: number) {
    const size = averageDailyVolume / (USUAL_DAILY_VOLUME * briskness);
    this.dailyVolatility = dailyVolatility;
    this.naturalStep = NATURAL_STEP * Math.sqrt(dailyVolatility / USUAL_VOLATILITY);
    this.lots = Math.max(SMALLEST_LOTS, size);
    this.pace = Math.max(SLOWEST_PACE, Math.min(1, size / this.lots));
    this.dailyVolume = USUAL_DAILY_VOLUME * briskness * this.lots * this.pace;
  }
}

export class Arena {
  readonly habits: Habits;
  /** Randomness of the trader who is acting. */
  random: RandomStream;
  desk: Desk;
  tick: Paise = 1;
  /** Distance between the levels that traders think in: a natural step, at least a tick. */
  grain: Paise = 1;
  lowest: Paise = 1;
  highest: Paise = 1;
  /** How much larger queues are where the tick is coarse. */
  queue = 1;

  constructor(habits: Habits, random: RandomStream, desk: Desk) {
    this.habits = habits;
    this.random = random;
    this.desk = desk;
    this.look(desk, desk.lastPrice);
  }

  /** Takes the instrument's terms of the moment. */
  look(desk: Desk, price: number): void {
    const { instrument } = desk;
    this.desk = desk;
    this.tick = instrument.tickSize;
    this.lowest = bandLow(instrument);
    this.highest = bandHigh(instrument);
    const natural = price * this.habits.naturalStep;
    this.grain = this.tick * Math.max(1, Math.round(natural / this.tick));
    this.queue = Math.min(4, Math.max(1, Math.sqrt(this.grain / natural)));
  }

  best(side: Side): Paise {
    return this.desk.book.best(side);
  }

  /** Middle of the best prices; the one there is when a side is empty; the last price when both are. */
  middle(): number {
    const buy = this.best('buy');
    const sell = this.best('sell');
    if (buy === 0 || sell === 0) return buy + sell || this.desk.lastPrice;
    return (buy + sell) / 2;
  }

  /**
   * The middle of a market that nobody has quoted yet: the last price. The few orders of people that stand there, perhaps far
   * away, say no more than that it may not pass them.
   */
  middleBeforeQuotes(): number {
    const sell = this.best('sell') || this.desk.lastPrice;
    return Math.min(sell, Math.max(this.best('buy'), this.desk.lastPrice));
  }

  /** Whole shares around a usual lot of this stock. */
  lot(logMean: number, logDeviation: number): Quantity {
    return Math.max(1, Math.round(this.habits.lots * this.random.lognormal(logMean, logDeviation)));
  }

  /** Whether an order at this price may rest: inside the band. */
  isAllowed(price: Paise): boolean {
    return price >= this.lowest && price <= this.highest;
  }

  /** Takes up to `quantity` shares within `reach` of the best price; returns what was filled. */
  take(agent: number, direction: 1 | -1, quantity: Quantity, reach: Paise): Quantity {
    const best = this.best(direction > 0 ? 'sell' : 'buy');
    if (best === 0) return 0;
    const limit = Math.min(this.highest, Math.max(this.lowest, best + direction * reach));
    return this.desk.take(agent, direction > 0 ? 'buy' : 'sell', quantity, limit);
  }
}
