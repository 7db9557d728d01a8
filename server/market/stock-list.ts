// The list of all stocks that a screen starts with: built once between two beats, however many screens arrive at once.
import type { Engine } from '../../core/engine.ts';
import type { Stock } from '../../contract/market.ts';
import { presentStock } from './present.ts';

export class StockList {
  #stocks: Stock[] = [];
  /** The engine it was built from: after a recovery the exchange has a new one. */
  #of: Engine | null = null;

  /** As of some moment since the last beat; the next beat reports everything that has changed since. */
  read(engine: Engine): Stock[] {
    if (this.#of !== engine) this.#stocks = [...engine.markets()].map(presentStock);
    this.#of = engine;
    return this.#stocks;
  }

  /** A beat has collected changes, or more has changed than beats report. */
  forget(): void {
    this.#of = null;
  }
}
