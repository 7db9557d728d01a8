// Knows whether the clock on the wall has gone as fast as time since it was last looked at.

/** Clocks are set right by less than this, and a machine may have slept. */
const MOST_DRIFT_MS = 600_000;

export class ClockWatch {
  #seen: { readonly wall: number; readonly passed: number };

  constructor(now: number) {
    this.#seen = { wall: now, passed: performance.now() };
  }

  /** False when it has leapt since the last look. From now on it is compared with what it says now. */
  hasRunEvenly(now: number): boolean {
    const { wall, passed } = this.#seen;
    this.#seen = { wall: now, passed: performance.now() };
    return Math.abs(now - wall - (this.#seen.passed - passed)) <= MOST_DRIFT_MS;
  }
}
