// Exponential clocks that run at changing speeds, each with chance of its own: what one does leaves the others' times alone.
import type { RandomStream } from '../random.ts';

export class Clocks {
  readonly streams: readonly RandomStream[];
  /** Expected rings in a unit of time; set before each wait. */
  readonly rates: Float64Array;
  /** What each clock has left to run, in its own time. */
  readonly #left: Float64Array;

  constructor(streams: readonly RandomStream[]) {
    this.streams = streams;
    this.rates = new Float64Array(streams.length);
    this.#left = Float64Array.from(streams, (stream) => stream.exponential(1));
  }

  /** The clock that rings first within `time`, and when; -1 when all stay silent. Runs all clocks up to then. */
  next(time: number): { clock: number; wait: number } {
    const { rates } = this;
    let clock = -1;
    let wait = time;
    for (let i = 0; i < rates.length; i++) {
      if (this.#left[i] < rates[i] * wait) {
        clock = i;
        wait = this.#left[i] / rates[i];
      }
    }
    for (let i = 0; i < rates.length; i++) this.#left[i] -= rates[i] * wait;
    if (clock >= 0) this.#left[clock] = this.streams[clock].exponential(1);
    return { clock, wait };
  }
}
