// The list of all stocks that a screen starts from: put into words once between two beats, however many screens come at once.
import type { Engine } from '../../core/engine.ts';
import type { Stock } from '../../contract/market.ts';
import { presentStock } from './present.ts';

export class StockList {
  #stocks: Stock[] = [];
  /** Whose stocks they are: after a recovery the exchange has another engine. */
  #of: Engine | null = null;

  /** As it was at some time since the last beat: the next one tells of all that has changed since. */
  read(engine: Engine): Stock[] {
    if (this.#of !== engine) this.#stocks = [...engine.markets()].map(presentStock);
    this.#of = engine;
    return this.#stocks;
  }

  /** A beat has looked at what changed, or more has changed than beats tell of. */
  forget(): void {
    this.#of = null;
  }
}
