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
  readonly #entries: RollingEntry[] = [];
  /** Where the window begins, and the sum from there on. */
  #start = 0;
  #sum: Quantity = 0;

  add(at: Instant, quantity: Quantity): void {
    this.#entries.push({ at, quantity });
    this.#sum += quantity;
    if (this.#entries.length % TIDY_EVERY === 0) this.#forget(at - LONGEST_TIMEFRAME_MS);
  }

  /** The sum of what came after `from`. */
  since(from: Instant): Quantity {
    const entries = this.#entries;
    while (this.#start > 0 && entries[this.#start - 1].at > from) {
      this.#start--;
      this.#sum += entries[this.#start].quantity;
    }
    while (this.#start < entries.length && entries[this.#start].at <= from) {
      this.#sum -= entries[this.#start].quantity;
      this.#start++;
    }
    return this.#sum;
  }

  /** All that may still count at `now`, under whatever limits. */
  entries(now: Instant): RollingEntry[] {
    return this.#entries.filter((entry) => entry.at > now - LONGEST_TIMEFRAME_MS);
  }

  #forget(until: Instant): void {
    this.since(until);
    this.#entries.splice(0, this.#start);
    this.#start = 0;
  }
}
