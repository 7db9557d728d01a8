// What a share is worth to those who think they know: it moves with news and, for good, with what people and traders buy.
import type { Paise, Quantity } from '../../money.ts';

/** The square of this is the part of a day's variance that comes from order flow. */
export const FLOW_PART = 0.5;
/** How much of the flow to come the last 10 and the last 100 trades give away: what is expected moves nobody. */
const FORESEEN = 0.35;
const QUICK_MEMORY = 0.1;
const SLOW_MEMORY = 0.01;

/**
 * People's buying of a quantity Q lifts the value by `strength` daily deviations times the square root of Q over a usual
 * day's volume, however it is sliced; some of it fades. Buying and selling back by market orders can never gain.
 */
const PEOPLE = { strength: 1.15, fades: 0.15, fadeHalfLifeSeconds: 2_700, memoryHalfLifeSeconds: 7_200 };

/** Half of a piece of news has sunk in after this time. */
const NEWS_HALF_LIFE_SECONDS = 45;

export class FairValue {
  /** Paise, not on any tick. */
  price: number;
  readonly #dailyVolatility: number;
  readonly #dailyVolume: Quantity;
  #quick = 0;
  #slow = 0;
  /** Shares that people have bought recently, less those they sold; forgotten over hours. */
  #pressure = 0;
  /** The part of the log price that will fade. */
  #passing = 0;
  /** Log return by news that has not sunk in yet. */
  #news = 0;

  constructor(price: Paise, dailyVolatility: number, dailyVolume: Quantity) {
    this.price = price;
    this.#dailyVolatility = dailyVolatility;
    this.#dailyVolume = dailyVolume;
  }

  move(logReturn: number): void {
    this.price *= Math.exp(logReturn);
  }

  /** A simulated trader who knows no more than others took `quantity` shares: only the surprise in it moves the value. */
  addFlow(direction: 1 | -1, quantity: Quantity): void {
    const surprise = direction - FORESEEN * (this.#quick + this.#slow);
    this.move(FLOW_PART * this.#dailyVolatility * Math.sqrt(quantity / this.#dailyVolume) * surprise);
    this.#quick += QUICK_MEMORY * (direction - this.#quick);
    this.#slow += SLOW_MEMORY * (direction - this.#slow);
  }

  /** People took `net` shares, negative when they sold. */
  addPeopleFlow(net: Quantity): void {
    if (net === 0) return;
    const before = this.#impact();
    this.#pressure += net;
    const change = this.#impact() - before;
    this.#passing += PEOPLE.fades * change;
    this.move(change);
  }

  /** News that is worth such a log return is out. */
  hear(logReturn: number): void {
    this.#news += logReturn;
  }

  /** Seconds of the book's time go by. */
  pass(seconds: number): void {
    const sunk = this.#news * (1 - halved(seconds, NEWS_HALF_LIFE_SECONDS));
    const faded = this.#passing * (1 - halved(seconds, PEOPLE.fadeHalfLifeSeconds));
    this.#news -= sunk;
    this.#passing -= faded;
    this.#pressure *= halved(seconds, PEOPLE.memoryHalfLifeSeconds);
    if (sunk !== faded) this.move(sunk - faded);
  }

  /** Keeps the value within sight of prices that may be traded. */
  confine(lowest: Paise, highest: Paise): void {
    this.price = Math.min(highest, Math.max(lowest, this.price));
  }

  #impact(): number {
    const share = Math.abs(this.#pressure) / this.#dailyVolume;
    return Math.sign(this.#pressure) * PEOPLE.strength * this.#dailyVolatility * Math.sqrt(share);
  }
}

/** What is left of 1 after a time. */
function halved(seconds: number, halfLifeSeconds: number): number {
  return Math.exp((-Math.LN2 * seconds) / halfLifeSeconds);
}
