// A random walk whose volatility has moods: the part that the market, a sector or one stock adds to daily returns.
import type { RandomStream } from '../random.ts';

/** One slow wave of the logarithm of volatility. */
interface Mood {
  readonly halfLifeDays: number;
  readonly deviation: number;
  /** Correlation with the day's shock: negative means that falling prices make the market nervous. */
  readonly leverage: number;
}

export interface FactorSpec {
  /** Deviation of a day's log return. */
  readonly deviation: number;
  /** Degrees of freedom of its Student shocks. */
  readonly freedom: number;
  /** How much larger falls are than rises; 0 for alike. The mean stays zero. */
  readonly asymmetry: number;
  readonly moods: readonly Mood[];
}

/** Part of a day's variance that happens while the market is closed. */
export const OVERNIGHT_SHARE = 0.18;

const MEAN_ABSOLUTE_NORMAL = 0.797_884_560_8;

/** A factor's day. Given `deviation`, it is a Brownian path whose overnight part is known as well as its end. */
export interface FactorDay {
  readonly total: number;
  readonly overnight: number;
  readonly deviation: number;
}

export class Factor {
  /** Log volatility of the day last drawn, without what it shares with the market. */
  logVolatility = 0;
  readonly #spec: FactorSpec;
  readonly #moods: number[];
  readonly #random: RandomStream;
  readonly #meanCorrection: number;

  constructor(spec: FactorSpec, random: RandomStream) {
    this.#spec = spec;
    this.#random = random;
    this.#moods = spec.moods.map((mood) => mood.deviation * random.normal());
    // Without it a volatile volatility would raise the mean variance.
    this.#meanCorrection = spec.moods.reduce((sum, mood) => sum + mood.deviation * mood.deviation, 0);
  }

  draw(scale: number, extraLogVolatility: number): FactorDay {
    const random = this.#random;
    const { freedom, asymmetry, moods } = this.#spec;
    this.logVolatility = this.#moods.reduce((sum, mood) => sum + mood, -this.#meanCorrection);
    const stretch = Math.sqrt((freedom - 2) / random.chiSquare(freedom));
    const deviation = this.#spec.deviation * scale * Math.exp(this.logVolatility + extraLogVolatility) * stretch;
    const gaussian = random.normal();
    const total = deviation * (gaussian - asymmetry * (Math.abs(gaussian) - MEAN_ABSOLUTE_NORMAL));
    const overnight =
      OVERNIGHT_SHARE * total + deviation * Math.sqrt(OVERNIGHT_SHARE * (1 - OVERNIGHT_SHARE)) * random.normal();
    for (let i = 0; i < moods.length; i++) {
      const { halfLifeDays, deviation: size, leverage } = moods[i];
      const keeps = Math.exp(-Math.LN2 / halfLifeDays);
      const shock = leverage * gaussian * stretch + Math.sqrt(1 - leverage * leverage) * random.normal();
      this.#moods[i] = keeps * this.#moods[i] + size * Math.sqrt(1 - keeps * keeps) * shock;
    }
    return { total, overnight, deviation };
  }
}
