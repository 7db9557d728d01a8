// Logs failed calls. When something that calls need is down, thousands fail alike: that is logged once, with a count.
import type { Log } from '../log.ts';

/** What failed, for the person who reads the log. */
export interface FailedCall {
  readonly request: string;
  readonly method: string;
  readonly route: string | undefined;
}

/** After this long the same outage is logged again, with how many calls have failed since. */
const NAME_AGAIN_MS = 60_000;
/** After this long without a failed call the outage is over; the next failure begins a new one. */
const OVER_MS = 10_000;

export class OutageLog {
  readonly #log: Pick<Log, 'error'>;
  readonly #now: () => number;
  #namedAt = -Infinity;
  #lastAt = -Infinity;
  #count = 0;

  constructor(log: Pick<Log, 'error'>, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  /** For a fault of our own: always logged in full. */
  failed(error: unknown, call: FailedCall): void {
    this.#log.error({ err: error, ...call }, 'a call failed');
  }

  /** For something that is temporarily unavailable. */
  unavailable(error: unknown, call: FailedCall): void {
    const now = this.#now();
    // Also logs again after the clock was set back.
    const isKnown = Math.abs(now - this.#lastAt) < OVER_MS && Math.abs(now - this.#namedAt) < NAME_AGAIN_MS;
    this.#lastAt = now;
    if (isKnown) {
      this.#count++;
      return;
    }
    this.#log.error({ err: error, ...call, alike: this.#count }, 'calls fail, because something they need is away');
    this.#namedAt = now;
    this.#count = 0;
  }
}
