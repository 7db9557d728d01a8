// Notices when the system clock has jumped since it was last looked at.

/** Smaller differences are ordinary corrections of the clock, or a machine that has slept. */
const MOST_DRIFT_MS = 600_000;

export class ClockWatch {
  #seen: { readonly wall: number; readonly passed: number };

  constructor(now: number) {
    this.#seen = { wall: now, passed: performance.now() };
  }

  /** False when the clock has jumped since the last call. The next call compares with the time of this one. */
  hasRunEvenly(now: number): boolean {
    const { wall, passed } = this.#seen;
    this.#seen = { wall: now, passed: performance.now() };
    return Math.abs(now - wall - (this.#seen.passed - passed)) <= MOST_DRIFT_MS;
  }
}
