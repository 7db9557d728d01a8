// The steps in which a day is walked, and how lively each is. One canvas serves all days, so that a year of them allocates nothing more.
import { DAY_PROFILES } from './day-profile.ts';
import type { RandomStream } from '../random.ts';
import type { MarketHours } from '../trading-hours.ts';
import { sessionMinutes } from '../trading-hours.ts';

/** Activity comes in bouts within bouts: log deviations, each with its half-life in minutes of an NSE session. */
const BOUTS = [
  { deviation: 0.34, halfLifeMinutes: 10 },
  { deviation: 0.4, halfLifeMinutes: 90 },
];
/** The part of it that all stocks share. */
const COMMON_PART = 0.5;
const NSE_MINUTES = sessionMinutes('nse');
/** Trades bring more trades: busy times of the day are busier than the orders alone would make them. */
const EXCITEMENT = 1.5;

export class Canvas {
  readonly steps: number;
  /** Part of the session's variance in each step. */
  readonly share: Float64Array;
  readonly activity: Float64Array;
  /** Log returns of the market, the sectors and one stock. */
  readonly market: Float64Array;
  readonly returns: Float64Array;
  /** Log liveliness of the whole market and of one stock, and the multiple of a step's deviation that comes of it. */
  readonly common: Float64Array;
  readonly own: Float64Array;
  readonly roughness: Float64Array;
  readonly deviations: Float64Array;
  readonly weights: Float64Array;
  readonly #sectors = new Map<string, Float64Array>();
  /** What each bout keeps from step to step. */
  readonly #keeps: readonly number[];

  constructor(hours: MarketHours, steps: number) {
    const profile = DAY_PROFILES[hours];
    const fractions = Array.from({ length: steps }, (_, step) => (step + 0.5) / steps);
    const variance = fractions.map((fraction) => profile.volatility(fraction) * profile.volatility(fraction));
    const sum = variance.reduce((total, each) => total + each, 0);
    this.steps = steps;
    this.share = Float64Array.from(variance, (each) => each / sum);
    this.activity = Float64Array.from(fractions, (fraction) =>
      Math.exp(EXCITEMENT * Math.log(profile.activity(fraction))),
    );
    this.market = new Float64Array(steps);
    this.returns = new Float64Array(steps);
    this.common = new Float64Array(steps);
    this.own = new Float64Array(steps);
    this.roughness = new Float64Array(steps);
    this.deviations = new Float64Array(steps);
    this.weights = new Float64Array(steps);
    this.#keeps = BOUTS.map(({ halfLifeMinutes }) => Math.exp((-Math.LN2 * NSE_MINUTES) / steps / halfLifeMinutes));
  }

  sector(name: string): Float64Array {
    const known = this.#sectors.get(name);
    if (known !== undefined) return known;
    const steps = new Float64Array(this.steps);
    this.#sectors.set(name, steps);
    return steps;
  }

  /** Draws the day's liveliness that all stocks share. */
  drawCommon(random: RandomStream): void {
    this.#drawBouts(random, this.common, COMMON_PART);
    for (let step = 0; step < this.steps; step++) this.roughness[step] = factorOf(this.common[step], COMMON_PART);
  }

  /** Draws one stock's own on top of it. */
  drawOwn(random: RandomStream): void {
    this.#drawBouts(random, this.own, 1 - COMMON_PART);
    for (let step = 0; step < this.steps; step++) {
      this.own[step] += this.common[step];
      this.roughness[step] = factorOf(this.own[step], 1);
    }
  }

  #drawBouts(random: RandomStream, into: Float64Array, part: number): void {
    into.fill(0);
    for (let i = 0; i < BOUTS.length; i++) {
      const keeps = this.#keeps[i];
      const deviation = BOUTS[i].deviation * Math.sqrt(part);
      const fresh = deviation * Math.sqrt(1 - keeps * keeps);
      let value = deviation * random.normal();
      for (let step = 0; step < into.length; step++) {
        value = keeps * value + fresh * random.normal();
        into[step] += value;
      }
    }
  }
}

const BOUTS_VARIANCE = BOUTS.reduce((sum, { deviation }) => sum + deviation * deviation, 0);

/** A multiple of volatility from log liveliness that leaves the mean variance alone. */
function factorOf(liveliness: number, part: number): number {
  return Math.exp(liveliness - part * BOUTS_VARIANCE);
}
