// A burst allowance with a steady refill: limits what one person may send, without a timer or a clock of its own.

export interface Rate {
  /** The most at once, after a rest. */
  readonly burst: number;
  readonly perSecond: number;
}

export interface Allowance {
  left: number;
  countedAt: number;
}

/** Unlimited ones, for RATE_LIMIT=off, never run out. */
export function fullAllowance({ burst }: Rate, at: number, isUnlimited = false): Allowance {
  return { left: isUnlimited ? Infinity : burst, countedAt: at };
}

function refill(allowance: Allowance, { burst, perSecond }: Rate, at: number): void {
  if (allowance.left === Infinity) return;
  // Setting the clock back must not take anything away.
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

/** Everything is refilled, so it need not be remembered. */
export function isFull(allowance: Allowance, rate: Rate, at: number): boolean {
  refill(allowance, rate, at);
  return allowance.left >= rate.burst;
}

/** One allowance for each of many accounts. Those that are full again are forgotten. */
export class AccountAllowances {
  readonly #rate: Rate;
  readonly #isUnlimited: boolean;
  readonly #allowances = new Map<number, Allowance>();

  constructor(rate: Rate, isUnlimited = false) {
    this.#rate = rate;
    this.#isUnlimited = isUnlimited;
  }

  take(account: number, at: number): boolean {
    const allowance = this.#allowances.get(account) ?? fullAllowance(this.#rate, at, this.#isUnlimited);
    this.#allowances.set(account, allowance);
    return takeOne(allowance, this.#rate, at);
  }

  giveBack(account: number): void {
    const allowance = this.#allowances.get(account);
    if (allowance) allowance.left++;
  }

  forget(at: number): void {
    for (const [account, allowance] of this.#allowances)
      if (isFull(allowance, this.#rate, at)) this.#allowances.delete(account);
  }
}
