// What all stocks share while the market runs: shocks of the market and of sectors, and a common liveliness.
import type { Instant } from '../../money.ts';
import { DAY_PROFILES } from '../history/day-profile.ts';
import { OVERNIGHT_SHARE } from '../history/factor.ts';
import { RandomStream } from '../random.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../day.ts';
import { sessionFraction, sessionMinutes } from '../trading-hours.ts';
import type { MarketHours } from '../trading-hours.ts';

/** A server that slept makes up for at most this much of the market's time. */
const CATCH_UP_MS = 3_000;
/** A longer pause is a night: the value has moved meanwhile and everybody quotes afresh. */
export const NIGHT_MS = HOUR_MS;

const STEP_FREEDOM = 5;
/** Log volatility of the market from day to day. */
const MOOD = { deviation: 0.33, halfLifeMs: 2 * DAY_MS };
/** Log activity that comes and goes within the hour of a session as long as NSE's. */
const LIVELINESS = { deviation: 0.36, halfLifeMinutes: 60 };
const NSE_MINUTES = sessionMinutes('nse');

/** The part of a usual day's variance that belongs to the time between two instants. */
export function varianceBetween(hours: MarketHours, fromAt: Instant, toAt: Instant): number {
  const elapsedMs = toAt - fromAt;
  if (elapsedMs >= NIGHT_MS) return OVERNIGHT_SHARE * Math.min(1, elapsedMs / (DAY_MS * 0.74));
  const volatility = DAY_PROFILES[hours].volatility(sessionFraction(hours, toAt));
  const sessionMs = sessionMinutes(hours) * MINUTE_MS;
  const inSession = hours === 'nse' ? 1 - OVERNIGHT_SHARE : 1;
  return (inSession * volatility * volatility * Math.min(elapsedMs, CATCH_UP_MS)) / sessionMs;
}

/** Elapsed time of this market, as seconds of an NSE session: the longer the day, the slower the clock. */
export function bookSeconds(hours: MarketHours, elapsedMs: number): number {
  return ((Math.min(elapsedMs, CATCH_UP_MS) / 1_000) * NSE_MINUTES) / sessionMinutes(hours);
}

/** A quantity that is pulled back to zero, remembered by half-life. */
export class Mood {
  value: number;
  readonly #deviation: number;
  readonly #halfLife: number;
  readonly #random: RandomStream;

  constructor(random: RandomStream, deviation: number, halfLife: number) {
    this.#random = random;
    this.#deviation = deviation;
    this.#halfLife = halfLife;
    this.value = deviation * random.normal();
  }

  /** A multiple of volatility that follows the mood and leaves the mean variance alone. */
  get factor(): number {
    return Math.exp(this.value - this.#deviation * this.#deviation);
  }

  pass(time: number): void {
    const keeps = Math.exp((-Math.LN2 * time) / this.#halfLife);
    this.value = keeps * this.value + this.#deviation * Math.sqrt(1 - keeps * keeps) * this.#random.normal();
  }
}

/** Step it once a tick, before the stocks. Shocks are kept as running sums, so that nobody misses one. */
export class MarketWeather {
  readonly hours: MarketHours;
  /** Sum of the market's shocks in deviations of a usual day. */
  market = 0;
  readonly #seed: number | string;
  readonly #random: RandomStream;
  readonly #mood: Mood;
  readonly #liveliness: Mood;
  readonly #sectors = new Map<string, { sum: number; readonly random: RandomStream }>();

  constructor(seed: number | string, hours: MarketHours) {
    this.hours = hours;
    this.#seed = seed;
    this.#random = RandomStream.named(seed, 'weather');
    this.#mood = new Mood(RandomStream.named(seed, 'weather', 'mood'), MOOD.deviation, MOOD.halfLifeMs);
    this.#liveliness = new Mood(
      RandomStream.named(seed, 'weather', 'liveliness'),
      LIVELINESS.deviation,
      LIVELINESS.halfLifeMinutes * 60,
    );
  }

  /** Log of how much livelier than usual the whole market is. */
  get liveliness(): number {
    return this.#liveliness.value;
  }

  /** Sum of a sector's shocks in deviations of a usual day. A sector is there from the first question on. */
  sector(name: string): number {
    const known = this.#sectors.get(name);
    if (known !== undefined) return known.sum;
    this.#sectors.set(name, { sum: 0, random: RandomStream.named(this.#seed, 'weather', 'sector', name) });
    return 0;
  }

  step(fromAt: Instant, toAt: Instant): void {
    if (toAt <= fromAt) return;
    this.#mood.pass(toAt - fromAt);
    this.#liveliness.pass(bookSeconds(this.hours, toAt - fromAt));
    const nervous = this.#mood.factor * this.#liveliness.factor;
    const size = nervous * Math.sqrt(varianceBetween(this.hours, fromAt, toAt));
    this.market += size * this.#random.studentT(STEP_FREEDOM);
    for (const sector of this.#sectors.values()) sector.sum += size * sector.random.studentT(STEP_FREEDOM);
  }
}
