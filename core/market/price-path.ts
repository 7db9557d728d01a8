// The highest and lowest price since any moment: each trade costs a step or two, and only prices that may still matter are kept.
import { firstPlace } from '../first-place.ts';
import type { Instant, Paise } from '../money.ts';
import { priceAfter } from './corporate-action.ts';
import type { Ratio } from './corporate-action.ts';

export interface PathExtremes {
  readonly high: Paise;
  readonly low: Paise;
  /** The path is known from here on, which may be later than the instant asked for. */
  readonly fromAt: Instant;
}

/** Prices that no later one has surpassed, oldest first. The first of them after a moment is the extreme since that moment. */
class Unsurpassed {
  readonly #at: Instant[] = [];
  readonly #price: Paise[] = [];
  /** 1 keeps highs, -1 keeps lows. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add(at: Instant, price: Paise): void {
    const prices = this.#price;
    let count = prices.length;
    while (count > 0 && (price - prices[count - 1]) * this.#sign >= 0) count--;
    prices.length = this.#at.length = count;
    prices.push(price);
    this.#at.push(at);
  }

  since(at: Instant): Paise {
    return this.#price[firstPlace(this.#at.length - 1, (place) => this.#at[place] >= at)];
  }

  get size(): number {
    return this.#at.length;
  }

  restate(ratio: Ratio): void {
    for (let i = 0; i < this.#price.length; i++) this.#price[i] = priceAfter(this.#price[i], ratio);
  }
}

export class PricePath {
  readonly #highs = new Unsurpassed(1);
  readonly #lows = new Unsurpassed(-1);
  readonly #fromAt: Instant;

  /** Knows only the trades from `fromAt` on. */
  constructor(fromAt: Instant) {
    this.#fromAt = fromAt;
  }

  /** Time never runs backwards. */
  trade(at: Instant, price: Paise): void {
    this.#highs.add(at, price);
    this.#lows.add(at, price);
  }

  /** From `at` to the last trade. Something must have traded since `at`. */
  since(at: Instant): PathExtremes | null {
    if (this.#highs.size === 0) return null;
    return { high: this.#highs.since(at), low: this.#lows.since(at), fromAt: Math.max(at, this.#fromAt) };
  }

  /** A split or bonus: the prices kept become prices of the new shares. */
  restate(ratio: Ratio): void {
    this.#highs.restate(ratio);
    this.#lows.restate(ratio);
  }

  /** How many prices are kept. */
  get size(): number {
    return this.#highs.size + this.#lows.size;
  }
}
