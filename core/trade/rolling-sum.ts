// A sum over the last hours: shares bought or sold inside the timeframe of the trading limits.
import { HOUR_MS } from '../market/day.ts';
import type { Instant, Quantity } from '../money.ts';

export interface RollingEntry {
  readonly at: Instant;
  readonly quantity: Quantity;
}

/** The longest timeframe that limits can have; what is older is forgotten. */
export const LONGEST_TIMEFRAME_HOURS = 720;
const LONGEST_TIMEFRAME_MS = LONGEST_TIMEFRAME_HOURS * HOUR_MS;

/** Old entries are forgotten each time this many have been added. */
const TIDY_EVERY = 256;

/** An entry takes two places of the list: when, and how many. */
const ENTRY = 2;

/** Entries come in time order. The sum follows the window, which slides on with time and grows or shrinks with the limits. */
export class RollingSum {
  /** Of everything that is kept, and so never less than the sum inside any window. */
  total: Quantity = 0;
  readonly #entries: number[] = [];
  /** Where the window begins, and the sum from there on. */
  #start = 0;
  #sum: Quantity = 0;

  add(at: Instant, quantity: Quantity): void {
    const entries = this.#entries;
    // Stored by index, which is compiled in place: `push` with two arguments stays a call.
    const end = entries.length;
    entries[end] = at;
    entries[end + 1] = quantity;
    this.#sum += quantity;
    this.total += quantity;
    if (entries.length % (ENTRY * TIDY_EVERY) === 0) this.#forget(at - LONGEST_TIMEFRAME_MS);
  }

  /** The sum of what came after `from`. */
  since(from: Instant): Quantity {
    const entries = this.#entries;
    while (this.#start > 0 && entries[this.#start - ENTRY] > from) {
      this.#start -= ENTRY;
      this.#sum += entries[this.#start + 1];
    }
    while (this.#start < entries.length && entries[this.#start] <= from) {
      this.#sum -= entries[this.#start + 1];
      this.#start += ENTRY;
    }
    return this.#sum;
  }

  /** All that may still count at `now`, under whatever limits. */
  entries(now: Instant): RollingEntry[] {
    const kept: RollingEntry[] = [];
    for (let i = 0; i < this.#entries.length; i += ENTRY) {
      const [at, quantity] = [this.#entries[i], this.#entries[i + 1]];
      if (at > now - LONGEST_TIMEFRAME_MS) kept.push({ at, quantity });
    }
    return kept;
  }

  #forget(until: Instant): void {
    this.total = this.since(until);
    if (this.#start > 0) this.#entries.splice(0, this.#start);
    this.#start = 0;
  }
}
