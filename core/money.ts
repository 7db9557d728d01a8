// Units and rounding: money in whole paise, quantities in whole shares, rates in millionths. The only file that rounds money.

/** A sum of money or a price, in whole paise. 2^53 paise is 90 trillion rupees, so a plain number is exact. */
export type Paise = number & { readonly unit?: 'paise' };

/** A number of whole shares. */
export type Quantity = number & { readonly unit?: 'shares' };

/** A share of something in millionths: 10_000 is one percent. */
export type PartsPerMillion = number & { readonly unit?: 'ppm' };

/** A share of something in hundred-millionths: 1_000_000 is one percent. The law counts finer than millionths. */
export type PartsPerHundredMillion = number & { readonly unit?: 'pphm' };

/** An instant in milliseconds since 1970 UTC. The core is told the time; it never asks. */
export type Instant = number & { readonly unit?: 'ms' };

export const PAISE_PER_RUPEE = 100;
export const ONE_MILLION: PartsPerMillion = 1_000_000;
const HUNDRED_MILLION: PartsPerHundredMillion = 100_000_000;
/** `applyFineRate` is exact up to this rate, one half. */
export const MOST_FINE_RATE: PartsPerHundredMillion = HUNDRED_MILLION / 2;

/** The largest sum the system will handle: a hundred billion rupees, far below what a number holds exactly. */
export const MAX_PAISE: Paise = 10_000_000_000_000;

/** True for a whole number of paise (or shares) that is safe to add and multiply here. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && !Object.is(value, -0);
}

/** Rupees as typed or sent (at most two decimals) to paise; `null` when it is not such a number. */
export function paiseFromRupees(rupees: number): Paise | null {
  if (!Number.isFinite(rupees) || Object.is(rupees, -0)) return null;
  const paise = Math.round(rupees * PAISE_PER_RUPEE);
  // Two decimals survive the way to paise and back; a third one, or noise beyond 2^53, does not.
  return Number.isSafeInteger(paise) && paise / PAISE_PER_RUPEE === rupees ? paise : null;
}

/** Paise to rupees, exact to the two decimals that the wire and the screen show. */
export function rupeesFromPaise(paise: Paise): number {
  return paise / PAISE_PER_RUPEE;
}

/** Below this, a product plus `parts / 2` is exact, and dividing it by `parts` rounds down correctly. */
const LARGEST_PRODUCT = 2 ** 53 - HUNDRED_MILLION;

/** `amount * rate`, half up to the paisa. Amount must not be negative. Exact: a product that would pass 2^53 is split. */
export function applyRate(amount: Paise, rate: PartsPerMillion): Paise {
  return shareOf(amount, rate, ONE_MILLION);
}

/** The same for a rate in hundred-millionths, exact up to `MOST_FINE_RATE`. */
export function applyFineRate(amount: Paise, rate: PartsPerHundredMillion): Paise {
  return shareOf(amount, rate, HUNDRED_MILLION);
}

function shareOf(amount: Paise, rate: number, parts: number): Paise {
  const product = amount * rate;
  if (product < LARGEST_PRODUCT) return Math.floor((product + parts / 2) / parts);
  const whole = Math.floor(amount / parts);
  const rest = amount - whole * parts;
  return whole * rate + Math.floor((rest * rate + parts / 2) / parts);
}

/** A rate less a discount, both in millionths: 10_000 less 200_000 (20 %) is 8_000. */
export function discountedRate(rate: PartsPerMillion, discount: PartsPerMillion): PartsPerMillion {
  return Math.round((rate * (ONE_MILLION - discount)) / ONE_MILLION);
}

/** `amount * part / whole`, rounded down, for splitting a cost over some of its shares. Exact. */
export function proportion(amount: Paise, part: Quantity, whole: Quantity): Paise {
  if (part === whole) return amount;
  const each = Math.floor(amount / whole);
  const rest = amount - each * whole;
  const product = rest * part;
  // A split makes so many shares out of few that the product does not fit into a number.
  const more =
    product < LARGEST_PRODUCT ? Math.floor(product / whole) : Number((BigInt(rest) * BigInt(part)) / BigInt(whole));
  return each * part + more;
}

/** Spec 9: intraday margin is one fifth of the order value; half up to the paisa. */
export function oneFifth(amount: Paise): Paise {
  return Math.floor((amount * 2 + 5) / 10);
}

/** The mean of a sum over a count, half up; 0 when there is nothing. */
export function mean(sum: Paise, count: number): Paise {
  return count === 0 ? 0 : Math.floor((sum * 2 + count) / (count * 2));
}

/** The price on the tick at or below; a model's price may lie between paise. */
export function roundDownToTick(price: number, tick: Paise): Paise {
  return Math.floor(price / tick) * tick;
}

/** The price on the tick at or above; a model's price may lie between paise. */
export function roundUpToTick(price: number, tick: Paise): Paise {
  return Math.ceil(price / tick) * tick;
}

/** How many whole shares `cash` pays for at `price` each. */
export function sharesFor(cash: Paise, price: Paise): Quantity {
  return Math.floor(cash / price);
}

/** A price from a model, which may lie between paise, to the nearest tick; at least one tick. */
export function nearestTick(price: number, tick: Paise): Paise {
  return Math.max(tick, Math.round(price / tick) * tick);
}
