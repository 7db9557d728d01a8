// The time of the exchange where the clock of the machine has been set back behind it: half as fast, until the clock has caught up.
import type { Log } from '../log.ts';

/** From this difference on it is logged: smaller ones are ordinary corrections of the clock. */
const TOLD_FROM_MS = 60_000;

/**
 * Time must never go back, and if it stood still, so would the simulated traders, the minutes of the charts, the hours of the market and
 * the watch over margins, for as long as the clock was ahead.
 */
export class SlowedTime {
  readonly #log: Log;
  /** By `performance.now()`: until when time has gone on. Null while the clock leads. */
  #passed: number | null = null;
  /** The least that the clock has been behind since that was last logged. */
  #leastMs = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** The time after `at`, by a clock that says `now`. */
  next(at: number, now: number): number {
    if (now >= at) {
      this.#passed = null;
      this.#leastMs = 0;
      return now;
    }
    this.#tell(at - now);
    const passed = performance.now();
    this.#passed ??= passed;
    const half = Math.floor((passed - this.#passed) / 2);
    this.#passed += 2 * half;
    return at + half;
  }

  /** Again if the clock is set back once more before it has caught up. */
  #tell(aheadMs: number): void {
    const isTold = aheadMs < this.#leastMs + TOLD_FROM_MS;
    this.#leastMs = isTold ? Math.min(this.#leastMs, aheadMs) : aheadMs;
    if (isTold) return;
    this.#log.warn(
      { aheadSeconds: Math.round(aheadMs / 1000) },
      'the clock was set back: the time of the market goes on half as fast until the clock has caught up, or until a restart',
    );
  }
}
