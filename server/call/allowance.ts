// So many at once and so many a second: what one person may send, without a timer and without a clock of its own.

export interface Rate {
  /** At once, after a rest. */
  readonly burst: number;
  readonly perSecond: number;
}

export interface Allowance {
  left: number;
  countedAt: number;
}

export function fullAllowance({ burst }: Rate, at: number): Allowance {
  return { left: burst, countedAt: at };
}

function refill(allowance: Allowance, { burst, perSecond }: Rate, at: number): void {
  // A clock that was set back must not take anything away.
  const seconds = Math.max(0, at - allowance.countedAt) / 1_000;
  allowance.left = Math.min(burst, allowance.left + seconds * perSecond);
  allowance.countedAt = at;
}

/** Takes one; false when none is left. `at` in epoch ms. */
export function takeOne(allowance: Allowance, rate: Rate, at: number): boolean {
  refill(allowance, rate, at);
  if (allowance.left < 1) return false;
  allowance.left--;
  return true;
}

/** Nothing has been taken that is not back: it need not be remembered. */
export function isFull(allowance: Allowance, rate: Rate, at: number): boolean {
  refill(allowance, rate, at);
  return allowance.left >= rate.burst;
}
