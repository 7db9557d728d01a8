// A sum over the last hours: shares bought or sold inside the timeframe of the trading limits.
import type { Instant, Quantity } from '../money.ts';

export interface RollingEntry {
  readonly at: Instant;
  readonly quantity: Quantity;
}

/** The longest timeframe that limits can have; what is older is forgotten. */
export const LONGEST_TIMEFRAME_HOURS = 720;
const LONGEST_TIMEFRAME_MS = LONGEST_TIMEFRAME_HOURS * 3_600_000;

/** Forgetting is done once for so many entries. */
const TIDY_EVERY = 256;

/** Entries come in time order. The sum follows the window, which slides on with time and grows or shrinks with the limits. */
export class RollingSum {
  readonly #at: Instant[] = [];
  readonly #quantity: Quantity[] = [];
  /** Where the window begins, and the sum from there on. */
  #start = 0;
  #sum: Quantity = 0;

  add(at: Instant, quantity: Quantity): void {
    this.#at.push(at);
    this.#quantity.push(quantity);
    this.#sum += quantity;
    if (this.#at.length % TIDY_EVERY === 0) this.#forget(at - LONGEST_TIMEFRAME_MS);
  }

  /** The sum of what came after `from`. */
  since(from: Instant): Quantity {
    while (this.#start > 0 && this.#at[this.#start - 1] > from) {
      this.#start--;
      this.#sum += this.#quantity[this.#start];
    }
    while (this.#start < this.#at.length && this.#at[this.#start] <= from) {
      this.#sum -= this.#quantity[this.#start];
      this.#start++;
    }
    return this.#sum;
  }

  /** All that may still count at `now`, under whatever limits. */
  entries(now: Instant): RollingEntry[] {
    const all = this.#at.map((at, index) => ({ at, quantity: this.#quantity[index] }));
    return all.filter(({ at }) => at > now - LONGEST_TIMEFRAME_MS);
  }

  #forget(until: Instant): void {
    this.since(until);
    this.#at.splice(0, this.#start);
    this.#quantity.splice(0, this.#start);
    this.#start = 0;
  }
}
