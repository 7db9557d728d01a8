// Patient money: large orders well away from the price that wait for a bargain. They are what a sweeping order runs into.
import { roundDownToTick, roundUpToTick } from '../../money.ts';
import type { Paise, Quantity } from '../../money.ts';
import type { BookOrder } from '../level.ts';
import type { Side } from '../instrument.ts';
import { AGENTS } from './arena.ts';
import type { Arena } from './arena.ts';

/** Distances in natural steps, each wider than the one before, out to about three daily deviations. */
const DISTANCES = [9, 12, 16, 22, 30, 40, 54, 73, 98, 132, 178, 240, 324, 437];
/** A single order for a share Q of a usual day's volume sweeps the price by this many daily deviations times the root of Q. */
const SWEEP = 1.8;
/** Part of the missing orders put back at a time: the book refills over seconds. */
const RETURNS = 0.35;
/** An order whose distance is now less than this part of what it should be, or more than the inverse, is moved. */
const TOO_NEAR = 0.72;
const TOO_FAR = 1.3;

interface Rung {
  order: BookOrder | null;
  size: Quantity;
}

export class PatientTraders {
  readonly #rungs: Record<Side, Rung[]> = {
    buy: DISTANCES.map(() => ({ order: null, size: 0 })),
    sell: DISTANCES.map(() => ({ order: null, size: 0 })),
  };

  /** Brings the waiting orders in line with the value; with `all`, every missing one comes at once. */
  refresh(arena: Arena, value: number, all: boolean): void {
    for (const side of ['buy', 'sell'] as const) {
      for (let i = 0; i < DISTANCES.length; i++) this.#mind(arena, side, i, { value, all });
    }
  }

  withdraw(arena: Arena): void {
    for (const side of ['buy', 'sell'] as const) {
      for (const rung of this.#rungs[side]) {
        if (rung.order !== null) arena.desk.cancel(rung.order);
        rung.order = null;
      }
    }
  }

  #mind(arena: Arena, side: Side, i: number, { value, all }: { value: number; all: boolean }): void {
    const rung = this.#rungs[side][i];
    const sign = side === 'buy' ? -1 : 1;
    const wanted = Math.max(DISTANCES[i] * arena.habits.naturalStep * value, (4 + 2 * i) * arena.tick);
    const { order } = rung;
    if (order !== null) {
      const distance = (order.price - value) * sign;
      const isInPlace = distance > TOO_NEAR * wanted && distance < TOO_FAR * wanted;
      if (order.level !== null && isInPlace && order.remaining > 0.5 * rung.size) return;
      arena.desk.cancel(order);
      rung.order = null;
    }
    if (!all && !arena.random.chance(RETURNS)) return;
    const price = this.#priceAt(arena, value, sign * wanted * (0.92 + 0.16 * arena.random.uniform()));
    const best = arena.best(side === 'buy' ? 'sell' : 'buy');
    if (!arena.isAllowed(price) || (best !== 0 && (price - best) * sign <= 0)) return;
    rung.size = Math.max(1, Math.round(this.#sizeAt(arena, i) * (0.7 + 0.6 * arena.random.uniform())));
    rung.order = arena.desk.place(AGENTS.patient, side, price, rung.size);
  }

  #priceAt({ tick }: Arena, value: number, offset: number): Paise {
    const price = value + offset;
    return offset < 0 ? roundDownToTick(price, tick) : roundUpToTick(price, tick);
  }

  /** Shares between half-way to the rung before and half-way to the next. */
  #sizeAt({ habits }: Arena, i: number): number {
    const from = i === 0 ? DISTANCES[0] * 0.85 : (DISTANCES[i - 1] + DISTANCES[i]) / 2;
    const to = i === DISTANCES.length - 1 ? DISTANCES[i] * 1.15 : (DISTANCES[i] + DISTANCES[i + 1]) / 2;
    const deviations = habits.naturalStep / habits.dailyVolatility;
    return habits.dailyVolume * (depthWithin(to * deviations) - depthWithin(from * deviations));
  }
}

/** Part of a day's volume that waits within a number of daily deviations: the square root law turned round, then a straight line. */
function depthWithin(deviations: number): number {
  const square = 1 / (SWEEP * SWEEP);
  return deviations < 1 ? square * deviations * deviations : square * (2 * deviations - 1);
}
