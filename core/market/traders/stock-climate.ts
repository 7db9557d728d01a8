// One stock's share of the market's weather, and its own: how much its value moves, how lively and how nervous it is now.
import type { Instant } from '../../money.ts';
import { bookSeconds, Mood, varianceBetween } from './market-weather.ts';
import type { MarketWeather } from './market-weather.ts';
import { RandomStream } from '../random.ts';
import { FLOW_PART } from './fair-value.ts';

/** Parts of the value's variance; what is missing to 1 comes from order flow. */
const MARKET_PART = 0.3;
const SECTOR_PART = 0.14;
const OWN_PART = 1 - FLOW_PART * FLOW_PART - MARKET_PART - SECTOR_PART;
const STEP_FREEDOM = 5;
/** Log volatility of the stock's own part over days, and over the hours of one; in seconds of the book's time. */
const MOOD = { deviation: 0.33, halfLifeSeconds: 34_000, onActivity: 0.45 };
const TEMPER = { deviation: 0.55, halfLifeSeconds: 5_000 };
/** Log activity over minutes, which moves prices too. */
const LIVELINESS = { deviation: 0.33, halfLifeSeconds: 600 };
/** How much of its nervousness makers answer by quoting wider. */
const ON_CAUTION = 0.4;

export class StockClimate {
  readonly #weather: MarketWeather;
  readonly #sector: string;
  readonly #random: RandomStream;
  readonly #mood: Mood;
  readonly #temper: Mood;
  readonly #liveliness: Mood;
  #marketSeen: number;
  #sectorSeen: number;

  constructor(weather: MarketWeather, seed: number | string, stock: { symbol: string; sector: string }) {
    const { symbol, sector } = stock;
    const mood = (name: string, { deviation, halfLifeSeconds }: { deviation: number; halfLifeSeconds: number }): Mood =>
      new Mood(RandomStream.named(seed, name, symbol), deviation, halfLifeSeconds);
    this.#weather = weather;
    this.#sector = sector;
    this.#random = RandomStream.named(seed, 'value', symbol);
    this.#mood = mood('mood', MOOD);
    this.#temper = mood('temper', TEMPER);
    this.#liveliness = mood('liveliness', LIVELINESS);
    this.#marketSeen = weather.market;
    this.#sectorSeen = weather.sector(sector);
  }

  /** Multiple of usual activity. */
  get activity(): number {
    return Math.exp(this.#liveliness.value + this.#weather.liveliness + MOOD.onActivity * this.#mood.value);
  }

  /** Multiple of the usual spread. */
  get caution(): number {
    return Math.exp(ON_CAUTION * (this.#mood.value + this.#temper.value));
  }

  /** Lets time pass; returns how far the value has moved meanwhile, in deviations of a usual day. */
  pass(fromAt: Instant, toAt: Instant): number {
    const { hours, market } = this.#weather;
    const sector = this.#weather.sector(this.#sector);
    const seconds = bookSeconds(hours, toAt - fromAt);
    for (const mood of [this.#mood, this.#temper, this.#liveliness]) mood.pass(seconds);
    const size = this.#mood.factor * this.#temper.factor * this.#liveliness.factor;
    const own = size * Math.sqrt(varianceBetween(hours, fromAt, toAt)) * this.#random.studentT(STEP_FREEDOM);
    const moved =
      Math.sqrt(OWN_PART) * own +
      Math.sqrt(MARKET_PART) * (market - this.#marketSeen) +
      Math.sqrt(SECTOR_PART) * (sector - this.#sectorSeen);
    this.#marketSeen = market;
    this.#sectorSeen = sector;
    return moved;
  }
}
