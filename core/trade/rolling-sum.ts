// A sum over the last hours: shares bought or sold inside the timeframe of the trading limits.
import type { Instant, Quantity } from '../money.ts';

export interface RollingEntry {
  readonly at: Instant;
  readonly quantity: Quantity;
}

/** Entries come in time order; what has left the window is dropped when the sum is asked for. */
export class RollingSum {
  readonly #entries: RollingEntry[] = [];
  #sum: Quantity = 0;

  add(at: Instant, quantity: Quantity): void {
    this.#entries.push({ at, quantity });
    this.#sum += quantity;
  }

  /** The sum of what came after `from`. Windows only move forward, or widen over what is still kept. */
  since(from: Instant): Quantity {
    let gone = 0;
    while (gone < this.#entries.length && this.#entries[gone].at <= from) {
      this.#sum -= this.#entries[gone].quantity;
      gone++;
    }
    if (gone > 0) this.#entries.splice(0, gone);
    return this.#sum;
  }

  entries(): readonly RollingEntry[] {
    return this.#entries;
  }
}
