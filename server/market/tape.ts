// The tape: the newest trades of each stock, which stand nowhere else. Those of simulated traders are never stored.
import type { Side } from '../../core/market/instrument.ts';
import type { Trade } from '../../core/trade/listener.ts';

/** What traded at one instant, at one price and taken by one side. */
export interface Print {
  readonly at: number;
  /** In paise. */
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
}

export class Tape {
  readonly #most: number;
  readonly #prints = new Map<string, { -readonly [Field in keyof Print]: Print[Field] }[]>();
  #engine: object | null = null;

  constructor(most: number) {
    this.#most = most;
  }

  /** Hears every execution at the moment of decision. */
  traded({ market, at, price, quantity, takerSide }: Trade): void {
    const { symbol } = market.instrument;
    let prints = this.#prints.get(symbol);
    if (prints === undefined) this.#prints.set(symbol, (prints = []));
    const newest = prints.at(-1);
    // An order that takes from many at one price is one line.
    if (newest?.at === at && newest.price === price && newest.takerSide === takerSide) {
      newest.quantity += quantity;
      return;
    }
    if (prints.length < this.#most) {
      prints.push({ at, price, quantity, takerSide });
      return;
    }
    const reused = prints.shift()!;
    reused.at = at;
    reused.price = price;
    reused.quantity = quantity;
    reused.takerSide = takerSide;
    prints.push(reused);
  }

  /** After a split or a bonus the trades before it are of other shares. */
  forget(symbol: string): void {
    this.#prints.delete(symbol);
  }

  /** Newest first. */
  of(symbol: string, engine: object): Print[] {
    this.follow(engine);
    return (this.#prints.get(symbol) ?? []).map((print) => ({ ...print })).reverse();
  }

  /** After a takeover there is a new engine: the last that was decided before may never have happened. */
  follow(engine: object): void {
    if (this.#engine !== null && engine !== this.#engine) this.#prints.clear();
    this.#engine = engine;
  }
}
