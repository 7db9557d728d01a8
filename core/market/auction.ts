// The price of a call auction: the one price at which most shares change hands.
import { roundDownToTick, roundUpToTick } from '../money.ts';
import type { Paise, Quantity } from '../money.ts';

/** Somebody who buys at `worst` or lower, or sells at `worst` or higher. */
export interface Interest {
  readonly worst: Paise;
  readonly quantity: Quantity;
}

/** The possible prices. */
export interface AuctionTerms {
  readonly tickSize: Paise;
  /** Lowest and highest price of the day, both on the tick. */
  readonly low: Paise;
  readonly high: Paise;
  readonly previousClose: Paise;
}

/**
 * Paise, on the tick; 0 when nobody can trade. Most shares first; among equal prices the one that leaves the fewest
 * over; among those the one nearest the previous close, the higher of two. Source: NSE's rule for its pre-open session.
 */
export function auctionPrice(buys: readonly Interest[], sells: readonly Interest[], terms: AuctionTerms): Paise {
  const demand = new Curve(buys);
  const supply = new Curve(sells);
  const wanted = demand.total;
  let best = { price: 0, volume: 0, over: 0, away: 0 };
  for (const price of pricesToTry([...buys, ...sells], terms)) {
    const [buying, selling] = [wanted - demand.below(price), supply.below(price + 1)];
    const volume = Math.min(buying, selling);
    const found = { price, volume, over: Math.abs(buying - selling), away: Math.abs(price - terms.previousClose) };
    if (isBetter(found, best)) best = found;
  }
  return best.price;
}

interface Tried {
  readonly price: Paise;
  readonly volume: Quantity;
  readonly over: Quantity;
  readonly away: Paise;
}

function isBetter(one: Tried, other: Tried): boolean {
  if (one.volume !== other.volume) return one.volume > other.volume;
  if (one.volume === 0) return false;
  if (one.over !== other.over) return one.over < other.over;
  return one.away <= other.away;
}

/**
 * Rising. Demand and supply change only at somebody's worst price, and all prices between two of those are equally good, so it is
 * enough to look at both ends and at the price nearest the previous close.
 */
function pricesToTry(interests: readonly Interest[], { tickSize, low, high, previousClose }: AuctionTerms): Paise[] {
  const prices = new Set([low, high, roundDownToTick(previousClose, tickSize), roundUpToTick(previousClose, tickSize)]);
  for (const { worst } of interests)
    prices
      .add(worst - tickSize)
      .add(worst)
      .add(worst + tickSize);
  return [...prices].filter((price) => price >= low && price <= high).sort((a, b) => a - b);
}

/** Shares by worst price, asked for at rising prices. */
class Curve {
  readonly total: Quantity;
  readonly #rising: readonly Interest[];
  #next = 0;
  #below = 0;

  constructor(interests: readonly Interest[]) {
    this.#rising = interests.toSorted((a, b) => a.worst - b.worst);
    this.total = interests.reduce((sum, { quantity }) => sum + quantity, 0);
  }

  /** The shares whose worst price is below `price`, which never falls from one question to the next. */
  below(price: Paise): Quantity {
    while (this.#next < this.#rising.length && this.#rising[this.#next].worst < price) {
      this.#below += this.#rising[this.#next].quantity;
      this.#next++;
    }
    return this.#below;
  }
}
